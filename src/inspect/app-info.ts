import { limits } from './limits.ts';
import { NotAnApp } from './not-an-app.ts';

export interface AppInfo {
  platform: 'ios' | 'android';
  bundleId: string | null;
  appVersion: string | null;
  buildVersion: string | null;
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
