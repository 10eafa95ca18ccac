import { withoutTail } from '../kernel/without-tail.ts';
import type { Finding, Step } from './pilot.ts';

const irregular: Record<string, string> = {
  go: 'went',
  choose: 'chose',
  write: 'wrote',
  put: 'put',
  set: 'set',
  hit: 'hit',
  take: 'took',
  see: 'saw',
  drag: 'dragged',
  tap: 'tapped',
  'double-tap': 'double-tapped',
  swipe: 'swiped',
  scroll: 'scrolled',
  log: 'logged',
  begin: 'began',
  send: 'sent',
  hide: 'hid',
};
const shownActs = 6;

/** What happened, in one or two sentences, as a person would tell it. */
export function tell(
  steps: readonly Pick<Step, 'title' | 'type' | 'status' | 'summary' | 'error'>[],
  findings: readonly Pick<Finding, 'type' | 'name'>[],
): string {
  const done = steps.filter(({ type, status }) => type === 'act' && status === 'passed');
  const seen = steps.filter(({ type, status }) => type === 'assert' && status === 'passed').at(-1);
  const failed = steps.filter(({ status }) => status === 'failed');
  const acts = listed(done.map(({ title }) => inThePast(title)));
  const evidence = seen?.summary ? lower(withoutTail(seen.summary, /[.\s]/)) : null;
  const story = [acts, evidence].filter((part) => part !== null && part !== '').join('; ');
  return [
    story === '' ? '' : `${story.charAt(0).toUpperCase()}${story.slice(1)}.`,
    ...failed.slice(0, 3).map(({ title, error }) => `${title}: ${error}`),
    otherIssues(findings, failed.length),
    count(steps, failed.length),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function count(steps: readonly Pick<Step, 'status'>[], failed: number): string {
  const passed = steps.filter(({ status }) => status === 'passed').length;
  const skipped = steps.filter(({ status }) => status === 'skipped').length;
  const rest = [failed > 0 ? `${failed} failed` : '', skipped > 0 ? `${skipped} skipped` : ''].filter(
    Boolean,
  );
  return `${passed} of ${steps.length} steps passed${rest.length > 0 ? `, ${rest.join(', ')}` : ''}.`;
}

/** Issues that no step failed by, such as a server error behind a page that looks right. */
function otherIssues(findings: readonly Pick<Finding, 'type' | 'name'>[], failedSteps: number): string {
  const issues = findings.filter(({ type }) => type === 'issue');
  if (issues.length <= failedSteps) return '';
  const names = issues.map(({ name }) => name).filter((name) => / answered \d{3}$/.test(name));
  return names.length === 0 ? '' : `${names.slice(0, 3).join(', ')}.`;
}

function listed(parts: readonly string[]): string {
  const shown = parts.length <= shownActs ? parts : [...parts.slice(0, 3), '…', ...parts.slice(-2)];
  if (shown.length <= 1) return shown[0] ?? '';
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

/** `Type "a" into "B"` becomes `typed "a" into "B"`, and an address is cut down to its path. */
function inThePast(title: string): string {
  const joined = title.replace(/^(double|right|long) (?=click|tap|press)/i, '$1-');
  const [, verb = '', rest = ''] = /^(\p{L}+(?:-\p{L}+)?)(.*)$/su.exec(joined) ?? [];
  const word = verb.toLowerCase();
  const past = irregular[word] ?? (word.endsWith('e') ? `${word}d` : `${word}ed`);
  return `${past}${rest.replace(/https?:\/\/[^\s/"']+(\/[^\s"']+)/g, '$1')}`;
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
