import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

export interface Swept {
  swept: number;
  /** The batch was full: there may be more. */
  more: boolean;
}

export const sweepBatch = 2_000;

/** Deletes a batch of rows that nothing else belongs to, the oldest by that column first. */
export function forgetRows(
  db: Database,
  table: string,
  { oldestBy, due }: { oldestBy: string; due: RawBuilder<unknown> },
): Promise<Swept> {
  return sweep(
    db,
    sql`
    with due as (
      select ctid from ${sql.table(table)} where ${due}
      order by ${sql.ref(oldestBy)} limit ${sweepBatch} for update skip locked
    ), gone as (
      delete from ${sql.table(table)} where ctid = any (array(select ctid from due)) returning 1
    )
    select count(*) as swept from gone`,
  );
}

export async function sweep(db: Database, statement: RawBuilder<unknown>): Promise<Swept> {
  const { rows } = await statement.$castTo<{ swept: number }>().execute(db);
  const swept = rows[0]?.swept ?? 0;
  return { swept, more: swept >= sweepBatch };
}
