import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import {
  access,
  chmod,
  chown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
} from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Account, findBarrier } from '../../../kernel/account.ts';
import { createFile, errorCode, replaceFile, syncFolder } from '../../../kernel/durable-file.ts';
import { StartupError } from '../../../kernel/errors.ts';
import { randomText } from '../../../kernel/ids.ts';
import type { Log } from '../../../kernel/log.ts';
import {
  credentials,
  ensureTrusted,
  ignoreLostRace,
  requireTrusted,
  serverEnvironment,
  withWorkFolder,
} from './account.ts';
import type { Binaries } from './binaries.ts';

export interface Placement {
  /** Real path of the data directory. */
  dataDir: string;
  /** The folder that holds the cluster: the data directory, or a folder below the system directory. */
  home: string;
  cluster: string;
  /** True once a cluster was made here; an empty place is then a loss and no fresh start. */
  made: boolean;
}

interface LocationRecord {
  cluster: string;
  made: boolean;
}

/**
 * Decides once where the cluster of a data directory lives and writes that down. Later starts follow the
 * record, not the permissions: a chmod must never lead to an empty database beside the full one.
 */
export async function placeCluster(options: {
  dataDir: string;
  systemDir: string;
  account: Account;
  log: Log;
}): Promise<Placement> {
  const { systemDir, account, log } = options;
  const dataDir = await ensureDataDir(options.dataDir, account);
  const record = (await readRecord(dataDir)) ?? (await writeFirstRecord(dataDir, systemDir, account, log));
  const cluster = resolve(dataDir, record.cluster);
  const home = dirname(cluster);
  if (home !== dataDir) await ensureSystemHome(home, systemDir, record.made);

  const found = await lstat(cluster).catch(() => undefined);
  if (record.made && found === undefined) throw vanished(dataDir, cluster);
  if (found !== undefined && found.uid !== account.uid) {
    throw new StartupError(
      `The database in ${cluster} belongs to uid ${found.uid} and this start would run it as uid ${account.uid}; start as the user who made it or set GANTRY_DATABASE_URL.`,
    );
  }
  await requireEnterable(home, account);
  return { dataDir, home, cluster, made: record.made };
}

async function recordMade(place: Placement): Promise<void> {
  if (place.made) return;
  await replaceFile(recordPath(place.dataDir), toText({ cluster: clusterName(place), made: true }));
}

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** As the account that the server runs as needs it; the real path. */
export async function ensureDataDir(path: string, account: Account): Promise<string> {
  const mode = account.lowered ? 0o711 : 0o700;
  const wanted = resolve(path);
  const firstCreated = await mkdir(wanted, { recursive: true, mode });
  if (firstCreated !== undefined) {
    for (let at = wanted; at.length >= firstCreated.length; at = dirname(at)) await chmod(at, mode);
  }
  await access(wanted, constants.W_OK | constants.X_OK);
  return realpath(wanted);
}

async function writeFirstRecord(
  dataDir: string,
  systemDir: string,
  account: Account,
  log: Log,
): Promise<LocationRecord> {
  const record = { cluster: 'postgres', made: false };
  if ((await findBarrier(dataDir, account)) !== undefined) {
    const hash = shortHash(dataDir);
    await warnOfLeftovers(systemDir, hash, log);
    // The random part keeps a new data directory apart from the cluster of a deleted one at the same path.
    record.cluster = join(systemDir, `${hash}-${randomBytes(4).toString('hex')}`, 'postgres');
  }
  if (await createFile(recordPath(dataDir), toText(record))) return record;
  const other = await readRecord(dataDir);
  if (other === undefined) throw unreadable(dataDir);
  return other;
}

async function warnOfLeftovers(systemDir: string, hash: string, log: Log): Promise<void> {
  const names = await readdir(systemDir).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(`${hash}-`))) {
    log.warn(
      { folder: join(systemDir, name) },
      'An earlier data directory at this path left its database behind',
    );
  }
}

async function ensureSystemHome(home: string, systemDir: string, made: boolean): Promise<void> {
  if (dirname(home) !== systemDir || process.getuid?.() !== 0) {
    throw new StartupError(
      `The database of this data directory is in ${home}, which only a start as root can use; start as root or set GANTRY_DATABASE_URL.`,
    );
  }
  if (made) {
    // A place that has vanished is reported as such by the caller.
    for (const folder of [systemDir, home]) if (await exists(folder)) await requireTrusted(folder);
    return;
  }
  await ensureTrusted(systemDir, 0o755);
  await ensureTrusted(home, 0o711);
}

async function requireEnterable(home: string, account: Account): Promise<void> {
  const barrier = await findBarrier(home, account);
  if (barrier === undefined) return;
  throw new StartupError(
    `The database in ${home} runs as uid ${account.uid}, which can't enter ${barrier}; let others enter that folder (chmod o+x) or set GANTRY_DATABASE_URL.`,
  );
}

async function readRecord(dataDir: string): Promise<LocationRecord | undefined> {
  let text: string;
  try {
    text = await readFile(recordPath(dataDir), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  return parseRecord(text) ?? Promise.reject(unreadable(dataDir));
}

function parseRecord(text: string): LocationRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || !('cluster' in value) || !('made' in value))
    return undefined;
  const { cluster, made } = value;
  if (typeof cluster !== 'string' || typeof made !== 'boolean') return undefined;
  return cluster === 'postgres' || isAbsolute(cluster) ? { cluster, made } : undefined;
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

function clusterName(place: Placement): string {
  // Relative inside the data directory, so that the directory can be moved as a whole.
  return place.home === place.dataDir ? 'postgres' : place.cluster;
}

function recordPath(dataDir: string): string {
  return join(dataDir, 'postgres.location');
}

function toText(record: LocationRecord): string {
  return `${JSON.stringify(record)}\n`;
}

function unreadable(dataDir: string): StartupError {
  return new StartupError(
    `${recordPath(dataDir)} does not say where the database is; restore it from a backup or set GANTRY_DATABASE_URL.`,
  );
}

function vanished(dataDir: string, cluster: string): StartupError {
  return new StartupError(
    `The database in ${cluster} is gone; put it back, remove ${recordPath(dataDir)} to begin with an empty one, or set GANTRY_DATABASE_URL.`,
  );
}

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
    await rename(draft, place.cluster).catch(ignoreLostRace);
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
