import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../kernel/clock.ts';

export interface UrlSigner {
  sign(put: { key: string; size: number; expiresAt: Date }): string;
  /** `query` as a parser gives it: a parameter that comes twice is an array, and refused. */
  verify(request: { key: string; query: Readonly<Record<string, unknown>> }): SignedPut;
}

export type SignedPut = { ok: true; size: number } | { ok: false; reason: 'signature' | 'expired' };

/**
 * URLs for a PUT into the data directory: whoever holds one may write that many bytes under that key until then.
 * `baseUrl` is asked for at each signature: a service on any free port knows its own only once it listens.
 */
export function createUrlSigner(secret: Buffer, baseUrl: () => string, clock: Clock): UrlSigner {
  return {
    sign({ key, size, expiresAt }) {
      const expires = String(Math.floor(expiresAt.getTime() / 1000));
      const signature = signatureOf(secret, key, expires, String(size)).toString('hex');
      return `${baseUrl()}/storage/${key}?expires=${expires}&size=${size}&signature=${signature}`;
    },

    verify({ key, query }) {
      const { expires, size, signature } = query;
      if (!isCount(expires) || !isCount(size) || !isSignature(signature))
        return { ok: false, reason: 'signature' };
      const right = timingSafeEqual(Buffer.from(signature, 'hex'), signatureOf(secret, key, expires, size));
      if (!right) return { ok: false, reason: 'signature' };
      if (clock.now() >= Number(expires) * 1000) return { ok: false, reason: 'expired' };
      return { ok: true, size: Number(size) };
    },
  };
}

/** JSON keeps the parts apart; the first two tie the signature to this use of the secret. */
function signatureOf(secret: Buffer, key: string, expires: string, size: string): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['gantry storage url 1', 'PUT', key, expires, size]))
    .digest();
}

function isCount(value: unknown): value is string {
  return typeof value === 'string' && /^(?:0|[1-9][0-9]{0,15})$/.test(value);
}

function isSignature(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}
