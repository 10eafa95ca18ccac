import { crc32, deflateRawSync } from 'node:zlib';

/** One entry of a zip made for a test. `local` and `central` overwrite what the two headers say. */
export interface ZipInput {
  name: string | Buffer;
  data?: Buffer | string;
  method?: 'stored' | 'deflated';
  extra?: Buffer;
  /** Ready-made compressed bytes, for streams that lie. */
  packed?: Buffer;
  local?: Partial<LocalFields>;
  central?: Partial<CentralFields>;
}

interface LocalFields {
  name: string | Buffer;
  flags: number;
  method: number;
  crc32: number;
  compressedSize: number;
  size: number;
  extra: Buffer;
}

interface CentralFields extends LocalFields {
  offset: number;
}

export interface ZipOptions {
  comment?: Buffer;
  /** Bytes between the entries and the directory, where an APK keeps its signing block. */
  beforeDirectory?: Buffer;
  entryCount?: number;
  directoryOffset?: number;
  directorySize?: number;
}

/** A zip whose every field can be made to lie; without overrides it is a right one. */
export function buildZip(inputs: readonly ZipInput[], options: ZipOptions = {}): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const input of inputs) {
    const data = Buffer.from(input.data ?? '');
    const method = input.method ?? 'stored';
    const packed = input.packed ?? (method === 'deflated' ? deflateRawSync(data) : data);
    const fields: LocalFields = {
      name: input.name,
      flags: 0x800,
      method: method === 'deflated' ? 8 : 0,
      crc32: crc32(data),
      compressedSize: packed.length,
      size: data.length,
      extra: input.extra ?? Buffer.alloc(0),
    };
    directory.push(centralHeader({ ...fields, offset, ...input.central }));
    const body = Buffer.concat([localHeader({ ...fields, ...input.local }), packed]);
    bodies.push(body);
    offset += body.length;
  }
  const before = options.beforeDirectory ?? Buffer.alloc(0);
  const entries = Buffer.concat(directory);
  const end = endRecord({
    entryCount: options.entryCount ?? inputs.length,
    directorySize: options.directorySize ?? entries.length,
    directoryOffset: options.directoryOffset ?? offset + before.length,
    comment: options.comment ?? Buffer.alloc(0),
  });
  return Buffer.concat([...bodies, before, entries, end]);
}

export function localHeader(fields: LocalFields): Buffer {
  const name = Buffer.from(fields.name);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(fields.flags, 6);
  header.writeUInt16LE(fields.method, 8);
  header.writeUInt32LE(fields.crc32, 14);
  header.writeUInt32LE(fields.compressedSize, 18);
  header.writeUInt32LE(fields.size, 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(fields.extra.length, 28);
  return Buffer.concat([header, name, fields.extra]);
}

/** Sizes and offsets beyond 32 bits go into a zip64 extra field. */
export function centralHeader(fields: CentralFields): Buffer {
  const name = Buffer.from(fields.name);
  const wide = [fields.size, fields.compressedSize, fields.offset].filter((value) => value > 0xfffffffe);
  const zip64 = Buffer.alloc(wide.length > 0 ? 4 + wide.length * 8 : 0);
  if (wide.length > 0) {
    zip64.writeUInt16LE(1, 0);
    zip64.writeUInt16LE(wide.length * 8, 2);
    for (const [index, value] of wide.entries()) zip64.writeBigUInt64LE(BigInt(value), 4 + index * 8);
  }
  const extra = Buffer.concat([fields.extra, zip64]);
  const narrow = (value: number) => Math.min(value, 0xffffffff);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(20, 6);
  header.writeUInt16LE(fields.flags, 8);
  header.writeUInt16LE(fields.method, 10);
  header.writeUInt32LE(fields.crc32, 16);
  header.writeUInt32LE(narrow(fields.compressedSize), 20);
  header.writeUInt32LE(narrow(fields.size), 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(narrow(fields.offset), 42);
  return Buffer.concat([header, name, extra]);
}

interface EndFields {
  entryCount: number;
  directorySize: number;
  directoryOffset: number;
  comment: Buffer;
}

export function endRecord(fields: EndFields): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt32LE(0x06054b50, 0);
  header.writeUInt16LE(Math.min(fields.entryCount, 0xffff), 8);
  header.writeUInt16LE(Math.min(fields.entryCount, 0xffff), 10);
  header.writeUInt32LE(Math.min(fields.directorySize, 0xffffffff), 12);
  header.writeUInt32LE(Math.min(fields.directoryOffset, 0xffffffff), 16);
  header.writeUInt16LE(fields.comment.length, 20);
  return Buffer.concat([header, fields.comment]);
}

/** The zip64 end record and its locator, which stand before the ordinary end record. */
export function zip64End(fields: Omit<EndFields, 'comment'>): Buffer {
  const end = Buffer.alloc(56 + 20);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(45, 12);
  end.writeUInt16LE(45, 14);
  end.writeBigUInt64LE(BigInt(fields.entryCount), 24);
  end.writeBigUInt64LE(BigInt(fields.entryCount), 32);
  end.writeBigUInt64LE(BigInt(fields.directorySize), 40);
  end.writeBigUInt64LE(BigInt(fields.directoryOffset), 48);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(fields.directoryOffset + fields.directorySize), 64);
  end.writeUInt32LE(1, 72);
  return end;
}
