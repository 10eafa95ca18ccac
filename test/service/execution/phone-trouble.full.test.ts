import { afterAll, beforeAll, expect, it } from 'vitest';
import { viewsApp } from '../../engine/phones/replay/apps.ts';
import { type RunningReplay, startReplay } from '../../engine/phones/replay/graph.ts';
import { builds, uploaded } from '../../support/uploads.ts';
import { deadUrl, startRealService, verdictOf } from './support.ts';

let appium: RunningReplay;
beforeAll(async () => {
  appium = await startReplay([
    { udid: 'emulator-5554', platform: 'android', app: viewsApp },
    { udid: 'R5CT', platform: 'android', app: { ...viewsApp, crashesAtStart: 'java.lang.Error: no' } },
  ]);
});
afterAll(() => appium.close());

it('a build that the Appium server can not fetch fails the run by name, and says which setting is concerned', async () => {
  const settings = {
    GANTRY_APPIUM_URL: appium.url,
    GANTRY_APPIUM_APP: 'url',
    GANTRY_BROWSER_SLOTS: '0',
    GANTRY_PUBLIC_URL: await deadUrl(),
  };
  const service = await startRealService(settings);
  const app = await uploaded({ ...service, url: service.url }, builds.android);
  const run = await service.run('See "LOGIN"', { mobile: { appId: app.id } });
  expect(verdictOf(run)).toBe('failed APP_NOT_FETCHED');
  expect(run.error?.message).toContain('GANTRY_PUBLIC_URL');
  expect(run.error?.message).not.toContain('signature');
});

it('an app that crashes when it is started is an issue of its own, before any step', async () => {
  const service = await startRealService({
    GANTRY_APPIUM_URL: appium.url,
    GANTRY_APPIUM_CAPABILITIES: '{"android": {"udid": "R5CT"}}',
    GANTRY_BROWSER_SLOTS: '0',
  });
  const app = await uploaded(service, builds.android);
  const run = await service.run('See "LOGIN". Tap "LOGIN"', { mobile: { appId: app.id } });
  expect(verdictOf(run)).toBe('completed FAILED');
  expect(run.output.issues).toMatchObject([{ name: 'The app crashed when it was started', stepIndex: null }]);
  expect(run.output.steps.map(({ status }) => status)).toEqual(['failed', 'skipped']);
});
