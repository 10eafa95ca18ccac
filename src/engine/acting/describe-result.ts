import { shorten } from '../../kernel/text.ts';
import type { Finding, Step } from '../report.ts';

const longestTitle = 120;
const longestLine = 500;

/** What happened, in the steps' own words. */
export function describeResult(
  steps: readonly Pick<Step, 'title' | 'type' | 'status' | 'error'>[],
  findings: readonly Pick<Finding, 'type' | 'name'>[],
): string {
  const passed = steps.filter(({ type, status }) => type !== 'screenshot' && status === 'passed');
  const failed = steps.filter(({ status }) => status === 'failed');
  const done = inOneLine(passed.map(({ title }) => title));
  return [
    done === '' ? '' : `${done}.`,
    ...failed.slice(0, 3).map(({ title, error }) => `${title}: ${error}`),
    otherIssues(findings, failed.length),
    count(steps, failed.length),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** `Open "/login" → Type "ada" into "Name" → Click "Log in"`; of a long way its beginning and its end. */
export function inOneLine(titles: readonly string[]): string {
  const shown = titles.map((title) => shorten(title, longestTitle).replace(/[.\s]+$/, ''));
  const [first = '', ...others] = shown;
  let shownAtEnd = others.length;
  const line = () =>
    [first, ...(shownAtEnd < others.length ? ['…'] : []), ...others.slice(others.length - shownAtEnd)].join(
      ' → ',
    );
  while (shownAtEnd > 0 && line().length > longestLine) shownAtEnd -= 1;
  return line();
}

function count(steps: readonly Pick<Step, 'status'>[], failed: number): string {
  const passed = steps.filter(({ status }) => status === 'passed').length;
  const skipped = steps.filter(({ status }) => status === 'skipped').length;
  const rest = [failed > 0 ? `${failed} failed` : '', skipped > 0 ? `${skipped} skipped` : ''].filter(
    Boolean,
  );
  return `${passed} of ${steps.length} steps passed${rest.length > 0 ? `, ${rest.join(', ')}` : ''}.`;
}

/** Issues that no step failed by: a server error behind a page that looks right, a crash after the last step. */
function otherIssues(findings: readonly Pick<Finding, 'type' | 'name'>[], failedSteps: number): string {
  const issues = findings.filter(({ type }) => type === 'issue');
  if (issues.length <= failedSteps) return '';
  const names = issues
    .map(({ name }) => name)
    .filter((name) => / answered \d{3}$|^The app (?:crashed|stopped responding)/.test(name));
  return names.length === 0 ? '' : `${names.slice(0, 3).join(', ')}.`;
}
