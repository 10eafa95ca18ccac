import type { ChildProcess } from 'node:child_process';
import { accessSync, constants, statfsSync } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { systemFolder } from '../../../kernel/account.ts';
import { errorCode } from '../../../kernel/durable-file.ts';
import { StartupError } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import type { DiskFault } from '../outage.ts';
import { chooseAccount } from './account.ts';
import { findPackage, prepareBinaries } from './binaries.ts';
import { ensureCluster, placeCluster, superuser } from './cluster.ts';
import { boundServerLog, database, end, isRunning, launch, type Running } from './launch.ts';
import {
  chooseSocketFolder,
  claim,
  dropSocketFolder,
  inUse,
  type Ownership,
  type Site,
  socketPort,
} from './ownership.ts';

export interface EmbeddedServer {
  connection: {
    /** Folder of the socket. */
    host: string;
    port: number;
    user: string;
    password: string;
    database: string;
  };
  location: {
    cluster: string;
    binaries: string;
    /** True when the cluster or the binaries had to go below the system directory. */
    moved: boolean;
  };
  /** What keeps the server from writing, if it is the disk. */
  diskFault(): DiskFault | null;
  /** Ends the server in order; safe to repeat. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log: Log;
  /** The server is lost for good, as when another service has taken the cluster over. */
  onFatal?: (error: Error) => void;
  /** How many the services need at once; some are kept for people. */
  connections?: number;
  /** Where root keeps what can't stay in the data directory or the checkout. */
  systemDir?: string;
  /** The npm package with the binaries; by default that of this platform. */
  packageDir?: string;
}

/** Starts PostgreSQL on the data directory, at the first start an empty one; refuses with a StartupError. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  try {
    return await start(options);
  } catch (error) {
    throw asRefusal(error, options.dataDir);
  }
}

const leastConnections = 60;
const spareConnections = 10;

async function start(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { dataDir, log, systemDir = systemFolder } = options;
  const account = await chooseAccount();
  const packageDir = options.packageDir ?? findPackage();
  const place = await placeCluster({ dataDir, systemDir, account, log });
  const binaries = await prepareBinaries({
    account,
    packageDir,
    runtimeDir: join(account.lowered ? systemDir : place.dataDir, 'runtime'),
  });
  const password = await ensureCluster(place, binaries, account);
  const socketFolder = await chooseSocketFolder(place, account);
  const maxConnections = Math.max(leastConnections, (options.connections ?? 0) + spareConnections);
  const site: Site = { place, account, binaries, password, socketFolder, maxConnections, log };

  const onFatal =
    options.onFatal ?? ((error) => log.fatal({ err: error }, 'The embedded PostgreSQL is lost'));
  const stopServer = await supervise(site, onFatal);
  const endLogBound = boundServerLog(place.dataDir, log);
  const stop = async () => {
    endLogBound();
    await stopServer();
    await dropSocketFolder(socketFolder, place);
  };
  return {
    connection: { host: socketFolder, port: socketPort, user: superuser, password, database },
    location: {
      cluster: place.cluster,
      binaries: binaries.native,
      moved: place.home !== place.dataDir || (account.lowered && binaries.copied),
    },
    diskFault: () => diskFaultAt(place.cluster),
    stop,
  };
}

/** The server writes its log of changes in files of this size, and ends where it can't make the next. */
const leastRoomBytes = 16 * 1024 * 1024;

function diskFaultAt(path: string): DiskFault | null {
  try {
    const { bavail, bsize } = statfsSync(path);
    accessSync(path, constants.W_OK);
    return bavail * bsize < leastRoomBytes ? 'ENOSPC' : null;
  } catch (error) {
    return errorCode(error) === 'EROFS' ? 'EROFS' : null;
  }
}

const faultsOfTheFileSystem = new Set(
  'EACCES EPERM EROFS ENOSPC EDQUOT ENOTDIR EEXIST EINVAL ELOOP ENAMETOOLONG EIO'.split(' '),
);

function asRefusal(error: unknown, dataDir: string): unknown {
  const code = errorCode(error);
  if (error instanceof StartupError || code === undefined || !faultsOfTheFileSystem.has(code)) return error;
  const path = error instanceof Error && 'path' in error ? String(error.path) : dataDir;
  return new StartupError(
    `The data directory ${dataDir} can't hold the embedded PostgreSQL (${code} at ${path}); make it writable for the user who starts Gantry, choose another GANTRY_DATA_DIR, or set GANTRY_DATABASE_URL.`,
    { cause: error },
  );
}

