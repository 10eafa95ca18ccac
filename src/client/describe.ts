import type { Batch, Run, RunIssue } from './api.ts';

/** Distinguishes a run from others: the title of its test, or the beginning of its prompt. */
export function titleOfRun({
  name,
  prompt,
  output,
  id,
}: Pick<Run, 'name' | 'prompt' | 'output' | 'id'>): string {
  const text = name ?? prompt ?? output.featureName ?? id;
  // By characters, not by halves of them.
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  if (characters.length <= longestTitle) return characters.join('');
  return `${characters.slice(0, longestTitle - 1).join('')}…`;
}

const longestTitle = 100;

type Status = Run['status'] | Batch['status'];
type Result = Batch['result'];
export type Verdict = NonNullable<Result> | Exclude<Status, 'failed'>;

/** PASS or FAILED; ERROR where something could not be executed, so that there is none; else the status. */
export function verdictOf(
  judged: { status: Status } & ({ result: Result } | { output: { result: Result } }),
): Verdict {
  const { status } = judged;
  const result = 'output' in judged ? judged.output.result : judged.result;
  return result ?? (status === 'failed' ? 'ERROR' : status);
}

/** 850 ms, 4.2 s, 3 min 5 s, 2 h 10 min, 3 d 4 h. */
export function durationText(durationMs: number): string {
  if (durationMs < 1_000) return `${Math.round(durationMs)} ms`;
  if (durationMs < 59_950) return `${(durationMs / 1_000).toFixed(1)} s`;
  const seconds = Math.round(durationMs / 1_000);
  if (seconds < 3_600) return pair(seconds, 60, 'min', 1, 's');
  if (seconds < 86_400) return pair(seconds, 3_600, 'h', 60, 'min');
  return pair(seconds, 86_400, 'd', 3_600, 'h');
}

function pair(seconds: number, large: number, largeUnit: string, small: number, smallUnit: string): string {
  const rest = Math.floor((seconds % large) / small);
  return `${Math.floor(seconds / large)} ${largeUnit}${rest === 0 ? '' : ` ${rest} ${smallUnit}`}`;
}

/** The issues that are not already the error of a failed step. */
export function issuesBesideSteps({ issues, steps }: Pick<Run['output'], 'issues' | 'steps'>): RunIssue[] {
  const told = new Map(steps.map(({ stepIndex, error }) => [stepIndex, error]));
  return issues.filter(
    ({ stepIndex, description }) => stepIndex === null || told.get(stepIndex) !== description,
  );
}

/** What was expected and what was found, as far as the description of the issue does not say it already. */
export function contrastOf({
  description,
  expectedBehavior: expected,
  actualBehavior: actual,
}: Pick<RunIssue, 'description' | 'expectedBehavior' | 'actualBehavior'>): {
  expected: string | null;
  actual: string | null;
} {
  const isSaid = (text: string | null) =>
    text === null || description.toLowerCase().includes(text.toLowerCase());
  if (!isSaid(actual)) return { expected, actual };
  return { expected: isSaid(expected) ? null : expected, actual: null };
}
