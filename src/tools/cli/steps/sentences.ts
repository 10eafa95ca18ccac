import type { SentenceReading, TestProblem } from '../../../client/index.ts';
import type { Connection } from '../connect.ts';
import type { FileFault } from '../errors.ts';
import type { Style } from '../terminal/style.ts';
import { clean } from '../terminal/text.ts';
import type { DeclaredTest } from '../tests/declaration.ts';

export interface ReadTest {
  test: DeclaredTest;
  /** One for each step. */
  sentences: SentenceReading[];
}

/** What runs of the tests would do. */
export async function readTests(
  { client, namedProjectId }: Connection,
  tests: readonly DeclaredTest[],
): Promise<ReadTest[]> {
  const projectId = await namedProjectId();
  const read: ReadTest[] = [];
  for (const test of tests) {
    const { platform, steps } = test;
    const { sentences } = await client.call('readSteps', { body: { platform, steps, projectId } });
    read.push({ test, sentences });
  }
  return read;
}

/** What is not understood, by file and line. */
export function problemsIn(read: readonly ReadTest[]): FileFault[] {
  return read.flatMap(({ test, sentences }) =>
    sentences.flatMap(({ sentence, problem, nearest }, at): FileFault[] => {
      if (problem === null) return [];
      const message = `"${sentence}" in the test "${test.title}": ${problem}${insteadText(nearest)}`;
      return [{ position: test.stepPositions[at] ?? test.position, message, sentence, problem, nearest }];
    }),
  );
}

/** `✓ Click "Save"`, and below it what would be done; or why it would not be done, and what could be. */
export function readingLines(read: SentenceReading, style: Style): string[] {
  const { sentence, problem, reading, nearest } = read;
  if (problem !== null) return problemLines({ sentence, problem, nearest }, style);
  const isNews = reading !== null && reading !== sentence;
  return [`${style.green('✓')} ${clean(sentence)}`, ...(isNews ? [style.dim(`    ${clean(reading)}`)] : [])];
}

export function problemLines({ sentence, problem, nearest }: TestProblem, style: Style): string[] {
  return [
    `${style.red('✗')} ${clean(sentence)}`,
    `    ${style.red(clean(problem))}`,
    ...nearest.map((instead) => `    Nearest: ${clean(instead)}`),
  ];
}

function insteadText(nearest: readonly string[]): string {
  return nearest.length === 0 ? '' : ` Nearest: ${nearest.join(' | ')}`;
}
