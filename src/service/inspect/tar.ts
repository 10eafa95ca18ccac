import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Extract, extract } from 'tar-stream';
import {
  assertHarmlessName,
  memberName,
  type PlistPlace,
  placeOfPlist,
  refusingTwice,
} from './entry-names.ts';
import { inflateStream } from './inflate-stream.ts';
import { readInfoPlist } from './info-plist.ts';
import { type FoundApp, outermostOf } from './ios.ts';
import { inMiB, limits } from './limits.ts';
import { NotAnApp, quoteName } from './not-an-app.ts';
import { type RandomAccess, SourceFailure } from './source.ts';

type Unpacked = Extract extends AsyncIterable<infer Item> ? Item : never;

/** A file of a tar archive; to be read before the next one is asked for, if at all. */
interface TarFile {
  /** By `memberName`. */
  readonly name: string;
  readonly size: number;
  read(maxBytes: number): Promise<Buffer>;
  /** How it begins: up to so many bytes. */
  readStart(maxBytes: number): Promise<Buffer>;
}

/**
 * The outermost app of a tar.gz, read from its start and left at the first answer that nothing later can change:
 * an app at the root, in a `.app` folder at the root, or in one below `Payload/`. What lies elsewhere may still turn
 * out to be nested (`Watch/Mini.app` before `Info.plist`), so the rest is read before it counts.
 */
export async function findAppInTar(source: RandomAccess): Promise<FoundApp | null> {
  const waiting: FoundApp[] = [];
  let fault: NotAnApp | null = null;
  for await (const file of filesOf(source)) {
    const place = placeOfPlist(file.name);
    if (!place) continue;
    try {
      const plist = await file.read(limits.infoPlistBytes);
      const info = readInfoPlist(plist, place.kind === 'app');
      if (info && isFinal(place)) return { place, info, plist };
      if (info && waiting.length < limits.plistCandidates) waiting.push({ place, info, plist });
    } catch (error) {
      if (!(error instanceof NotAnApp) || place.kind === 'app') throw error;
      fault ??= error;
    }
  }
  const [outermost] = outermostOf(waiting.map(({ place }) => place));
  if (!outermost && fault) throw fault;
  return waiting.find(({ place }) => place === outermost) ?? null;
}

function isFinal(place: PlistPlace): boolean {
  return (
    place.kind === 'root' || (place.kind === 'app' && (place.parent === '' || place.parent === 'Payload'))
  );
}

/** Refuses a file that was there before. Those that nobody has read are skipped when the next one is asked for. */
export async function* filesOf(source: RandomAccess): AsyncGenerator<TarFile> {
  await assertGzip(source);
  const unpacked = extract();
  const inflated = Readable.from(cappedInflate(source), { highWaterMark: 1 });
  let fault: Error | null = null;
  inflated.on('error', (error) => {
    fault = error;
    unpacked.destroy(error);
  });
  inflated.pipe(unpacked);
  /** An entry that ends with its archive knows only that it has ended. */
  const readSome = (entry: Unpacked, maxBytes: number) =>
    readStart(entry, maxBytes).catch((error: unknown) => {
      throw faultOf(fault ?? error);
    });
  const refuseTwice = refusingTwice();
  let count = 0;
  try {
    for await (const entry of unpacked) {
      count += 1;
      if (count > limits.tarEntries)
        throw new NotAnApp(`The archive holds more than ${limits.tarEntries} entries.`);
      const name = memberName(entry.header.name);
      assertHarmlessName(name);
      if (entry.header.type !== 'directory') refuseTwice(name);
      if (isFile(entry)) yield toFile(entry, name, readSome);
      entry.resume();
    }
  } catch (error) {
    throw faultOf(error);
  } finally {
    inflated.destroy();
  }
}

function toFile(
  entry: Unpacked,
  name: string,
  readSome: (entry: Unpacked, maxBytes: number) => Promise<Buffer>,
): TarFile {
  const { size } = entry.header;
  return {
    name,
    size,
    async read(maxBytes) {
      if (size > maxBytes) throw new NotAnApp(`${quoteName(name)} is larger than ${inMiB(maxBytes)}.`);
      return readSome(entry, size);
    },
    readStart: (maxBytes) => readSome(entry, Math.min(size, maxBytes)),
  };
}

function isFile({ header }: Unpacked): boolean {
  return header.type === 'file' || header.type === 'contiguous-file';
}

function faultOf(error: unknown): Error {
  if (error instanceof SourceFailure || error instanceof NotAnApp) return error;
  return new NotAnApp('The tar archive is damaged or cut off.', { cause: error });
}

async function* cappedInflate(source: RandomAccess): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  let total = 0;
  for await (const chunk of inflateStream(source, gunzip, 'The gzip stream is damaged or cut off.')) {
    total += chunk.length;
    if (total > limits.tarInflatedBytes) {
      throw new NotAnApp(`The archive unpacks to more than ${inMiB(limits.tarInflatedBytes)}.`);
    }
    yield chunk;
  }
}

async function assertGzip(source: RandomAccess): Promise<void> {
  const magic = await source.read(0, Math.min(3, source.size));
  if (!magic.equals(Buffer.from([0x1f, 0x8b, 0x08]))) {
    throw new NotAnApp('The file is not gzip-compressed, as a .tar.gz or .tgz must be.');
  }
}

/** By hand: a loop that is left destroys the entry, and its archive with it. */
async function readStart(entry: Unpacked, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  const reading = (entry as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  while (size < maxBytes) {
    const { done, value } = await reading.next();
    if (done) break;
    parts.push(value);
    size += value.length;
  }
  return Buffer.concat(parts).subarray(0, maxBytes);
}
