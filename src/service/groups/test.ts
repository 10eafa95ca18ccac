import { type RequestedDevice, requestOf } from '../../engine/requested-device.ts';
import type { StepType } from '../../engine/task.ts';
import type { Row } from '../database/tables.ts';
import { platformsOf, type RunRequest, type TaskPlatform, wrongPlatform } from '../runs/run-request.ts';
import type { RunTask } from '../runs/start-runs.ts';

export interface TestSettings {
  title: string;
  description: string | null;
  platform: TaskPlatform;
  enabled: boolean;
  steps: Array<{ type: StepType; title: string }>;
  /** What it wants of a phone. */
  device: RequestedDevice | null;
}

export const maxSteps = 200;
export const maxStepTitle = 2_000;
/** Of a step that only takes a picture, where it was given none. */
export const screenshotTitle = 'Screenshot';

/** A test as it is now, to be run like this whatever becomes of it meanwhile. */
export function taskOf(test: Row<'tests'>): RunTask {
  return {
    type: 'test',
    prompt: null,
    testId: test.id,
    title: test.title,
    // The column holds only what a test was made of.
    steps: test.steps as TestSettings['steps'],
    platform: test.platform,
    device: requestOf(test),
  };
}

/** A call that asks for another place than its test has would be given something else. */
export function requireAskedPlatform(
  { title, platform }: Pick<RunTask, 'title' | 'platform'>,
  { platform: asked }: RunRequest,
): void {
  if (asked === undefined || platformsOf(platform).includes(asked)) return;
  throw wrongPlatform(`is ${asked}, but the test "${title}" is for ${placeNames[platform]}`);
}

const placeNames: Record<TaskPlatform, string> = {
  web: 'the browser',
  mobile: 'phones',
  ios: 'iOS',
  android: 'Android',
};
