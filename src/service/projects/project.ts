import { parseUrl } from '../../kernel/url.ts';

const maxNameLength = 200;
const maxUrlLength = 2_048;

/** What is wrong with a text that is stored or looked for, or null. */
export function plainTextFault(text: string): string | null {
  return /\p{Cc}/u.test(text) || !text.isWellFormed() ? 'must have no control characters' : null;
}

/** What is wrong with a name that people read, or null. */
export function displayNameFault(name: string): string | null {
  if (name.trim() === '' || name.length > maxNameLength) return `must have 1 to ${maxNameLength} characters`;
  return plainTextFault(name);
}

/** What is wrong with an address that the service shall call, or null. Where it leads is judged when it is called. */
export function httpUrlFault(text: string): string | null {
  // The parser would repair these silently, and they would be sent as they are.
  if (/[\s\p{Cc}]/u.test(text) || !text.isWellFormed()) return 'must have no blanks or control characters';
  const url = text.length <= maxUrlLength ? parseUrl(text) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return `must be an http or https URL of at most ${maxUrlLength} characters`;
  }
  return url.username !== '' || url.password !== '' ? 'must carry no user name or password' : null;
}
