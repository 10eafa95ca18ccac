import { type ReadSentence, readTask, rememberedIn } from '../../engine/read-task.ts';
import type { Platform, Task } from '../../engine/task.ts';
import { type MissingVariables, missingVariables } from './missing-variables.ts';
import type { Circumstances, SentenceReading, Text } from './sentence-reading.ts';

/**
 * Says of each sentence of a prompt or of stored steps what a run would do, and runs nothing. Throws `ExecutionFailure`
 * for more sentences than a run takes. Only in a thread: a long text takes a tenth of a second.
 */
export function readSteps(text: Text, { platforms, variables, hasModel }: Circumstances): SentenceReading[] {
  const titles = text.steps?.map(({ title }) => title) ?? [text.prompt ?? ''];
  const missing = missingVariables(titles, variables);
  const task = {
    ...text,
    targetUrl: null,
    variables: [...variables, ...rememberedIn(titles), ...missing.standIns],
  };
  const read = readOnBest(task, platforms);
  return read.map((sentence) => shown(sentence, missing, hasModel));
}

/** As the platform reads it that understands the most, since a run takes place on one of them. */
function readOnBest(task: Omit<Task, 'platform'>, platforms: readonly Platform[]): ReadSentence[] {
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
  { sentence, type, step, reading, readBefore, problem, nearest }: ReadSentence,
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
    readBefore: understood ? readBefore : null,
    problem: understood ? null : [isTaken ? null : problem, lacking].filter(Boolean).join(' '),
    nearest: step !== null && lacking !== null ? missing.nearestTo(sentence) : nearest,
  };
}
