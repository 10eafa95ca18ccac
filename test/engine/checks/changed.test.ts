import { describe, expect, it } from 'vitest';
import { performSentence } from '../acting/perform-sentence.ts';
import { sceneOf, scriptedDevice } from '../acting/scripted-device.ts';

const page = (text: string) => ({ url: 'http://site/', title: null, text });

/** Judges a page that says `now`, and said `before` when the last action began. */
function check(sentence: string, before: string | null, now: string) {
  const device = scriptedDevice({
    shows: page(now),
    lastAct: () => ({
      before: before === null ? null : sceneOf(page(before)),
      isElsewhere: false,
      shown: [],
      isOver: true,
    }),
  });
  return performSentence(device, sentence, 0);
}

const failed = { name: 'ActionFailed' };

describe('what a thing says, beside what it said before the last action', () => {
  it.each([
    ['"Total" has changed', 'Total: 11.70', 'Total: 3.90'],
    ['"Total" does not change', 'Total: 11.70', 'Total: 11.70'],
    ['"Total" is unchanged', 'Total: 11.70\nVoucher used', 'Total: 11.70\nVoucher used twice'],
    ['"Members" has grown by 1', 'Members: 9', 'Members: 10'],
    ['"Members" grows by 1', 'Members: 9', 'Members: 10'],
    ['"Total" drops by 7.80 to 3.90', 'Total: € 11,70', 'Total: € 3,90'],
    ['"Points" has doubled', 'Points: 1,500', 'Points: 3,000'],
  ])('is judged as it is: %s', async (sentence, before, now) => {
    expect(await check(sentence, before, now)).toContain(' was ');
  });

  it.each([
    ['"Total" has changed', 'Total: 11.70', 'Total: 11.70'],
    ['"Total" does not change', 'Total: 11.70', 'Total: 11.71'],
    ['"Members" has grown by 1', 'Members: 9', 'Members: 11'],
    ['"Members" has grown by 1', 'Members: 9', 'Members: 8'],
    ['"Total" drops by 7.80 to 3.90', 'Total: 11.70', 'Total: 4.90'],
    ['"Total" drops by 7.80', 'Total: $11.70', 'Total: €3.90'],
    ['"Points" has doubled', 'Points: 15', 'Points: 31'],
    ['"Total" does not change', null, 'Total: 11.70'],
    ['"Total" does not change', 'Cart', 'Total: 11.70'],
  ])('is not judged to be so where it is not, or nobody knows: %s', async (sentence, before, now) => {
    await expect(check(sentence, before, now)).rejects.toMatchObject(failed);
  });

  it('is nothing to wait for, since it is asked of an action that is over', () => {
    expect(() => check('Click "Next" until "Page" has changed', null, '')).toThrow('last action');
    expect(() => check('If "Total" has changed, click "Save"', null, '')).toThrow('last action');
  });
});
