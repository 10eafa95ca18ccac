import { readdir, readFile } from 'node:fs/promises';
import { type Migration, Migrator, sql } from 'kysely';
import type pg from 'pg';
import { PublicError, StartupError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { type Database, openDatabase } from './database.ts';
import { type Patience, retryUntil } from './patience.ts';

const folder = new URL('../../../migrations/', import.meta.url);
const oldestServer = 14;

/** Brings the schema up to date. Any number of processes may do so at once: Kysely's migrator takes a lock. */
export async function migrate(
  options: Patience & {
    connection: pg.ClientConfig;
    /** The last one to execute; all without it. */
    upTo?: string | undefined;
  },
): Promise<void> {
  const { connection, log, upTo } = options;
  const { db, close } = openDatabase({ connection, poolSize: 1, log });
  try {
    await retryUntil(async () => {
      await checkServerVersion(db);
      await migrateTo(db, upTo, log);
    }, options);
  } finally {
    await close();
  }
}

/** The names of all that this program has, oldest first. */
export async function listMigrations(): Promise<string[]> {
  return Object.keys(await readMigrations()).sort();
}

async function migrateTo(db: Database, upTo: string | undefined, log: Log): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } });
  const { error, results = [] } = await (upTo === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(upTo));
  const done = results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
  if (done.length > 0) log.info({ migrations: done.length, newest: done.at(-1) }, 'migrated the database');
  if (error instanceof PublicError) throw error;
  if (error !== undefined) throw new StartupError('The database could not be migrated.', { cause: error });
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
