import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { Job, JobName, JobPayloads } from './job.ts';

const leaseMs = 20_000;

/** Joins the caller's transaction, so that a job and the state it belongs to commit together. */
export async function enqueue<Name extends JobName>(
  trx: Database | DatabaseTransaction,
  name: Name,
  payload: JobPayloads[Name],
  delaySeconds = 0,
): Promise<number> {
  const { id } = await trx
    .insertInto('jobs')
    .values({
      name,
      payload: JSON.stringify(payload),
      due_at: sql<Date>`now() + make_interval(secs => ${delaySeconds})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** False when the job is gone or a worker has claimed it already. */
export async function withdraw(trx: DatabaseTransaction, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('claim_token', 'is', null)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Makes it due now, unless it is gone or claimed. Waits for a transaction that is withdrawing it. */
export async function hasten(db: Database, id: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ due_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('claim_token', 'is', null)
    .execute();
}

/** Takes due jobs, oldest first, and leases them to this caller; nobody else gets them until the lease ends. */
export async function claim(db: Database, limit: number): Promise<Job[]> {
  const token = randomUUID();
  const { rows } = await sql<Job>`
    with due as (
      select id from jobs where due_at <= now() order by due_at limit ${limit} for update skip locked
    )
    update jobs
    set due_at = now() + make_interval(secs => ${leaseMs / 1000}), claim_token = ${token}, attempts = attempts + 1
    from due
    where jobs.id = due.id
    returning jobs.id, jobs.name, jobs.payload, jobs.attempts, jobs.claim_token as "claimToken"
  `.execute(db);
  return rows;
}

/** False when the lease was lost: another worker may have the job. */
export async function renew(db: Database, job: Job): Promise<boolean> {
  return postpone(db, job, leaseMs / 1000);
}

export async function reschedule(db: Database, job: Job, delaySeconds: number): Promise<boolean> {
  return postpone(db, job, delaySeconds);
}

export async function settle(db: Database | DatabaseTransaction, job: Job): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('jobs')
    .where('id', '=', job.id)
    .where('claim_token', '=', job.claimToken)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

async function postpone(db: Database, job: Job, delaySeconds: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ due_at: sql<Date>`now() + make_interval(secs => ${delaySeconds})` })
    .where('id', '=', job.id)
    .where('claim_token', '=', job.claimToken)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export const renewEveryMs = leaseMs / 3;