const firstStartPatienceMs = 10_000;
const longestPauseMs = 2_000;
const lockPatienceMs = 2_000;

/** Starts the server and keeps it running; one that dies is started again. Returns how to stop it. */
async function supervise(site: Site, onFatal: (error: Error) => void): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  let running = await launchAgain(site, stopping.signal, firstStartPatienceMs);

  // A service that leaves by process.exit must not leave its server behind.
  const onExit = () => void running.child.kill('SIGINT');
  process.once('exit', onExit);

  const watch = keepRunning().catch((error: unknown) => {
    if (stopping.signal.aborted) return;
    onFatal(error instanceof Error ? error : new Error(String(error)));
  });

  let stopped: Promise<void> | undefined;
  return () => {
    stopped ??= stop();
    return stopped;
  };

  async function keepRunning(): Promise<void> {
    const aborted = new Promise<'stop'>((resolve) => {
      stopping.signal.addEventListener('abort', () => resolve('stop'), { once: true });
    });
    for (;;) {
      const event = await Promise.race([
        aborted,
        running.exited,
        running.ownership.lost.then(() => 'lost' as const),
      ]);
      if (event === 'stop') return;
      const ownership = event === 'lost' ? await reclaim(site, running.child, stopping.signal) : undefined;
      if (ownership !== undefined) {
        running = { ...running, ownership };
        continue;
      }
      site.log.error({ reason: await running.exited }, 'PostgreSQL ended by itself; starting it again');
      await running.ownership.release();
      running = await launchAgain(site, stopping.signal, Number.POSITIVE_INFINITY);
      site.log.warn({ serverPid: running.child.pid }, 'PostgreSQL runs again');
    }
  }

  async function stop(): Promise<void> {
    stopping.abort();
    await watch;
    process.off('exit', onExit);
    await running.ownership.release();
    await end(running);
  }
}

/** The server lives but our session is gone; undefined when the server turns out to be dying as well. */
async function reclaim(site: Site, child: ChildProcess, signal: AbortSignal): Promise<Ownership | undefined> {
  const deadline = Date.now() + lockPatienceMs;
  while (isRunning(child)) {
    const claimed = await claim(site);
    if (typeof claimed !== 'string') {
      site.log.warn('The owner session of PostgreSQL was lost and is back');
      return claimed;
    }
    if (claimed === 'held' && Date.now() > deadline) throw inUse(site);
    await sleep(50, undefined, { signal });
  }
  return undefined;
}

/** The children of a killed postmaster hold its shared memory for a moment, so the first tries may fail. */
async function launchAgain(site: Site, signal: AbortSignal, patienceMs: number): Promise<Running> {
  const deadline = Date.now() + patienceMs;
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await launch(site, signal);
    } catch (error) {
      if (error instanceof StartupError || signal.aborted) throw error;
      if (Date.now() > deadline) throw doesNotStart(site, error);
      site.log.warn({ err: error, pauseMs }, 'PostgreSQL did not start; trying again');
      await sleep(pauseMs, undefined, { signal });
    }
  }
}

function doesNotStart(site: Site, cause: unknown): StartupError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new StartupError(
    `The embedded PostgreSQL does not start (${why}); see ${site.place.dataDir}/postgres.log or set GANTRY_DATABASE_URL.`,
    { cause },
  );
}

const notRunning = new Set(['ENOENT', 'ECONNREFUSED', '57P03']);

/** Connects to the embedded server of a data directory, beside its service. Null when it does not run. */
export async function reachEmbedded(dataDir: string, log: Log): Promise<pg.Client | null> {
  await access(join(dataDir, 'postgres.location')).catch((cause: unknown) => {
    if (errorCode(cause) !== 'ENOENT') throw cause;
    throw new StartupError(
      `There is no embedded database in ${dataDir}: name the data directory of the service with GANTRY_DATA_DIR.`,
      { cause },
    );
  });
  const account = await chooseAccount();
  const place = await placeCluster({ dataDir, systemDir: systemFolder, account, log });
  const client = new pg.Client({
    host: await chooseSocketFolder(place, account),
    port: socketPort,
    user: superuser,
    password: (await readFile(join(place.dataDir, 'postgres.password'), 'utf8')).trim(),
    database,
    ssl: false,
    application_name: 'gantry backup',
    connectionTimeoutMillis: 10_000,
  });
  // A server that stops meanwhile ends the query under way, which says so.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (!notRunning.has(errorCode(error) ?? '')) throw error;
    await client.end().catch(() => undefined);
    return null;
  }
}
