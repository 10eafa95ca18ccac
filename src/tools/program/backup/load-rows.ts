import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { errorCode } from '../../../kernel/durable-file.ts';
import { limits, type Manifest } from './archive-format.ts';
import { DamagedArchive } from './archive-reader.ts';
import { quoted } from './dump-rows.ts';

const decompress = promisify(gunzip);

interface RowLoader {
  add(table: string, part: number, packed: Buffer): Promise<void>;
  /** Makes all of it last. Until then nothing does. */
  commit(): Promise<void>;
}

/** Loads rows into a database that has the migrations of the manifest and nothing else. */
export async function loadRows(client: pg.Client, manifest: Manifest): Promise<RowLoader> {
  const tables = new Map(manifest.tables.map(({ name, columns }) => [name, columns]));
  await requireTables(client, tables);
  await client.query('begin');
  // Rows come table by table: one may name another that is still to come.
  await client.query('set local session_replication_role = replica');
  for (const name of tables.keys()) await client.query(`truncate ${quoted(name)} cascade`);
  let current: { table: string; parts: number; copy: CopyStreamQuery; done: Promise<void> } | null = null;

  async function endTable(): Promise<void> {
    if (current === null) return;
    const { copy, done } = current;
    current = null;
    copy.end();
    await done;
  }

  async function begin(table: string) {
    const columns = tables.get(table);
    if (columns === undefined) throw new DamagedArchive(`the rows of ${table} are not in one place`);
    // Twice the same table would be twice its rows.
    tables.delete(table);
    const names = columns.map(quoted).join(', ');
    const copy = client.query(copyFrom(`copy ${quoted(table)} (${names}) from stdin`));
    const done = finished(copy).catch((cause: unknown) => {
      // Out of disk or memory: the archive is not to blame.
      if (errorCode(cause)?.startsWith('53')) throw cause;
      throw new DamagedArchive(`the rows of ${table} are not accepted`, { cause });
    });
    done.catch(() => undefined);
    return { table, parts: 0, copy, done };
  }

  return {
    async add(table, part, packed) {
      if (current?.table !== table) {
        await endTable();
        current = await begin(table);
      }
      current.parts += 1;
      if (part !== current.parts) throw new DamagedArchive(`a part of ${table} is missing`);
      const rows = await decompress(packed, { maxOutputLength: limits.partBytes }).catch((cause: unknown) => {
        throw new DamagedArchive(`a part of ${table} can't be unpacked`, { cause });
      });
      if (!current.copy.write(rows)) await Promise.race([once(current.copy, 'drain'), current.done]);
    },
    async commit() {
      await endTable();
      for (const { table, column, value } of manifest.counters) {
        if (value === '0') continue;
        await client.query('select setval(pg_get_serial_sequence($1, $2), $3)', [
          quoted(table),
          column,
          value,
        ]);
      }
      await client.query('commit');
      await client.query('analyze');
    },
  };
}

/** The names of the manifest become part of statements: only those that the schema has. */
async function requireTables(
  client: pg.Client,
  tables: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely\\_%'`);
  const known = new Set(rows.map(({ table, column }) => `${table}.${column}`));
  for (const [table, columns] of tables)
    for (const column of columns)
      if (!known.has(`${table}.${column}`)) throw new DamagedArchive(`its schema has no ${table}.${column}`);
}
