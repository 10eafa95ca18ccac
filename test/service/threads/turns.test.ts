import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTurns } from '../../../src/service/threads/thread-pool.ts';

const owners = ['a', 'b', 'c'];

describe('those who wait for a thread', () => {
  it('take turns: nobody waits for more than one job of each other owner', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...owners), { maxLength: 40 }), (asked) => {
        const turns = createTurns<number>(Number.POSITIVE_INFINITY);
        for (const [at, owner] of asked.entries()) turns.add(owner, at);
        const taken = Array.from({ length: asked.length }, () => turns.take());
        for (const owner of owners) {
          const own = taken.flatMap((turn, at) => (turn?.owner === owner ? [at] : []));
          const gaps = own.map((at, nth) => at - (own[nth - 1] ?? -1));
          expect(Math.max(0, ...gaps)).toBeLessThanOrEqual(owners.length);
          const jobs = taken.flatMap((turn) => (turn?.owner === owner ? [turn.job] : []));
          expect(jobs).toEqual(asked.flatMap((one, at) => (one === owner ? [at] : [])));
        }
        expect(turns.take()).toBeNull();
      }),
    );
  });

  it('have no more under way than one owner may, and are passed over meanwhile', () => {
    const turns = createTurns<number>(1);
    for (const [owner, job] of [
      ['a', 1],
      ['a', 2],
      ['b', 3],
    ] as const)
      turns.add(owner, job);
    expect([turns.take(), turns.take(), turns.take()]).toEqual([
      { owner: 'a', job: 1 },
      { owner: 'b', job: 3 },
      null,
    ]);
    turns.ended('b');
    expect(turns.take()).toBeNull();
    expect([turns.size, turns.waitingOf('a'), turns.waitingOf('b')]).toEqual([1, 1, 0]);
    turns.ended('a');
    expect(turns.take()).toEqual({ owner: 'a', job: 2 });
    expect(turns.size).toBe(0);
  });
});
