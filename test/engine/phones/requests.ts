import { afterEach, describe, expect, it } from 'vitest';
import { createPilot } from '../../../src/engine/acting/create-pilot.ts';
import type { Device } from '../../../src/engine/acting/device.ts';
import { keptReport } from '../acting/scripted-device.ts';
import { usePhones } from './phones.ts';
import { act, never } from './support.ts';

interface Request {
  command: string;
  atMs: number;
}

/** Most looks and questions for an alert that came within one second. */
function mostInASecond(requests: readonly Request[]): number {
  const counted = requests.filter(({ command }) => /^(?:getPageSource|mobile: alert)$/.test(command));
  const within = ({ atMs }: Request) =>
    counted.filter((other) => other.atMs >= atMs && other.atMs < atMs + 995);
  return Math.max(...counted.map((first) => within(first).length));
}

/** How seldom the server of a phone is asked. */
export function asksSeldom(platform: 'ios' | 'android'): void {
  const phones = usePhones();
  const open: Device[] = [];

  afterEach(async () => {
    await Promise.all(open.splice(0).map((device) => device.close()));
  });

  /** What the driver was asked by the steps of a prompt. */
  async function asked(prompt: string, assertTimeoutMs = 10_000) {
    const device = await phones.open(platform);
    open.push(device);
    await act(device, 'open', { url: 'shop://scanner' });
    const task = { prompt, steps: null, targetUrl: null, platform, variables: [] };
    const pilot = createPilot({ planner: null, stepTimeoutMs: 10_000, assertTimeoutMs });
    const journey = await pilot.prepare(task, never);
    const before = (await phones.appium().journal()).commands.length;
    const report = keptReport();
    await journey.execute(device, report, never);
    const { commands, times } = await phones.appium().journal();
    const requests = commands
      .map((command, at): Request => ({ command, atMs: times[at] ?? 0 }))
      .slice(before);
    return { requests, statuses: report.steps.map(({ status }) => status) };
  }

  describe(`the server of a phone with ${platform} is asked`, () => {
    it('for one look, one tap and one picture by a step that taps', async () => {
      const device = await phones.open(platform);
      open.push(device);
      await act(device, 'open', { url: 'shop://scanner' });
      const before = (await phones.appium().journal()).commands.length;
      await act(device, 'click', { target: { name: 'Scan' } });
      await device.screenshot(never);
      expect((await phones.appium().journal()).commands.slice(before)).toEqual([
        'getPageSource',
        'performActions',
        'getScreenshot',
      ]);
    });

    it('again for the screen after an act, however short before it had come to rest', async () => {
      const device = await phones.open(platform);
      open.push(device);
      await device.settle(never);
      const before = (await phones.appium().journal()).commands.length;
      await act(device, 'open', { url: 'shop://scanner' });
      await device.scene(never);
      expect((await phones.appium().journal()).commands.slice(before).at(-1)).toBe('getPageSource');
    });

    it('at most five times a second by one who waits for what does not go, however quick it answers', async () => {
      const { requests, statuses } = await asked('Do not see "Scanner"', 2_500);
      expect(statuses).toEqual(['failed']);
      const pictureAt = requests.findIndex(({ command }) => command === 'getScreenshot');
      expect(mostInASecond(requests.slice(0, pictureAt))).toBeLessThanOrEqual(5);
    });

    it('as seldom while the system asks something over the app', async () => {
      const prompt = 'Tap "Scan". Wait until "Only this time" is visible. Do not see "Only this time"';
      const { requests, statuses } = await asked(prompt, 2_500);
      expect(statuses).toEqual(['passed', 'passed', 'failed']);
      const pictures = requests.flatMap(({ command }, at) => (command === 'getScreenshot' ? [at] : []));
      const waiting = requests.slice(pictures.at(-2), pictures.at(-1));
      // What a step before has left comes to rest first.
      const looks = waiting.filter(({ command }) => command === 'getPageSource').slice(2);
      expect(mostInASecond(waiting.filter(({ atMs }) => atMs >= (looks[0]?.atMs ?? 0)))).toBeLessThanOrEqual(
        5,
      );
    });

    it('a few times by one who makes sure that something is not there', async () => {
      const { requests, statuses } = await asked('Do not see "Error"');
      expect(statuses).toEqual(['passed']);
      const sources = requests.filter(({ command }) => command === 'getPageSource');
      // Two of them when the journey is over.
      expect(sources.length).toBeLessThanOrEqual(2 + 3 + 2);
    });
  });
}
