import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';

/** Keeps small secrets that must be used again. What is sealed under one context opens under no other. */
export interface Sealer {
  seal(text: string, context: string): Buffer;
  open(sealed: Buffer, context: string): string;
}

/** A stored secret does not open. Names its context and never its content. */
export class UnsealError extends Error {
  override readonly name = 'UnsealError';

  constructor(context: string) {
    super(
      `The stored ${context} can't be opened: GANTRY_SECRET_KEY differs from the one it was stored with, or the stored bytes were changed.`,
    );
  }
}

const algorithm = 'aes-256-gcm';
const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + nonceBytes + tagBytes;

/** AES-256-GCM. Layout: version, nonce, tag, ciphertext. */
export function createSealer(key: Buffer): Sealer {
  const secretKey = createSecretKey(key);

  return {
    seal(text, context) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, secretKey, nonce, { authTagLength: tagBytes });
      cipher.setAAD(placeOf(context));
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), hidden]);
    },

    open(sealed, context) {
      if (sealed.length < headBytes || sealed[0] !== version) throw new UnsealError(context);
      const nonce = sealed.subarray(1, 1 + nonceBytes);
      const decipher = createDecipheriv(algorithm, secretKey, nonce, { authTagLength: tagBytes });
      decipher.setAAD(placeOf(context));
      decipher.setAuthTag(sealed.subarray(1 + nonceBytes, headBytes));
      const text = decipher.update(sealed.subarray(headBytes));
      try {
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        throw new UnsealError(context);
      }
    },
  };
}

function placeOf(context: string): Buffer {
  return Buffer.concat([Buffer.of(version), Buffer.from(context)]);
}
