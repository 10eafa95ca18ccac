import { afterAll, beforeAll, expect, it } from 'vitest';
import { iosApp, viewsApp } from '../../engine/phones/replay/apps.ts';
import { type ReplayPhone, type RunningReplay, startReplay } from '../../engine/phones/replay/graph.ts';
import { builds, uploaded } from '../../support/uploads.ts';
import { type RealService, sharedRealService, verdictOf } from './support.ts';

const secret = 'correct horse & "battery"';
const leaking = `java.lang.IllegalStateException: no account for ${secret}`;
const crashing = {
  ...viewsApp,
  screens: { ...viewsApp.screens, login: { ...viewsApp.screens.login, tap: { forgot: { crash: leaking } } } },
} as ReplayPhone['app'];

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

async function runOn(service: RealService, platform: 'android' | 'ios', prompt: string) {
  const app = await uploaded(service, builds[platform]);
  return service.run(prompt, { mobile: { appId: app.id } });
}

async function textAt(address: string | null): Promise<string> {
  const answer = await fetch(address ?? '');
  expect(answer.status).toBe(200);
  return answer.text();
}

it('keeps the video, the log and the hierarchy of a run that found an issue, and says which phone it was', async () => {
  const run = await runOn(await start(), 'android', 'See "LOGIN". See "Nowhere". Tap "Forgot password?"');
  expect(verdictOf(run)).toBe('completed FAILED');
  expect(run).toMatchObject({
    deviceName: 'emulator-5554',
    deviceModel: 'Pixel 8 Pro',
    deviceVersion: '15',
    deviceSessionUrl: null,
  });
  const video = await fetch(run.output.videoUrl ?? '');
  expect(video.headers.get('content-type')).toBe('video/mp4');
  expect(Buffer.from(await video.arrayBuffer()).toString('latin1', 4, 8)).toBe('ftyp');
  expect(await textAt(run.output.deviceLogUrl)).toContain('Start proc 4242:com.example.app');
  const [passed, failed] = run.output.steps;
  expect(passed?.hierarchyUrl).toBeNull();
  expect(await textAt(failed?.hierarchyUrl ?? null)).toMatch(/^<\?xml.*com\.example\.app:id\/submit/s);
});

it('fetches nothing for a run that passed', async () => {
  const from = (await android.journal()).commands.length;
  const run = await runOn(await start(), 'android', 'See "LOGIN"');
  expect(verdictOf(run)).toBe('completed PASS');
  expect(run.output).toMatchObject({ videoUrl: null, deviceLogUrl: null });
  const sent = (await android.journal()).commands.slice(from);
  expect(sent.filter((command) => /Recording|getLog/.test(command))).toEqual(['startRecordingScreen']);
});

it('keeps the log of a crash, with secrets masked, and no video of a run that used one', async () => {
  const service = await start();
  await service.call('PUT', `/projects/${service.projectId}/variables/phrase`, {
    value: secret,
    secret: true,
  });
  const run = await runOn(
    service,
    'android',
    'Type "{{phrase}}" into "Email". See "Nowhere". Tap "Forgot password?". See "Sent"',
  );
  expect(run.output.issues.map(({ name }) => name)).toContain('The app crashed: Tap "Forgot password?"');
  expect(run.output.videoUrl).toBeNull();
  const log = await textAt(run.output.deviceLogUrl);
  expect(log).toContain('IllegalStateException: no account for •••');
  expect(log).not.toContain('battery');
  const hierarchy = await textAt(run.output.steps[1]?.hierarchyUrl ?? null);
  expect(hierarchy).toContain('•••');
  expect(hierarchy).not.toContain('battery');
  await service.call('DELETE', `/projects/${service.projectId}/variables/phrase`);
});

it('keeps the report of a crash on iOS, and goes on without a video where the driver makes none', async () => {
  const run = await runOn(await start(), 'ios', 'See "Account". Tap "Sign Out". See "Sign in"');
  expect(verdictOf(run)).toBe('completed FAILED');
  expect(run).toMatchObject({ deviceModel: 'iPhone 16 Pro', deviceVersion: '18.5' });
  expect(run.output.videoUrl).toBeNull();
  expect(await textAt(run.output.deviceLogUrl)).toContain('Exception: EXC_BAD_ACCESS (SIGSEGV)');
});
