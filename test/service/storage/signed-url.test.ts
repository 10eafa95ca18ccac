import { randomBytes } from 'node:crypto';
import { parse } from 'node:querystring';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createUrlSigner } from '../../../src/service/storage/signed-url.ts';

const nowMs = Date.parse('2030-01-01T00:00:00Z');
const signer = createUrlSigner(randomBytes(32), () => 'https://gantry.example', { now: () => nowMs });
const segment = fc.stringMatching(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,20}$/);
const keys = fc
  .array(segment, { minLength: 1, maxLength: 3 })
  .map((segments) => `files/${segments.join('/')}`);
const sizes = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const secondsLeft = fc.integer({ min: 1, max: 10 ** 7 });

function signed(key: string, size: number, seconds: number) {
  const url = new URL(signer.signPut({ key, size, expiresAt: new Date(nowMs + seconds * 1000) }));
  return { key: url.pathname.slice('/storage/'.length), query: { ...parse(url.search.slice(1)) } };
}

describe('a signed storage URL', () => {
  it('is on the given address and says what it allows', () => {
    const url = signer.signPut({ key: 'files/p/a.apk', size: 7, expiresAt: new Date(nowMs + 1999) });
    expect(url).toMatch(
      /^https:\/\/gantry\.example\/storage\/files\/p\/a\.apk\?expires=1893456001&size=7&signature=[0-9a-f]{64}$/,
    );
  });

  it('is accepted as it was made, with its size', () => {
    fc.assert(
      fc.property(keys, sizes, secondsLeft, (key, size, seconds) => {
        expect(signer.verifyPut(signed(key, size, seconds))).toEqual({ ok: true, size });
      }),
    );
  });

  it('is over from its second on, and only a right signature learns that', () => {
    fc.assert(
      fc.property(keys, sizes, fc.integer({ min: -(10 ** 7), max: 0 }), (key, size, seconds) => {
        const request = signed(key, size, seconds);
        expect(signer.verifyPut(request)).toEqual({ ok: false, reason: 'expired' });
        const forged = { ...request, query: { ...request.query, signature: 'f'.repeat(64) } };
        expect(signer.verifyPut(forged)).toEqual({ ok: false, reason: 'signature' });
      }),
    );
  });

  it('is refused when any part of it is another', () => {
    const parts = fc.constantFrom('key', 'expires', 'size', 'signature');
    const other = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[0-9]{1,12}$/),
      fc.stringMatching(/^[0-9a-f]{64}$/),
    );
    fc.assert(
      fc.property(keys, sizes, secondsLeft, parts, other, (key, size, seconds, part, value) => {
        const request = signed(key, size, seconds);
        fc.pre(value !== (part === 'key' ? key : request.query[part]));
        const tampered =
          part === 'key' ? { ...request, key: value } : { key, query: { ...request.query, [part]: value } };
        expect(signer.verifyPut(tampered)).toEqual({ ok: false, reason: 'signature' });
      }),
      { numRuns: 500 },
    );
  });

  it('is refused when one character of it is flipped, also in case', () => {
    fc.assert(
      fc.property(
        keys,
        sizes,
        secondsLeft,
        fc.nat(),
        fc.integer({ min: 1, max: 127 }),
        (key, size, seconds, at, flip) => {
          const { query } = signed(key, size, seconds);
          const signature = String(query.signature);
          const index = at % signature.length;
          const flipped = String.fromCharCode(signature.charCodeAt(index) ^ flip);
          const changed = signature.slice(0, index) + flipped + signature.slice(index + 1);
          expect(signer.verifyPut({ key, query: { ...query, signature: changed } }).ok).toBe(false);
        },
      ),
    );
  });

  it('keeps its parts apart: no character can move from one to the next', () => {
    const { query } = signed('files/p/a1', 23, 100);
    const size = String(query.size);
    expect(signer.verifyPut({ key: 'files/p/a', query: { ...query, size: `1${size}` } }).ok).toBe(false);
    expect(signer.verifyPut({ key: 'files/p/a1', query: { ...query, size: `0${size}` } }).ok).toBe(false);
  });

  it.each(['expires', 'size', 'signature'])('is refused without, or with two of, %s', (part) => {
    const { key, query } = signed('files/p/a.apk', 5, 60);
    const { [part]: value, ...without } = query;
    expect(signer.verifyPut({ key, query: without })).toEqual({ ok: false, reason: 'signature' });
    expect(signer.verifyPut({ key, query: { ...query, [part]: [value, value] } })).toEqual({
      ok: false,
      reason: 'signature',
    });
  });

  it('is refused by a signer with another secret', () => {
    const other = createUrlSigner(randomBytes(32), () => 'https://gantry.example', { now: () => nowMs });
    expect(other.verifyPut(signed('files/p/a.apk', 5, 60))).toEqual({ ok: false, reason: 'signature' });
  });
});
