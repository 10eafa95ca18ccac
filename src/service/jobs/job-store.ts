import { randomUUID } from 'node:crypto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { Job, JobName, JobPayloads, Lease } from './job.ts';

// The table swings between empty and a million rows. No statement that reads it may keep its plan: the one that was right
// for the empty table (read all of it, and again for each row asked for) took 43 s for one claim from 200,000 rows.

export const leaseMs = 20_000;

/** When a lease that begins or is renewed now ends. */
export const leaseEnd = sql`now() + make_interval(secs => ${leaseMs / 1_000})`;

/** Joins the caller's transaction, so that a job and the state it belongs to commit together. */
export async function enqueue<Name extends JobName>(
  trx: Database | DatabaseTransaction,
  job: { queue: string; name: Name; payload: JobPayloads[Name]; delaySeconds?: number },
): Promise<number> {
  const { id } = await trx
    .insertInto('jobs')
    .values({
      queue: job.queue,
      name: job.name,
      payload: JSON.stringify(job.payload),
      due_at: sql<Date>`now() + make_interval(secs => ${job.delaySeconds ?? 0})`,
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
export async function makeDueNow(db: Database, id: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ due_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('claim_token', 'is', null)
    .execute();
}

/**
 * Takes due jobs and leases them to this caller: the oldest within a queue, and of a later queue only what the earlier
 * ones leave room for. Nobody else gets them until the lease ends.
 */
export async function claim(db: Database, from: readonly string[], limit: number): Promise<Job[]> {
  const claimToken = randomUUID();
  const { rows } = await claimStatement(from, limit, claimToken).execute(db);
  for (const job of rows) job.claimToken = claimToken;
  return rows;
}

/**
 * Each queue is read on its own through the index; `any` over several would sort all that is due. The order by place
 * needs no sort, so that a later queue is read and locked only as far as earlier ones leave room.
 */
export function claimStatement(from: readonly string[], limit: number, claimToken: string): RawBuilder<Job> {
  return sql`
  with due as materialized (
    select candidate.ctid
    from unnest(${from}::text[]) with ordinality as source (queue, place)
    cross join lateral (${dueJobs(sql`source.queue`, limit)}) as candidate
    order by source.place
    limit ${limit}
  )
  update jobs
  set due_at = ${leaseEnd}, claim_token = (${asyncCommit(sql`${claimToken}::uuid`)}), attempts = attempts + 1
  from due
  where jobs.ctid = due.ctid
  returning id, name, payload, attempts`;
}

/**
 * The same for a statement that starts the work as it claims it: the names of the common table expressions are `due` and
 * `claimed`. So many of the jobs in `due` are taken, which locks them as `dueJobs` does.
 */
export function claiming(due: RawBuilder<unknown>, limit: number): RawBuilder<unknown> {
  return sql`
    due as materialized (
      select * from (${due}) as candidate limit ${limit}
    ), claimed as (
      update jobs
      set due_at = ${leaseEnd}, claim_token = (${asyncCommit(sql`gen_random_uuid()`)}), attempts = attempts + 1
      from due
      where jobs.ctid = due.ctid
      returning jobs.id, jobs.payload, jobs.attempts, jobs.claim_token, due.due_at
    )`;
}

/**
 * The limit is one that the planner can't see: it then expects to need a tenth of what is due, and reads the index in
 * order. Where it sees the limit and takes the queue for a short one, as it does until the table is analyzed, it sorts all.
 * By its place a row is found again without an index; one that moved just before it was locked waits for the next claim.
 */
export function dueJobs(queue: RawBuilder<unknown>, limit: number): RawBuilder<unknown> {
  return sql`
      select ctid, due_at from jobs
      where jobs.queue = ${queue} and due_at <= now()
      order by due_at
      limit (select ${limit}::int)
      for update skip locked`;
}

/**
 * The value, in a transaction that does not wait for the disk at its commit: if a crash of PostgreSQL undoes a claim, the
 * job is due again, and the token of its former holder no longer matches.
 */
function asyncCommit(claimToken: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select ${claimToken} from set_config('synchronous_commit', 'off', true)`;
}

/** Milliseconds until the next job of these queues falls due; null when none waits. */
export async function nextDueInMs(db: Database, from: readonly string[]): Promise<number | null> {
  const { rows } = await nextDueStatement(from).execute(db);
  return rows[0]?.ms ?? null;
}

export function nextDueStatement(from: readonly string[]): RawBuilder<{ ms: number | null }> {
  return sql`
  select (extract(epoch from min(first.due_at) - clock_timestamp()) * 1000)::float8 as ms
  from unnest(${from}::text[]) as source (queue)
  cross join lateral (
    select due_at from jobs where jobs.queue = source.queue order by due_at limit 1
  ) as first`;
}

/**
 * The ids of those that are still ours; the others were taken over or withdrawn, and their work must stop. Waits for
 * nobody, and so can't be caught in a deadlock with those that settle: a row that is locked is left as it is this time.
 */
export function renew(db: Database, leases: readonly Lease[]): Promise<Set<number>> {
  return idsOf(
    db,
    leases,
    (areOurs) => sql`
  with held as materialized (
    select id from jobs where ${areOurs}
  ), free as materialized (
    select ctid from jobs where ${areOurs} for update skip locked
  ), renewed as (
    update jobs set due_at = ${leaseEnd} from free where jobs.ctid = free.ctid
  )
  ${idsIn('held')}`,
  );
}

/** As `renew`, without writing. */
export function stillOurs(db: Database, leases: readonly Lease[]): Promise<Set<number>> {
  return idsOf(
    db,
    leases,
    (areOurs) => sql`with held as (select id from jobs where ${areOurs}) ${idsIn('held')}`,
  );
}

/** The ids of those that were settled; the others had been taken over. */
export function settle(db: Database | DatabaseTransaction, leases: readonly Lease[]): Promise<Set<number>> {
  return idsOf(
    db,
    leases,
    (areOurs) => sql`with settled as (delete from jobs where ${areOurs} returning id) ${idsIn('settled')}`,
  );
}

/** Gives jobs back, to fall due again after a time. `counts` is false if the job is not to blame that the claim was in vain. */
export async function putBack(
  db: Database,
  jobs: ReadonlyArray<Lease & { delayMs: number; counts: boolean }>,
): Promise<void> {
  if (jobs.length === 0) return;
  const ids = jobs.map(({ id }) => id);
  const tokens = jobs.map(({ claimToken }) => claimToken);
  const delays = jobs.map(({ delayMs }) => delayMs);
  const uncounted = jobs.map(({ counts }) => (counts ? 0 : 1));
  await sql`
  update jobs
  set due_at = now() + make_interval(secs => ours.delay_ms / 1000), claim_token = null,
    attempts = jobs.attempts - ours.uncounted
  from unnest(${ids}::bigint[], ${tokens}::uuid[], ${delays}::float8[], ${uncounted}::int[])
    as ours (id, token, delay_ms, uncounted)
  where jobs.id = ours.id and jobs.claim_token = ours.token
  `.execute(db);
}

async function idsOf(
  db: Database | DatabaseTransaction,
  leases: readonly Lease[],
  statement: (areOurs: RawBuilder<SqlBool>) => RawBuilder<unknown>,
): Promise<Set<number>> {
  if (leases.length === 0) return new Set();
  const { rows } = await statement(isOneOf(leases)).$castTo<{ ids: string | null }>().execute(db);
  return new Set(rows[0]?.ids?.split(',').map(Number));
}

/** One row for all costs a tenth of a row for each. */
function idsIn(relation: string): RawBuilder<unknown> {
  return sql`select string_agg(id::text, ',') as ids from ${sql.table(relation)}`;
}

/** True of the very rows and claims of these leases. Those of one claim have one token. */
function isOneOf(leases: readonly Lease[]): RawBuilder<SqlBool> {
  const idsOfToken = new Map<string, number[]>();
  for (const { id, claimToken } of leases) {
    const ids = idsOfToken.get(claimToken);
    if (ids === undefined) idsOfToken.set(claimToken, [id]);
    else ids.push(id);
  }
  const claims = [...idsOfToken].map(
    ([token, ids]) => sql`(id = any (${ids}::bigint[]) and claim_token = ${token}::uuid)`,
  );
  return sql`(${sql.join(claims, sql` or `)})`;
}

/** Writes only where the lease is still held, and renews it; `ours` has the job then. */
export function renewing({ id, claimToken }: Lease): RawBuilder<unknown> {
  return sql`
  ours as (
    update jobs set due_at = ${leaseEnd}
    where id = ${id} and claim_token = ${claimToken}
    returning id
  )`;
}
