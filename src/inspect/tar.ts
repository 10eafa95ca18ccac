import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Extract, extract } from 'tar-stream';
import { assertHarmlessName, type PlistPlace, placeOfPlist } from './entry-names.ts';
import { inflateStream } from './inflate-stream.ts';
import { readInfoPlist } from './info-plist.ts';
import { type FoundApp, outermostOf } from './ios.ts';
import { inMiB, limits } from './limits.ts';
import { NotAnApp, quoteName } from './not-an-app.ts';
import { type RandomAccess, SourceFailure } from './source.ts';

export type TarEntry = Extract extends AsyncIterable<infer Item> ? Item : never;

/**
 * The outermost app of a tar.gz, read from its start and left at the first answer that nothing later can change:
 * an app at the root, in a `.app` folder at the root, or in one below `Payload/`. What lies elsewhere may still turn
 * out to be nested (`Watch/Mini.app` before `Info.plist`), so the rest is read before it counts.
 */
export async function findAppInTar(source: RandomAccess): Promise<FoundApp | null> {
  const waiting: FoundApp[] = [];
  let fault: NotAnApp | null = null;
  for await (const entry of entriesOf(source)) {
    const place = placeOfEntry(entry);
    if (!place) continue;
    try {
      const plist = await readEntry(entry, limits.infoPlistBytes);
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

function placeOfEntry(entry: TarEntry): PlistPlace | null {
  const name = nameOfEntry(entry);
  assertHarmlessName(name);
  return isFile(entry) ? placeOfPlist(name) : null;
}

export function nameOfEntry(entry: TarEntry): string {
  return entry.header.name.replace(/^(?:\.\/+)+/, '');
}

export function isFile({ header }: TarEntry): boolean {
  return header.type === 'file' || header.type === 'contiguous-file';
}

/** Entries that nobody has read are skipped when the next one is asked for. */
export async function* entriesOf(source: RandomAccess): AsyncGenerator<TarEntry> {
  await assertGzip(source);
  const unpacked = extract();
  const inflated = Readable.from(cappedInflate(source), { highWaterMark: 1 });
  inflated.on('error', (error) => unpacked.destroy(error));
  inflated.pipe(unpacked);
  let count = 0;
  try {
    for await (const entry of unpacked) {
      count += 1;
      if (count > limits.tarEntries)
        throw new NotAnApp(`The archive holds more than ${limits.tarEntries} entries.`);
      yield entry;
      entry.resume();
    }
  } catch (error) {
    if (error instanceof SourceFailure || error instanceof NotAnApp) throw error;
    throw new NotAnApp('The tar archive is damaged or cut off.', { cause: error });
  } finally {
    inflated.destroy();
  }
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

export async function readEntry(entry: TarEntry, maxBytes: number): Promise<Buffer> {
  if (entry.header.size > maxBytes) {
    throw new NotAnApp(`${quoteName(entry.header.name)} is larger than ${inMiB(maxBytes)}.`);
  }
  const parts: Buffer[] = [];
  for await (const part of entry as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}
