import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { posix } from 'node:path';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Extract, extract } from 'tar-stream';
import { ZipFile } from 'yazl';
import { ExecutionFailure } from '../device.ts';

type Entry = Extract extends AsyncIterable<infer Item> ? Item : never;

const limits = { entries: 200_000, unpackedBytes: 16 * 1024 ** 3, linkCharacters: 4_096 };
/** The kind of a file, as Unix keeps it above the permissions. */
const kinds = { file: 0o100000, folder: 0o040000, link: 0o120000 };

/**
 * A tar.gz as a zip, entry by entry: memory stays flat however large the app is. Modes and symbolic links stay, since
 * an app without them does not start; a name or link that leads out of the archive ends it.
 */
export async function repackAsZip(packed: Readable, path: string, signal: AbortSignal): Promise<void> {
  const zip = new ZipFile();
  const output = pipeline(zip.outputStream, createWriteStream(path, { flags: 'wx', mode: 0o644 }), {
    signal,
  });
  output.catch(() => undefined);
  const unpacked = extract();
  const input = pipeline(packed, createGunzip(), unpacked, { signal });
  input.catch(() => undefined);
  try {
    await copyEntries(unpacked, zip);
    await input;
    zip.end();
    await output;
    await sync(path);
  } catch (error) {
    unpacked.destroy();
    (zip.outputStream as Readable).destroy();
    await Promise.allSettled([input, output]);
    if (error instanceof ExecutionFailure || signal.aborted) throw error;
    throw damaged('it is damaged or cut off', error);
  }
}

async function copyEntries(unpacked: Extract, zip: ZipFile): Promise<void> {
  const names = new Set<string>();
  let count = 0;
  let bytes = 0;
  for await (const entry of unpacked) {
    count += 1;
    bytes += entry.header.size ?? 0;
    if (count > limits.entries) throw damaged(`it holds more than ${limits.entries} entries`);
    if (bytes > limits.unpackedBytes) throw damaged('it unpacks to more than 16 GiB');
    const name = safeName(entry.header.name);
    if (name === null || names.has(name)) {
      entry.resume();
      continue;
    }
    names.add(name);
    await copyEntry(entry, name, zip);
  }
  if (names.size === 0) throw damaged('it holds nothing');
}

async function copyEntry(entry: Entry, name: string, zip: ZipFile): Promise<void> {
  const { type, linkname, size } = entry.header;
  const mtime = entry.header.mtime ?? new Date(0);
  const mode = (entry.header.mode ?? 0o644) & 0o777;
  if (type === 'directory') {
    zip.addEmptyDirectory(`${name}/`, { mtime, mode: kinds.folder | mode | 0o700 });
    entry.resume();
  } else if (type === 'symlink') {
    zip.addBuffer(Buffer.from(safeLink(name, linkname)), name, {
      mtime,
      mode: kinds.link | 0o777,
      compress: false,
    });
    entry.resume();
  } else if (type === 'file' || type === 'contiguous-file') {
    // The next entry comes only when this one is read to its end, so never more than a piece of it is held.
    const content = Readable.from(entry as AsyncIterable<Buffer>);
    zip.addReadStream(content, name, { mtime, mode: kinds.file | mode | 0o600, size: size ?? 0 });
    await finished(content);
  } else {
    throw damaged(`"${shown(name)}" is a ${type}, which no app holds`);
  }
}

/** Null for the archive's own folder and for what macOS puts beside files. */
function safeName(raw: string): string | null {
  if (/^(?:[\\/]|[a-z]:[\\/])/i.test(raw) || raw.split(/[\\/]/).includes('..') || /[\0\\]/.test(raw)) {
    throw damaged(`the name "${shown(raw)}" leads out of it`);
  }
  const name = posix.normalize(raw).replace(/\/+$/, '');
  if (name === '.' || name === '') return null;
  return name.split('/').some((part) => part.startsWith('._') || part === '__MACOSX') ? null : name;
}

function safeLink(name: string, link: string | null | undefined): string {
  const target = link ?? '';
  const end = posix.normalize(posix.join(posix.dirname(name), target));
  const leadsOut = posix.isAbsolute(target) || end === '..' || end.startsWith('../') || target.includes('\\');
  if (target === '' || target.length > limits.linkCharacters || leadsOut) {
    throw damaged(`the link "${shown(name)}" leads out of it`);
  }
  return target;
}

function shown(name: string): string {
  return JSON.stringify(name).slice(1, -1).slice(0, 200);
}

function damaged(what: string, cause?: unknown): ExecutionFailure {
  return new ExecutionFailure('APP_NOT_INSTALLED', `The app's archive can't be unpacked: ${what}.`, {
    cause,
  });
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
