import { type Static, Type } from 'typebox';
import type { Platform } from '../devices/device.ts';
import { nullable } from '../kernel/schema.ts';
import type { Variable } from '../kernel/variables.ts';
import { stepTypes, type Task } from '../pilots/pilot.ts';
import type { ReadSentence } from '../pilots/planner.ts';
import { rememberedIn } from '../pilots/run-values.ts';
import { type MissingVariables, missingVariables } from './missing-variables.ts';

export const SentenceReading = Type.Object(
  {
    sentence: Type.String(),
    understood: Type.Boolean({ description: 'Whether a run would carry it out' }),
    type: nullable.oneOf(stepTypes, {
      description: 'Of a stored step as it was given; null for a sentence of a prompt that is not understood',
    }),
    reading: nullable.text({
      description: 'What would be done, in one line; null where it is not understood',
    }),
    problem: nullable.text({ description: 'Why it is not understood; null where it is' }),
    nearest: Type.Array(Type.String(), { description: 'Sentences that would be understood instead' }),
  },
  { title: 'SentenceReading' },
);
export type SentenceReading = Static<typeof SentenceReading>;

export interface Circumstances {
  /** Where a run may take place; one of them is enough. */
  platforms: readonly Platform[];
  variables: readonly Variable[];
  /** Whether a model executes the sentences that the vocabulary does not understand. */
  hasModel: boolean;
}

/**
 * Says of each sentence of a prompt or of stored steps what a run would do, and runs nothing. Throws `ExecutionFailure`
 * for more sentences than a run takes.
 */
export async function readSteps(
  text: Pick<Task, 'prompt' | 'steps'>,
  { platforms, variables, hasModel }: Circumstances,
): Promise<SentenceReading[]> {
  const titles = text.steps?.map(({ title }) => title) ?? [text.prompt ?? ''];
  const missing = missingVariables(titles, variables);
  const task = {
    ...text,
    targetUrl: null,
    variables: [...variables, ...rememberedIn(titles), ...missing.standIns],
  };
  const read = await readOnBest(task, platforms);
  return read.map((sentence) => shown(sentence, missing, hasModel));
}

/** As the platform reads it that understands the most, since a run takes place on one of them. */
async function readOnBest(
  task: Omit<Task, 'platform'>,
  platforms: readonly Platform[],
): Promise<ReadSentence[]> {
  // By the first call that needs it: the vocabulary would be a tenth of a start.
  const { readTask } = await import('../pilots/steps/understand.ts');
  let best: ReadSentence[] | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  for (const platform of platforms) {
    if (fewest === 0) break;
    const read = readTask({ ...task, platform });
    const strange = read.filter(({ step }) => step === null).length;
    if (strange >= fewest) continue;
    best = read;
    fewest = strange;
  }
  return best ?? [];
}

function shown(
  { sentence, type, step, reading, problem, nearest }: ReadSentence,
  missing: MissingVariables,
  hasModel: boolean,
): SentenceReading {
  // The title of a stored screenshot is its name, in which nothing is filled in.
  const lacking = type === 'screenshot' ? null : missing.problemOf(sentence);
  const isTaken = step !== null || hasModel;
  const understood = isTaken && lacking === null;
  return {
    sentence,
    understood,
    type: step?.type ?? type,
    reading: understood ? (reading ?? 'A language model decides how to do it.') : null,
    problem: understood ? null : [isTaken ? null : problem, lacking].filter(Boolean).join(' '),
    nearest: step !== null && lacking !== null ? missing.nearestTo(sentence) : nearest,
  };
}
