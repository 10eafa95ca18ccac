import type { Run } from '../client/index.ts';
import type { RunDetails, RunSummary } from './run-view.ts';

/** One line: what it is, and what it is about. */
export function runLine(run: RunSummary): string {
  const about = run.prompt === null ? `test ${run.testId}` : oneLine(run.prompt, 80);
  return `${run.id}  ${verdict(run)}  ${about}`;
}

export function runText(run: RunDetails): string {
  const { leftOut } = run;
  return [
    `Run ${run.id}: ${verdict(run)}${took(run)}.`,
    run.error && `It could not be carried out. ${run.error.code}: ${run.error.message}`,
    ...run.steps.map(
      ({ step, status, title, error }) =>
        `${step}. ${status}: ${title}${error === null ? '' : ` (${error})`}`,
    ),
    leftOut.steps > 0 && `… and ${leftOut.steps} more steps.`,
    ...run.issues.map(issueText),
    leftOut.issues > 0 && `… and ${leftOut.issues} more issues and warnings.`,
    run.videoUrl && `Video: ${run.videoUrl}`,
    run.deviceLogUrl && `Device log: ${run.deviceLogUrl}`,
    run.traceUrl && `Trace: npx playwright-core show-trace ${run.traceUrl}`,
    whatNext(run),
  ]
    .filter(Boolean)
    .join('\n');
}

/** While it is under way: where it is. */
export function progressOf({ status, output: { steps } }: Run): string {
  const last = steps.at(-1);
  return last ? `step ${steps.length} ${last.status}: ${oneLine(last.title, 80)}` : status;
}

/** PASS and FAILED are verdicts; all else says why there is none. */
export function verdict({ status, result }: { status: string; result: string | null }): string {
  return status === 'completed' && result !== null ? result : status;
}

export function oneLine(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= length ? line : `${line.slice(0, length - 1).toWellFormed()}…`;
}

function issueText(issue: RunDetails['issues'][number]): string {
  return [
    `${issue.type === 'issue' ? 'Issue' : 'Warning'}: ${issue.name}. ${issue.description}`,
    issue.expectedBehavior && `  expected: ${issue.expectedBehavior}`,
    issue.actualBehavior && `  actual: ${issue.actualBehavior}`,
    issue.screenshotUrl && `  screenshot: ${issue.screenshotUrl}`,
  ]
    .filter(Boolean)
    .join('\n');
}

function took({ durationMs }: RunDetails): string {
  return durationMs === null ? '' : ` in ${(durationMs / 1_000).toFixed(1)} s`;
}

function whatNext({ completedAt, status, error }: RunDetails): string | false {
  if (completedAt === null) return 'It has not ended: call watch_run to wait for it.';
  if (error?.code === 'STEP_NOT_UNDERSTOOD')
    return 'get_steps_reference has the sentences that are understood; read_steps tries others.';
  return status === 'failed' && 'There is no verdict on the tested thing.';
}
