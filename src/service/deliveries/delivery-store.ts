import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { type Lease, queues } from '../jobs/job.ts';
import { insertRunEvents } from '../runs/event.ts';
import { insertDeliveryEvents } from './delivery-event.ts';

/** What the job of a delivery has to send. */
export interface DueDelivery {
  projectId: string;
  url: string;
  body: string;
  /** Until then nobody else takes the job over, by this process's monotonic clock. */
  leaseEndsAtMs: number;
  /** When the schedule wanted this attempt, by the same clock. */
  wantedAtMs: number;
}

/** `taken`: the job is no longer ours; `gone`: there is nothing to deliver any more. */
type LoadedDelivery = DueDelivery | 'taken' | 'gone';

/** Answers each job at its index. */
export async function loadDeliveries(
  db: Database,
  jobs: ReadonlyArray<Lease & { runId: string }>,
): Promise<LoadedDelivery[]> {
  // Taken before the statement is sent, so that a process that is frozen meanwhile thinks too little of its lease.
  const askedAtMs = performance.now();
  const { rows } = await sql<DeliveryRow>`
    select jobs.id, jobs.claim_token as token,
      (extract(epoch from jobs.due_at - clock_timestamp()) * 1000)::float8 as "leaseLeftMs",
      deliveries.project_id as "projectId", deliveries.url, deliveries.body,
      (extract(epoch from clock_timestamp() - deliveries.next_attempt_at) * 1000)::float8 as "lateMs"
    from unnest(
      ${jobs.map(({ id }) => id)}::bigint[], ${jobs.map(({ claimToken }) => claimToken)}::uuid[],
      ${jobs.map(({ runId }) => runId)}::uuid[]
    ) as ours (job_id, token, run_id)
    join jobs on jobs.id = ours.job_id and jobs.claim_token = ours.token
    left join deliveries on deliveries.run_id = ours.run_id
  `.execute(db);
  const rowOf = new Map(rows.map((row) => [`${row.id} ${row.token}`, row]));
  return jobs.map(({ id, claimToken }) => {
    const row = rowOf.get(`${id} ${claimToken}`);
    if (row === undefined) return 'taken';
    const { projectId, url, body, leaseLeftMs, lateMs } = row;
    if (projectId === null || url === null || body === null) return 'gone';
    return {
      projectId,
      url,
      body,
      leaseEndsAtMs: askedAtMs + leaseLeftMs,
      wantedAtMs: askedAtMs - (lateMs ?? 0),
    };
  });
}

interface DeliveryRow {
  id: number;
  token: string;
  leaseLeftMs: number;
  projectId: string | null;
  url: string | null;
  body: string | null;
  lateMs: number | null;
}

/** An attempt as it went. Its times are of this process's monotonic clock. */
export interface EndedAttempt {
  lease: Lease;
  runId: string;
  projectId: string;
  /** Within its round. */
  attempt: number;
  url: string;
  wantedAtMs: number;
  startedAtMs: number;
  endedAtMs: number;
  statusCode: number | null;
  failure: string | null;
  answer: string | null;
  isDelivered: boolean;
  /** From its end; null when there is no further attempt. */
  retryInMs: number | null;
}

/**
 * Writes everything that follows from these attempts, in one statement: the log, the run's status, an event for each,
 * and the job's end or its next attempt. Of an attempt whose job is no longer ours nothing is written. Answers with the jobs
 * whose attempt was.
 */
export async function recordAttempts(
  db: Database,
  attempts: readonly EndedAttempt[],
): Promise<ReadonlySet<number>> {
  const nowMs = performance.now();
  const ended = attempts.map((attempt) => ({
    job_id: attempt.lease.id,
    token: attempt.lease.claimToken,
    run_id: attempt.runId,
    attempt: attempt.attempt,
    url: attempt.url,
    started_ago_ms: nowMs - attempt.startedAtMs,
    duration_ms: wholeMs(attempt.endedAtMs - attempt.startedAtMs),
    waited_ms: wholeMs(attempt.startedAtMs - attempt.wantedAtMs),
    status_code: attempt.statusCode,
    failure: attempt.failure,
    answer: attempt.answer,
    is_delivered: attempt.isDelivered,
    retry_in_ms:
      attempt.retryInMs === null ? null : Math.max(0, attempt.endedAtMs + attempt.retryInMs - nowMs),
  }));
  // Our jobs are locked before anything is written. What the parts hand on is never joined again: the planner takes the
  // batch for a few rows, and would compare each of its rows with every other.
  const { rows } = await sql<{ id: number }>`
  with ours as materialized (
    select ended.*, clock_timestamp() as at,
      clock_timestamp() + make_interval(secs => ended.retry_in_ms / 1000) as next_at
    from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as ended (
      job_id bigint, token uuid, run_id uuid, attempt integer, url text, started_ago_ms float8, duration_ms integer,
      waited_ms integer, status_code integer, failure text, answer text, is_delivered boolean, retry_in_ms float8
    )
    join jobs on jobs.id = ended.job_id and jobs.claim_token = ended.token
    for update of jobs
  ), settled as (
    delete from jobs using ours where jobs.id = ours.job_id and ours.next_at is null
  ), rescheduled as (
    update jobs
    set queue = ${queues.retries}, claim_token = null, attempts = 0, due_at = ours.next_at,
      payload = jsonb_build_object('runId', ours.run_id, 'attempt', ours.attempt + 1)
    from ours
    where jobs.id = ours.job_id and ours.next_at is not null
  ), counted as (
    update deliveries
    set attempts = deliveries.attempts + 1, next_attempt_at = ours.next_at,
      status = case when ours.next_at is not null then 'pending' when ours.is_delivered then 'delivered' else 'failed' end
    from ours
    where deliveries.run_id = ours.run_id
    returning deliveries.run_id, deliveries.project_id, deliveries.attempts, deliveries.next_attempt_at, ours.url,
      ours.at - make_interval(secs => ours.started_ago_ms / 1000) as started_at,
      ours.duration_ms, ours.waited_ms, ours.status_code, ours.failure, ours.answer
  ), logged as (
    insert into delivery_attempts (
      run_id, number, url, started_at, duration_ms, waited_ms, status_code, failure, answer
    )
    select run_id, attempts, url, started_at, duration_ms, waited_ms, status_code, failure, answer
    from counted
  ), shown as (
    update runs
    set webhook_status = case when ours.is_delivered then 'delivered' else 'failed' end
    from ours
    where runs.id = ours.run_id and ours.next_at is null
    returning runs.*
  ), retried as (
    select * from counted where next_attempt_at is not null
  ), told_of_retries as (
    ${insertDeliveryEvents('retried', 'delivery.attempted')}
  ), told as (
    ${insertRunEvents('shown', sql`case webhook_status when 'delivered' then 'run.delivered' else 'run.undelivered' end`)}
  )
  select job_id as id from ours
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

const maxInteger = 2 ** 31 - 1;

function wholeMs(ms: number): number {
  return Math.min(Math.max(0, Math.round(ms)), maxInteger);
}
