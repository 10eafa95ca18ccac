import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { errorCode } from '../../../kernel/durable-file.ts';
import { StartupError } from '../../../kernel/errors.ts';
import { superuser } from './cluster.ts';
import { findServer, stopServer } from './server-process.ts';
import type { Site } from './site.ts';
import { socketPort } from './socket-folder.ts';

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
