import { expect, it } from 'vitest';
import { runOn, textAt, useWatchedPhones } from './phone-evidence.ts';
import { verdictOf } from './support.ts';

const phones = useWatchedPhones();

it('keeps the video, the log and the hierarchy of a run that found an issue, and says which phone it was', async () => {
  const run = await runOn(
    await phones.start(),
    'android',
    'See "LOGIN". See "Nowhere". Tap "Forgot password?"',
  );
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
  const from = (await phones.android.journal()).commands.length;
  const run = await runOn(await phones.start(), 'android', 'See "LOGIN"');
  expect(verdictOf(run)).toBe('completed PASS');
  expect(run.output).toMatchObject({ videoUrl: null, deviceLogUrl: null });
  const sent = (await phones.android.journal()).commands.slice(from);
  expect(sent.filter((command) => /Recording|getLog/.test(command))).toEqual(['startRecordingScreen']);
});

it('keeps the report of a crash on iOS, and goes on without a video where the driver makes none', async () => {
  const run = await runOn(await phones.start(), 'ios', 'See "Account". Tap "Sign Out". See "Sign in"');
  expect(verdictOf(run)).toBe('completed FAILED');
  expect(run).toMatchObject({ deviceModel: 'iPhone 16 Pro', deviceVersion: '18.5' });
  expect(run.output.videoUrl).toBeNull();
  expect(await textAt(run.output.deviceLogUrl)).toContain('Exception: EXC_BAD_ACCESS (SIGSEGV)');
});
