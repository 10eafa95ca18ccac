import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSealer, UnsealError } from '../../src/kernel/sealed.ts';

const text = fc.string({ unit: 'binary' });

describe('a sealed secret', () => {
  it('opens to the same text under its key and context', () => {
    const sealer = createSealer(randomBytes(32));
    fc.assert(
      fc.property(text, text, (secret, context) => {
        expect(sealer.open(sealer.seal(secret, context), context)).toBe(secret);
      }),
    );
  });

  it('shows nothing of its text, and never looks the same twice', () => {
    const sealer = createSealer(randomBytes(32));
    const seals = Array.from({ length: 100 }, () => sealer.seal('a well-known secret', 'place'));
    expect(new Set(seals.map((sealed) => sealed.toString('hex'))).size).toBe(100);
    for (const sealed of seals) expect(sealed.includes('secret')).toBe(false);
  });

  it('does not open when any bit of it was changed', () => {
    const sealer = createSealer(randomBytes(32));
    const sealed = sealer.seal('secret', 'place');
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(() => sealer.open(changed, 'place')).toThrow(UnsealError);
    }
  });

  it('does not open when it was cut or lengthened', () => {
    const sealer = createSealer(randomBytes(32));
    const sealed = sealer.seal('secret', 'place');
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => sealer.open(sealed.subarray(0, length), 'place')).toThrow(UnsealError);
    }
    expect(() => sealer.open(Buffer.concat([sealed, Buffer.alloc(1)]), 'place')).toThrow(UnsealError);
  });

  it('does not open in another place', () => {
    const sealer = createSealer(randomBytes(32));
    fc.assert(
      fc.property(text, text, (context, other) => {
        fc.pre(context !== other);
        expect(() => sealer.open(sealer.seal('secret', context), other)).toThrow(UnsealError);
      }),
    );
  });

  it('does not open under another key, and the error tells the operator why without telling the secret', () => {
    const sealed = createSealer(randomBytes(32)).seal('hush-hush', 'token of the shop');
    const open = () => createSealer(randomBytes(32)).open(sealed, 'token of the shop');
    expect(open).toThrow(UnsealError);
    expect(open).toThrow(/token of the shop.*GANTRY_SECRET_KEY differs from the one it was stored with/);
    expect(open).not.toThrow(/hush/);
  });

  it('that an earlier version of the program stored still opens', () => {
    const sealed = Buffer.from(
      '01000102030405060708090a0b281129b49f3e09bafcdb4f1abd4ed4b173e499043d6fab261a9287f984371e9f',
      'hex',
    );
    expect(createSealer(Buffer.alloc(32, 7)).open(sealed, 'place')).toBe('kept from before');
  });
});
