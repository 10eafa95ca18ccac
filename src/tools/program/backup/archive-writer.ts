import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import { pack } from 'tar-stream';
import { errorCode, syncFolder } from '../../../kernel/durable-file.ts';
import { StartupError } from '../../../kernel/errors.ts';
import { endingName } from './archive-format.ts';

export interface ArchiveWriter {
  /** Of written entries, without what a tar file needs around them. */
  readonly bytes: number;
  addBytes(name: string, content: Buffer): Promise<void>;
  /** Exactly so many bytes. */
  addStream(name: string, size: number, content: AsyncIterable<Buffer>): Promise<void>;
  /** Writes the checksum and puts the file under its name, whole. */
  finish(): Promise<void>;
  /** Leaves nothing behind; does nothing after `finish`. */
  discard(): Promise<void>;
}

/** Readable for its owner alone: it holds the key under which secrets are stored. */
export async function openArchive(path: string): Promise<ArchiveWriter> {
  await refuseExisting(path);
  const draft = `${path}.${randomBytes(4).toString('hex')}.partial`;
  const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  await once(file, 'open');
  const tar = pack();
  const written = finished(file);
  // The listener is there from the first moment; the next write throws the error.
  written.catch(() => undefined);
  tar.on('error', (error) => file.destroy(error));
  file.on('error', (error) => tar.destroy(error));
  tar.pipe(file);
  const checksum = createHash('sha256');
  let entries = 0;
  let bytes = 0;

  async function add(name: string, size: number, content: AsyncIterable<Buffer> | Buffer[]): Promise<void> {
    const entry = tar.entry({ name, size, mode: 0o600, mtime: new Date(0) });
    const ended = new Promise<void>((resolve, reject) => {
      entry.on('error', reject);
      entry.on('close', resolve);
    });
    ended.catch(() => undefined);
    checksum.update(`${name}\0${size}\0`);
    let left = size;
    for await (const chunk of content) {
      if (chunk.length > left) throw new Error(`${name} has grown while it was read`);
      left -= chunk.length;
      checksum.update(chunk);
      bytes += chunk.length;
      if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), ended, written]);
    }
    if (left > 0) throw new Error(`${name} has shrunk while it was read`);
    entry.end(undefined);
    await Promise.race([ended, written]);
    entries += 1;
  }

  return {
    get bytes() {
      return bytes;
    },
    addBytes: (name, content) => add(name, content.length, [content]),
    addStream: add,
    async finish() {
      const sha256 = checksum.digest('hex');
      const ending = Buffer.from(`${JSON.stringify({ entries, sha256 })}\n`);
      tar.entry({ name: endingName, mode: 0o600, mtime: new Date(0) }, ending);
      tar.finalize();
      await written;
      await syncFile(draft);
      // Unlike a rename, a link never replaces what somebody else has put there meanwhile.
      await link(draft, path);
      await rm(draft);
      await syncFolder(dirname(path));
    },
    async discard() {
      file.destroy();
      tar.destroy();
      await rm(draft, { force: true });
    },
  };
}

async function refuseExisting(path: string): Promise<void> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  await file?.close();
  if (file !== null) throw new StartupError(`${path} exists already: choose another name for the backup.`);
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
