import { describe, expect, it } from 'vitest';
import { createRateLimiter } from '../../../src/service/http/rate-limit.ts';

describe('a rate limit', () => {
  it('lets a burst pass, then the rate, and says when to come again', () => {
    let nowMs = 0;
    const limiter = createRateLimiter({ perSecond: 2, burst: 3, clock: { now: () => nowMs } });
    const passes = () => {
      try {
        limiter.spend('caller');
        return true;
      } catch (error) {
        expect(error).toMatchObject({ code: 'RateLimited', retryAfterSeconds: 1 });
        return false;
      }
    };
    expect([1, 2, 3, 4].map(passes)).toEqual([true, true, true, false]);
    nowMs += 500;
    expect([1, 2].map(passes)).toEqual([true, false]);
    nowMs += 60_000;
    expect([1, 2, 3, 4].map(passes)).toEqual([true, true, true, false]);
  });

  it('survives a clock that is set back: nobody is locked out for longer than before', () => {
    let nowMs = 10_000_000;
    const limiter = createRateLimiter({ perSecond: 1, burst: 2, clock: { now: () => nowMs } });
    limiter.spend('caller');
    nowMs -= 3_600_000;
    limiter.spend('caller');
    expect(() => limiter.spend('caller')).toThrow('Too many requests');
    nowMs += 1_000;
    limiter.spend('caller');
  });
});
