/** One chunk of Android's binary formats: type, header size and total size, all checked against its surroundings. */
export interface Chunk {
  readonly type: number;
  readonly headerSize: number;
  readonly bytes: Buffer;
}

/**
 * The chunks from `start` on. Builds hardened against analysis carry bytes between chunks that are none: these are
 * stepped over by words, as chunks are aligned to words. Every step moves forward, so the walk is linear.
 */
export function* chunksOf(bytes: Buffer, start: number): Generator<Chunk> {
  let at = start;
  while (at + 8 <= bytes.length) {
    const headerSize = bytes.readUInt16LE(at + 2);
    const size = bytes.readUInt32LE(at + 4);
    if (headerSize < 8 || size < headerSize || size > bytes.length - at) {
      at += 4;
      continue;
    }
    yield { type: bytes.readUInt16LE(at), headerSize, bytes: bytes.subarray(at, at + size) };
    at += size;
  }
}

export const chunkTypes = {
  stringPool: 0x0001,
  startElement: 0x0102,
  resourceMap: 0x0180,
  package: 0x0200,
  type: 0x0201,
} as const;

/** `Res_value`: what an attribute or a resource holds. */
export interface TypedValue {
  readonly type: number;
  readonly data: number;
}

export const valueTypes = {
  reference: 0x01,
  string: 0x03,
  dynamicReference: 0x07,
  decimal: 0x10,
  hexadecimal: 0x11,
} as const;

export function isReference(value: TypedValue): boolean {
  return value.type === valueTypes.reference || value.type === valueTypes.dynamicReference;
}
