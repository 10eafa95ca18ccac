import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, onTestFinished } from 'vitest';
import type { TestDatabase } from './database.js';

/** What can be had again by the next test as if it were new. */
export interface Resettable {
  /** False when it can't be made as new. */
  reset(): Promise<boolean>;
  close(): Promise<void>;
}

const free = new Map<string, Resettable[]>();

/** One that an earlier test of the same file is done with; or else a new one, which goes with the last test. */
export async function usedAgain<T extends Resettable>(kind: string, start: () => Promise<T>): Promise<T> {
  const spares = free.get(kind) ?? [];
  free.set(kind, spares);
  const spare = spares.pop() as T | undefined;
  if (spare !== undefined && !(await spare.reset())) {
    await spare.close();
    return usedAgain(kind, start);
  }
  const taken = spare ?? (await start());
  onTestFinished(() => void spares.push(taken));
  return taken;
}

/** Called for each file of tests. */
export function closeAfterFile(): void {
  afterAll(async () => {
    const all = [...free.values()].flat();
    free.clear();
    await Promise.all(all.map((one) => one.close()));
  });
}

/** What a database holds now; the answer puts it back, unless somebody works on it at the moment. */
export async function keepRows({ query }: TestDatabase): Promise<() => Promise<boolean>> {
  const tables: string[] = (
    await query(`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`)
  ).rows.map(({ name }) => name);
  const all = tables.map(
    (name) => `select ${pg.escapeLiteral(name)} as name, json_agg(t)::text as rows from ${name} t`,
  );
  const kept = (await query(all.join(' union all '))).rows.filter(({ rows }) => rows !== null);
  const restore = [
    // Without the checks of references, in any order.
    'set session_replication_role = replica',
    ...tables.map((table) => `delete from ${table}`),
    ...kept.map(
      ({ name, rows }) =>
        `insert into ${name} overriding system value select * from json_populate_recordset(null::${name}, ${pg.escapeLiteral(rows)})`,
    ),
    'reset session_replication_role',
  ].join('; ');
  return async () => {
    const { rows } = await query('select exists (select from jobs where claim_token is not null) as busy');
    if (rows[0].busy) return false;
    return query(restore).then(() => true, isDeadlock);
  };
}

/** A loop of the service went first. */
function isDeadlock(error: unknown): false {
  if (error instanceof pg.DatabaseError && error.code === '40P01') return false;
  throw error;
}

/** The files below a folder now; the answer removes those that came later. */
export async function keepFiles(folder: string): Promise<() => Promise<void>> {
  const list = async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  };
  const kept = new Set(await list());
  return async () => {
    for (const file of await list()) if (!kept.has(file)) await rm(file, { force: true });
  };
}
