import { describe, expect, it } from 'vitest';
import { allPairs, faultsWhereTheyMeet } from './race.ts';

describe('a write and the deletion of what it is about that meet', () => {
  it.each([
    ['the deletion goes first', true],
    ['the write goes first', false],
  ])('are both answered, whichever operations they are: %s', async (_, isDeletionFirst) => {
    expect(await faultsWhereTheyMeet(allPairs(), isDeletionFirst)).toEqual([]);
  });
});
