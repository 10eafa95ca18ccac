/** A string pool of Android's binary formats. Strings are decoded one by one, each within the chunk's bounds. */
export interface StringPool {
  /** Null for an index or a string that lies outside the pool. */
  get(index: number): string | null;
}

const utf8Flag = 0x100;

export function readStringPool(chunk: Buffer): StringPool | null {
  if (chunk.length < 28) return null;
  const headerSize = chunk.readUInt16LE(2);
  const count = chunk.readUInt32LE(8);
  const utf8 = (chunk.readUInt32LE(16) & utf8Flag) !== 0;
  const stringsStart = chunk.readUInt32LE(20);

  return {
    get(index) {
      const slot = headerSize + index * 4;
      if (index >= count || slot + 4 > chunk.length) return null;
      const start = stringsStart + chunk.readUInt32LE(slot);
      return utf8 ? readUtf8(chunk, start) : readUtf16(chunk, start);
    },
  };
}

/** Two lengths precede the text: in UTF-16 units, which we skip, and in bytes; each takes one or two bytes. */
function readUtf8(chunk: Buffer, start: number): string | null {
  const units = readLength8(chunk, start);
  const bytes = units && readLength8(chunk, units.next);
  if (!bytes || bytes.next + bytes.length > chunk.length) return null;
  return chunk.toString('utf8', bytes.next, bytes.next + bytes.length);
}

function readLength8(chunk: Buffer, at: number): { length: number; next: number } | null {
  if (at + 2 > chunk.length) return null;
  const first = chunk.readUInt8(at);
  if (first < 0x80) return { length: first, next: at + 1 };
  return { length: ((first & 0x7f) << 8) | chunk.readUInt8(at + 1), next: at + 2 };
}

function readUtf16(chunk: Buffer, at: number): string | null {
  if (at + 4 > chunk.length) return null;
  const first = chunk.readUInt16LE(at);
  const long = first >= 0x8000;
  const length = long ? (first & 0x7fff) * 0x10000 + chunk.readUInt16LE(at + 2) : first;
  const start = at + (long ? 4 : 2);
  return start + length * 2 > chunk.length ? null : chunk.toString('utf16le', start, start + length * 2);
}
