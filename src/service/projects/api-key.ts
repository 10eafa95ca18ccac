import { hash, timingSafeEqual } from 'node:crypto';
import { randomText } from '../../kernel/ids.ts';

/** What a request may do: everything, or everything within one project. */
export type Principal = {
  /** Of the key that it came with, or that its session was opened with. */
  publicId: string;
  /** Null for a request that brought the key itself. */
  sessionId: string | null;
} & ({ kind: 'admin' } | { kind: 'project'; projectId: string });

export interface KeyParts {
  publicId: string;
  secretHash: Buffer;
}

export const keyPattern = /^gk_([A-Za-z0-9]{4,32})_([A-Za-z0-9_-]{20,128})$/;

export function newKey(): { key: string } & KeyParts {
  const publicId = randomText(12);
  const secret = randomText(43);
  return { key: `gk_${publicId}_${secret}`, publicId, secretHash: hashSecret(secret) };
}

export function parseKey(text: string): KeyParts | null {
  const [, publicId, secret] = keyPattern.exec(text) ?? [];
  return publicId === undefined || secret === undefined ? null : { publicId, secretHash: hashSecret(secret) };
}

/** Takes the same time for what is unknown as for a wrong secret. */
export function secretMatches(presented: Buffer, stored: Buffer | undefined): boolean {
  const equal = timingSafeEqual(presented, stored ?? Buffer.alloc(presented.length));
  return equal && stored !== undefined;
}

export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
