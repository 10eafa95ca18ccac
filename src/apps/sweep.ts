import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

const batchSize = 2_000;
const keysPerJob = 500;
const ticketGraceSeconds = 3_600;
const ticketMemorySeconds = 7 * 86_400;

/**
 * The sweeps: each is one statement that moves what is due out of its table and writes down the deletion of its
 * bytes as a job, in one commit. Rows that another process sweeps are skipped. Each says how many it moved;
 * a full batch means that there is more.
 */
export const sweeps = {
  removeDueApps,
  sweepTickets,
  forgetTickets,
  retireDeletedProjects,
  removeEmptiedProjects,
} satisfies Record<string, (db: Database) => Promise<{ swept: number; more: boolean }>>;

interface Swept {
  swept: number;
  more: boolean;
}

/** Deleted or expired apps that nothing holds. The count is checked again under the row's lock. */
async function removeDueApps(db: Database): Promise<Swept> {
  return run(
    db,
    sql`
    with due as (
      select ctid from apps
      where coalesce(deleted_at, expires_at) <= now() and hold_count = 0
      order by coalesce(deleted_at, expires_at)
      limit ${batchSize}
      for update skip locked
    ), gone as (
      delete from apps where ctid = any (array(select ctid from due)) returning object_key as key
    ), deletion as (${deleteObjectsOf('gone')})
    select count(*) as swept from gone`,
  );
}

/** One hour after its URL ran out a ticket's upload goes: never confirmed, or sent once more after that. */
async function sweepTickets(db: Database): Promise<Swept> {
  return run(
    db,
    sql`
    with due as (
      select id from upload_tickets
      where swept_at is null and expires_at <= now() - make_interval(secs => ${ticketGraceSeconds})
      order by expires_at
      limit ${batchSize}
      for update skip locked
    ), gone as (
      update upload_tickets as t set swept_at = now() from due where t.id = due.id returning ${storageKey} as key
    ), deletion as (${deleteObjectsOf('gone')})
    select count(*) as swept from gone`,
  );
}

/** Its bytes are deleted once more: a PUT to S3 that began in time may have ended after the first sweep. */
async function forgetTickets(db: Database): Promise<Swept> {
  return run(
    db,
    sql`
    with due as (
      select id from upload_tickets
      where swept_at <= now() - make_interval(secs => ${ticketMemorySeconds})
      order by swept_at
      limit ${batchSize}
      for update skip locked
    ), gone as (
      delete from upload_tickets as t using due where t.id = due.id returning ${storageKey} as key
    ), deletion as (${deleteObjectsOf('gone')})
    select count(*) as swept from gone`,
  );
}

async function retireDeletedProjects(db: Database): Promise<Swept> {
  return run(
    db,
    sql`
    with due as (
      select apps.id
      from projects
      cross join lateral (
        select id from apps where project_id = projects.id and deleted_at is null limit ${batchSize} for update skip locked
      ) as apps
      where projects.deleted_at is not null
      limit ${batchSize}
    ), gone as (
      update apps set deleted_at = now() from due where apps.id = due.id returning apps.id
    )
    select count(*) as swept from gone`,
  );
}

async function removeEmptiedProjects(db: Database): Promise<Swept> {
  return run(
    db,
    sql`
    with gone as (
      delete from projects
      where deleted_at is not null and not exists (select from apps where project_id = projects.id)
      returning id
    )
    select count(*) as swept from gone`,
  );
}

const storageKey = sql`'files/' || t.project_id || '/' || t.id || '.' || t.extension`;

/** In jobs of a size that one worker does between two other requests. */
function deleteObjectsOf(table: 'gone') {
  return sql`
    insert into jobs (name, payload)
    select 'objects.delete', jsonb_build_object('keys', jsonb_agg(key))
    from (select key, (row_number() over () - 1) / ${keysPerJob}::int as part from ${sql.table(table)}) as keyed
    group by part`;
}

async function run(db: Database, statement: ReturnType<typeof sql>): Promise<Swept> {
  const { rows } = await (statement as ReturnType<typeof sql<{ swept: number }>>).execute(db);
  const swept = rows[0]?.swept ?? 0;
  return { swept, more: swept === batchSize };
}
