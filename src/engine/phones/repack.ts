import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { ExecutionFailure } from '../report.ts';
import { type ArchiveEntry, assertInside, damaged, limits, safeName, shown } from './archive-entry.ts';
import { unixKinds } from './zip-entries.ts';

/** Only what is in the one folder is taken, into the other. The empty name is the archive itself. */
interface Move {
  readonly from: string;
  readonly to: string;
}

/**
 * An archive as a zip, entry by entry: memory stays flat however large the app is. Modes and symbolic links stay, since
 * an app without them does not start; a name or link that leads out of the archive ends it.
 */
export async function repack(
  entries: AsyncIterable<ArchiveEntry>,
  move: Move | null,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const zip = new ZipFile();
  const writing = new AbortController();
  const output = pipeline(zip.outputStream, createWriteStream(path, { flags: 'wx', mode: 0o644 }), {
    signal,
  });
  output.catch((error: unknown) => writing.abort(error));
  const broken = once(zip, 'error').then(([error]) => Promise.reject(error));
  broken.catch(() => undefined);
  try {
    await Promise.race([copyEntries(entries, move, zip, writing.signal), broken]);
    zip.end();
    await Promise.race([output, broken]);
  } catch (error) {
    const hasNoPlace = writing.signal.aborted;
    (zip.outputStream as Readable).destroy();
    await output.catch(() => undefined);
    if (hasNoPlace || signal.aborted) throw writing.signal.reason;
    if (error instanceof ExecutionFailure) throw error;
    throw damaged('it is damaged or cut off', error);
  }
}

async function copyEntries(
  entries: AsyncIterable<ArchiveEntry>,
  move: Move | null,
  zip: ZipFile,
  signal: AbortSignal,
): Promise<void> {
  const names = new Set<string>();
  let count = 0;
  let bytes = 0;
  for await (const entry of entries) {
    count += 1;
    bytes += entry.content.kind === 'file' ? entry.content.size : 0;
    if (count > limits.entries) throw damaged(`it holds more than ${limits.entries} entries`);
    if (bytes > limits.unpackedBytes) throw damaged('it unpacks to more than 16 GiB');
    const was = safeName(entry.name);
    const name = moved(was, move);
    if (was === null || name === null) continue;
    if (names.has(name)) {
      if (entry.content.kind === 'folder') continue;
      throw damaged(`it holds "${shown(was)}" more than once`);
    }
    // Where it was as well as where it goes: further down in the archive more is within reach.
    if (entry.content.kind === 'link') for (const at of [was, name]) assertInside(at, entry.content.target);
    names.add(name);
    await copyEntry(entry, name, zip, signal);
  }
  if (names.size === 0) throw damaged('it holds nothing');
}

function moved(name: string | null, move: Move | null): string | null {
  if (name === null || move === null) return name;
  const { from, to } = move;
  if (from === '') return `${to}/${name}`;
  return name === from || name.startsWith(`${from}/`) ? to + name.slice(from.length) : null;
}

async function copyEntry(
  { content, mtime, mode }: ArchiveEntry,
  name: string,
  zip: ZipFile,
  signal: AbortSignal,
): Promise<void> {
  if (content.kind === 'folder') {
    zip.addEmptyDirectory(`${name}/`, { mtime, mode: unixKinds.folder | mode | 0o700 });
  } else if (content.kind === 'link') {
    zip.addBuffer(Buffer.from(content.target), name, {
      mtime,
      mode: unixKinds.link | 0o777,
      compress: false,
    });
  } else {
    const stream = await content.open();
    zip.addReadStream(stream, name, { mtime, mode: unixKinds.file | mode | 0o600, size: content.size });
    await finished(stream, { signal });
  }
}
