import { promisify } from 'node:util';
import { constants, crc32, createInflateRaw, inflateRaw } from 'node:zlib';
import * as yauzl from 'yauzl';
import { memberName, refusingTwice } from './entry-names.ts';
import { inMiB, limits } from './limits.ts';
import { NotAnApp, quoteName } from './not-an-app.ts';
import { type RandomAccess, SourceFailure } from './source.ts';
import { ZipWindow } from './zip-window.ts';

export interface ZipEntry {
  /** By `memberName`. */
  readonly name: string;
  readonly rawName: Buffer;
  readonly headerOffset: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly method: number;
  readonly encrypted: boolean;
  readonly crc32: number;
}

export interface Zip {
  readonly entries: readonly ZipEntry[];
  /** Null when there is none. */
  find(name: string): ZipEntry | null;
  /** The inflated content of an entry that both its headers describe alike. */
  read(entry: ZipEntry, maxBytes: number): Promise<Buffer>;
  /** How the content begins: up to so many bytes, whose checksum nobody knows. Costs one read. */
  readStart(entry: ZipEntry, maxBytes: number): Promise<Buffer>;
  /** Where the entry's bytes lie in the source, still compressed. */
  locate(entry: ZipEntry): Promise<{ start: number; end: number }>;
}

const stored = 0;
const deflated = 8;

/** Refuses a file that is there twice. Costs one read for the end of the file, and one for the directory where that end does not hold it. */
export async function openZip(source: RandomAccess): Promise<Zip> {
  const window = new ZipWindow(source);
  const { entries, directoryStart } = await readDirectory(window);
  const byName = new Map(entries.map((entry) => [entry.name, entry]));

  /** Reads the local header, and as much of the data behind it as is wanted, in one go. */
  async function open(entry: ZipEntry, wantedBytes: number): Promise<{ dataStart: number; head: Buffer }> {
    assertReadable(entry);
    const { headerOffset } = entry;
    const span = 30 + entry.rawName.length + limits.zipExtraFieldBytes + wantedBytes;
    const head = await window.readEntryBytes(headerOffset, Math.min(headerOffset + span, directoryStart));
    const dataOffset = checkLocalHeader(entry, head);
    const dataStart = headerOffset + dataOffset;
    const dataEnd = dataStart + entry.compressedSize;
    if (dataEnd > directoryStart) throw lies(entry, 'reaches into the directory');
    if (
      entries.some(
        (other) => other !== entry && other.headerOffset >= headerOffset && other.headerOffset < dataEnd,
      )
    ) {
      throw new NotAnApp(`The zip entry ${quoteName(entry.name)} overlaps another entry.`);
    }
    return { dataStart, head: head.subarray(Math.min(dataOffset, head.length)) };
  }

  function assertReadable(entry: ZipEntry): void {
    const name = quoteName(entry.name);
    if (entry.encrypted) throw new NotAnApp(`The zip entry ${name} is encrypted.`);
    if (entry.method !== stored && entry.method !== deflated) {
      throw new NotAnApp(`The zip entry ${name} uses a compression method other than stored and deflated.`);
    }
    if (entry.method === stored && entry.size !== entry.compressedSize) throw lies(entry, 'has two sizes');
    if (entry.headerOffset + 30 > directoryStart) throw lies(entry, 'starts behind the last entry');
  }

  return {
    entries,
    find: (name) => byName.get(name) ?? null,
    async read(entry, maxBytes) {
      // Deflate never needs more than this, so that a small entry can't drag a large read behind it.
      const tooLarge = entry.size > maxBytes || entry.compressedSize > maxBytes + 64 * 1024;
      if (tooLarge) throw new NotAnApp(`${quoteName(entry.name)} is larger than ${inMiB(maxBytes)}.`);
      const { dataStart, head } = await open(entry, entry.compressedSize);
      const missing = entry.compressedSize - head.length;
      const packed =
        missing <= 0
          ? head.subarray(0, entry.compressedSize)
          : Buffer.concat([
              head,
              await window.readEntryBytes(dataStart + head.length, dataStart + entry.compressedSize),
            ]);
      const content = entry.method === stored ? packed : await inflateBounded(packed, entry.size, entry.name);
      if (crc32(content) !== entry.crc32) throw lies(entry, 'has another checksum');
      return content;
    },
    async readStart(entry, maxBytes) {
      const { head } = await open(entry, Math.min(entry.compressedSize, maxBytes));
      const packed = head.subarray(0, entry.compressedSize);
      if (entry.method === stored) return packed.subarray(0, maxBytes);
      return inflateStart(packed, Math.min(maxBytes, entry.size));
    },
    async locate(entry) {
      const { dataStart } = await open(entry, 0);
      return { start: dataStart, end: dataStart + entry.compressedSize };
    },
  };
}

