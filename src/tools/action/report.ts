import { contrastOf, durationText, type RunIssue, type Verdict } from '../../client/index.ts';
import type { Outcome, Tested } from './outcome.ts';
import type { Runner } from './runner.ts';

/** The runner takes 1 MiB of a step, and nothing of what is larger. */
const largestBytes = 1_000_000;
const longestText = 1_000;
const marks: Partial<Record<Verdict, string>> = { PASS: '✅', FAILED: '❌', ERROR: '⚠️', cancelled: '🚫' };
const words: Partial<Record<Verdict, string>> = {
  PASS: 'passed',
  FAILED: 'failed',
  ERROR: 'could not be executed',
};

/**
 * The summary of the job, as HTML without a blank line: GitHub then reads no Markdown in it, and what the tested page says stays
 * text, whatever it holds.
 */
export function summaryOf(outcome: Outcome): string {
  const { name, tested, passed } = outcome;
  const opening = `<h3>${marks[outcome.result]} ${escaped(name)}: ${passed} of ${tested.length} passed</h3>`;
  const pieces = [...tableOf(tested), ...tested.filter(({ verdict }) => verdict !== 'PASS').map(sectionOf)];
  return `${withinLimit([opening, ...pieces]).join('\n')}\n\n`;
}

function tableOf(tested: Tested[]): string[] {
  const rows = tested.map(
    ({ title, verdict, run }) =>
      `<tr><td>${marks[verdict]} ${words[verdict] ?? verdict}</td><td>${escaped(title)}</td><td>${run.durationMs === null ? '' : durationText(run.durationMs)}</td><td>${evidence(run.output)}</td></tr>`,
  );
  const head = '<tr><th>Result</th><th>Test</th><th>Time</th><th>Evidence</th></tr>';
  return [`<table>${head}`, ...rows, '</table>'];
}

function sectionOf({ title, verdict, run }: Tested): string {
  const { issues, steps } = run.output;
  const failed = steps.filter(({ status }) => status === 'failed');
  const stepsWithIssues = new Set(
    issues.filter(({ type }) => type === 'issue').map(({ stepIndex }) => stepIndex),
  );
  return [
    `<details open><summary>${marks[verdict]} <b>${escaped(title)}</b></summary>`,
    run.error === null ? '' : `<p><b>${escaped(run.error.code)}</b>: ${escaped(run.error.message)}</p>`,
    ...issues.filter(({ type }) => type === 'issue').map(issueOf),
    ...failed
      .filter(({ stepIndex }) => !stepsWithIssues.has(stepIndex))
      .map(
        (step) => `<p>Step ${step.stepIndex + 1}: ${escaped(step.title)}. ${escaped(step.error ?? '')}</p>`,
      ),
    picture(
      issues.find(({ screenshotUrl }) => screenshotUrl !== null)?.screenshotUrl ??
        failed[0]?.screenshotUrl ??
        null,
    ),
    run.output.traceUrl === null
      ? ''
      : `<p>Trace: <code>npx playwright-core show-trace ${escaped(run.output.traceUrl)}</code></p>`,
    `<p>Run <code>${escaped(run.id)}</code></p></details>`,
  ]
    .filter(Boolean)
    .join('\n');
}

function issueOf(issue: RunIssue): string {
  const { expected, actual } = contrastOf(issue);
  const rows = [
    ['expected', expected],
    ['actual', actual],
    ['at', issue.url],
  ].flatMap(([label, text]) => (text ? [`<br>${label}: ${escaped(text)}`] : []));
  return `<p><b>${escaped(issue.name)}</b>: ${escaped(issue.description)}${rows.join('')}</p>`;
}

function evidence({ screenshots }: Tested['run']['output']): string {
  return screenshots
    .slice(-5)
    .map((url, at, shown) => link(url, String(screenshots.length - shown.length + at + 1)))
    .join(' ');
}

/** GitHub fetches pictures by itself, and only from where it can reach. */
function picture(url: string | null): string {
  if (url === null) return '';
  const isHttps = /^https:/i.test(url);
  return `<p>${link(url, isHttps ? `<img src="${escaped(url)}" width="480" alt="screenshot">` : 'Screenshot')}</p>`;
}

/** `label` is HTML. */
function link(url: string, label: string): string {
  return /^https?:/i.test(url) ? `<a href="${escaped(url)}">${label}</a>` : '';
}

function withinLimit(pieces: string[]): string[] {
  const kept: string[] = [];
  let bytes = 0;
  for (const [at, piece] of pieces.entries()) {
    bytes += Buffer.byteLength(piece) + 1;
    if (bytes > largestBytes) return [...kept, `<p>… ${pieces.length - at} more are left out.</p>`];
    kept.push(piece);
  }
  return kept;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escaped(text: string): string {
  const short = text.length <= longestText ? text : `${text.slice(0, longestText).toWellFormed()}…`;
  return short
    .replace(/[&<>"']/g, (character) => entities[character] ?? '')
    .replace(/\s*\n\s*/g, '<br>')
    .replace(/[^\S ]+/g, ' ');
}

/** GitHub shows ten errors of a step; the last place says how many more there are. */
const mostErrors = 10;

/** Says of each test that has not passed why, as an error of the job. */
export function annotate(runner: Runner, { tested, name }: Outcome): void {
  const bad = tested.filter(({ verdict }) => verdict !== 'PASS');
  const shown = bad.length <= mostErrors ? bad : bad.slice(0, mostErrors - 1);
  for (const one of shown) runner.error(titleOf(one), reasonOf(one));
  const rest = bad.length - shown.length;
  if (rest > 0)
    runner.error(`Gantry: ${name}`, `${rest} more have not passed; the summary of the job has them all.`);
  if (tested.length === 0) runner.error(`Gantry: ${name}`, 'There was no run, so there is no verdict.');
}

function titleOf({ title, verdict }: Tested): string {
  if (verdict === 'FAILED') return `Test failed: ${title}`;
  return verdict === 'cancelled' ? `Cancelled: ${title}` : `Could not be executed: ${title}`;
}

function reasonOf({ verdict, run }: Tested): string {
  if (verdict === 'cancelled') return `Run ${run.id} was cancelled, so there is no verdict.`;
  if (run.error !== null) return `${run.error.code}: ${run.error.message}`;
  const issues = run.output.issues.filter(({ type }) => type === 'issue');
  const lines = issues
    .slice(0, 5)
    .flatMap(({ name, expectedBehavior, actualBehavior, screenshotUrl }) => [
      name,
      expectedBehavior && `  expected: ${expectedBehavior}`,
      actualBehavior && `  actual: ${actualBehavior}`,
      screenshotUrl && `  screenshot: ${screenshotUrl}`,
    ]);
  return lines.filter(Boolean).join('\n').slice(0, 4_000).toWellFormed() || 'A check did not hold.';
}
