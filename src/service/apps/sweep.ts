import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { type Swept, sweep, sweepBatch } from '../database/sweep.ts';
import { deletion, removeWithBytes } from '../jobs/remove-with-bytes.ts';
import { iconSuffix } from './upload.ts';

const ticketGraceSeconds = 3_600;
const ticketMemorySeconds = 7 * 86_400;

/**
 * Each sweep is one statement that moves a batch out of its table and, where bytes belong to
 * it, writes down their deletion as jobs in the same commit. Rows that another process sweeps are skipped.
 */
export const appSweeps = {
  /**
   * Deleted or expired apps that nothing holds. The count is checked again under the row's lock. An icon may be in
   * storage of which the record knows nothing, as its write was not answered.
   */
  removeDueApps: (db: Database) =>
    sweep(
      db,
      sql`
      with due as (
        select ctid from apps
        where coalesce(deleted_at, expires_at) <= now() and hold_count = 0
        order by coalesce(deleted_at, expires_at)
        limit ${sweepBatch} for update skip locked
      ), removed as (
        delete from apps where ctid = any (array(select ctid from due)) returning object_key
      ), gone as (
        select object_key || suffix as key from removed, unnest(array['', ${iconSuffix}::text]) as suffix
      ), ${deletion}
      select count(*) as swept from removed`,
    ),

  /** One hour after its URL ran out a ticket's upload goes: never confirmed, or sent once more after that. */
  sweepTickets: (db: Database) =>
    removeWithBytes(
      db,
      sql`select ctid from upload_tickets
        where swept_at is null and expires_at <= now() - make_interval(secs => ${ticketGraceSeconds})
        order by expires_at`,
      sql`update upload_tickets set swept_at = now() where ctid = any (array(select ctid from due)) returning ${storageKey} as key`,
    ),

  /** Its bytes are deleted once more: a PUT to S3 that began in time may have ended after the first sweep. */
  forgetTickets: (db: Database) =>
    removeWithBytes(
      db,
      sql`select ctid from upload_tickets
        where swept_at <= now() - make_interval(secs => ${ticketMemorySeconds})
        order by swept_at`,
      sql`delete from upload_tickets where ctid = any (array(select ctid from due)) returning ${storageKey} as key`,
    ),

  /** The apps of a deleted project become deleted apps, which are removed as such. */
  retireDeletedProjects: (db: Database) =>
    sweep(
      db,
      sql`
      with due as (
        select app.ctid
        from projects
        cross join lateral (
          select ctid from apps where project_id = projects.id and deleted_at is null limit ${sweepBatch} for update skip locked
        ) as app
        where projects.deleted_at is not null
        limit ${sweepBatch}
      ), gone as (
        update apps set deleted_at = now() where ctid = any (array(select ctid from due)) returning id
      )
      select count(*) as swept from gone`,
    ),
} satisfies Record<string, (db: Database) => Promise<Swept>>;

const storageKey = sql`'files/' || project_id || '/' || id || '.' || extension`;
