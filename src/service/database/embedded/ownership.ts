import { execFile } from 'node:child_process';
import { lchown, lstat, mkdir, readFile, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Account } from '../../../kernel/account.ts';
import { errorCode } from '../../../kernel/durable-file.ts';
import { StartupError } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Binaries } from './binaries.ts';
import { type Placement, shortHash, superuser } from './cluster.ts';

/** Everything that a start of the server needs to know; the same for each start within one service. */
export interface Site {
  place: Placement;
  account: Account;
  binaries: Binaries;
  password: string;
  socketFolder: string;
  maxConnections: number;
  log: Log;
}

/** The lock of the living service: a session of its own that PostgreSQL ends together with the process. */
export interface Ownership {
  client: pg.Client;
  /** Resolves when the session is gone, by whatever cause. */
  lost: Promise<void>;
  release(): Promise<void>;
}

const ownerLock = 0x47414e54;
const claimPatienceMs = 2_000;
const wrongPassword = ['28P01', '28000'];

/** Tries once: the lock, or why it can't be had. */
export async function claim(site: Site): Promise<Ownership | 'held' | 'unreachable'> {
  // Advisory locks belong to a database; this one is there from the first moment.
  const client = new pg.Client({
    host: site.socketFolder,
    port: socketPort,
    user: superuser,
    password: site.password,
    database: 'postgres',
    ssl: false,
    application_name: 'gantry owner',
    connectionTimeoutMillis: 5_000,
  });
  const lost = new Promise<void>((resolve) => {
    client.on('end', () => resolve());
    client.on('error', () => resolve());
  });
  const release = () => client.end().catch(() => undefined);
  try {
    await client.connect();
    const answer = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
      ownerLock,
    ]);
    if (answer.rows[0]?.got === true) return { client, lost, release };
    await release();
    return 'held';
  } catch (error) {
    await release();
    if (!wrongPassword.includes(errorCode(error) ?? '')) return 'unreachable';
    throw new StartupError(
      `The PostgreSQL on ${site.place.cluster} does not accept the password in ${site.place.dataDir}; restore both from one backup or set GANTRY_DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** Ends a server whose service was killed; refuses when the service lives. */
export async function clearTheWay(site: Site): Promise<void> {
  const { cluster } = site.place;
  const deadline = Date.now() + claimPatienceMs;
  for (;;) {
    const server = await findServer(cluster);
    const claimed = await claim(site);
    if (server === undefined && claimed === 'unreachable') return;
    const patient = Date.now() < deadline;
    if (typeof claimed === 'string') {
      const silentOrphan = server !== undefined && !server.starterLives && claimed === 'unreachable';
      if (!patient && silentOrphan) return stopOrphan(site, server.pid);
    } else {
      try {
        // The lock stays ours until the server is down, so that no second newcomer meddles.
        if (server !== undefined && !server.starterLives) return await stopOrphan(site, server.pid);
      } finally {
        await claimed.release();
      }
    }
    if (!patient) throw inUse(site);
    await sleep(50);
  }
}

async function stopOrphan(site: Site, pid: number): Promise<void> {
  site.log.warn({ serverPid: pid }, 'Stopping the PostgreSQL that a killed service left running');
  await stopServer(site.place.cluster, pid);
}

export function inUse(site: Site): StartupError {
  return new StartupError(
    `The data directory ${site.place.dataDir} is in use by a running Gantry; stop that one, choose another GANTRY_DATA_DIR, or set GANTRY_DATABASE_URL to share one database.`,
  );
}

/** A postmaster's path, or the title that its children give themselves. */
const postgresCommand = /(^|\/)postgres(:| |$)/;

const starterMark = 'cluster_name=gantry-';

interface ServerProcess {
  pid: number;
  /** True while the service that started it lives: a process loses its parent only by the parent's death. */
  starterLives: boolean;
}

/** Leads the command line of our servers; `findServer` recognises them by it. */
export function identifyingArguments(cluster: string, starterPid: number): string[] {
  return ['-D', cluster, '-c', `${starterMark}${starterPid}`];
}

/** The server that runs on the cluster. A pid from a file is believed only when the process is really that server. */
async function findServer(cluster: string): Promise<ServerProcess | undefined> {
  const pid = await readPid(join(cluster, 'postmaster.pid'));
  const process = pid === undefined ? undefined : await inspect(pid);
  if (pid === undefined || process === undefined) return undefined;
  const lead = `/postgres -D ${cluster} -c ${starterMark}`;
  const at = process.command.indexOf(lead);
  if (at < 0) return undefined;
  const starter = Number.parseInt(process.command.slice(at + lead.length), 10);
  return { pid, starterLives: process.parentPid === starter };
}

/**
 * Fast shutdown: sessions end, everything committed is on disk. Only a server that hangs gets an immediate shutdown, which
 * costs a recovery but no data.
 */
export const shutdowns = [
  { signal: 'SIGINT', patienceMs: 15_000 },
  { signal: 'SIGQUIT', patienceMs: 10_000 },
] as const;

async function stopServer(cluster: string, pid: number): Promise<void> {
  for (const { signal, patienceMs } of shutdowns) {
    if ((await findServer(cluster))?.pid !== pid) return;
    kill(pid, signal);
    const deadline = Date.now() + patienceMs;
    while (Date.now() < deadline) {
      if ((await findServer(cluster))?.pid !== pid) return;
      await sleep(20);
    }
  }
  throw new StartupError(
    `An earlier PostgreSQL (pid ${pid}) on ${cluster} does not stop; end it by hand or set GANTRY_DATABASE_URL.`,
  );
}

/**
 * postgres refuses to start when the pid in a left-over lock file is alive, whatever program has that pid now;
 * after the restart of a container that is common. The file is removed only when that program is plainly no postgres.
 */
export async function removeLockOfOtherProgram(path: string): Promise<void> {
  const pid = await readPid(path);
  if (pid === undefined) return;
  const found = await inspect(pid);
  if (found === undefined || found.command === '' || postgresCommand.test(found.command)) return;
  if ((await readPid(path)) === pid) await rm(path, { force: true });
}

export async function readLockLines(cluster: string): Promise<string[]> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  return text.split('\n').map((line) => line.trim());
}

async function readPid(path: string): Promise<number | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return pid > 0 ? pid : undefined;
}

async function inspect(pid: number): Promise<{ parentPid: number; command: string } | undefined> {
  if (process.platform !== 'linux') return inspectWithPs(pid);
  // Readable for everyone, unlike /proc/<pid>/exe and cwd, which root in a container often can't see.
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
    return { parentPid: Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]), command };
  } catch {
    return undefined;
  }
}

async function inspectWithPs(pid: number): Promise<{ parentPid: number; command: string } | undefined> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'ppid=,args=', '-p', String(pid)]);
    const match = /^\s*(\d+)\s+(.*)$/m.exec(stdout);
    return match === null ? undefined : { parentPid: Number(match[1]), command: match[2] ?? '' };
  } catch {
    return undefined;
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

export const socketPort = 5432;
export const socketName = `.s.PGSQL.${socketPort}`;

/** The kernel's limit for the path of a socket, without the closing NUL. */
const maxPathBytes = process.platform === 'linux' ? 107 : 103;

/** Beside the cluster where the path is short enough, otherwise a short path that only this cluster has. */
export async function chooseSocketFolder(place: Placement, account: Account): Promise<string> {
  const beside = join(place.home, 'run');
  if (Buffer.byteLength(join(beside, socketName)) <= maxPathBytes) return beside;
  const hash = shortHash(place.cluster);
  if (process.getuid?.() === 0 && (await isFolderOf('/run', 0))) return `/run/gantry-${hash}`;
  const session = `/run/user/${account.uid}`;
  if (await isFolderOf(session, account.uid)) return join(session, `gantry-${hash}`);
  return `/tmp/gantry-${account.uid}-${hash}`;
}

/** The owner of this folder can pose as the server, so a folder of another user is refused. */
export async function ensureSocketFolder(folder: string, account: Account): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  // Root's own folder is one that this start, or another at the same time, has just made.
  if (account.lowered && (await lstat(folder)).uid === 0) await lchown(folder, account.uid, account.gid);
  const found = await lstat(folder);
  if (found.isDirectory() && found.uid === account.uid && (found.mode & 0o077) === 0) return;
  throw new StartupError(
    `The socket folder ${folder} must be a folder with mode 0700 that belongs to uid ${account.uid}; remove it or set GANTRY_DATABASE_URL.`,
  );
}

/** A folder outside the database's home is litter once the server is down. */
export async function dropSocketFolder(folder: string, place: Placement): Promise<void> {
  if (dirname(folder) !== place.home) await rmdir(folder).catch(() => undefined);
}

async function isFolderOf(path: string, uid: number): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isDirectory() === true && found.uid === uid && (found.mode & 0o022) === 0;
}
