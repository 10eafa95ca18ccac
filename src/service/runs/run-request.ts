import type { RequestedDevice } from '../../engine/requested-device.ts';
import type { Platform } from '../../engine/task.ts';
import { PublicError } from '../../kernel/errors.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import { addressOfEnvironment } from '../projects/address-of-environment.ts';
import type { EnvironmentSelector } from '../projects/environment-store.ts';

/** What a call asks of the runs that it starts, whatever they carry out. */
export interface RunRequest {
  app: AppSelector | { artifactUrl: string } | null;
  targetUrl: string | null;
  /** Stands for the target, at the moment of the start. */
  environment?: EnvironmentSelector | undefined;
  webhookUrl: string | null;
  /** Where all of them are to take place; absent: wherever the task and the app say. */
  platform?: RequestedPlatform | undefined;
  /** What they want of their phones. */
  device?: RequestedDevice | undefined;
  /** Where their browsers may go if the project names no hosts; absent: the host that each goes to first. No call says it. */
  confinedTo?: readonly string[] | null;
}

export type AppSelector = { appId: string } | { bundleId: string };

/** Where a call may ask for its runs to take place. */
export const requestedPlatforms = ['web', 'ios', 'android'] as const;
export type RequestedPlatform = (typeof requestedPlatforms)[number];

/** Where a prompt or a test may be carried out; `mobile` is either kind of phone. */
export const taskPlatforms = ['web', 'mobile', 'ios', 'android'] as const;
export type TaskPlatform = (typeof taskPlatforms)[number];

export function platformsOf(task: TaskPlatform): readonly Platform[] {
  return task === 'mobile' ? ['android', 'ios'] : [task];
}

export function isMobile(platform: TaskPlatform): boolean {
  return platform !== 'web';
}

/** How a run was started. */
export const runSources = ['api', 'group', 'webhook', 'schedule', 'rerun'] as const;
export type RunSource = (typeof runSources)[number];

/** What is asked of the phone, as one: a call names its platform beside the device, in the device, or in both. */
export function wantedDevice({
  device,
  platform,
}: Pick<RunRequest, 'device' | 'platform'>): RequestedDevice | null {
  if (platform === undefined || platform === 'web') return device ?? null;
  if (device?.platform !== undefined && device.platform !== platform) {
    throw wrongPlatform(`is ${platform}, but device.platform is ${device.platform}`);
  }
  return { ...device, platform };
}

/** Follows the name of the member. */
export function wrongPlatform(message: string): PublicError {
  return new PublicError('ValidationError', `platform: ${message}.`);
}

/** The target of a request, in which an environment stands for its address at this moment. */
export async function targetOf(
  db: Database | DatabaseTransaction,
  projectId: string,
  { targetUrl, environment }: RunRequest,
  { isKeyless }: { isKeyless: boolean },
): Promise<string | null> {
  if (environment === undefined) return targetUrl;
  return addressOfEnvironment(db, projectId, environment, { isKeyless });
}
