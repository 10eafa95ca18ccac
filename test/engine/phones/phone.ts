import { afterEach, describe, expect, it } from 'vitest';
import type { ActionName } from '../../../src/engine/acting/catalogue.ts';
import type { Device, Secret } from '../../../src/engine/acting/device.ts';
import { foundOn, signIn, textOn } from '../contract/on-device.ts';
import { type Phones, usePhones } from './phones.ts';
import { act, never } from './support.ts';

interface OpenPhones {
  readonly phones: Phones;
  open(platform: 'ios' | 'android', secrets?: Secret[]): Promise<Device>;
}

/** Phones that are closed after each test. */
export function useOpenPhones(): OpenPhones {
  const phones = usePhones();
  const open: Device[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((device) => device.close()));
    expect((await phones.appium().journal()).open).toEqual([]);
  });
  return {
    phones,
    async open(platform, secrets = []) {
      const device = await phones.open(platform, secrets);
      open.push(device);
      return device;
    },
  };
}

/** What every phone keeps beyond the contract of devices. */
export function keepsWithPhones(platform: 'ios' | 'android', { phones, open: openPhone }: OpenPhones): void {
  describe(`a phone with ${platform}`, () => {
    it('says when there is no alert to answer', async () => {
      const device = await openPhone(platform);
      await expect(act(device, 'answer_dialog', { accept: true }, 300)).rejects.toThrow(
        'There is no dialog to answer.',
      );
    });

    it('refuses what names nothing, a key that the phone has not, and what is no link', async () => {
      const device = await openPhone(platform);
      const fails = (name: ActionName, input: object) => expect(act(device, name, input, 400)).rejects;
      await fails('click', { target: {} }).toThrow('Say what is meant');
      await fails('press', { key: 'F13' }).toThrow('This phone has no key "F13"');
      await fails('open', { url: 'no link' }).toThrow('is not a link');
    });

    it('closes a dialog by its button, else by going back, and fails the test where it stays', async () => {
      const device = await openPhone(platform);
      await act(device, 'open', { url: 'shop://offers' });
      await act(device, 'close_dialog');
      expect(await textOn(device)).toContain('Free butter');
      await act(device, 'close_dialog', { target: { name: 'Free butter' } });
      expect(await textOn(device)).toContain('Free jam');
      await expect(act(device, 'close_dialog', {}, 300)).rejects.toThrow(
        /^The dialog.* is still open after a tap on its close button\.$/,
      );
    });

    it('refuses a reference whose place another row has taken since the snapshot', async () => {
      const device = await openPhone(platform);
      await signIn(device);
      const ref = /\[ref=(e\d+)\]\n +- text: Item 2$/m.exec(await device.snapshot(never))?.[1];
      await act(device, 'click', { target: { name: 'Delete', where: [{ is: 'in', name: 'Item 1' }] } });
      await act(device, 'answer_dialog', { accept: true });
      await expect(act(device, 'click', { target: { ref } })).rejects.toThrow(
        /was the (list item|row) "Item 2 .*" and is the (list item|row) "Item 3 .*" now: take a new/,
      );
    });

    it('swipes, presses long and double, turns, and uses the keys and the life cycle of the phone', async () => {
      const device = await openPhone(platform);
      await act(device, 'open', { url: 'shop://pages' });
      await act(device, 'swipe', { direction: 'left' });
      expect(await textOn(device)).toContain('Page 2');
      await act(device, 'long_press', { target: { name: 'Hold me' } });
      await act(device, 'click', { target: { name: 'Hold me' }, count: 2 });
      expect(await textOn(device)).toContain('Pressed: hold tap tap');
      await act(device, 'open', { url: 'shop://item/7' });
      await act(device, 'rotate', { orientation: 'landscape' });
      expect(await textOn(device)).toContain('Held sideways');
      await act(device, 'background', { seconds: 1 });
      await act(device, 'home');
      expect(await textOn(device)).toBe('Home screen');
      await act(device, 'relaunch');
      expect(await textOn(device)).toContain('Sign in to your account');
      await act(device, 'wait_for', { text: 'Loading', gone: true });
      await act(device, 'hide_keyboard');
      await device.settle(never);
      expect([await device.incidents(), await device.trace(never)]).toEqual([[], null]);
    });

    it('reads a screen of several thousand elements, and keeps the snapshot within bounds', async () => {
      const device = await openPhone(platform);
      await act(device, 'open', { url: 'shop://long' });
      const snapshot = await device.snapshot(never);
      expect(snapshot.length).toBeLessThan(61_000);
      expect(snapshot).toContain('- text: Line 3');
      expect(snapshot).toMatch(/more by scrolling: .*"Line \d+/);
      expect(await foundOn(device, { name: 'Line 1400' })).toEqual([]);
    });

    it('keeps a secret that is bound to hosts from every app, and looks for it all the same', async () => {
      const device = await openPhone(platform, [
        { name: 'token', value: 'tok-12345', hosts: ['shop.example.com'] },
      ]);
      await act(device, 'open', { url: 'shop://settings' });
      const before = (await phones.appium().journal()).commands.length;
      for (const [name, input] of [
        ['type', { target: { name: 'Nickname' }, text: 'my tok-12345' }],
        ['open', { url: 'shop://settings?q=tok-12345' }],
      ] as const) {
        await expect(act(device, name, input)).rejects.toMatchObject({
          name: 'ExecutionFailure',
          code: 'SECRET_NOT_FOR_HOST',
          message: expect.stringContaining('{{token}}'),
        });
      }
      expect((await phones.appium().journal()).commands.slice(before)).toEqual([]);
      expect(await foundOn(device, { name: 'tok-12345' })).toEqual([]);
    });

    it('hides the keyboard before it taps on what lies under it, and never takes a key for a button', async () => {
      const device = await openPhone(platform);
      await act(device, 'type', { target: { name: 'Username' }, text: 'x' });
      const before = (await phones.appium().journal()).commands.length;
      await act(device, 'click', { target: { name: 'Sign in' } });
      expect((await phones.appium().journal()).commands.slice(before)).toContain('mobile: hideKeyboard');
      expect(await textOn(device)).toContain('Wrong user or password');
    });
  });
}
