import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BrotliDecompress, createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar-stream';

/** SHA-256 of each file by its path in the folder. */
export type Checksums = Record<string, string>;

const chunkBytes = 1_048_576;

export async function unpackFile(archive: string, folder: string, name: string): Promise<Checksums> {
  const bytes = inflate();
  const fed = pipeline(read(archive), bytes);
  const checksum = await bothOf(writeWhole(join(folder, name), bytes, 0o700), fed);
  return { [name]: checksum };
}

/** The regular files of a tar, each under `prefix` followed by its own name. */
export async function unpackTar(
  archive: string,
  folder: string,
  prefix: string,
  leftOut: ReadonlySet<string> = new Set(),
): Promise<Checksums> {
  const checksums: Checksums = {};
  const entries = extract();
  const fed = pipeline(read(archive), inflate(), entries);
  const written = (async () => {
    for await (const entry of entries) {
      const { name, type, mode = 0 } = entry.header;
      if (type !== 'file' || leftOut.has(name)) {
        entry.resume();
        continue;
      }
      if (!isPlain(name)) throw new Error(`the archive holds ${name}`);
      const path = join(folder, prefix, name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const content = entry as AsyncIterable<Buffer>;
      const isProgram = (mode & 0o100) !== 0;
      checksums[`${prefix}${name}`] = await writeWhole(path, content, isProgram ? 0o700 : 0o600);
    }
  })();
  await bothOf(written, fed);
  return checksums;
}

export async function writeText(folder: string, name: string, text: string): Promise<Checksums> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return { [name]: await writeWhole(path, [Buffer.from(text)], 0o600) };
}

/** Where writing fails, reading ends with it; only the first of the two faults says why. */
async function bothOf<Written>(writing: Promise<Written>, feeding: Promise<void>): Promise<Written> {
  const [written, fed] = await Promise.allSettled([writing, feeding]);
  if (written.status === 'rejected') throw written.reason;
  if (fed.status === 'rejected') throw fed.reason;
  return written.value;
}

function read(archive: string): Readable {
  return createReadStream(archive, { highWaterMark: chunkBytes });
}

function inflate(): BrotliDecompress {
  return createBrotliDecompress({ chunkSize: chunkBytes });
}

function isPlain(name: string): boolean {
  return name.split('/').every((part) => /^[\w.-]+$/.test(part) && part !== '..' && part !== '.');
}

/** Synced before it is renamed into place: a half-written program would be found broken, or worse, not found. */
async function writeWhole(
  path: string,
  bytes: AsyncIterable<Buffer> | Iterable<Buffer>,
  mode: number,
): Promise<string> {
  const hash = createHash('sha256');
  const handle = await open(path, 'wx', mode);
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      await handle.appendFile(chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return hash.digest('hex');
}
