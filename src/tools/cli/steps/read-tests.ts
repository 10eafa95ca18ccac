import type { SentenceReading } from '../../../client/index.ts';
import type { Connection } from '../connect.ts';
import type { FileFault } from '../errors.ts';
import type { DeclaredTest } from '../tests/declaration.ts';
import { insteadText } from './wording.ts';

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
