import { execFile } from 'node:child_process';
import { chmod, chown, lstat, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from '../../../kernel/account.ts';
import { createFile, errorCode, syncFolder } from '../../../kernel/durable-file.ts';
import { StartupError } from '../../../kernel/errors.ts';
import { randomText } from '../../../kernel/ids.ts';
import { credentials, serverEnvironment } from './account.ts';
import type { Binaries } from './binaries.ts';
import { type Placement, recordMade } from './placement.ts';
import { withWorkFolder } from './work-folder.ts';

export const superuser = 'gantry';

/** Makes the cluster at the first start and checks it at every later one; returns the superuser's password. */
export async function ensureCluster(place: Placement, binaries: Binaries, account: Account): Promise<string> {
  const present = await isPresent(place);
  const password = await ensurePassword(place, present);
  if (!present) await createCluster(place, binaries, account, password);
  await requireMajor(place, binaries.major);
  await recordMade(place);
  return password;
}

/** True for a cluster, false for an empty place; anything else is not ours to touch. */
async function isPresent(place: Placement): Promise<boolean> {
  const names = await readdir(place.cluster).catch((error): string[] => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  if (names.includes('PG_VERSION')) return true;
  if (names.length === 0 && !place.made) return false;
  throw new StartupError(
    `${place.cluster} is not a PostgreSQL cluster; restore it from a backup, move it away, or set GANTRY_DATABASE_URL.`,
  );
}

/** Owned by the service's user, so that the uid of the server, which other daemons share, can't read it. */
async function ensurePassword(place: Placement, clusterPresent: boolean): Promise<string> {
  const path = join(place.dataDir, 'postgres.password');
  // Two first starts at once end with one password, whichever of their clusters wins.
  if (!clusterPresent) await createFile(path, `${randomText(32)}\n`);
  const found = await lstat(path).catch((error) => {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new StartupError(
      `The database in ${place.cluster} has lost its password file ${path}; restore it from a backup or set GANTRY_DATABASE_URL.`,
    );
  });
  if (!found.isFile() || found.uid !== process.getuid?.()) {
    throw new StartupError(
      `${path} must be a file of the user who starts Gantry; restore its owner or set GANTRY_DATABASE_URL.`,
    );
  }
  if ((found.mode & 0o077) !== 0) await chmod(path, 0o600);
  return (await readFile(path, 'utf8')).trim();
}

async function createCluster(
  place: Placement,
  binaries: Binaries,
  account: Account,
  password: string,
): Promise<void> {
  await withWorkFolder(place.home, 'postgres.new-', async (work) => {
    const draft = join(work, 'data');
    const passwordFile = join(work, 'password');
    await mkdir(draft, { mode: 0o700 });
    await writeFor(account, passwordFile, password);
    if (account.lowered) {
      await chown(draft, account.uid, account.gid);
      // Enterable but still root's: the shared uid must not be able to swap what is renamed into place.
      await chmod(work, 0o711);
    }
    await runInitdb(binaries, account, draft, passwordFile).finally(() => rm(passwordFile, { force: true }));
    // A lost race is no fault: the other start's cluster has the same password.
    await rename(draft, place.cluster).catch((error) => {
      if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
    });
  });
  await syncFolder(place.home);
}

async function writeFor(account: Account, path: string, content: string): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    if (account.lowered) await handle.chown(account.uid, account.gid);
    await handle.writeFile(content);
  } finally {
    await handle.close();
  }
}

async function runInitdb(
  binaries: Binaries,
  account: Account,
  draft: string,
  passwordFile: string,
): Promise<void> {
  const settings = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`, `--username=${superuser}`];
  const format = ['--encoding=UTF8', '--locale=C', '--data-checksums', '--no-instructions'];
  try {
    await promisify(execFile)(join(binaries.native, 'bin', 'initdb'), ['-D', draft, ...settings, ...format], {
      ...credentials(account),
      cwd: draft,
      env: serverEnvironment,
    });
  } catch (cause) {
    throw new StartupError(
      `The embedded PostgreSQL could not make its database (${lastLine(cause)}); put that right or set GANTRY_DATABASE_URL.`,
      { cause },
    );
  }
}

function lastLine(cause: unknown): string {
  const text =
    cause instanceof Error && 'stderr' in cause && cause.stderr ? String(cause.stderr) : String(cause);
  const lines = text.trim().split('\n');
  return lines.find((line) => /error|fatal/i.test(line)) ?? lines.at(-1) ?? text;
}

async function requireMajor(place: Placement, major: number): Promise<void> {
  const found = (await readFile(join(place.cluster, 'PG_VERSION'), 'utf8')).trim();
  if (found === String(major)) return;
  throw new StartupError(
    `The database in ${place.cluster} was made by PostgreSQL ${found} and this Gantry brings PostgreSQL ${major}; dump it with the older version and restore it (docs/embedded-postgres.md), or set GANTRY_DATABASE_URL.`,
  );
}
