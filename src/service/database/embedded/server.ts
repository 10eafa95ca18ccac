import { accessSync, constants, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { systemFolder } from '../../../kernel/account.ts';
import { errorCode } from '../../../kernel/durable-file.ts';
import { StartupError } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import type { DiskFault } from '../outage.ts';
import { chooseAccount } from './account.ts';
import { findPackage, prepareBinaries } from './binaries.ts';
import { ensureCluster, superuser } from './cluster.ts';
import { database } from './launch.ts';
import { placeCluster } from './placement.ts';
import { boundServerLog } from './server-log.ts';
import type { Site } from './site.ts';
import { chooseSocketFolder, dropSocketFolder, socketPort } from './socket-folder.ts';
import { supervise } from './supervise.ts';

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
  const supervision = await supervise(site, onFatal);
  const endLogBound = boundServerLog(place.dataDir, log);
  const stop = async () => {
    endLogBound();
    await supervision.stop();
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
