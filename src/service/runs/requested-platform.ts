import type { RequestedDevice } from '../../engine/requested-device.ts';
import { PublicError } from '../../kernel/errors.ts';

/** Where a call may ask for its runs to take place. */
export const requestedPlatforms = ['web', 'ios', 'android'] as const;
export type RequestedPlatform = (typeof requestedPlatforms)[number];

/** What is asked of the phone, as one: a call names its platform beside the device, in the device, or in both. */
export function deviceOnPlatform(
  device: RequestedDevice | null,
  platform: RequestedPlatform | null,
): RequestedDevice | null {
  if (platform === null || platform === 'web') return device;
  if (device?.platform !== undefined && device.platform !== platform) {
    throw wrongPlatform(`is ${platform}, but device.platform is ${device.platform}`);
  }
  return { ...device, platform };
}

/** Follows the name of the member. */
export function wrongPlatform(message: string): PublicError {
  return new PublicError('ValidationError', `platform: ${message}.`);
}
