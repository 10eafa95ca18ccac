import { limits } from './limits.ts';
import { NotAnApp } from './not-an-app.ts';

/** What the manifest of an app says of it. */
export interface AppIdentity {
  platform: 'ios' | 'android';
  bundleId: string | null;
  appVersion: string | null;
  buildVersion: string | null;
}

export type BuiltFor = 'simulator' | 'device';

export interface AppInfo extends AppIdentity {
  /** Of an iOS app; null where it can't be told, and for Android. */
  builtFor: BuiltFor | null;
  /** Of its machine code, such as `arm64`; empty where an app has none of its own, null where it can't be told. */
  architectures: string[] | null;
  /** Of an iOS app: its folder in the archive, such as `Payload/Shop.app`; empty where the archive is its content. */
  appFolder: string | null;
}

/** Null also for what claims to be both. */
export function builtForOne(isForSimulator: boolean, isForDevice: boolean): BuiltFor | null {
  if (isForSimulator === isForDevice) return null;
  return isForSimulator ? 'simulator' : 'device';
}

/** Text of a binary as it may go into a record: null when there is none, never a control character. */
export function recordText(value: unknown, field: string): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (text === '') return null;
  if (text.length > limits.textCharacters) {
    throw new NotAnApp(`${field} is longer than ${limits.textCharacters} characters.`);
  }
  // Half a surrogate pair is no text either: it can not be stored as UTF-8.
  if (/[\p{Cc}\p{Cs}]/u.test(text)) throw new NotAnApp(`${field} holds a control character.`);
  return text;
}
