import { describe, expect, it } from 'vitest';
import { useCrashingPhones } from './phone-crash.ts';
import { verdictOf } from './support.ts';

const phones = useCrashingPhones();

describe('an app that crashes', () => {
  it('on Android, to the home screen, fails the run with an issue that names the step, and skips the rest', async () => {
    const run = await phones.runOn(
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
});

describe('an app that is left on purpose', () => {
  it('for a permission dialog of the system has not crashed', async () => {
    const run = await phones.runOn('android', 'See "LOGIN". Tap "Navigate up". See "Only this time"');
    expect(run.output.issues).toEqual([]);
    expect(verdictOf(run)).toBe('completed PASS');
  });
});
