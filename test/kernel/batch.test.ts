import { describe, expect, it } from 'vitest';
import { batching } from '../../src/kernel/batch.ts';

describe('batched calls', () => {
  it('start at once when nothing is under way, share the next batch otherwise, and get their own results', async () => {
    const batches: number[][] = [];
    const gates: Array<() => void> = [];
    const double = batching<number, number>(async (items) => {
      batches.push(items);
      await new Promise<void>((resolve) => gates.push(resolve));
      return items.map((item) => item * 2);
    });
    const first = double(1);
    const later = [2, 3, 3, 4].map(double);
    expect(batches).toEqual([[1]]);
    gates.shift()?.();
    expect(await first).toBe(2);
    await expect.poll(() => gates.length).toBe(1);
    gates.shift()?.();
    expect(await Promise.all(later)).toEqual([4, 6, 6, 8]);
    expect(batches).toEqual([[1], [2, 3, 3, 4]]);
  });

  it('are split where there are too many for one', async () => {
    const sizes: number[] = [];
    const same = batching<number, number>(async (items) => {
      sizes.push(items.length);
      return items;
    }, 3);
    const items = Array.from({ length: 8 }, (_, at) => at);
    expect(await Promise.all(items.map(same))).toEqual(items);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(3);
  });

  it('hand a failure to those who were in the batch and go on with the next', async () => {
    let fail = true;
    const same = batching<number, number>(async (items) => {
      if (fail) throw new Error('out of reach');
      return items;
    });
    await expect(same(1)).rejects.toThrow('out of reach');
    fail = false;
    expect(await same(2)).toBe(2);
  });
});
