import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { type Swept, sweep, sweepBatch } from '../database/sweep.ts';
import { queues } from './job.ts';

/** Jobs of a size that a worker does between two other requests. */
const keysPerJob = 500;

/** Writes down the deletion of every object whose `key` is in the relation `gone`. */
export const deletion = sql`
  deletion as (
    insert into jobs (queue, name, payload)
    select ${queues.cleanup}::text, 'objects.delete', jsonb_build_object('keys', jsonb_agg(key))
    from (select key, (row_number() over () - 1) / ${keysPerJob}::int as part from gone) as keyed
    group by part
  )`;

/**
 * One statement that moves a batch of rows out of its table and writes down the deletion of their bytes in the same
 * commit. `due` selects the ctid of rows, `gone` removes those of the relation `due` and returns the key of each.
 */
export function removeWithBytes(
  db: Database,
  due: RawBuilder<unknown>,
  gone: RawBuilder<unknown>,
): Promise<Swept> {
  return sweep(
    db,
    sql`
    with due as (${due} limit ${sweepBatch} for update skip locked), gone as (${gone}), ${deletion}
    select count(*) as swept from gone`,
  );
}
