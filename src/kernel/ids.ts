import { createHash, randomBytes, randomFillSync } from 'node:crypto';

const pool = Buffer.alloc(10 * 256);
let poolOffset = pool.length;
let lastMs = 0;
let sequence = 0;

/**
 * UUIDv7 (RFC 9562), lower case. Ids made by one process within one millisecond still sort in the order
 * they were made: the 12 bits behind the time count up, and a full count borrows from the next millisecond.
 */
export function newId(nowMs: number = Date.now()): string {
  if (poolOffset === pool.length) {
    randomFillSync(pool);
    poolOffset = 0;
  }
  const random = pool.subarray(poolOffset, poolOffset + 10);
  poolOffset += 10;

  if (nowMs > lastMs) {
    lastMs = nowMs;
    sequence = random.readUInt16BE(0) & 0x07ff;
  } else if (sequence < 0x0fff) {
    sequence += 1;
  } else {
    lastMs += 1;
    sequence = 0;
  }

  const time = lastMs.toString(16).padStart(12, '0');
  const counter = (0x7000 | sequence).toString(16);
  const variant = (0x8000 | (random.readUInt16BE(2) & 0x3fff)).toString(16);
  const tail = random.toString('hex', 4, 10);
  return `${time.slice(0, 8)}-${time.slice(8)}-${counter}-${variant}-${tail}`;
}

/** The same for the same text, wherever it is made (UUIDv8). */
export function idOfText(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  const variant = ((Number.parseInt(hash.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(18, 20)}-${hash.slice(20, 32)}`;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Unguessable text over letters and digits; each character carries 5.95 bits. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // Bytes from 248 up are dropped: keeping them would favour the first eight letters.
      if (byte < 248 && text.length < length) text += alphabet[byte % 62];
    }
  }
  return text;
}
