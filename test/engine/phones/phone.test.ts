import { expect, it } from 'vitest';
import { textOn } from '../contract/on-device.ts';
import { keepsWithPhones, useOpenPhones } from './phone.ts';
import { act } from './support.ts';

const used = useOpenPhones();
const { phones, open: openPhone } = used;

keepsWithPhones('android', used);

it('lets the keyboard of Android be where it covers nothing that is tapped', async () => {
  const device = await openPhone('android');
  await act(device, 'type', { target: { name: 'Username' }, text: 'x' });
  const before = (await phones.appium().journal()).commands.length;
  await act(device, 'click', { target: { name: 'Remember me' } });
  expect((await phones.appium().journal()).commands.slice(before)).not.toContain('mobile: hideKeyboard');
});

it('shows the toast of Android, which has no place on the screen', async () => {
  const device = await openPhone('android');
  await act(device, 'press', { key: 'Enter' });
  expect(await textOn(device)).toContain('Key 66');
});
