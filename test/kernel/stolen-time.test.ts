import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { watchStolenShare } from '../../src/kernel/stolen-time.ts';

describe('the share of the processor that the host gave to others', () => {
  const stat = (times: number[]) => `cpu  ${times.join(' ')} 900 800\ncpu0 1 2 3 4 5 6 7 8 9 10\nintr 5\n`;
  const time = fc.nat({ max: 1_000_000 });
  const times = fc.array(time, { minLength: 8, maxLength: 8 });

  it('is that between two calls, whatever was before', () => {
    fc.assert(
      fc.property(times, fc.array(times, { minLength: 1, maxLength: 5 }), (before, steps) => {
        let now = before;
        const share = watchStolenShare(() => stat(now));
        for (const step of steps) {
          now = now.map((value, at) => value + (step[at] ?? 0));
          const all = step.reduce((sum, value) => sum + value, 0);
          expect(share()).toBeCloseTo(all === 0 ? 0 : (step[7] ?? 0) / all, 9);
        }
      }),
    );
  });

  it('is none where the kernel tells nothing, or something else', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 3, maxLength: 3 }), (texts) => {
        const told = [...texts];
        const share = watchStolenShare(() => told.shift() ?? '');
        for (const _ of texts.slice(1)) expect(share()).toBe(0);
      }),
    );
  });

  it('lies between none and all on the machine at hand', () => {
    const share = watchStolenShare();
    expect(share()).toBeGreaterThanOrEqual(0);
    expect(share()).toBeLessThanOrEqual(1);
  });
});
