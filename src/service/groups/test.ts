import type { RequestedDevice } from '../../engine/requested-device.ts';
import type { Platform } from '../../engine/task.ts';
import { type StepType, stepTypes } from '../../engine/task.ts';
import { type RequestedPlatform, wrongPlatform } from '../runs/requested-platform.ts';

export const testPlatforms = ['web', 'mobile', 'ios', 'android'] as const;
export type TestPlatform = (typeof testPlatforms)[number];

export interface TestSettings {
  title: string;
  description: string | null;
  platform: TestPlatform;
  enabled: boolean;
  steps: Array<{ type: StepType; title: string }>;
  /** What it wants of a phone. */
  device: RequestedDevice | null;
}

export { stepTypes };
export const maxSteps = 200;
export const maxStepTitle = 2_000;
/** Of a step that only takes a picture, where it was given none. */
export const screenshotTitle = 'Screenshot';

/** Whether a test can be run on an app of that platform. */
export function runsOn(test: TestPlatform, app: 'ios' | 'android'): boolean {
  return test === 'mobile' || test === app;
}

/** A call that asks for another place than its test has would be given something else. */
export function requireAskedPlatform(
  { title, platform }: { title: string; platform: TestPlatform },
  asked: RequestedPlatform | null,
): void {
  if (asked === null || platformsOf(platform).includes(asked)) return;
  throw wrongPlatform(`is ${asked}, but the test "${title}" is for ${placeNames[platform]}`);
}

const placeNames: Record<TestPlatform, string> = {
  web: 'the browser',
  mobile: 'phones',
  ios: 'iOS',
  android: 'Android',
};

/** Where a run of the test may take place. */
export function platformsOf(test: TestPlatform): readonly Platform[] {
  return test === 'mobile' ? ['android', 'ios'] : [test];
}

export function isMobile(platform: TestPlatform): boolean {
  return platform !== 'web';
}
