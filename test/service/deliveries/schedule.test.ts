import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterAttempt, attemptTimeoutMs, waitsMs } from '../../../src/service/deliveries/schedule.ts';

describe('the schedule', () => {
  it('is one attempt and three more, after 1, 2 and 4 seconds, of 10 seconds each', () => {
    expect([1, 2, 3, 4].map((attempt) => afterAttempt(attempt, false))).toEqual([
      { step: 'retry', inMs: 1_000 },
      { step: 'retry', inMs: 2_000 },
      { step: 'retry', inMs: 4_000 },
      { step: 'failed' },
    ]);
    expect(attemptTimeoutMs).toBe(10_000);
  });

  it('ends with the first success or the last failure, whatever the receiver does', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.boolean()), (answers) => {
        const outcomes: boolean[] = [];
        let waitedMs = 0;
        for (let attempt = 1; ; attempt += 1) {
          const succeeded = answers.next().value;
          outcomes.push(succeeded);
          const next = afterAttempt(attempt, succeeded);
          if (next.step === 'retry') {
            waitedMs += next.inMs;
            continue;
          }
          expect(next.step).toBe(succeeded ? 'delivered' : 'failed');
          break;
        }
        expect(outcomes.slice(0, -1)).not.toContain(true);
        expect(outcomes.length).toBeLessThanOrEqual(4);
        expect(waitedMs).toBe(waitsMs.slice(0, outcomes.length - 1).reduce((sum, ms) => sum + ms, 0));
        if (outcomes.at(-1) === false) expect(outcomes).toHaveLength(4);
      }),
    );
  });

  it('knows no further attempt after the fourth', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 1_000_000 }), (attempt) => {
        expect(afterAttempt(attempt, false)).toEqual({ step: 'failed' });
      }),
    );
  });
});
