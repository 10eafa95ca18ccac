import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';

export interface UrlSigner {
  signPut(put: { key: string; size: number; expiresAt: Date }): string;
  signGet(get: { key: string; filename: string; expiresAt: Date }): string;
  /** `query` as a parser gives it: a parameter that comes twice is an array, and refused. */
  verifyPut(request: SignedRequest): Verdict<{ size: number }>;
  verifyGet(request: SignedRequest): Verdict<{ filename: string }>;
}

interface SignedRequest {
  key: string;
  query: Readonly<Record<string, unknown>>;
}

export type Verdict<Allowed> = ({ ok: true } & Allowed) | { ok: false; reason: 'signature' | 'expired' };

/**
 * URLs into the data directory: anyone who has one may write that many bytes under that key, or read it, until then.
 * `baseUrl` is asked for at each signature: a service on any free port knows its own only once it listens.
 */
export function createUrlSigner(secret: Buffer, baseUrl: () => string, clock: Clock): UrlSigner {
  function sign(use: Use, key: string, expiresAt: Date, detail: string): string {
    const expires = String(Math.floor(expiresAt.getTime() / 1000));
    const signature = signatureOf(secret, use, key, expires, detail).toString('hex');
    return `${baseUrl()}/storage/${key}?expires=${expires}&${use.detail}=${detail}&signature=${signature}`;
  }

  function verify(use: Use, { key, query }: SignedRequest): Verdict<{ detail: string }> {
    const { expires, signature, [use.detail]: detail } = query;
    if (!isCount(expires) || !use.isDetail(detail) || !isSignature(signature))
      return { ok: false, reason: 'signature' };
    const right = timingSafeEqual(
      Buffer.from(signature, 'hex'),
      signatureOf(secret, use, key, expires, detail),
    );
    if (!right) return { ok: false, reason: 'signature' };
    if (clock.now() >= Number(expires) * 1000) return { ok: false, reason: 'expired' };
    return { ok: true, detail };
  }

  return {
    signPut: ({ key, size, expiresAt }) => sign(put, key, expiresAt, String(size)),
    signGet({ key, filename, expiresAt }) {
      if (!isPlainName(filename)) throw new RangeError('a file name with letters that do not fit a URL');
      return sign(get, key, expiresAt, filename);
    },
    verifyPut(request) {
      const verdict = verify(put, request);
      return verdict.ok ? { ok: true, size: Number(verdict.detail) } : verdict;
    },
    verifyGet(request) {
      const verdict = verify(get, request);
      return verdict.ok ? { ok: true, filename: verdict.detail } : verdict;
    },
  };
}

interface Use {
  method: 'PUT' | 'GET';
  detail: 'size' | 'filename';
  isDetail(value: unknown): value is string;
}

const put: Use = { method: 'PUT', detail: 'size', isDetail: isCount };
const get: Use = { method: 'GET', detail: 'filename', isDetail: isPlainName };

/** JSON keeps the parts apart; the first two tie the signature to this use of the secret. */
function signatureOf(secret: Buffer, { method }: Use, key: string, expires: string, detail: string): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['gantry storage url 1', method, key, expires, detail]))
    .digest();
}

function isCount(value: unknown): value is string {
  return typeof value === 'string' && /^(?:0|[1-9][0-9]{0,15})$/.test(value);
}

function isPlainName(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.-]{1,100}$/.test(value);
}

function isSignature(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}
