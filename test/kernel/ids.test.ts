import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUuid, newId, randomText } from '../../src/kernel/ids.ts';

describe('ids', () => {
  it('are UUIDv7 in lower case that carry their time', () => {
    const nowMs = Date.now() + 60_000;
    const id = newId(nowMs);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(isUuid(id)).toBe(true);
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(nowMs);
  });

  it('of one process sort in the order they were made, also within one millisecond and when the clock steps back', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 2, maxLength: 50 }), (steps) => {
        let nowMs = Date.now();
        const ids = steps.flatMap((step) => {
          nowMs += step;
          return Array.from({ length: 200 }, () => newId(nowMs));
        });
        expect(ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? ''))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('made of random text use each letter and digit alike', () => {
    const counts = new Map<string, number>();
    for (const letter of randomText(62_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect(counts.size).toBe(62);
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(250);
  });
});
