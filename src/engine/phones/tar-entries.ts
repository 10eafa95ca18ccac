import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Extract, extract } from 'tar-stream';
import { type ArchiveEntry, damaged, shown } from './archive-entry.ts';

type TarEntry = Extract extends AsyncIterable<infer Item> ? Item : never;

/** The entries of a tar.gz. The next one comes only when this one is read to its end: never more than a piece is held. */
export async function* tarEntries(path: string, signal: AbortSignal): AsyncGenerator<ArchiveEntry> {
  const unpacked = extract();
  const input = pipeline(createReadStream(path), createGunzip(), unpacked, { signal });
  input.catch(() => undefined);
  try {
    for await (const entry of unpacked) {
      yield toEntry(entry);
      entry.resume();
    }
    await input;
  } finally {
    unpacked.destroy();
    await input.catch(() => undefined);
  }
}

function toEntry(entry: TarEntry): ArchiveEntry {
  const { name, mtime, mode } = entry.header;
  return {
    name,
    mtime: mtime ?? new Date(0),
    mode: (mode ?? 0o644) & 0o777,
    content: contentOf(entry),
  };
}

function contentOf(entry: TarEntry): ArchiveEntry['content'] {
  const { name, type, linkname, size } = entry.header;
  if (type === 'directory') return { kind: 'folder' };
  if (type === 'symlink') return { kind: 'link', target: linkname ?? '' };
  if (type !== 'file' && type !== 'contiguous-file') {
    throw damaged(`"${shown(name)}" is a ${type}, which no app holds`);
  }
  return { kind: 'file', size: size ?? 0, open: () => Readable.from(entry as AsyncIterable<Buffer>) };
}
