import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';

const batchSize = 2_000;
const keysPerJob = 500;
const ticketGraceSeconds = 3_600;
const ticketMemorySeconds = 7 * 86_400;

export interface Swept {
  swept: number;
  /** The batch was full: there may be more. */
  more: boolean;
}

/**
 * What falls due by itself. Each sweep is one statement that moves a batch out of its table and, where bytes belong to
 * it, writes down their deletion as jobs in the same commit. Rows that another process sweeps are skipped.
 */
export const sweeps: Record<string, (db: Database) => Promise<Swept>> = {
  /** Deleted or expired apps that nothing holds. The count is checked again under the row's lock. */
  removeDueApps: (db) =>
    removeWithBytes(
      db,
      sql`select ctid from apps
        where coalesce(deleted_at, expires_at) <= now() and hold_count = 0
        order by coalesce(deleted_at, expires_at)`,
      sql`delete from apps where ctid = any (array(select ctid from due)) returning object_key as key`,
    ),

  /** One hour after its URL ran out a ticket's upload goes: never confirmed, or sent once more after that. */
  sweepTickets: (db) =>
    removeWithBytes(
      db,
      sql`select ctid from upload_tickets
        where swept_at is null and expires_at <= now() - make_interval(secs => ${ticketGraceSeconds})
        order by expires_at`,
      sql`update upload_tickets set swept_at = now() where ctid = any (array(select ctid from due)) returning ${storageKey} as key`,
    ),

  /** Its bytes are deleted once more: a PUT to S3 that began in time may have ended after the first sweep. */
  forgetTickets: (db) =>
    removeWithBytes(
      db,
      sql`select ctid from upload_tickets
        where swept_at <= now() - make_interval(secs => ${ticketMemorySeconds})
        order by swept_at`,
      sql`delete from upload_tickets where ctid = any (array(select ctid from due)) returning ${storageKey} as key`,
    ),

  /** The apps of a deleted project become deleted apps, which are removed as such. */
  retireDeletedProjects: (db) =>
    run(
      db,
      sql`
      with due as (
        select app.ctid
        from projects
        cross join lateral (
          select ctid from apps where project_id = projects.id and deleted_at is null limit ${batchSize} for update skip locked
        ) as app
        where projects.deleted_at is not null
        limit ${batchSize}
      ), gone as (
        update apps set deleted_at = now() where ctid = any (array(select ctid from due)) returning id
      )
      select count(*) as swept from gone`,
    ),

  removeEmptiedProjects: (db) =>
    run(
      db,
      sql`
      with gone as (
        delete from projects
        where deleted_at is not null and not exists (select from apps where project_id = projects.id)
        returning id
      )
      select count(*) as swept from gone`,
    ),
};

const storageKey = sql`'files/' || project_id || '/' || id || '.' || extension`;

/** Jobs of a size that a worker does between two other requests. */
function removeWithBytes(db: Database, due: RawBuilder<unknown>, gone: RawBuilder<unknown>): Promise<Swept> {
  return run(
    db,
    sql`
    with due as (${due} limit ${batchSize} for update skip locked),
    gone as (${gone}),
    deletion as (
      insert into jobs (name, payload)
      select 'objects.delete', jsonb_build_object('keys', jsonb_agg(key))
      from (select key, (row_number() over () - 1) / ${keysPerJob}::int as part from gone) as keyed
      group by part
    )
    select count(*) as swept from gone`,
  );
}

async function run(db: Database, statement: RawBuilder<unknown>): Promise<Swept> {
  const { rows } = await statement.$castTo<{ swept: number }>().execute(db);
  const swept = rows[0]?.swept ?? 0;
  return { swept, more: swept === batchSize };
}
