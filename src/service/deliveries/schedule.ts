/** From the end of a failed attempt to the start of the next. */
export const waitsMs: readonly number[] = [1_000, 2_000, 4_000];

/** For one attempt, from the look-up of the name to the end of the answer. */
export const attemptTimeoutMs = 10_000;

type NextStep = { step: 'delivered' } | { step: 'retry'; inMs: number } | { step: 'failed' };

/** What follows an attempt; the first of a round has the number 1. */
export function afterAttempt(attempt: number, succeeded: boolean): NextStep {
  if (succeeded) return { step: 'delivered' };
  const inMs = waitsMs[attempt - 1];
  return inMs === undefined ? { step: 'failed' } : { step: 'retry', inMs };
}