async function readDirectory(window: ZipWindow): Promise<{ entries: ZipEntry[]; directoryStart: number }> {
  await window.loadTail();
  try {
    const zip = await yauzl.fromRandomAccessReaderPromise(window, window.size, {
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: false,
    });
    if (zip.entryCount > limits.zipEntries) {
      throw new NotAnApp(`The zip holds more than ${limits.zipEntries} entries.`);
    }
    window.beginDirectory();
    const entries: ZipEntry[] = [];
    const refuseTwice = refusingTwice();
    for await (const written of zip.eachEntry()) {
      const entry = toZipEntry(written);
      if (!entry.name.endsWith('/')) refuseTwice(entry.name);
      entries.push(entry);
    }
    if (window.moreEntriesFollow())
      throw new NotAnApp('The zip directory lies about the number of its entries.');
    return { entries, directoryStart: window.directoryStart };
  } catch (error) {
    if (error instanceof NotAnApp || error instanceof SourceFailure) throw error;
    throw new NotAnApp('The file is not a zip archive, or its directory is damaged or cut off.', {
      cause: error,
    });
  }
}

function toZipEntry(entry: yauzl.Entry): ZipEntry {
  const rawName = entry.fileNameRaw;
  const name = memberName(rawName.toString('utf8'));
  const numbers = [entry.compressedSize, entry.uncompressedSize, entry.relativeOffsetOfLocalHeader];
  if (!numbers.every(Number.isSafeInteger)) {
    throw new NotAnApp(`The zip directory gives the entry ${quoteName(name)} an impossible size or place.`);
  }
  return {
    name,
    rawName,
    headerOffset: entry.relativeOffsetOfLocalHeader,
    compressedSize: entry.compressedSize,
    size: entry.uncompressedSize,
    method: entry.compressionMethod,
    encrypted: entry.isEncrypted(),
    crc32: entry.crc32,
  };
}

/** Where the data begins behind the local header; sizes may be left to a data descriptor, the rest must agree. */
function checkLocalHeader(entry: ZipEntry, head: Buffer): number {
  if (head.length < 30 || head.readUInt32LE(0) !== 0x04034b50) throw lies(entry, 'is not where it should be');
  const nameEnd = 30 + head.readUInt16LE(26);
  if (!head.subarray(30, nameEnd).equals(entry.rawName)) throw lies(entry, 'has another name');
  if (head.readUInt16LE(8) !== entry.method) throw lies(entry, 'has another compression method');
  return nameEnd + head.readUInt16LE(28);
}

function lies(entry: ZipEntry, how: string): NotAnApp {
  return new NotAnApp(
    `The zip directory lies: in the file itself the entry ${quoteName(entry.name)} ${how}.`,
  );
}

const inflateRawAsync = promisify(inflateRaw);

/** Exactly `size` bytes: what would inflate to more is stopped there, so a bomb costs no more than it declares. */
async function inflateBounded(packed: Buffer, size: number, name: string): Promise<Buffer> {
  let content: Buffer;
  try {
    content = await inflateRawAsync(packed, { maxOutputLength: Math.max(size, 1) });
  } catch (error) {
    throw new NotAnApp(`The entry ${quoteName(name)} is damaged, or larger than its directory says.`, {
      cause: error,
    });
  }
  if (content.length !== size) {
    throw new NotAnApp(`The entry ${quoteName(name)} has not the size that its directory says.`);
  }
  return content;
}

/** How it begins: at most `maxBytes` of it, and fewer where the stream is cut off or damaged behind them. */
async function inflateStart(packed: Buffer, maxBytes: number): Promise<Buffer> {
  const inflater = createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH });
  const parts: Buffer[] = [];
  let size = 0;
  inflater.end(packed);
  try {
    for await (const part of inflater as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size >= maxBytes) break;
    }
  } catch {
    // What came before the damage is what there is.
  }
  return Buffer.concat(parts).subarray(0, maxBytes);
}
