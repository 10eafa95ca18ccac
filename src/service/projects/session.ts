import { newId, randomText } from '../../kernel/ids.ts';
import { hashSecret } from './api-key.ts';

export const sessionSeconds = 7 * 86_400;
export const codeSeconds = 300;

export interface SessionParts {
  id: string;
  secretHash: Buffer;
}

/** The token is what the browser keeps. */
export function newSession(): { token: string } & SessionParts {
  const id = newId();
  const secret = randomText(43);
  return { token: `${id}.${secret}`, id, secretHash: hashSecret(secret) };
}

const tokenPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9]{43})$/;

export function parseToken(text: string): SessionParts | null {
  const [, id, secret] = tokenPattern.exec(text) ?? [];
  return id === undefined || secret === undefined ? null : { id, secretHash: hashSecret(secret) };
}

export function newCode(): { code: string; codeHash: Buffer } {
  const code = randomText(32);
  return { code, codeHash: hashSecret(code) };
}

/** In the fragment, which no browser sends: neither a log nor the preview of a link sees the code, or spends it. */
export function signInUrl(publicUrl: string, code: string): string {
  return `${publicUrl}/sign-in#${code}`;
}
