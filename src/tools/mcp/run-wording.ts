import {
  contrastOf,
  durationText,
  type ListedRun,
  type Run,
  titleOfRun,
  verdictOf,
} from '../../client/index.ts';
import type { RunDetails } from './run-view.ts';

/** One line: what it is, and what it is about. */
export function runLine(run: ListedRun): string {
  return `${run.id}  ${verdictOf(run)}  ${titleOfRun(run)}`;
}

export function runText(run: RunDetails): string {
  const { leftOut } = run;
  return [
    `Run ${run.id}: ${verdictOf(run)}${run.durationMs === null ? '' : ` in ${durationText(run.durationMs)}`}.`,
    run.error && `It could not be executed. ${run.error.code}: ${run.error.message}`,
    ...run.steps.map(
      ({ step, status, title, error }) =>
        `${step}. ${status}: ${title}${error === null ? '' : ` (${error})`}`,
    ),
    leftOut.steps > 0 && `… and ${leftOut.steps} more steps.`,
    ...issuesBesideSteps(run).map(issueText),
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

export function oneLine(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= length ? line : `${line.slice(0, length - 1).toWellFormed()}…`;
}

/** Those that are not already the error of a failed step above. */
function issuesBesideSteps({ issues, steps }: RunDetails): RunDetails['issues'] {
  const reported = new Map(steps.map(({ step, error }) => [step, error]));
  return issues.filter(({ step, description }) => step === null || reported.get(step) !== description);
}

function issueText(issue: RunDetails['issues'][number]): string {
  const { expected, actual } = contrastOf(issue);
  return [
    `${issue.type === 'issue' ? 'Issue' : 'Warning'}: ${issue.name}. ${issue.description}`,
    expected && `  expected: ${expected}`,
    actual && `  actual: ${actual}`,
    issue.screenshotUrl && `  screenshot: ${issue.screenshotUrl}`,
  ]
    .filter(Boolean)
    .join('\n');
}

function whatNext({ completedAt, status, error }: RunDetails): string | false {
  if (completedAt === null) return 'It has not ended: call watch_run to wait for it.';
  if (error?.code === 'STEP_NOT_UNDERSTOOD')
    return 'get_steps_reference has the sentences that are understood; read_steps tries others.';
  return status === 'failed' && 'There is no verdict on the tested thing.';
}
