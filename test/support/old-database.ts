import { readdir, readFile } from 'node:fs/promises';
import { createTestDatabase, type TestDatabase } from './database.js';

const folder = new URL('../../migrations/', import.meta.url);

/** A database as an earlier version left it: with the migrations up to this number. */
export async function createOldDatabase(lastMigration: string): Promise<TestDatabase> {
  const database = await createTestDatabase({ hasSchema: false });
  await database.query(
    'create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)',
  );
  for (const file of (await readdir(folder)).sort()) {
    if (file.slice(0, lastMigration.length) > lastMigration) break;
    await database.query(await readFile(new URL(file, folder), 'utf8'));
    await database.query('insert into kysely_migration values ($1, $2)', [
      file.replace('.sql', ''),
      new Date().toISOString(),
    ]);
  }
  return database;
}
