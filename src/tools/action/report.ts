import type { Outcome, Tested } from './outcome.ts';
import type { Runner } from './runner.ts';

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
