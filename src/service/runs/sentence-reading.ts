import { type Static, Type } from 'typebox';
import type { ExecutionFailure } from '../../engine/report.ts';
import { type Platform, stepTypes, type Task } from '../../engine/task.ts';
import { nullable } from '../../kernel/schema.ts';
import type { Variable } from '../../kernel/variables.ts';

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
    readBefore: nullable.text({
      description:
        'What earlier versions did, which took names without quotes by the letter; null where it means the same',
    }),
    problem: nullable.text({ description: 'Why it is not understood; null where it is' }),
    nearest: Type.Array(Type.String(), { description: 'Sentences that would be understood instead' }),
  },
  { title: 'SentenceReading' },
);
export type SentenceReading = Static<typeof SentenceReading>;

/** One of both. */
export type Text = Pick<Task, 'prompt' | 'steps'>;

export interface Circumstances {
  /** Where a run may take place; one of them is enough. */
  platforms: readonly Platform[];
  variables: readonly Variable[];
  /** Whether a model executes the sentences that the vocabulary does not understand. */
  hasModel: boolean;
}

/** To the thread that reads. */
export interface Reading {
  text: Text;
  circumstances: Circumstances;
}

/** From it. `failure` says that a run would not begin with such a text. */
export type WasRead =
  | { sentences: SentenceReading[] }
  | { failure: Pick<ExecutionFailure, 'code' | 'message'> };
