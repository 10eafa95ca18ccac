import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { copyFile, type FileHandle, open, rename, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import { within } from '../../../kernel/within.ts';
import { credentials, serverEnvironment } from './account.ts';
import {
  claim,
  clearTheWay,
  ensureSocketFolder,
  identifyingArguments,
  inUse,
  type Ownership,
  readLockLines,
  removeLockOfOtherProgram,
  type Site,
  shutdowns,
  socketName,
  socketPort,
} from './ownership.ts';

export interface Running {
  child: ChildProcess;
  /** Resolves with the reason when the server process is gone. */
  exited: Promise<string>;
  ownership: Ownership;
}

/** The database of the service. */
export const database = 'gantry';

const claimPatienceMs = 5_000;
const slowStartMs = 10_000;

/** Starts the server and takes the owner's lock; fails with a StartupError only where trying again is in vain. */
export async function launch(site: Site, signal: AbortSignal): Promise<Running> {
  const { cluster, dataDir } = site.place;
  await clearTheWay(site);
  await ensureSocketFolder(site.socketFolder, site.account);
  await removeLockOfOtherProgram(join(cluster, 'postmaster.pid'));
  await removeLockOfOtherProgram(join(site.socketFolder, `${socketName}.lock`));

  const logStart = await sizeOf(logPath(dataDir));
  const { child, exited } = await spawnServer(site);
  let ownership: Ownership | undefined;
  try {
    await untilReady(site, child, signal);
    ownership = await claimFresh(site, child, signal);
    await ensureDatabase(ownership);
    return { child, exited, ownership };
  } catch (error) {
    await ownership?.release();
    await end({ child, exited });
    if (error instanceof StartupError || signal.aborted) throw error;
    const complaint = await readComplaint(dataDir, logStart).catch(() => undefined);
    throw new Error(complaint ?? (await exited), { cause: error });
  }
}

export async function end({ child, exited }: Pick<Running, 'child' | 'exited'>): Promise<void> {
  for (const { signal, patienceMs } of shutdowns) {
    if (!isRunning(child)) return;
    child.kill(signal);
    await within(patienceMs, exited, () => undefined);
  }
  if (isRunning(child)) child.kill('SIGKILL');
  await exited;
}

export function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

/** Detached: a Ctrl-C in the terminal must reach the service first, which then stops the server in order. */
async function spawnServer(site: Site): Promise<Pick<Running, 'child' | 'exited'>> {
  const { cluster, dataDir } = site.place;
  const log = await openServerLog(dataDir);
  try {
    const child = spawn(join(site.binaries.native, 'bin', 'postgres'), serverArguments(site), {
      ...credentials(site.account),
      cwd: cluster,
      env: serverEnvironment,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    const exited = new Promise<string>((resolve) => {
      child.once('exit', (code, by) => resolve(by === null ? `exit code ${code}` : `signal ${by}`));
    });
    await once(child, 'spawn');
    child.on('error', (error) => site.log.error({ err: error }, 'A signal did not reach PostgreSQL'));
    return { child, exited };
  } finally {
    await log.close();
  }
}

function serverArguments(site: Site): string[] {
  const settings = {
    listen_addresses: '',
    port: socketPort,
    // A list of quoted names, in which a bare comma or space would begin the next one.
    unix_socket_directories: `"${site.socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    max_connections: site.maxConnections,
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Statements and the values of violated keys may hold what must not reach a log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  };
  const pairs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return [...identifyingArguments(site.place.cluster, process.pid), ...pairs];
}

/** Waits as long as the process lives: recovery after a crash may take its time. */
async function untilReady(site: Site, child: ChildProcess, signal: AbortSignal): Promise<void> {
  const statusLine = 7;
  const startedAt = Date.now();
  let reported = false;
  for (;;) {
    if (!isRunning(child)) throw new Error('PostgreSQL ended before it was ready');
    const lines = await readLockLines(site.place.cluster);
    if (lines[0] === String(child.pid) && lines[statusLine] === 'ready') return;
    if (!reported && Date.now() - startedAt > slowStartMs) {
      reported = true;
      site.log.warn('PostgreSQL is still starting, which after a crash can take minutes');
    }
    await sleep(10, undefined, { signal });
  }
}

/** Ours is a database of its own, so that the owner's lock can't meet a lock of the service. */
async function ensureDatabase({ client }: Ownership): Promise<void> {
  const found = await client.query('select from pg_database where datname = $1', [database]);
  if (found.rowCount === 0) await client.query(`create database ${database}`);
}

async function claimFresh(site: Site, child: ChildProcess, signal: AbortSignal): Promise<Ownership> {
  const deadline = Date.now() + claimPatienceMs;
  for (;;) {
    const claimed = await claim(site);
    if (typeof claimed !== 'string') return claimed;
    if (!isRunning(child)) throw new Error('PostgreSQL ended before it was owned');
    if (Date.now() > deadline) {
      if (claimed === 'held') throw inUse(site);
      throw new Error('PostgreSQL is ready but does not answer');
    }
    await sleep(50, undefined, { signal });
  }
}

const maxLogBytes = 10 * 1024 * 1024;
const checkLogEveryMs = 60_000;

function logPath(dataDir: string): string {
  return join(dataDir, 'postgres.log');
}

/** A file and not a pipe: an orphaned server must still be able to write. */
async function openServerLog(dataDir: string): Promise<FileHandle> {
  const path = logPath(dataDir);
  if ((await sizeOf(path)) > maxLogBytes) await rename(path, `${path}.1`);
  return open(
    path,
    constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW,
    0o600,
  );
}

/** Bounds the log of a long life. The server appends, so it continues at the new end of the emptied file. */
export function boundServerLog(dataDir: string, log: Log): () => void {
  const path = logPath(dataDir);
  const bound = async () => {
    if ((await sizeOf(path)) <= maxLogBytes) return;
    await copyFile(path, `${path}.1`);
    await truncate(path);
  };
  const timer = setInterval(() => {
    bound().catch((error) => log.warn({ err: error }, 'The log of PostgreSQL could not be shortened'));
  }, checkLogEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** The last complaint that the server wrote behind `offset`, for a message to the operator. */
async function readComplaint(dataDir: string, offset: number): Promise<string | undefined> {
  const handle = await open(logPath(dataDir), 'r');
  try {
    const { size } = await handle.stat();
    const from = Math.max(offset, size - 64 * 1024);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.max(size - from, 0)), 0, null, from);
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    return lines.findLast((line) => /FATAL|PANIC|error/.test(line))?.replace(/^.*?(FATAL|PANIC):\s+/, '');
  } finally {
    await handle.close();
  }
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    (found) => found.size,
    () => 0,
  );
}
