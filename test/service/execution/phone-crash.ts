import { afterAll, beforeAll } from 'vitest';
import { iosApp, viewsApp } from '../../engine/phones/replay/apps.ts';
import { type RunningReplay, startReplay } from '../../engine/phones/replay/graph.ts';
import type { EndedRun } from '../../sites/corpus.mjs';
import { builds, uploaded } from '../../support/uploads.ts';
import { sharedRealService } from './support.ts';

export interface CrashingPhones {
  readonly appium: RunningReplay;
  runOn(platform: 'android' | 'ios', prompt: string): Promise<EndedRun>;
}

/** A phone of each platform, with an app that can crash, for all tests of a file. */
export function useCrashingPhones(): CrashingPhones {
  let appium: RunningReplay;
  const settings: Record<string, string> = { GANTRY_BROWSER_SLOTS: '0' };
  const start = sharedRealService(settings);
  beforeAll(async () => {
    appium = await startReplay([
      { udid: 'emulator-5554', platform: 'android', app: viewsApp },
      { udid: 'SIM-1', platform: 'ios', app: iosApp },
    ]);
    settings.GANTRY_APPIUM_URL = appium.url;
  });
  afterAll(() => appium.close());

  return {
    get appium() {
      return appium;
    },
    async runOn(platform, prompt) {
      const service = await start();
      const app = await uploaded(service, builds[platform]);
      return service.run(prompt, { mobile: { appId: app.id } });
    },
  };
}
