import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { version } from '../../../kernel/version.ts';
import { format, limits, type Manifest, manifestName, partName } from './archive-format.ts';
import type { ArchiveWriter } from './archive-writer.ts';

const compress = promisify(gzip);

/** Every row as it is at one moment, while the service keeps writing. */
export async function dumpRows(
  client: pg.Client,
  archive: ArchiveWriter,
  { onTable, onKey }: { onTable(name: string): void; onKey(line: Buffer): Promise<void> },
): Promise<Manifest> {
  await client.query('begin isolation level repeatable read read only');
  const manifest = await describeDatabase(client);
  await archive.addBytes(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  for (const { name, columns } of manifest.tables) {
    let part = 0;
    for await (const bytes of partsOf(
      client,
      `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`,
    )) {
      onTable(name);
      part += 1;
      await archive.addBytes(partName(name, part), await compress(bytes));
    }
  }
  for await (const bytes of partsOf(client, `copy (${objectKeys}) to stdout`)) await onKey(bytes);
  await client.query('commit');
  return manifest;
}

/** The key of every object that a row needs. */
export const objectKeys = `
  select object_key from apps
  union all select object_key from run_files
  union all select object_key from baselines where object_key is not null`;

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

async function describeDatabase(client: pg.Client): Promise<Manifest> {
  const migrations = await client.query<{ name: string }>('select name from kysely_migration order by name');
  // What is lost with a crash of the server is not worth a place in a backup.
  const tables = await client.query<{ name: string; columns: string[] }>(`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relkind = 'r' and relpersistence = 'p' and relnamespace = 'public'::regnamespace
      and relname not like 'kysely\\_%' and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`);
  const counters = await client.query<{ table: string; column: string; value: string }>(`
    select relname as table, attname as column, coalesce(pg_sequence_last_value(
      pg_get_serial_sequence(quote_ident(relname), attname)::regclass), 0)::text as value
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relkind = 'r' and relpersistence = 'p' and relnamespace = 'public'::regnamespace
      and pg_get_serial_sequence(quote_ident(relname), attname) is not null
      and attnum > 0 and not attisdropped
    order by relname, attnum`);
  return {
    format,
    version,
    createdAt: new Date().toISOString(),
    migrations: migrations.rows.map(({ name }) => name),
    tables: tables.rows,
    counters: counters.rows,
  };
}

async function* partsOf(client: pg.Client, statement: string): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of client.query(copyTo(statement))) {
    for (let at = 0; at < piece.length; ) {
      const taken = piece.subarray(at, at + limits.partBytes - size);
      // The stream uses its own memory again.
      pieces.push(Buffer.from(taken));
      size += taken.length;
      at += taken.length;
      if (size < limits.partBytes) continue;
      yield Buffer.concat(pieces);
      pieces = [];
      size = 0;
    }
  }
  if (size > 0) yield Buffer.concat(pieces);
}
