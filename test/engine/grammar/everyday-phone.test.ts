import { describe, it } from 'vitest';
import { usePhones } from '../phones/phones.ts';
import { type Everyday, everyday, isAllSo, isNotSo } from './everyday-phone.ts';

const phones = usePhones();

describe('on a phone with Android', () => {
  // Most of their time they wait for the phone.
  it.concurrent.each(Object.keys(everyday) as Everyday[])('%s', async (name) => {
    await isAllSo(phones, 'android', name);
  });

  it.concurrent('what is not so is an issue, and what fits several things is ambiguous', async () => {
    await isNotSo(phones, 'android');
  });
});

describe('on a phone with iOS', () => {
  it.concurrent.each<Everyday>(['a login in one sentence', 'a dialog in front'])('%s', async (name) => {
    await isAllSo(phones, 'ios', name);
  });
});
