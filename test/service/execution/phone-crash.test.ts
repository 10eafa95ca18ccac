import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { iosApp, viewsApp } from '../../engine/phones/replay/apps.ts';
import { type RunningReplay, startReplay } from '../../engine/phones/replay/graph.ts';
import { builds, uploaded } from '../../support/uploads.ts';
import { sharedRealService, verdictOf } from './support.ts';

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

async function runOn(platform: 'android' | 'ios', prompt: string) {
  const service = await start();
  const app = await uploaded(service, builds[platform]);
  return service.run(prompt, { mobile: { appId: app.id } });
}

describe('an app that crashes', () => {
  it('on Android, to the home screen, fails the run with an issue that names the step, and skips the rest', async () => {
    const run = await runOn(
      'android',
      'Type "ada" into "Email". Tap "Forgot password?". See "Check your mail". Tap "LOGIN". See "Language"',
    );
    expect(run.error).toBeNull();
    expect(verdictOf(run)).toBe('completed FAILED');
    expect(run.output.issues).toHaveLength(1);
    expect(run.output.issues[0]).toMatchObject({
      type: 'issue',
      severity: 5,
      name: 'The app crashed: Tap "Forgot password?"',
      stepIndex: 1,
      actualBehavior: 'The process of com.example.app has ended.',
      screenshotUrl: expect.stringContaining('/files/'),
    });
    expect(run.output.steps.map(({ status }) => status)).toEqual([
      'passed',
      'passed',
      'failed',
      'skipped',
      'skipped',
    ]);
    expect(run.output.description).toContain('The app crashed');
  });

  it('on Android is found also behind the dialog that it "keeps stopping", and after the last step', async () => {
    const dialog = await runOn('android', 'See "LOGIN". Tap "Sign up". Do not see "Error"');
    expect(verdictOf(dialog)).toBe('completed FAILED');
    expect(dialog.output.issues).toMatchObject([{ name: 'The app crashed: Tap "Sign up"', severity: 5 }]);
    const last = await runOn('android', 'See "LOGIN". Tap "Forgot password?"');
    expect(verdictOf(last)).toBe('completed FAILED');
    expect(last.output.issues).toMatchObject([
      { name: 'The app crashed: Tap "Forgot password?"', stepIndex: 1 },
    ]);
    expect(last.output.description).toContain('The app crashed: Tap "Forgot password?".');
  });

  it('on Android by no longer responding is an issue as well', async () => {
    const run = await runOn('android', 'Tap "More options". See "Settings"');
    expect(verdictOf(run)).toBe('completed FAILED');
    expect(run.output.issues).toMatchObject([
      { name: 'The app stopped responding: Tap "More options"', severity: 5 },
    ]);
  });

  it('on iOS is an issue of the app, not a fault of the service', async () => {
    const run = await runOn('ios', 'See "Account". Tap "Sign Out". See "Sign in". See "Welcome"');
    expect(run.error).toBeNull();
    expect(verdictOf(run)).toBe('completed FAILED');
    expect(run.output.issues).toMatchObject([
      { name: 'The app crashed: Tap "Sign Out"', severity: 5, stepIndex: 1 },
    ]);
    expect(run.output.steps.map(({ status }) => status)).toEqual(['passed', 'passed', 'failed', 'skipped']);
    const last = await runOn('ios', 'See "Account". Tap "Sign Out"');
    expect(verdictOf(last)).toBe('completed FAILED');
    expect(last.output.issues).toMatchObject([{ name: 'The app crashed: Tap "Sign Out"' }]);
  });
});

describe('an app that is left on purpose', () => {
  it.each([
    ['for the home screen', 'See "LOGIN". Go to the home screen. See "Phone"'],
    ['for a permission dialog of the system', 'See "LOGIN". Tap "Navigate up". See "Only this time"'],
    ['for a browser', 'See "LOGIN". Open "https://example.com/". See "Terms of use"'],
    ['for the dialog that another app keeps stopping', 'See "LOGIN". Tap "Show password". See "Close app"'],
    ['by ending and starting it anew', 'See "LOGIN". Restart the app. See "LOGIN"'],
  ])('%s has not crashed', async (_way, prompt) => {
    const run = await runOn('android', prompt);
    expect(run.output.issues).toEqual([]);
    expect(verdictOf(run)).toBe('completed PASS');
  });
});

it('an ordinary step costs no request more', async () => {
  const { commands } = await appium.journal();
  const from = commands.length;
  await runOn('android', 'Tap "LOGIN". See "Language"');
  const sent = (await appium.journal()).commands.slice(from);
  expect(sent).not.toContain('mobile: queryAppState');
  expect(sent).not.toContain('getLog');
  const tap = sent.slice(sent.indexOf('createSession', 0), sent.indexOf('getScreenshot') + 1);
  expect(
    tap.filter((command) => ['getPageSource', 'performActions', 'getScreenshot'].includes(command)),
  ).toEqual(['getPageSource', 'performActions', 'getScreenshot']);
});
