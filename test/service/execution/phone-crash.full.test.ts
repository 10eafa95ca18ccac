import { describe, expect, it } from 'vitest';
import { useCrashingPhones } from './phone-crash.ts';
import { verdictOf } from './support.ts';

const phones = useCrashingPhones();

describe('an app that crashes', () => {
  it('on Android is found also behind the dialog that it "keeps stopping", and after the last step', async () => {
    const dialog = await phones.runOn('android', 'See "LOGIN". Tap "Sign up". Do not see "Error"');
    expect(verdictOf(dialog)).toBe('completed FAILED');
    expect(dialog.output.issues).toMatchObject([{ name: 'The app crashed: Tap "Sign up"', severity: 5 }]);
    const last = await phones.runOn('android', 'See "LOGIN". Tap "Forgot password?"');
    expect(verdictOf(last)).toBe('completed FAILED');
    expect(last.output.issues).toMatchObject([
      { name: 'The app crashed: Tap "Forgot password?"', stepIndex: 1 },
    ]);
    expect(last.output.description).toContain('The app crashed: Tap "Forgot password?".');
  });

  it('on Android by no longer responding is an issue as well', async () => {
    const run = await phones.runOn('android', 'Tap "More options". See "Settings"');
    expect(verdictOf(run)).toBe('completed FAILED');
    expect(run.output.issues).toMatchObject([
      { name: 'The app stopped responding: Tap "More options"', severity: 5 },
    ]);
  });

  it('on iOS is an issue of the app, not a fault of the service', async () => {
    const run = await phones.runOn('ios', 'See "Account". Tap "Sign Out". See "Sign in". See "Welcome"');
    expect(run.error).toBeNull();
    expect(verdictOf(run)).toBe('completed FAILED');
    expect(run.output.issues).toMatchObject([
      { name: 'The app crashed: Tap "Sign Out"', severity: 5, stepIndex: 1 },
    ]);
    expect(run.output.steps.map(({ status }) => status)).toEqual(['passed', 'passed', 'failed', 'skipped']);
    const last = await phones.runOn('ios', 'See "Account". Tap "Sign Out"');
    expect(verdictOf(last)).toBe('completed FAILED');
    expect(last.output.issues).toMatchObject([{ name: 'The app crashed: Tap "Sign Out"' }]);
  });
});

describe('an app that is left on purpose', () => {
  it.each([
    ['for the home screen', 'See "LOGIN". Go to the home screen. See "Phone"'],
    ['for a browser', 'See "LOGIN". Open "https://example.com/". See "Terms of use"'],
    ['for the dialog that another app keeps stopping', 'See "LOGIN". Tap "Show password". See "Close app"'],
    ['by ending and starting it anew', 'See "LOGIN". Restart the app. See "LOGIN"'],
  ])('%s has not crashed', async (_way, prompt) => {
    const run = await phones.runOn('android', prompt);
    expect(run.output.issues).toEqual([]);
    expect(verdictOf(run)).toBe('completed PASS');
  });
});

it('an ordinary step costs no request more', async () => {
  const { commands } = await phones.appium.journal();
  const from = commands.length;
  await phones.runOn('android', 'Tap "LOGIN". See "Language"');
  const sent = (await phones.appium.journal()).commands.slice(from);
  expect(sent).not.toContain('mobile: queryAppState');
  expect(sent).not.toContain('getLog');
  const tap = sent.slice(sent.indexOf('createSession', 0), sent.indexOf('getScreenshot') + 1);
  expect(
    tap.filter((command) => ['getPageSource', 'performActions', 'getScreenshot'].includes(command)),
  ).toEqual(['getPageSource', 'performActions', 'getScreenshot']);
});
