import { afterEach, describe, expect, it } from 'vitest';
import { createPilot } from '../../../src/engine/acting/create-pilot.ts';
import type { Device } from '../../../src/engine/acting/device.ts';
import { keptReport } from '../acting/scripted-device.ts';
import { foundOn, textOn } from '../contract/on-device.ts';
import { usePhones } from './phones.ts';
import { act, never } from './support.ts';

type Scanner = (platform: 'ios' | 'android') => Promise<Device>;

/** The screen from which a tap on "Scan" makes the system ask for the camera. */
export function useScanner(): Scanner {
  const phones = usePhones();
  const open: Device[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((device) => device.close()));
  });
  return async (platform) => {
    const device = await phones.open(platform);
    open.push(device);
    await act(device, 'open', { url: 'shop://scanner' });
    return device;
  };
}

/** What every phone keeps. */
export function answersAlerts(platform: 'ios' | 'android', openScanner: Scanner): void {
  describe(`what the system of ${platform} asks over the app`, () => {
    it('is seen, and answered by the button that is named', async () => {
      const device = await openScanner(platform);
      await act(device, 'click', { target: { name: 'Scan' } });
      await act(device, 'wait_for', { text: 'Allow Shop to use the camera?' });
      expect(await foundOn(device, { role: 'dialog' })).toHaveLength(1);
      expect(await act(device, 'click', { target: { name: 'Only this time', role: 'button' } })).toBe(
        'Tapped on the button "Only this time".',
      );
      expect(await textOn(device)).toContain('The camera is on');
      expect(await textOn(device)).not.toContain('Allow Shop');
    });

    it('is answered by a name alone, without a look at it before', async () => {
      const device = await openScanner(platform);
      await act(device, 'click', { target: { name: 'Scan' } });
      await act(device, 'click', { target: { name: "Don't allow" } });
      expect(await textOn(device)).toContain('The camera is not allowed');
    });

    it('is seen by one who makes sure that it is not there', async () => {
      const task = { steps: null, targetUrl: null, platform, variables: [] };
      const prompt = 'Tap "Scan". Do not see "Allow Shop to use the camera?".';
      const pilot = createPilot({ planner: null, stepTimeoutMs: 5_000, assertTimeoutMs: 1_000 });
      const journey = await pilot.prepare({ ...task, prompt }, never);
      const report = keptReport();
      await journey.execute(await openScanner(platform), report, never);
      expect(report.steps.map(({ status }) => status)).toEqual(['passed', 'failed']);
    });

    it('is accepted or dismissed as any dialog', async () => {
      const device = await openScanner(platform);
      await act(device, 'click', { target: { name: 'Scan' } });
      expect(await act(device, 'answer_dialog', { accept: false })).toContain(
        'Allow Shop to use the camera?',
      );
      expect(await textOn(device)).toContain('The camera is not allowed');
    });

    it('is in the snapshot that a model gets when an act has changed nothing', async () => {
      const device = await openScanner(platform);
      await device.snapshot(never);
      await act(device, 'click', { target: { name: 'Scan' } });
      expect(await device.snapshot(never)).toMatch(/dialog.*\n(?:.*\n)*.*button "Only this time"/);
    });
  });
}
