import { describe, expect, it } from 'vitest';
import { createLoader } from '../../src/kernel/loader.ts';

describe('batched calls', () => {
  it('of one moment share a batch that starts at once, later ones share the next, and all get their own results', async () => {
    const batches: number[][] = [];
    const gates: Array<() => void> = [];
    const double = createLoader<number, number>(async (items) => {
      batches.push(items);
      await new Promise<void>((resolve) => gates.push(resolve));
      return items.map((item) => item * 2);
    });
    const first = [1, 2].map(double);
    await Promise.resolve();
    expect(batches).toEqual([[1, 2]]);
    const later = [3, 4, 4, 5].map(double);
    gates.shift()?.();
    expect(await Promise.all(first)).toEqual([2, 4]);
    await expect.poll(() => gates.length).toBe(1);
    gates.shift()?.();
    expect(await Promise.all(later)).toEqual([6, 8, 8, 10]);
    expect(batches).toEqual([
      [1, 2],
      [3, 4, 4, 5],
    ]);
  });

  it('of many who were let go on together share one batch', async () => {
    const sizes: number[] = [];
    const same = createLoader<number, number>(async (items) => {
      sizes.push(items.length);
      return items;
    });
    let letGo: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const asked = Array.from({ length: 100 }, async (_, at) => {
      await gate;
      return same(at);
    });
    letGo();
    await Promise.all(asked);
    expect(sizes).toEqual([100]);
  });

  it('are split where there are too many for one', async () => {
    const sizes: number[] = [];
    const same = createLoader<number, number>(async (items) => {
      sizes.push(items.length);
      return items;
    }, 3);
    const items = Array.from({ length: 8 }, (_, at) => at);
    expect(await Promise.all(items.map(same))).toEqual(items);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(3);
  });

  it('hand a failure to those who were in the batch and go on with the next', async () => {
    let fail = true;
    const same = createLoader<number, number>(async (items) => {
      if (fail) throw new Error('out of reach');
      return items;
    });
    await expect(same(1)).rejects.toThrow('out of reach');
    fail = false;
    expect(await same(2)).toBe(2);
  });
});
