import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { StartupError } from '../../../kernel/errors.ts';
import { type EntryKind, endingShape, entryKind, limits } from './archive-format.ts';

export type ArchiveEntry = EntryKind & {
  readonly size: number;
  /** The whole content, of at most so many bytes. */
  bytes(maxBytes: number): Promise<Buffer>;
  /** The content in pieces. Each entry must be read before the next one is asked for. */
  pieces(): AsyncGenerator<Buffer>;
};

const block = 512;
const pieceBytes = 256 * 1024;

export class DamagedArchive extends StartupError {
  constructor(why: string, options?: ErrorOptions) {
    super(`The archive is damaged, or no backup of Gantry: ${why}.`, options);
  }
}

/**
 * The entries before the checksum, which is compared at the end: a caller that has finished the loop has an archive as it
 * was written. Only what a backup holds is read, by our own reader: that of a library keeps what it calls a header in
 * memory, however large it is.
 */
export async function* entriesOf(file: FileHandle, signal: AbortSignal): AsyncGenerator<ArchiveEntry> {
  const { size: fileSize } = await file.stat();
  const checksum = createHash('sha256');
  let entries = 0;
  let at = 0;
  for (;;) {
    const { longName, next } = await readLongName(file, at);
    at = next;
    const header = await readExactly(file, at, block);
    if (header.every((byte) => byte === 0)) throw new DamagedArchive('it ends without its checksum');
    const { name: shortName, size } = parseHeader(header, fileType);
    const name = longName ?? shortName;
    const kind = entryKind(name);
    if (kind === null) throw new DamagedArchive(`an entry is named ${JSON.stringify(name.slice(0, 100))}`);
    const start = at + block;
    if (size > limits.objectBytes || start + size > fileSize) throw new DamagedArchive('it is cut off');
    if (kind.kind === 'ending') {
      const ending = parseJson(await bytesOf(file, start, size, limits.jsonBytes));
      if (!endingShape.Check(ending)) throw new DamagedArchive('its checksum is unreadable');
      if (ending.entries !== entries || ending.sha256 !== checksum.digest('hex'))
        throw new DamagedArchive('its checksum does not match');
      return;
    }
    checksum.update(`${name}\0${size}\0`);
    let read = 0;
    const pieces = async function* () {
      for await (const piece of piecesOf(file, start, size)) {
        signal.throwIfAborted();
        checksum.update(piece);
        read += piece.length;
        yield piece;
      }
    };
    yield {
      ...kind,
      size,
      pieces,
      async bytes(maxBytes) {
        if (size > maxBytes) throw new DamagedArchive(`${name} is larger than it can be`);
        const parts: Buffer[] = [];
        for await (const piece of pieces()) parts.push(piece);
        return Buffer.concat(parts);
      },
    };
    if (read !== size) throw new Error(`${name} was not read`);
    entries += 1;
    at = start + Math.ceil(size / block) * block;
  }
}

export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new DamagedArchive('it holds unreadable JSON', { cause });
  }
}

const fileType = 0x30;
const longNameType = 0x78;
const longNameBytes = 4_096;

/** A name that does not fit into a header is in an entry before it, as `17 path=objects/…`. */
async function readLongName(
  file: FileHandle,
  at: number,
): Promise<{ longName: string | null; next: number }> {
  const header = await readExactly(file, at, block);
  if (header[156] !== longNameType) return { longName: null, next: at };
  const { size } = parseHeader(header, longNameType);
  if (size > longNameBytes) throw new DamagedArchive('a header is unreadable');
  const records = (await readExactly(file, at + block, size)).toString('latin1');
  const [, longName] = /^\d{1,4} path=([^\n]+)\n$/.exec(records) ?? [];
  if (longName === undefined) throw new DamagedArchive('a header is unreadable');
  return { longName, next: at + block + Math.ceil(size / block) * block };
}

/** As tar files have been written since 1988. */
function parseHeader(header: Buffer, type: number): { name: string; size: number } {
  const text = (from: number, length: number) => {
    const field = header.subarray(from, from + length);
    const end = field.indexOf(0);
    return field.subarray(0, end === -1 ? length : end).toString('latin1');
  };
  const isFile = header[156] === type && text(257, 5) === 'ustar';
  const sum = header.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  if (!isFile || Number.parseInt(text(148, 8), 8) !== sum) throw new DamagedArchive('a header is unreadable');
  const prefix = text(345, 155);
  return { name: `${prefix === '' ? '' : `${prefix}/`}${text(0, 100)}`, size: sizeOf(header) };
}

function sizeOf(header: Buffer): number {
  // 8 GiB and more are written in binary, marked by the first bit.
  const isBinary = ((header[124] ?? 0) & 0x80) !== 0;
  const size = isBinary
    ? Number(header.readBigUInt64BE(128))
    : Number.parseInt(header.subarray(124, 136).toString('latin1'), 8);
  if (!Number.isSafeInteger(size) || size < 0) throw new DamagedArchive('a size is unreadable');
  return size;
}

async function bytesOf(file: FileHandle, start: number, size: number, maxBytes: number): Promise<Buffer> {
  if (size > maxBytes) throw new DamagedArchive('its checksum is larger than it can be');
  return readExactly(file, start, size);
}

async function* piecesOf(file: FileHandle, start: number, size: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < size; done += pieceBytes)
    yield await readExactly(file, start + done, Math.min(pieceBytes, size - done));
}

async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(buffer, done, length - done, position + done);
    if (bytesRead === 0) throw new DamagedArchive('it is cut off');
    done += bytesRead;
  }
  return buffer;
}
