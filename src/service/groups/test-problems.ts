import { setImmediate as otherWork } from 'node:timers/promises';
import { type Static, Type } from 'typebox';
import { ExecutionFailure } from '../../engine/report.ts';
import { createMemory } from '../../kernel/memo.ts';
import { namesIn, type Variable } from '../../kernel/variables.ts';
import type { Database } from '../database/database.ts';
import { readableVariables } from '../projects/variable.ts';
import { platformsOf } from '../runs/run-request.ts';
import { type Circumstances, SentenceReading } from '../runs/sentence-reading.ts';
import type { StepReader } from '../runs/step-reader.ts';
import type { TestSettings } from './test.ts';

export const TestProblem = Type.Object(
  {
    sentence: SentenceReading.properties.sentence,
    problem: Type.String({ description: 'Why it is not understood' }),
    nearest: SentenceReading.properties.nearest,
  },
  { title: 'TestProblem' },
);
export type TestProblem = Static<typeof TestProblem>;

export type Readable = Pick<TestSettings, 'platform' | 'steps'>;
type Content = Pick<TestSettings, 'steps'> & Circumstances;

interface ReadingParts {
  db: Database;
  reader: StepReader;
  hasModel: boolean;
}

/** The reasons why a test can't be executed as it is. */
export type TestReader = (test: Readable) => Promise<TestProblem[]>;

const atAStretchMs = 10;
const maxRemembered = 2_000;
const longestRemembered = 20_000;
/** By what a test says: a list shows mostly what was read before. */
const known = createMemory<TestProblem[]>(maxRemembered, longestRemembered);

/** For the tests of a project: many are looked up one after the other without holding up other calls. */
export async function openTestReader(
  { db, reader, hasModel }: ReadingParts,
  projectId: string,
): Promise<TestReader> {
  const variables = await readableVariables(db, projectId);
  let sinceMs = performance.now();
  return async ({ platform, steps }) => {
    if (performance.now() - sinceMs > atAStretchMs) {
      await otherWork();
      sinceMs = performance.now();
    }
    const platforms = platformsOf(platform);
    const content: Content = { steps, platforms, variables: relevant(variables, steps), hasModel };
    const text = JSON.stringify(content);
    let problems = known.get(text);
    if (problems === undefined) {
      problems = await problemsIn(reader, projectId, content);
      known.set(text, problems);
    }
    return problems;
  };
}

async function problemsIn(
  reader: StepReader,
  projectId: string,
  { steps, ...circumstances }: Content,
): Promise<TestProblem[]> {
  try {
    const read = await reader.read(projectId, { prompt: null, steps }, circumstances);
    return read.flatMap(({ sentence, problem, nearest }) =>
      problem === null ? [] : [{ sentence, problem, nearest }],
    );
  } catch (error) {
    if (!(error instanceof ExecutionFailure)) throw error;
    // Too much of something: the last step is one too many in any case.
    return [{ sentence: steps.at(-1)?.title ?? '', problem: error.message, nearest: [] }];
  }
}

/** Without the values that make no difference to these steps. */
function relevant(variables: readonly Variable[], steps: Readable['steps']): Variable[] {
  const names = new Set(steps.flatMap(({ title }) => namesIn(title)));
  if (names.size === 0) return [];
  return variables.map((variable) => (names.has(variable.name) ? variable : { ...variable, value: '' }));
}
