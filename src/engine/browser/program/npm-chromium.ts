import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, lstat, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isOwnFolder } from '../../../kernel/account.ts';
import { errorCode, syncFolder } from '../../../kernel/durable-file.ts';
import { ExecutionFailure } from '../../report.ts';
import type { BrowserProgram } from './launch.ts';
import { type Checksums, unpackFile, unpackTar, writeText } from './unpack.ts';

export interface NpmChromium {
  readonly version: string;
  /** The package's folder of compressed files. */
  readonly binDir: string;
}

export const npmChromiumPackage = '@sparticuz/chromium';
const archives = ['chromium.br', 'swiftshader.tar.br', 'al2023.tar.br', 'fonts.tar.br'];
const checksumsName = 'checksums.json';
const draftPrefix = '.unpacking-';
const draftLifeMs = 60 * 60_000;
const othersEnter = 0o055;

/** The package is only read, never imported: its code changes the environment and unpacks into the temporary folder. */
export async function findNpmChromium(): Promise<NpmChromium | null> {
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(npmChromiumPackage);
  } catch {
    return null;
  }
  for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder)) {
    const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}');
    const { name, version } = JSON.parse(text);
    if (name === npmChromiumPackage && typeof version === 'string')
      return { version, binDir: join(folder, 'bin') };
  }
  return null;
}

/** Unpacked once by version and content, whole or not at all, into a folder of our own; checked at each call. */
export async function unpackNpmChromium(source: NpmChromium, cacheDir: string): Promise<BrowserProgram> {
  try {
    await mkdir(cacheDir, { recursive: true, mode: 0o755 });
    await requireOwn(cacheDir);
    await letOthersEnter(cacheDir);
    const folder = join(cacheDir, `chromium-${source.version}-${await contentName(source.binDir)}`);
    if (!(await isIntact(folder))) await install(source, cacheDir, folder);
    await requireOwn(folder);
    return programIn(folder);
  } catch (error) {
    throw unpackFailure(error, cacheDir);
  }
}

/** What the folder's owner may do there stays as it is: a folder that was closed to writing is not opened to it. */
async function letOthersEnter(folder: string): Promise<void> {
  const { mode } = await lstat(folder);
  if ((mode & othersEnter) !== othersEnter) await chmod(folder, (mode & 0o7777) | othersEnter);
}

async function contentName(binDir: string): Promise<string> {
  const hash = createHash('sha256');
  for (const archive of archives)
    await pipeline(createReadStream(join(binDir, archive)), hash, { end: false });
  return hash.digest('hex').slice(0, 16);
}

async function install({ binDir }: NpmChromium, cacheDir: string, folder: string): Promise<void> {
  await dropOldDrafts(cacheDir);
  const draft = join(cacheDir, `${draftPrefix}${process.pid}-${randomBytes(4).toString('hex')}`);
  try {
    await mkdir(draft, { mode: 0o700 });
    await fill(draft, binDir);
    await openToAll(draft);
    await replaceFolder(draft, folder);
    await syncFolder(cacheDir);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function fill(draft: string, binDir: string): Promise<void> {
  const checksums: Checksums = {
    ...(await unpackFile(join(binDir, 'chromium.br'), draft, 'chromium')),
    // The graphics libraries are looked for beside the program.
    ...(await unpackTar(join(binDir, 'swiftshader.tar.br'), draft, '')),
    ...(await unpackTar(join(binDir, 'al2023.tar.br'), draft, 'system/')),
    ...(await unpackTar(join(binDir, 'fonts.tar.br'), draft, 'fonts/', new Set(['fonts.conf']))),
    ...(await writeText(draft, 'fonts/fonts.conf', fontConfiguration)),
  };
  await writeText(draft, checksumsName, JSON.stringify(checksums, null, 2));
}

/** Where the service is root's, the browser runs as an account of its own. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else await chmod(path, ((await lstat(path)).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}

/** Another process may have been first, or have left a broken one. */
async function replaceFolder(draft: string, folder: string): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      return await rename(draft, folder);
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(errorCode(error) ?? '')) throw error;
      if (await isIntact(folder)) return;
      const aside = `${draft}-replaced`;
      await rename(folder, aside).catch(() => undefined);
      await rm(aside, { recursive: true, force: true });
    }
  }
  throw new Error(`${folder} is changed by others again and again`);
}

async function isIntact(folder: string): Promise<boolean> {
  try {
    // Earlier versions kept it to themselves.
    if (((await lstat(folder)).mode & 0o005) !== 0o005) return false;
    const checksums: Checksums = JSON.parse(await readFile(join(folder, checksumsName), 'utf8'));
    if (checksums.chromium === undefined) return false;
    for (const [name, expected] of Object.entries(checksums)) {
      const hash = createHash('sha256');
      await pipeline(createReadStream(join(folder, name)), hash);
      if (hash.digest('hex') !== expected) return false;
    }
    return true;
  } catch {
    return false;
  }
}

async function requireOwn(folder: string): Promise<void> {
  if (!(await isOwnFolder(folder))) throw new NotOurs(folder);
}

class NotOurs extends Error {
  readonly folder: string;

  constructor(folder: string) {
    super(`${folder} can be written by others`);
    this.folder = folder;
  }
}

async function dropOldDrafts(cacheDir: string): Promise<void> {
  for (const name of await readdir(cacheDir)) {
    if (!name.startsWith(draftPrefix)) continue;
    const path = join(cacheDir, name);
    const found = await lstat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > draftLifeMs)
      await rm(path, { recursive: true, force: true });
  }
}

function programIn(folder: string): BrowserProgram {
  return {
    executablePath: join(folder, 'chromium'),
    args: [],
    env: {
      // The machine's own libraries go before those that the package brings for machines without them.
      LD_LIBRARY_PATH: [...systemLibraries, join(folder, 'system', 'lib')].join(':'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
    },
  };
}

const systemLibraries = ['/usr/lib/x86_64-linux-gnu', '/lib/x86_64-linux-gnu', '/usr/lib64', '/lib64'];

const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>/usr/share/fonts</dir>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

function unpackFailure(error: unknown, cacheDir: string): ExecutionFailure {
  const reasons: Record<string, string> = {
    ENOSPC: `the disk of ${cacheDir} is full; about 300 MB are needed`,
    EDQUOT: `the disk quota of ${cacheDir} is used up; about 300 MB are needed`,
    EFBIG: `a file of 200 MB may not be written into ${cacheDir}`,
    EACCES: `${cacheDir} can't be written`,
    EPERM: `${cacheDir} can't be written`,
    EROFS: `${cacheDir} can't be written`,
    ENOTDIR: `${cacheDir} is no folder`,
    EEXIST: `${cacheDir} is no folder`,
    ENOENT: 'the npm package is not complete',
  };
  const reason =
    error instanceof NotOurs
      ? `${error.folder} belongs to or can be written by another account`
      : (reasons[errorCode(error) ?? ''] ?? 'its archive is damaged or was changed');
  return new ExecutionFailure('NO_BROWSER', `The browser from npm could not be unpacked: ${reason}.`, {
    cause: error,
  });
}
