import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import { forgetRows, type Swept, sweep, sweepBatch } from '../database/sweep.ts';
import { deletion } from '../jobs/remove-with-bytes.ts';
import { lockProject } from '../projects/project-store.ts';
import { transactionThatAdmits } from './admit-runs.ts';
import { idempotencyLifetime } from './idempotency.ts';

const runBatch = 500;

export function createRunSweeps(options: { retentionDays: number; notifications: Notifications }) {
  const { retentionDays, notifications } = options;
  return {
    /** With screenshots, deliveries and their log, and pictures that nobody has approved. */
    removeOldRuns: (db: Database) =>
      removeRuns(
        db,
        sql`select runs.id from runs
          where completed_at < now() - make_interval(days => ${retentionDays})
          order by completed_at`,
      ),

    removeRunsOfDeletedProjects: (db: Database) =>
      removeRuns(
        db,
        sql`select runs.id from projects join runs on runs.project_id = projects.id
          where projects.deleted_at is not null`,
      ),

    removeBaselinesOfDeletedTests: (db: Database) =>
      removeBaselines(db, sql`select baselines.ctid from baselines where test_id is null`),

    removeBaselinesOfDeletedProjects: (db: Database) =>
      removeBaselines(
        db,
        sql`select baselines.ctid from projects join baselines on baselines.project_id = projects.id
          where projects.deleted_at is not null`,
      ),

    removeEmptiedProjects: (db: Database) =>
      sweep(
        db,
        sql`
        with gone as (
          delete from projects
          where deleted_at is not null
            and not exists (select from apps where project_id = projects.id)
            and not exists (select from runs where project_id = projects.id)
            and not exists (select from baselines where project_id = projects.id)
          returning id
        )
        select count(*) as swept from gone`,
      ),

    /** A wrong count must not keep runs waiting for ever. */
    admitWaitingRuns: (db: Database) => admitWaitingRuns(db, notifications),

    forgetIdempotencyKeys: (db: Database) =>
      forgetRows(db, 'idempotency_keys', {
        oldestBy: 'created_at',
        due: sql`created_at < now() - ${idempotencyLifetime}`,
      }),

    /** Of runs whose worker was lost while somebody looked. */
    forgetScreens: (db: Database) =>
      forgetRows(db, 'run_screens', { oldestBy: 'at', due: sql`at < now() - interval '1 minute'` }),

    forgetLostWorkers: (db: Database) =>
      forgetRows(db, 'workers', { oldestBy: 'seen_at', due: sql`seen_at < now() - interval '1 hour'` }),

    forgetLostDevices: (db: Database) =>
      forgetRows(db, 'devices', { oldestBy: 'seen_at', due: sql`seen_at < now() - interval '1 day'` }),
  } satisfies Record<string, (db: Database) => Promise<Swept>>;
}

/**
 * `old` selects from runs. Recording an attempt locks the delivery and then the run, so this waits for no lock: a run
 * whose delivery is locked stays for the next time. Deleted by a second statement, which sees every
 * attempt that was written before the locks were had.
 */
async function removeRuns(db: Database, old: RawBuilder<unknown>): Promise<Swept> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string }>`
      with due as materialized (${old} limit ${runBatch} for update of runs skip locked), held as materialized (
        select run_id from deliveries where run_id = any (array(select id from due)) for update skip locked
      )
      select id from due
      where id in (select run_id from held) or not exists (select from deliveries where run_id = due.id)
    `.execute(trx);
    if (rows.length === 0) return { swept: 0, more: false };
    const ids = rows.map(({ id }) => id);
    await sql`
      with removed as (delete from runs where id = any (${ids}::uuid[])),
      results as (delete from deliveries where run_id = any (${ids}::uuid[])),
      unapproved as (delete from baselines where candidate_run_id = any (${ids}::uuid[]) and object_key is null),
      approved as (
        update baselines
        set candidate_run_id = null, candidate_file = null, difference_file = null, different_pixels = null,
          candidate_at = null
        where candidate_run_id = any (${ids}::uuid[]) and object_key is not null
      ),
      attempts as (delete from delivery_attempts where run_id = any (${ids}::uuid[])),
      gone as (delete from run_files where run_id = any (${ids}::uuid[]) returning object_key as key),
      ${deletion}
      select 1
    `.execute(trx);
    return { swept: ids.length, more: ids.length === runBatch };
  });
}

/** `due` selects their ctid. */
function removeBaselines(db: Database, due: RawBuilder<unknown>): Promise<Swept> {
  return sweep(
    db,
    sql`
    with due as (${due} limit ${sweepBatch} for update of baselines skip locked), removed as (
      delete from baselines where ctid = any (array(select ctid from due)) returning object_key
    ), gone as (
      select object_key as key from removed where object_key is not null
    ), ${deletion}
    select count(*) as swept from removed`,
  );
}

async function admitWaitingRuns(db: Database, notifications: Notifications): Promise<Swept> {
  const { rows } = await sql<{ id: string }>`
    select id from projects
    where active_runs < concurrency and deleted_at is null
      and exists (
        select from runs
        where project_id = projects.id and status = 'queued' and job_id is null and waits_for is null
      )
    limit ${sweepBatch}
  `.execute(db);
  for (const { id } of rows) {
    await transactionThatAdmits({ db, notifications }, async (trx, admit) => {
      await lockProject(trx, id);
      await admit(id, 0);
    });
  }
  return { swept: rows.length, more: false };
}
