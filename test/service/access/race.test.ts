import { describe, expect, it } from 'vitest';
import { allPairs, faultsWhereTheyMeet, type Pair } from './race.ts';

describe('a write and the deletion of what it is about that meet', () => {
  it.each([
    ['the deletion goes first', true],
    ['the write goes first', false],
  ])('are both answered: %s', async (_, isDeletionFirst) => {
    expect(await faultsWhereTheyMeet(onePairOfEachResource(), isDeletionFirst)).toEqual([]);
  });
});

/** All of them meet in race.full.test.ts. */
function onePairOfEachResource(): Pair[] {
  const writes = allPairs().filter(({ write }) => write.documented.method !== 'DELETE');
  return [...new Map(writes.map((pair) => [pair.deleted, pair])).values()];
}
