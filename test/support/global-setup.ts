import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { bundlePrograms } from './bundle-programs.js';

/** A database with the schema in it: a copy of it takes less time than to migrate each anew. */
export const templateName = 'gantry_template';

export type PostgresAddress = {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
};

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: PostgresAddress & { copying: Place['copying'] };
  }
}

interface Place {
  folder: string;
  /** How a database is copied: from a disk, each file of it would be synced. */
  copying: 'file_copy' | 'wal_log';
}

/** Builds what the tests run, and starts one PostgreSQL in which each test makes databases of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  const { startEmbedded } = await import('../../src/service/database/embedded/server.ts');
  const { createLog } = await import('../../src/kernel/log.ts');
  // Unpacked once, not by each worker at the same time.
  await import('./browser.ts');
  const programDir = await mkdtemp(join(tmpdir(), 'gantry-test-program-'));
  const { gantry, scripted } = await bundlePrograms(programDir);
  process.env.BUNDLED_GANTRY = gantry;
  process.env.SCRIPTED_GANTRY = scripted;
  const { folder, copying } = await quickPlace();
  const dataDir = await mkdtemp(join(folder, 'gantry-test-postgres-'));
  await chmod(dataDir, 0o711);
  const server = await startEmbedded({
    dataDir: join(dataDir, 'data'),
    connections: 400,
    log: createLog('warn'),
  });
  await cheapenPassword(server.connection);
  await makeTemplate(server.connection);
  project.provide('postgres', { ...server.connection, copying });
  return async () => {
    await server.stop();
    for (const made of [dataDir, programDir]) await rm(made, { recursive: true, force: true });
  };
}

/** Memory, where there is enough of it: hundreds of databases come and go, and none has to outlive the tests. */
async function quickPlace(): Promise<Place> {
  const shared = '/dev/shm';
  const found = await statfs(shared).catch(() => null);
  return found !== null && found.bavail * found.bsize > 4 * 1024 ** 3
    ? { folder: shared, copying: 'file_copy' }
    : { folder: tmpdir(), copying: 'wal_log' };
}

/** Thousands of connections are opened, and each of them pays for every iteration of the password's hash. */
async function cheapenPassword(connection: PostgresAddress): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('set scram_iterations = 1');
  await client.query(`alter role ${connection.user} password ${client.escapeLiteral(connection.password)}`);
  await client.end();
}

async function makeTemplate(connection: PostgresAddress): Promise<void> {
  const { migrate } = await import('../../src/service/database/migrate.ts');
  const { createLog } = await import('../../src/kernel/log.ts');
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`create database ${templateName}`);
  await client.end();
  await migrate({
    connection: { ...connection, database: templateName },
    log: createLog('warn'),
    patienceMs: 30_000,
  });
}
