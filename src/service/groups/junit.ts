import type { RunRecord } from '../runs/run-record.ts';

export interface JUnitSuite {
  name: string;
  createdAt: Date;
  cases: ReadonlyArray<{ title: string; run: RunRecord }>;
}

/** A report that CI servers read: one case for each test, with its steps, issues and links to its screenshots. */
export function toJUnit({ name, createdAt, cases }: JUnitSuite): string {
  const kinds = cases.map(({ run }) => kindOf(run));
  const count = (kind: Kind) => kinds.filter((one) => one === kind).length;
  const counts = {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    time: seconds(cases.reduce((sum, { run }) => sum + (run.durationMs ?? 0), 0)),
  };
  // Only a suite says how many were skipped: the schema of Jenkins refuses it of the whole.
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name, ...counts })}>`,
    `  <testsuite${attributes({ name, ...counts, skipped: count('skipped'), timestamp: createdAt.toISOString().slice(0, 19) })}>`,
    ...cases.flatMap(({ title, run }) => caseLines(name, title, run)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

type Kind = 'passed' | 'failure' | 'error' | 'skipped';

function kindOf({ status, output }: RunRecord): Kind {
  if (status === 'completed') return output.result === 'PASS' ? 'passed' : 'failure';
  return status === 'failed' ? 'error' : 'skipped';
}

function caseLines(suite: string, title: string, run: RunRecord): string[] {
  const opening = attributes({ classname: suite, name: title, time: seconds(run.durationMs ?? 0) });
  return [`    <testcase${opening}>`, ...verdictLines(run), ...outLines(run), '    </testcase>'];
}

function verdictLines(run: RunRecord): string[] {
  const kind = kindOf(run);
  if (kind === 'passed') return [];
  if (kind === 'skipped') {
    const message = run.status === 'cancelled' ? 'The run was cancelled.' : 'The run has not ended.';
    return [`      <skipped${attributes({ message })}/>`];
  }
  if (kind === 'error') {
    const { code = 'UNKNOWN', message = '' } = run.error ?? {};
    return [`      <error${attributes({ type: code, message })}>${escaped(message)}</error>`];
  }
  const issues = run.output.issues.filter(({ type }) => type === 'issue');
  const message = issues.map(({ name }) => name).join('; ') || 'A check failed.';
  const text = issues.map(issueText).join('\n\n');
  return [`      <failure${attributes({ type: 'issue', message })}>${escaped(text)}</failure>`];
}

function issueText(issue: RunRecord['output']['issues'][number]): string {
  return [
    issue.name,
    issue.description,
    issue.expectedBehavior && `Expected: ${issue.expectedBehavior}`,
    issue.actualBehavior && `Actual: ${issue.actualBehavior}`,
    issue.screenshotUrl && `Screenshot: ${issue.screenshotUrl}`,
  ]
    .filter(Boolean)
    .join('\n');
}

/** Jenkins turns its own notation for attachments into links; others show the lines as they are. */
function outLines({ id, output }: RunRecord): string[] {
  const steps = output.steps.map(
    ({ stepIndex, status, title, summary, error }) =>
      `${stepIndex + 1}. ${status}: ${title}${(error ?? summary) ? ` (${error ?? summary})` : ''}`,
  );
  const shots = output.screenshots.map((address) => `[[ATTACHMENT|${address}]]`);
  return [`      <system-out>${escaped([`run ${id}`, ...steps, ...shots].join('\n'))}</system-out>`];
}

function attributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value)).replace(/[\t\n]/g, reference)}"`)
    .join('');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * XML 1.0 has no way to write most control characters: they are left out. A parser reads other ends of lines as a line feed,
 * and in an attribute a tab or a line feed as a space.
 */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"\r\u0085\u2028]/g, (character) => entities[character] ?? reference(character));
}

function reference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(3);
}
