import { afterAll, beforeAll, expect, it } from 'vitest';
import { iosApp } from '../../engine/phones/replay/apps.ts';
import { type RunningReplay, startReplay } from '../../engine/phones/replay/graph.ts';
import { builds, uploaded } from '../../support/uploads.ts';
import { startRealService, verdictOf } from './support.ts';

let appium: RunningReplay;
beforeAll(async () => {
  appium = await startReplay([{ udid: 'SIM-1', platform: 'ios', app: iosApp }]);
});
afterAll(() => appium.close());

it('a phone that is not ready fails the run by name, and is asked again for the next one', async () => {
  const service = await startRealService({ GANTRY_APPIUM_URL: appium.url, GANTRY_BROWSER_SLOTS: '0' });
  const app = await uploaded(service, builds.ios);
  await appium.refuse(
    'SIM-1',
    'Unable to launch WebDriverAgent. Original error: xcodebuild failed with code 65.',
  );
  const run = await service.run('See "Account"', { mobile: { appId: app.id } });
  expect(verdictOf(run)).toBe('failed DEVICE_NOT_PREPARED');
  expect(run.error?.message).toContain('sign WebDriverAgent');
  await appium.refuse('SIM-1', null);
  expect(verdictOf(await service.run('See "Account"', { mobile: { appId: app.id } }))).toBe('completed PASS');
});
