import { afterAll, beforeAll, expect } from 'vitest';
import { iosApp, viewsApp } from '../../engine/phones/replay/apps.ts';
import { type ReplayPhone, type RunningReplay, startReplay } from '../../engine/phones/replay/graph.ts';
import type { EndedRun } from '../../sites/corpus.mjs';
import { builds, uploaded } from '../../support/uploads.ts';
import { type RealService, sharedRealService } from './support.ts';

export const secret = 'correct horse & "battery"';
const leaking = `java.lang.IllegalStateException: no account for ${secret}`;
const crashing = {
  ...viewsApp,
  screens: { ...viewsApp.screens, login: { ...viewsApp.screens.login, tap: { forgot: { crash: leaking } } } },
} as ReplayPhone['app'];

export interface WatchedPhones {
  readonly android: RunningReplay;
  start(): Promise<RealService>;
}

/** A phone of each platform, of which evidence is kept, for all tests of a file. */
export function useWatchedPhones(): WatchedPhones {
  let android: RunningReplay;
  let ios: RunningReplay;
  const settings: Record<string, string> = { GANTRY_BROWSER_SLOTS: '0' };
  const start = sharedRealService(settings);
  beforeAll(async () => {
    [android, ios] = await Promise.all([
      startReplay([
        { udid: 'emulator-5554', platform: 'android', app: crashing, model: 'Pixel 8 Pro', version: '15' },
      ]),
      startReplay([
        {
          udid: 'SIM-1',
          platform: 'ios',
          app: iosApp,
          name: 'iPhone 16 Pro',
          version: '18.5',
          recording: {
            refused: "'ffmpeg' binary is not found in PATH. Install it using 'brew install ffmpeg'.",
          },
        },
      ]),
    ]);
    settings.GANTRY_APPIUM_URL = `${android.url};platform=android,${ios.url};platform=ios`;
  });
  afterAll(() => Promise.all([android.close(), ios.close()]));

  return {
    get android() {
      return android;
    },
    start,
  };
}

export async function runOn(
  service: RealService,
  platform: 'android' | 'ios',
  prompt: string,
): Promise<EndedRun> {
  const app = await uploaded(service, builds[platform]);
  return service.run(prompt, { mobile: { appId: app.id } });
}

export async function textAt(address: string | null): Promise<string> {
  const answer = await fetch(address ?? '');
  expect(answer.status).toBe(200);
  return answer.text();
}
