import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { type Clock, systemClock } from '../../kernel/clock.ts';
import { errorCode, syncFolder } from '../../kernel/durable-file.ts';
import { PublicError, unavailable } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { openDirectWriter, takesDirectWrites } from './direct-writer.ts';
import { type FileWriter, openCachedWriter } from './file-writer.ts';
import { inParallel } from './in-parallel.ts';
import { assertKey } from './key.ts';
import { ObjectMissing, type ObjectStore } from './object-store.ts';
import { rangeLength, relay } from './relay.ts';
import type { UrlSigner } from './signed-url.ts';
import { receiveFile } from './stage.ts';

export interface DiskStore extends ObjectStore {
  /**
   * Takes a body in, synced but under no key yet. Throws `SizeMismatch` for more or fewer bytes than `size`, the
   * body's own error where that breaks, `Unavailable` where the disk does; nothing stays then, and the body is
   * left to the caller.
   */
  stage(body: Readable, size: number | undefined): Promise<Staged>;
}

interface Staged {
  readonly size: number;
  /** Puts it under the key, durably, in the place of what was there. */
  commit(key: string): Promise<void>;
  discard(): Promise<void>;
}

interface DiskOptions {
  root: string;
  signer: UrlSigner;
  log: Log;
  clock?: Clock;
}

