import { afterEach, describe, expect, it } from 'vitest';
import type { Device } from '../../../src/engine/acting/device.ts';
import { capabilitiesFor } from '../../../src/engine/phones/phone-settings.ts';
import type { PhoneSettings } from '../../../src/engine/task.ts';
import { textOn } from '../contract/on-device.ts';
import { usePhones } from './phones.ts';
import { act } from './support.ts';

const phones = usePhones();
const open: Device[] = [];
const asItIs: PhoneSettings = { permissions: [], locale: null, timeZone: null };

afterEach(async () => {
  await Promise.all(open.splice(0).map((device) => device.close()));
});

async function openWith(
  platform: 'ios' | 'android',
  settings: Partial<PhoneSettings>,
  capabilities: Record<string, unknown> = {},
): Promise<Device> {
  const device = await phones.open(platform, [], { phone: { ...asItIs, ...settings }, capabilities });
  open.push(device);
  return device;
}

describe.each(['android', 'ios'] as const)('an app on %s', (platform) => {
  it.each([[['camera', 'contacts']], [['all']]])(
    'has the permissions %j when it starts, and asks for none of them',
    async (permissions) => {
      const device = await openWith(platform, { permissions });
      expect(await textOn(device)).toContain('Sign in to your account');
      await act(device, 'open', { url: 'shop://scanner' });
      await act(device, 'click', { target: { name: 'Scan' } });
      expect(await textOn(device)).toContain('The camera is on');
    },
  );

  it('has the language and the time zone that its run asks for, before those of the operator', async () => {
    await openWith(
      platform,
      { locale: 'zh-Hant-TW', timeZone: 'Asia/Taipei' },
      { language: 'en', locale: platform === 'ios' ? 'en_US' : 'US' },
    );
    expect((await phones.appium().journal()).capabilities).toMatchObject(
      platform === 'ios'
        ? { language: 'zh-Hant', locale: 'zh_TW', appTimeZone: 'Asia/Taipei' }
        : { language: 'zh', locale: 'TW', localeScript: 'Hant', timeZone: 'Asia/Taipei' },
    );
  });
});

it('is refused where the phone can not be set up so, and leaves no session behind', async () => {
  await expect(openWith('ios', { permissions: ['camera'] }, { isReal: true })).rejects.toMatchObject({
    code: 'SETTING_NOT_OFFERED',
    message: expect.stringContaining("A real iPhone can't be given permissions before a run"),
  });
  expect((await phones.appium().journal()).open).toEqual([]);
});

it.each([
  ['ios', { permissions: ['sms'] }, 'iOS has no permission "sms"; there are all, calendar, camera'],
  ['android', { permissions: ['siri'] }, 'Android has no permission "siri"; there are all, bluetooth'],
  ['android', { locale: 'de' }, 'Android needs a country with the language: "de-…" instead of "de".'],
  ['ios', { locale: '?' }, '"?" is no locale, such as de-DE.'],
  ['ios', { timeZone: 'Berlin' }, '"Berlin" is no time zone, such as Europe/Berlin.'],
] as const)('%s refuses %j before a session is opened', (platform, settings, message) => {
  expect(() => capabilitiesFor(platform, { ...asItIs, ...settings }, 'com.example.shop')).toThrow(message);
});

it('takes the names of Android itself', () => {
  const permissions = ['android.permission.CAMERA', 'com.example.shop.permission.C2D_MESSAGE'];
  expect(capabilitiesFor('android', { ...asItIs, permissions }, 'com.example.shop')).toEqual({
    'appium:autoLaunch': false,
  });
});
