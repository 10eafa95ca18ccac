import type { SentenceReading, Test, TestProblem } from '../../../client/index.ts';
import type { Connection } from '../connect.ts';
import type { FileFault } from '../errors.ts';
import type { StatusLine } from '../terminal/status-line.ts';
import type { Style } from '../terminal/style.ts';
import { clean } from '../terminal/text.ts';
import type { DeclaredTest } from '../tests/declaration.ts';

type Readable = Pick<Test, 'platform' | 'steps'>;

export interface ReadTest<Of extends Readable = DeclaredTest> {
  test: Of;
  /** One for each step. */
  sentences: SentenceReading[];
}

/** What runs of the tests would do. */
export async function readTests<Of extends Readable>(
  { client, namedProjectId }: Connection,
  tests: readonly Of[],
  status: StatusLine,
  orElse: (error: unknown) => SentenceReading[] = rethrow,
): Promise<Array<ReadTest<Of>>> {
  const projectId = await namedProjectId();
  const read: Array<ReadTest<Of>> = [];
  for (const test of tests) {
    status.set(`Reading test ${read.length + 1} of ${tests.length} …`);
    const { platform, steps } = test;
    const sentences = await client
      .call('readSteps', { body: { platform, steps, projectId } })
      .then((answer) => answer.sentences, orElse);
    read.push({ test, sentences });
  }
  status.set('');
  return read;
}

function rethrow(error: unknown): never {
  throw error;
}

/** What is not understood, by file and line. */
export function problemsIn(read: readonly ReadTest[]): FileFault[] {
  return read.flatMap(({ test, sentences }) =>
    sentences.flatMap(({ sentence, problem, nearest }, at): FileFault[] => {
      if (problem === null) return [];
      const message = problemMessage(test.title, { sentence, problem, nearest });
      return [{ position: test.stepPositions[at] ?? test.position, message, sentence, problem, nearest }];
    }),
  );
}

export function problemMessage(title: string, { sentence, problem, nearest }: TestProblem): string {
  return `"${sentence}" in the test "${title}": ${problem}${insteadText(nearest)}`;
}

/** `✓ Click "Save"`, and below it what would be done; or why it would not be done, and what could be. */
export function readingLines(read: SentenceReading, style: Style): string[] {
  const { sentence, problem, reading, readBefore, nearest } = read;
  if (problem !== null) return problemLines({ sentence, problem, nearest }, style);
  const isNews = reading !== null && reading !== sentence;
  return [
    `${style.green('✓')} ${clean(sentence)}`,
    ...(isNews ? [style.dim(`    ${clean(reading)}`)] : []),
    ...(readBefore === null ? [] : [style.dim(`    before: ${clean(readBefore)}`)]),
  ];
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