/** Smaller ones gain nothing by going past the page cache, from which they are read again at once. */
const directFromBytes = 16 * 1024 * 1024;
/** Staged files that nobody has written to for this long belong to a process that died. */
const staleMs = 60 * 60 * 1000;
/** Few: ten thousand deletions must not keep the disk or the threads from everyone else. */
const parallelUnlinks = 2;
const noHardLinks = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** The data directory as an object store; several processes may share it. */
export function createDiskStore({ signer, log, clock = systemClock, ...options }: DiskOptions): DiskStore {
  const root = resolve(options.root);
  const tmp = join(root, 'tmp');
  const directories = new Set<string>();
  let direct: Promise<boolean> | undefined;

  return {
    async presignPut(put) {
      assertKey(put.key);
      return signer.signPut(put);
    },

    async presignGet(get) {
      assertKey(get.key);
      return signer.signGet(get);
    },

    async head(key) {
      const path = pathOf(key);
      return await faulting(async () => {
        const found = await stat(path).catch(orNull);
        return found === null ? null : { size: found.size };
      });
    },

    async read(key, range) {
      const path = pathOf(key);
      rangeLength(range);
      const file = await faulting(() => open(path, 'r').catch(orNull));
      if (file === null) throw new ObjectMissing(key);
      return relay(file.createReadStream({ ...range, highWaterMark: 256 * 1024 }));
    },

    async promote(from, to) {
      const source = pathOf(from);
      const target = pathOf(to);
      return await faulting(async () => {
        await ensureDirectory(dirname(target));
        if ((await linkOrCopy(source, target).catch(orNull)) === null) throw new ObjectMissing(from);
        await syncFolder(dirname(target));
        return { size: (await stat(target)).size };
      });
    },

    async write(key, body, size) {
      pathOf(key);
      let staged: Staged | undefined;
      try {
        staged = await stage(body, size);
        await staged.commit(key);
        return { size: staged.size };
      } catch (error) {
        body.destroy();
        await staged?.discard();
        throw error;
      }
    },

    async delete(keys) {
      const paths = keys.map(pathOf);
      await faulting(async () => {
        await inParallel(paths, parallelUnlinks, (path) => unlink(path).catch(orNull));
        // The caller forgets the keys after this: a deletion undone by a power cut would never be made up for.
        for (const directory of new Set(paths.map((path) => dirname(path)))) {
          await syncFolder(directory).catch(orNull);
        }
      });
    },

    async check() {
      await faulting(async () => {
        const path = await temporaryPath();
        const file = await open(path, 'wx', 0o600);
        try {
          await file.write('ok');
          await file.datasync();
        } finally {
          await file.close();
          await unlink(path);
        }
      });
    },

    async sweep() {
      await faulting(async () => {
        const names = (await readdir(tmp).catch(orNull)) ?? [];
        await inParallel(names, parallelUnlinks, async (name) => {
          const path = join(tmp, name);
          const found = await stat(path).catch(orNull);
          // The change time, not the modification time: a link that `promote` is about to rename keeps the latter.
          if (found === null || clock.now() - found.ctimeMs < staleMs) return;
          await unlink(path).catch(orNull);
          log.info({ file: name, size: found.size }, 'removed what a broken upload left');
        });
      });
    },

    async close() {},
    stage,
  };

  async function stage(body: Readable, size: number | undefined): Promise<Staged> {
    // Heard from the first moment: an error before anyone listens would end the process. `receiveFile` meets it later.
    body.on('error', () => undefined);
    const path = await faulting(temporaryPath);
    const discard = () => faulting(async () => void (await unlink(path).catch(orNull)));
    try {
      const received = await receiveFile(await faulting(() => openWriter(path, size)), body, size);
      return {
        size: received,
        discard,
        async commit(key) {
          const target = pathOf(key);
          await faulting(async () => {
            await ensureDirectory(dirname(target));
            await rename(path, target);
            await syncFolder(dirname(target));
          });
        },
      };
    } catch (error) {
      await discard().catch((cause: unknown) =>
        log.warn({ err: cause }, 'a broken upload is left to the sweep'),
      );
      throw error;
    }
  }

  async function openWriter(path: string, size = 0): Promise<FileWriter> {
    if (size >= directFromBytes) {
      direct ??= takesDirectWrites(`${path}.probe`).catch(() => {
        direct = undefined;
        return false;
      });
      const writer = (await direct) ? await openDirectWriter(path) : null;
      if (writer !== null) return writer;
    }
    return openCachedWriter(path);
  }

  async function temporaryPath(): Promise<string> {
    await ensureDirectory(tmp);
    return join(tmp, randomUUID());
  }

  /** Hard links cost nothing and share no fate: an upload that replaces `source` is a new file. */
  async function linkOrCopy(source: string, target: string): Promise<void> {
    try {
      await link(source, target);
    } catch (error) {
      const code = errorCode(error) ?? '';
      if (code === 'EEXIST') await replace(target, (path) => link(source, path));
      else if (noHardLinks.has(code)) await replace(target, (path) => copySynced(source, path));
      else throw error;
    }
  }

  async function replace(target: string, make: (path: string) => Promise<void>): Promise<void> {
    const path = await temporaryPath();
    try {
      await make(path);
      await rename(path, target);
    } finally {
      // Renaming one link of a file onto another link of it does nothing, so the name may still be there.
      await unlink(path).catch(orNull);
    }
  }

  /** A directory counts only when every name on the way to it is synced, also those that another process made. */
  async function ensureDirectory(directory: string): Promise<void> {
    const made = await makeDirectory(directory);
    if (made === undefined && directories.has(directory)) return;
    for (let below = directory; below !== root; below = dirname(below)) await syncFolder(dirname(below));
    if (made !== undefined && root.startsWith(made)) await syncFolder(dirname(made));
    directories.add(directory);
  }

  function pathOf(key: string): string {
    assertKey(key);
    return join(root, key);
  }
}

/** The first folder that was made. A full disk is said to be full: with `recursive`, Node calls that ENOENT. */
async function makeDirectory(directory: string): Promise<string | undefined> {
  try {
    return await mkdir(directory, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    const { path = directory } = error as NodeJS.ErrnoException;
    await mkdir(path, { mode: 0o700 });
    await mkdir(directory, { recursive: true, mode: 0o700 });
    return path;
  }
}

async function copySynced(source: string, target: string): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  const file = await open(target, 'r+');
  try {
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
}

function orNull(error: unknown): null {
  if (errorCode(error) === 'ENOENT') return null;
  throw error;
}

/** Every fault of the file system is the operator's: full, read-only, broken, gone. */
async function faulting<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ObjectMissing || error instanceof PublicError) throw error;
    throw unavailable('storage', error);
  }
}
