import type { Clock } from '../kernel/clock.ts';
import { PublicError } from '../kernel/errors.ts';

export interface RateLimiter {
  /** Throws `RateLimited` when the caller is over its rate. */
  spend(caller: string): void;
}

/** A token bucket per caller. Full buckets are forgotten, so memory follows the callers of the last seconds. */
export function createRateLimiter(options: { perSecond: number; burst: number; clock: Clock }): RateLimiter {
  const { perSecond, burst, clock } = options;
  const buckets = new Map<string, { tokens: number; atMs: number }>();
  const refillMs = (burst / perSecond) * 1_000;
  let nextCleanupMs = 0;

  function cleanUp(nowMs: number): void {
    if (nowMs < nextCleanupMs) return;
    nextCleanupMs = nowMs + refillMs;
    for (const [caller, bucket] of buckets) if (nowMs - bucket.atMs >= refillMs) buckets.delete(caller);
  }

  return {
    spend(caller) {
      const nowMs = clock.now();
      cleanUp(nowMs);
      const bucket = buckets.get(caller) ?? { tokens: burst, atMs: nowMs };
      const tokens = Math.min(burst, bucket.tokens + ((nowMs - bucket.atMs) / 1_000) * perSecond);
      if (tokens < 1) {
        throw new PublicError('RateLimited', 'Too many requests; wait a moment and try again.', {
          retryAfterSeconds: Math.ceil((1 - tokens) / perSecond),
        });
      }
      buckets.set(caller, { tokens: tokens - 1, atMs: nowMs });
    },
  };
}
