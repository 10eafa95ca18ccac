import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { templateName } from './global-setup.js';

export interface TestDatabase {
  url: string;
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>;
}

/** A new database on the shared server, without a row, gone when the test ends. */
export async function createTestDatabase({ hasSchema = true } = {}): Promise<TestDatabase> {
  const server = inject('postgres');
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  await administer(`create database ${name} template ${hasSchema ? templateName : 'template1'}`);
  const pool = new pg.Pool({ ...server, database: name, max: 2 });
  // Its last connection may still be closing when the database is dropped under it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  onTestFinished(async () => {
    await pool.end();
    await administer(`drop database ${name} with (force)`);
  });
  const url = `postgres://${server.user}:${encodeURIComponent(server.password)}@localhost/${name}?host=${encodeURIComponent(server.host)}&port=${server.port}`;
  return { url, query: (text, values) => pool.query(text, values) };
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client(inject('postgres'));
  await client.connect();
  await client.query(statement);
  await client.end();
}
