import { expect, it, onTestFinished } from 'vitest';
import { createPilot } from '../../../src/engine/acting/create-pilot.ts';
import type { Device } from '../../../src/engine/acting/device.ts';
import { keptReport } from '../acting/scripted-device.ts';
import type { Phones } from './phones.ts';
import { act, never } from './support.ts';

type Platform = 'ios' | 'android';

interface Made {
  device: Device;
  statuses: string[];
  why: string;
}

/** On a screen of the app that tells what it learns of the phone. */
export async function carriedOut(
  phones: Phones,
  platform: Platform,
  prompt: string,
  capabilities: Record<string, unknown> = {},
): Promise<Made> {
  const task = { prompt, steps: null, targetUrl: null, platform, variables: [] };
  const pilot = createPilot({ planner: null, stepTimeoutMs: 5_000, assertTimeoutMs: 2_000 });
  const journey = await pilot.prepare(task, never);
  const device = await phones.open(platform, [], { capabilities });
  onTestFinished(() => device.close());
  await act(device, 'open', { url: 'shop://phone' });
  const report = keptReport();
  await journey.execute(device, report, never);
  const why = report.findings.map(({ description }) => description).join('\n');
  return { device, why, statuses: report.steps.map(({ title, status }) => `${status}: ${title}`) };
}

/** Sentences of which all are carried out. */
export async function isCarriedOut(phones: Phones, platform: Platform, prompt: string): Promise<void> {
  const { statuses, why } = await carriedOut(phones, platform, prompt);
  expect(
    statuses.filter((status) => !status.startsWith('passed')),
    why,
  ).toEqual([]);
}

/** What is said of every phone in the same words. */
export function learnsAsEveryPhone(phones: Phones, platform: Platform): void {
  it.each([
    ['where it is', 'Set the location to 52.52, -13.4. See "It is at 52.52, -13.4".'],
    [
      'which key of the keyboard was pressed',
      'Type "shoes" into "Search". Press Search on the keyboard. See "The keyboard\'s action was search on shoes". Press Search. See "The keyboard\'s action was search on shoes" twice',
    ],
    ['what is dragged where', 'Drag "Map" to "Search". See "Dragged Map to"'],
  ])('%s', async (_, prompt) => {
    await isCarriedOut(phones, platform, prompt);
  });

  it('nothing of a key that was never meant: what is missing on the screen is missing', async () => {
    const { statuses } = await carriedOut(
      phones,
      platform,
      'Type "x" into "Search". Tap "Done" within 1 second.',
    );
    expect(statuses.at(-1)).toBe('failed: Tap "Done" within 1 second');
  });

  it('of no turn and no place that a run before it has left', async () => {
    const { device } = await carriedOut(phones, platform, 'Rotate to landscape. Set the location to 1, 2.');
    const before = (await phones.appium().journal()).commands.length;
    await device.close();
    const commands = (await phones.appium().journal()).commands.slice(before);
    expect(commands).toContain('setOrientation');
    expect(commands).toContain(
      platform === 'ios' ? 'mobile: resetSimulatedLocation' : 'mobile: resetGeolocation',
    );
  });
}
