import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Extract, extract } from 'tar-stream';
import type * as yauzl from 'yauzl';
import { isRunning } from '../../kernel/process.ts';
import { withSignal } from '../../kernel/with-signal.ts';
import { ExecutionFailure } from '../report.ts';
import type { AppFile, AppSuffix } from '../task.ts';
import { folderIn, isInForm, isZip } from './app-form.ts';
import { type ArchiveEntry, damaged, limits, shown } from './archive-entry.ts';
import { repack } from './repack.ts';
import { assertZip, nameOf, openZip, unreadable, zipEntries } from './zip-entries.ts';

interface PreparedApp {
  readonly path: string;
  /** Of what was uploaded. */
  readonly sha256: string;
  /** Until then the file stays. */
  release(): void;
}

export interface PreparedApps {
  /** The app as a file of that form, under a name with that suffix. Throws `ExecutionFailure` for an archive that is none. */
  prepare(app: AppFile, form: AppSuffix, signal: AbortSignal): Promise<PreparedApp>;
  /** Ends what is under way; the files stay for the next start. */
  close(): Promise<void>;
}

interface CachedFile {
  readonly name: string;
  readonly path: string;
  readonly size: number;
  users: number;
  usedAtMs: number;
}

/** Another worker on the same folder marks what it lends; what it took that recently may still be in use. */
const foreignUseMs = 2 * 60 * 60 * 1_000;

/** A draft's name begins with a dot: one that a crash has left is never used, and goes at the next start. */
const isDraft = (name: string) => name.startsWith('.');
const maxRemembered = 10_000;
const isOurs = (name: string) => /^[0-9a-f]{64}\.(?:apk|zip|ipa)$/.test(name);

/**
 * Files by the hash of what was uploaded. Those least recently used go when all together exceed `maxBytes`; one that is
 * in use stays, so the limit can be exceeded by what is in use.
 */
export function createPreparedApps({ folder, maxBytes }: { folder: string; maxBytes: number }): PreparedApps {
  /** In the order of use, the latest last. */
  const files = new Map<string, CachedFile>();
  /** The file of an app that was prepared before, by the app's id and the form. */
  const byApp = new Map<string, string>();
  const underWay = new Map<string, Promise<CachedFile>>();
  const stopping = new AbortController();
  let isLoaded: Promise<void> | null = null;

  return {
    async prepare(app, form, signal) {
      signal.throwIfAborted();
      isLoaded ??= load();
      await isLoaded;
      for (;;) {
        const file = await withSignal(obtain(app, form), signal);
        // Since it was found, another's need for room may have taken it away.
        if (files.get(file.name) === file) return lend(file);
      }
    },
    async close() {
      stopping.abort(new Error('the service stops'));
      await Promise.allSettled(underWay.values());
    },
  };

  function lend(file: CachedFile): PreparedApp {
    file.users += 1;
    files.delete(file.name);
    files.set(file.name, file);
    // The order of use must outlive the process.
    file.usedAtMs = Date.now();
    const now = new Date(file.usedAtMs);
    void utimes(file.path, now, now).catch(() => undefined);
    let isReleased = false;
    return {
      path: file.path,
      sha256: file.name.slice(0, 64),
      release() {
        if (isReleased) return;
        isReleased = true;
        file.users -= 1;
        void makeRoom().catch(() => undefined);
      },
    };
  }

  /** All who ask for one app at once share one download; it continues when one of them leaves. */
  async function obtain(app: AppFile, form: AppSuffix): Promise<CachedFile> {
    const key = app.id + form;
    const known = files.get(byApp.get(key) ?? '');
    if (known !== undefined && (await isThere(known))) return known;
    let work = underWay.get(key);
    if (work === undefined) {
      work = produce(app, form)
        .then((file) => remember(key, file))
        .finally(() => underWay.delete(key));
      work.catch(() => undefined);
      underWay.set(key, work);
    }
    return work;
  }

  async function produce(app: AppFile, form: AppSuffix): Promise<CachedFile> {
    const draft = join(folder, `.${process.pid}-${randomBytes(8).toString('hex')}`);
    const reworked = `${draft}-reworked`;
    try {
      const hash = await download(app, draft);
      const name = `${hash}${form}`;
      const known = files.get(name);
      if (known !== undefined && (await isThere(known))) return known;
      const ready = (await rework(app, form, draft, reworked)) ? reworked : draft;
      const path = join(folder, name);
      await syncFile(ready);
      const { size } = await stat(ready);
      await rename(ready, path);
      const file = { name, path, size, users: 0, usedAtMs: Date.now() };
      files.set(name, file);
      await makeRoom(name);
      return file;
    } finally {
      await Promise.all([draft, reworked].map((path) => rm(path, { force: true })));
    }
  }

  function remember(key: string, file: CachedFile): CachedFile {
    if (byApp.size >= maxRemembered) byApp.clear();
    byApp.set(key, file.name);
    return file;
  }

  /** False where the upload has that form already. */
  async function rework(app: AppFile, form: AppSuffix, from: string, to: string): Promise<boolean> {
    const { signal } = stopping;
    if (form === '.apk') return !isInForm(app, form) && unwrapApk(from, to, signal);
    if (isInForm(app, form)) {
      await assertZip(from);
      return false;
    }
    const place = app.folder === null ? null : { from: app.folder, to: folderIn(form, app) };
    await repack(isZip(app.filename) ? zipEntries(from) : tarEntries(from, signal), place, to, signal);
    return true;
  }

  async function download(app: AppFile, path: string): Promise<string> {
    const hash = createHash('sha256');
    let size = 0;
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        hash.update(chunk);
        done(null, chunk);
      },
    });
    await pipeline(await app.read(), measure, createWriteStream(path, { flags: 'wx', mode: 0o644 }), {
      signal: stopping.signal,
    });
    if (size !== app.size) {
      throw new ExecutionFailure(
        'APP_NOT_INSTALLED',
        `The app ${app.filename} came out of storage with ${size} bytes instead of ${app.size}.`,
      );
    }
    return hash.digest('hex');
  }

  async function makeRoom(keep?: string): Promise<void> {
    let total = [...files.values()].reduce((sum, { size }) => sum + size, 0);
    for (const file of [...files.values()]) {
      if (total <= maxBytes) return;
      if (file.users > 0 || file.name === keep) continue;
      files.delete(file.name);
      total -= file.size;
      if (!(await isUsedElsewhere(file))) await rm(file.path, { force: true });
    }
  }

  async function isUsedElsewhere({ path, usedAtMs }: CachedFile): Promise<boolean> {
    const found = await stat(path).catch(() => null);
    return found !== null && found.mtimeMs > usedAtMs + 1_000 && Date.now() - found.mtimeMs < foreignUseMs;
  }

  /** The operator may clear the folder at any time. */
  async function isThere(file: CachedFile): Promise<boolean> {
    const found = await stat(file.path).catch(() => null);
    if (found?.size === file.size) return true;
    files.delete(file.name);
    return false;
  }

  async function load(): Promise<void> {
    // An Appium server opens a file that it is told; nobody else finds one.
    await mkdir(folder, { recursive: true, mode: 0o711 });
    const { mode } = await stat(folder);
    // One of another account stays as it is.
    if ((mode & 0o004) !== 0) await chmod(folder, mode & 0o7773).catch(() => undefined);
    const found: CachedFile[] = [];
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      if (isDraft(name) && !isOfLivingProcess(name)) await rm(path, { force: true });
      if (!isOurs(name)) continue;
      const { size, mtimeMs } = await stat(path);
      found.push({ name, path, size, users: 0, usedAtMs: mtimeMs });
    }
    found.sort((one, other) => one.usedAtMs - other.usedAtMs);
    for (const file of found) files.set(file.name, file);
    await makeRoom();
  }
}

