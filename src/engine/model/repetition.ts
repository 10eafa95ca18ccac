import { createHash } from 'node:crypto';

/** The same call on the same screen: how often it is performed before the model is warned, and before the run is stopped. */
const performedAtMost = 2;
const warningsAtMost = 2;

export type Repetition = 'continue' | 'warn' | 'cut';

interface Attempt {
  name: string;
  input: unknown;
  /** Which call of its turn it is: three presses of a key in one turn are no repetition. */
  place: number;
  snapshot: string;
}

/** Counts calls that are repeated although nothing changed: a screen that did change makes the same call a new one. */
export function createRepetition(): (attempt: Attempt) => Repetition {
  const seen = new Map<string, number>();
  return ({ name, input, place, snapshot }) => {
    const key = createHash('sha256')
      .update(JSON.stringify([name, input, place, snapshot]))
      .digest('base64');
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    if (times <= performedAtMost) return 'continue';
    return times <= performedAtMost + warningsAtMost ? 'warn' : 'cut';
  };
}
