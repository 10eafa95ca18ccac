import type { Clock } from '../../kernel/clock.ts';
import { PublicError } from '../../kernel/errors.ts';

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
    if (nowMs < nextCleanupMs && nowMs > nextCleanupMs - refillMs) return;
    nextCleanupMs = nowMs + refillMs;
    for (const [caller, bucket] of buckets) if (nowMs - bucket.atMs >= refillMs) buckets.delete(caller);
  }

  return {
    spend(caller) {
      const nowMs = clock.now();
      cleanUp(nowMs);
      const bucket = buckets.get(caller) ?? { tokens: burst, atMs: nowMs };
      // A clock that was set back must not lock anybody out.
      const elapsedSeconds = Math.max(0, nowMs - bucket.atMs) / 1_000;
      const tokens = Math.min(burst, bucket.tokens + elapsedSeconds * perSecond);
      const isAllowed = tokens >= 1;
      buckets.set(caller, { tokens: isAllowed ? tokens - 1 : tokens, atMs: nowMs });
      if (isAllowed) return;
      throw new PublicError('RateLimited', 'Too many requests; wait a moment and try again.', {
        retryAfterSeconds: Math.ceil((1 - tokens) / perSecond),
      });
    },
  };
}
