import { describe, expect, it, onTestFinished } from 'vitest';
import { createPilot } from '../../../src/engine/acting/create-pilot.ts';
import { ExecutionFailure } from '../../../src/engine/report.ts';
import { textOn } from '../contract/on-device.ts';
import { usePhones } from './phones.ts';
import { act, never } from './support.ts';
import { carriedOut, isCarriedOut, learnsAsEveryPhone } from './surroundings.ts';

const phones = usePhones();

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ExecutionFailure)) throw new Error(`nothing was refused: ${error}`);
  return `${error.code}: ${error.message}`;
}

describe('the app on a phone with Android learns', () => {
  learnsAsEveryPhone(phones, 'android');
});

describe.each(['android', 'ios'] as const)('the app on a phone with %s learns', (platform) => {
  it.each([
    [
      'of a finger or a face',
      platform === 'ios'
        ? 'Accept the fingerprint. See "touchId matches". Refuse Face ID. See "faceId does not match".'
        : 'Accept the fingerprint. See "Finger 1 was scanned". Refuse the fingerprint. See "Finger 99 was scanned".',
    ],
    [
      'of two fingers',
      platform === 'ios'
        ? 'Zoom in on "Map". See "Pinched Map 2 1". Zoom out. See "Pinched the app 0.5 -1".'
        : 'Zoom in on "Map". See "Pinched open 60 480 1050 360 0.75". Pinch close. See "Pinched close 0 0 1170 2340 0.75".',
    ],
    [
      'of files',
      platform === 'ios'
        ? 'Push the file "a.gif" to the phone. See "File a.gif begins with GIF8". Push notes.txt with the content "Hello" to the phone. See "File @com.example.shop:data/Documents/notes.txt begins with Hell".'
        : 'Push the file "a.gif" to the phone. See "File /sdcard/Pictures/a.gif begins with GIF8". Push notes.txt with the content "Hello" to the phone. See "File /sdcard/Download/notes.txt begins with Hell".',
    ],
  ])('%s', async (_, prompt) => {
    await isCarriedOut(phones, platform, prompt);
  });
});

it('turns the network of Android off and on, and leaves it as it was', async () => {
  const { device, statuses } = await carriedOut(
    phones,
    'android',
    'Turn the network off. See "Network". Turn on airplane mode. Disable mobile data.',
  );
  expect(statuses.filter((status) => !status.startsWith('passed'))).toEqual([]);
  expect(await textOn(device)).toContain(
    'Network {"wifi":false,"data":false}\nNetwork {"airplaneMode":true}\nNetwork {"data":false}',
  );
  const before = (await phones.appium().journal()).commands.length;
  await device.close();
  const commands = (await phones.appium().journal()).commands.slice(before);
  expect(commands.filter((command) => command.startsWith('mobile:'))).toEqual(['mobile: setConnectivity']);
});

it('refuses what a phone can not do with a sentence that says so', async () => {
  const emulator = await phones.open('android');
  const [iphone, android] = await Promise.all([
    phones.open('ios', [], { capabilities: { isReal: true } }),
    phones.open('android', [], { capabilities: { isReal: true } }),
  ]);
  onTestFinished(async () => {
    await Promise.all([iphone, android, emulator].map((device) => device.close()));
  });
  const accept = { kind: 'fingerprint', answer: 'accept' };
  expect(await refusalOf(act(iphone, 'biometric', accept))).toContain(
    'STEP_NOT_OFFERED: Only a simulator or an emulator can be shown a fingerprint.',
  );
  expect(await refusalOf(act(android, 'biometric', accept))).toContain(
    'STEP_NOT_OFFERED: Only a simulator or an emulator can be shown a fingerprint.',
  );
  expect(await refusalOf(act(emulator, 'biometric', { ...accept, kind: 'face' }))).toContain(
    'use the fingerprint',
  );
  expect(await refusalOf(act(iphone, 'set_network', { connection: 'wifi', on: false }))).toBe(
    "STEP_NOT_OFFERED: An iPhone can't be told to change its network; Android can.",
  );
  expect(await refusalOf(act(iphone, 'push_file', { filename: 'a.png' }))).toContain(
    "A real iPhone can't be given photos",
  );
});

it('refuses before a run what only Android can do, and what only phones can', async () => {
  const pilot = createPilot({ planner: null, stepTimeoutMs: 5_000, assertTimeoutMs: 2_000 });
  const prepare = (platform: 'web' | 'ios', prompt: string) =>
    refusalOf(pilot.prepare({ prompt, steps: null, targetUrl: null, platform, variables: [] }, never));
  expect(await prepare('ios', 'Turn off Wi-Fi. See "Offline".')).toContain('It can be done on Android only.');
  expect(await prepare('web', 'Zoom in on the map. See "Berlin".')).toContain(
    'It can be done on phones only.',
  );
  expect(await prepare('web', 'Accept the fingerprint. See "Hello".')).toContain(
    'It can be done on phones only.',
  );
});

it('says which key the keyboard of an iPhone has not', async () => {
  const { device } = await carriedOut(phones, 'ios', 'Type "x" into "Search".');
  await expect(act(device, 'press', { key: 'Send' })).rejects.toThrow('The keyboard has no key "send".');
});
