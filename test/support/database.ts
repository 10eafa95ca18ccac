import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { templateName } from './global-setup.js';

export interface TestDatabase {
  url: string;
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>;
}

let administration: pg.Pool | undefined;

/** When what a test has made goes: what was made last goes first. */
export type AtEnd = (close: () => Promise<void>) => void;

/** For what outlives a test: whoever gathers it closes it. */
export function gatherClosers(): { atEnd: AtEnd; close(): Promise<void> } {
  const closers: Array<() => Promise<void>> = [];
  return {
    atEnd: (close) => void closers.push(close),
    async close() {
      for (const close of closers.reverse()) await close();
    },
  };
}

/** A new database on the shared server, without a row, gone when the test ends. */
export async function createTestDatabase({
  hasSchema = true,
  atEnd = onTestFinished as AtEnd,
} = {}): Promise<TestDatabase> {
  const { copying, ...server } = inject('postgres');
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  const template = hasSchema ? templateName : 'template1';
  await administer(`create database ${name} template ${template} strategy ${copying}`);
  const pool = openPool({ ...server, database: name, max: 2 });
  atEnd(async () => {
    await pool.end();
    await administer(`drop database ${name} with (force)`);
  });
  const url = `postgres://${server.user}:${encodeURIComponent(server.password)}@localhost/${name}?host=${encodeURIComponent(server.host)}&port=${server.port}`;
  return { url, query: (text, values) => pool.query(text, values) };
}

/** By one connection of this process, which keeps nothing alive. */
async function administer(statement: string): Promise<void> {
  const { copying: _, ...server } = inject('postgres');
  administration ??= openPool({ ...server, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  await administration.query(statement);
}

function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options);
  // Its last connection may still be closing when the database is dropped or its server stopped under it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  return pool;
}
