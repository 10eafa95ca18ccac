import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, lstat, mkdir, readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { type Account, findBarrier } from '../../../kernel/account.ts';
import { createFile, errorCode, replaceFile } from '../../../kernel/durable-file.ts';
import { StartupError } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import { ensureTrusted, requireTrusted } from './access.ts';

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

export async function recordMade(place: Placement): Promise<void> {
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
