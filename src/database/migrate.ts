import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Migration, Migrator, sql } from 'kysely';
import type pg from 'pg';
import { PublicError, StartupError } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import { type Database, openDatabase } from './database.ts';

const folder = new URL('../../migrations/', import.meta.url);
const oldestServer = 14;

/** Brings the schema up to date. Any number of processes may do so at once: Kysely's migrator takes a lock. */
export async function migrate(options: {
  connection: pg.ClientConfig;
  log: Log;
  patienceMs: number;
  signal?: AbortSignal | undefined;
}): Promise<void> {
  const { db, close } = openDatabase({ connection: options.connection, poolSize: 1, log: options.log });
  try {
    await untilReachable(db, options);
    await checkServerVersion(db);
    const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } });
    const { error, results = [] } = await migrator.migrateToLatest();
    for (const { migrationName, status } of results)
      options.log.info({ migration: migrationName, status }, 'migrated');
    if (error !== undefined) throw new StartupError('The database could not be migrated.', { cause: error });
  } finally {
    await close();
  }
}

/** A database that starts at the same time as we do gets a moment to come up. */
async function untilReachable(
  db: Database,
  { log, patienceMs, signal }: { log: Log; patienceMs: number; signal?: AbortSignal | undefined },
): Promise<void> {
  const giveUpAt = Date.now() + patienceMs;
  for (;;) {
    try {
      await sql`select 1`.execute(db);
      return;
    } catch (error) {
      const reason = error instanceof PublicError && error.code === 'Unavailable' ? error.cause : error;
      if (reason === error || Date.now() >= giveUpAt) {
        throw new StartupError(`The database can't be used (${String(reason)}): check GANTRY_DATABASE_URL.`, {
          cause: error,
        });
      }
      if (signal?.aborted) throw new StartupError('The start was broken off.');
      log.warn({ reason: String(reason) }, 'the database is out of reach; trying again');
      await delay(500);
    }
  }
}

async function checkServerVersion(db: Database): Promise<void> {
  const { rows } = await sql<{
    version: string;
  }>`select current_setting('server_version') as version`.execute(db);
  const version = rows[0]?.version ?? 'unknown';
  if (!(Number.parseInt(version, 10) >= oldestServer)) {
    throw new StartupError(
      `PostgreSQL ${oldestServer} or newer is needed, but GANTRY_DATABASE_URL leads to ${version}.`,
    );
  }
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(new URL(name, folder), 'utf8');
    return [name.slice(0, -'.sql'.length), { up: async (db) => void (await sql.raw(text).execute(db)) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}
