import { watchStolenShare } from '../../kernel/stolen-time.ts';

/** Between two looks at most so much passes. */
const longestMs = 1_000;
/** So much of the time passes whatever the host does: a step is to come to its verdict before it is ended. */
const leastShare = 1 / 3;

/**
 * Measures time for a caller that looks again and again until something is so; to be asked once for each look. Time in which
 * the machine stands still or is too busy to look does not count, and time that its host gives to others counts less.
 */
export function createLookClock(): () => number {
  const stolenShare = watchStolenShare();
  let passedMs = 0;
  let lastMs = performance.now();
  return () => {
    const nowMs = performance.now();
    passedMs += Math.min(nowMs - lastMs, longestMs) * Math.max(1 - stolenShare(), leastShare);
    lastMs = nowMs;
    return passedMs;
  };
}

/** A machine may be too slow for a second look in a short time. */
export const leastLooks = 3;

/** Says after each look whether to give up. */
export function createPatience(maxMs: number): () => boolean {
  const passedMs = createLookClock();
  let looks = 0;
  return () => {
    looks += 1;
    return passedMs() >= maxMs && looks >= leastLooks;
  };
}
