import * as yauzl from 'yauzl';
import { ExecutionFailure } from '../report.ts';
import { type ArchiveEntry, damaged, limits, shown } from './archive-entry.ts';

/** The kind of a file, as Unix keeps it above the permissions. */
export const unixKinds = { file: 0o100000, folder: 0o040000, link: 0o120000 };
const kindMask = 0o170000;

/** The entries of a zip, in the order of its directory. */
export async function* zipEntries(path: string): AsyncGenerator<ArchiveEntry> {
  const zip = await openZip(path);
  try {
    for await (const entry of zip.eachEntry()) yield await toEntry(zip, entry);
  } finally {
    zip.close();
  }
}

export async function assertZip(path: string): Promise<void> {
  (await openZip(path)).close();
}

/** Names are left as bytes: macOS writes UTF-8 and does not say so, which a library must take for another alphabet. */
export async function openZip(path: string): Promise<yauzl.ZipFile> {
  try {
    return await yauzl.openPromise(path, { autoClose: false, decodeStrings: false });
  } catch (error) {
    throw unreadable('it is no zip, or damaged', error);
  }
}

export function nameOf(entry: yauzl.Entry): string {
  return entry.fileNameRaw.toString('utf8');
}

export function unreadable(what: string, cause?: unknown): ExecutionFailure {
  return new ExecutionFailure('APP_NOT_INSTALLED', `The app's archive can't be read: ${what}.`, { cause });
}

async function toEntry(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<ArchiveEntry> {
  const name = nameOf(entry);
  const unixMode = entry.externalFileAttributes >>> 16;
  return {
    name,
    mtime: entry.getLastModDate(),
    // Written by a tool that knows no permissions: without these the program in it would not start.
    mode: unixMode === 0 ? 0o755 : unixMode & 0o777,
    content: await contentOf(zip, entry, name, unixMode & kindMask),
  };
}

async function contentOf(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  name: string,
  kind: number,
): Promise<ArchiveEntry['content']> {
  if (kind === unixKinds.folder || name.endsWith('/')) return { kind: 'folder' };
  if (kind === unixKinds.link) return { kind: 'link', target: await readLink(zip, entry, name) };
  if (kind !== unixKinds.file && kind !== 0) {
    throw damaged(`"${shown(name)}" is neither a file, a folder nor a link`);
  }
  return {
    kind: 'file',
    size: entry.uncompressedSize,
    open: () => zip.openReadStreamPromise(entry),
  };
}

async function readLink(zip: yauzl.ZipFile, entry: yauzl.Entry, name: string): Promise<string> {
  if (entry.uncompressedSize > limits.linkCharacters) throw damaged(`the link "${shown(name)}" is too long`);
  const parts: Buffer[] = [];
  for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
