import { expect, it } from 'vitest';
import { foundOn } from '../contract/on-device.ts';
import { answersAlerts, useScanner } from './alerts.ts';
import { act } from './support.ts';

const openScanner = useScanner();

answersAlerts('android', openScanner);

it('says that a thing of an iPhone lies behind an alert, and taps through none', async () => {
  const device = await openScanner('ios');
  await act(device, 'click', { target: { name: 'Scan' } });
  await act(device, 'wait_for', { text: 'Allow Shop to use the camera?' });
  await expect(act(device, 'click', { target: { name: 'Scan' } }, 300)).rejects.toThrow(
    'The button "Scan" is covered by an alert of the phone: "Allow Shop to use the camera?".',
  );
  await expect(act(device, 'click', { target: { name: 'To read codes.' } }, 300)).rejects.toThrow(
    'Only the buttons of an alert of the phone can be tapped',
  );
});

it('takes an alert of the app that follows one of the system for what it is', async () => {
  const device = await openScanner('ios');
  await act(device, 'click', { target: { name: 'Explain' } });
  await act(device, 'click', { target: { name: 'Only this time' } });
  expect(await foundOn(device, { role: 'dialog' })).toHaveLength(1);
  expect(await foundOn(device, { name: 'Send', role: 'button' })).toHaveLength(1);
  await act(device, 'click', { target: { name: 'Send' } });
  expect(await foundOn(device, { role: 'dialog' })).toEqual([]);
});

it('shows an alert of the app itself once, where it is', async () => {
  const device = await openScanner('ios');
  await act(device, 'relaunch');
  await act(device, 'click', { target: { name: 'Forgot password?' } });
  await expect(act(device, 'click', { target: { name: 'Nowhere' } }, 300)).rejects.toThrow(
    'could not be found',
  );
  expect(await foundOn(device, { name: 'Send', role: 'button' })).toHaveLength(1);
});
