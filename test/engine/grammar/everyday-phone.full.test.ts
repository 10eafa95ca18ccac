import { describe, it } from 'vitest';
import { usePhones } from '../phones/phones.ts';
import { type Everyday, isAllSo, isNotSo } from './everyday-phone.ts';

const phones = usePhones();

describe('on a phone with iOS', () => {
  // Most of their time they wait for the phone.
  it.concurrent.each<Everyday>([
    'names without quotes',
    'a condition that is so, and one that is not',
    'relations',
    'a place before the sentence',
    'fields and lists of a form',
    'repetition',
  ])('%s', async (name) => {
    await isAllSo(phones, 'ios', name);
  });

  it.concurrent('what is not so is an issue, and what fits several things is ambiguous', async () => {
    await isNotSo(phones, 'ios');
  });
});