/** Several workers may share the folder; a draft of another that still runs is not ours to remove. */
function isOfLivingProcess(name: string): boolean {
  const pid = Number(/^\.(\d+)-/.exec(name)?.[1] ?? 0);
  return pid !== 0 && pid !== process.pid && isRunning(pid);
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const maxApkBytes = 4 * 1024 ** 3;

/** `something.apk` at the root or one folder down. */
const apkName = /^(?!__MACOSX\/)(?:[^/]+\/)?[^/.][^/]*\.apk$/i;

/** Takes the APK out of a zip around it, which Android's driver does not open. False where the zip is an APK itself. */
async function unwrapApk(path: string, target: string, signal: AbortSignal): Promise<boolean> {
  const zip = await openZip(path);
  try {
    const wrapped = await findWrapped(zip);
    if (wrapped === null) return false;
    if (wrapped.uncompressedSize > maxApkBytes) throw unreadable('the APK in it is larger than 4 GiB');
    const inner = await zip.openReadStreamPromise(wrapped);
    await pipeline(inner, createWriteStream(target, { flags: 'wx', mode: 0o644 }), { signal });
    return true;
  } catch (error) {
    if (error instanceof ExecutionFailure || signal.aborted) throw error;
    throw unreadable('it is damaged or cut off', error);
  } finally {
    zip.close();
  }
}

/** Null for an APK, which may carry others among its assets. */
async function findWrapped(zip: yauzl.ZipFile): Promise<yauzl.Entry | null> {
  let wrapped: yauzl.Entry | null = null;
  let count = 0;
  for await (const entry of zip.eachEntry()) {
    count += 1;
    if (count > limits.entries) throw unreadable(`it holds more than ${limits.entries} entries`);
    const name = nameOf(entry);
    if (name === 'AndroidManifest.xml') return null;
    if (apkName.test(name)) wrapped ??= entry;
  }
  if (wrapped === null) throw unreadable('there is no APK in it');
  return wrapped;
}

type TarEntry = Extract extends AsyncIterable<infer Item> ? Item : never;

/** The entries of a tar.gz. The next one comes only when this one is read to its end: never more than a piece is held. */
async function* tarEntries(path: string, signal: AbortSignal): AsyncGenerator<ArchiveEntry> {
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
