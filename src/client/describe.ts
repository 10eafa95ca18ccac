import type { Run, RunIssue } from './api.ts';

/** What tells a run from others: the title of its test, or the beginning of its prompt. */
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

/** The issues that no failed step tells already by its error. */
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
