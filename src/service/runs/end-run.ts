import { sql } from 'kysely';
import type { Metrics } from '../../kernel/metrics.ts';
import { releaseHolds } from '../apps/holds.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import { type Lease, queues, queueTopic } from '../jobs/job.ts';
import { sweepTopic } from '../jobs/sweeper.ts';
import { transactionThatAdmits } from './admit-runs.ts';
import { eventsTopic, insertRunEvents, publishBatchEvent } from './event.ts';
import type { RunOutput } from './output.ts';
import { nextStatus, type Run, runTopic, statusesThatAllow } from './run.ts';
import { toRunRecord } from './run-record.ts';

export type Ending =
  | { change: 'complete'; output: RunOutput }
  | { change: 'fail'; error: { code: string; message: string }; output?: RunOutput }
  | { change: 'cancel' };

/**
 * Who ends it: the worker that holds its lease; the service, also if a worker holds it; the service, only if no worker
 * holds it; or the holder of the lease of another job, on which the run depends.
 */
type EndedBy = Lease | 'anyone' | 'nobody-holding-it' | { onBehalfOf: Lease };

export interface EndRunParts {
  db: Database;
  notifications: Notifications;
  metrics: Metrics;
  filesUrl: () => string;
}

/**
 * The one way in which a run ends, in one transaction: state, holds, the project's next runs, and the result that is to
 * be delivered. Null when it had ended already or is not the caller's to end; nothing has changed then.
 *
 * The project's row is locked first: admission counts under it, and every statement behind the lock sees what was
 * committed before it. Then the job and then the run, in the order in which a claim takes them.
 */
export async function endRun(
  parts: EndRunParts,
  runId: string,
  ending: Ending,
  by: EndedBy,
): Promise<Run | null> {
  const { notifications, metrics, filesUrl } = parts;
  const run = await transactionThatAdmits(parts, async (trx, admit) => {
    const project = await lockProjectOf(trx, runId);
    if (project === null) return null;
    if (isOnBehalf(by) && !(await isHeld(trx, by.onBehalfOf))) return null;
    const ended = await writeEnd(trx, runId, ending, by);
    if (ended === null) return null;
    const { was_admitted, ...run } = ended;
    if (run.app_id !== null) await releaseHolds(trx, run.id);
    if (run.batch_id !== null) await giveNextItsTurn(trx, run.batch_id);
    await admit(project.id, was_admitted ? 1 : 0);
    if (run.batch_id !== null) await publishBatchEvent(trx, run.batch_id);
    await writeReport(trx, run, JSON.stringify(toRunRecord(run, filesUrl())));
    return run;
  });
  if (run === null) return null;
  metrics.runsEnded.inc({ status: run.status });
  if (run.webhook_url !== null) notifications.publish(queueTopic(queues.deliveries));
  if (run.app_id !== null) notifications.publish(sweepTopic);
  if (ending.change === 'cancel') notifications.publish(runTopic(run.id));
  notifications.publish(eventsTopic(run.project_id));
  return run;
}

async function lockProjectOf(trx: DatabaseTransaction, runId: string): Promise<{ id: string } | null> {
  const project = await trx
    .selectFrom('projects')
    .select('id')
    .where('id', '=', (query) => query.selectFrom('runs').select('project_id').where('id', '=', runId))
    .forNoKeyUpdate()
    .executeTakeFirst();
  return project ?? null;
}

async function writeEnd(
  trx: DatabaseTransaction,
  runId: string,
  ending: Ending,
  by: EndedBy,
): Promise<(Run & { was_admitted: boolean }) | null> {
  const lease = typeof by === 'string' || isOnBehalf(by) ? null : by;
  const mayEnd =
    lease !== null
      ? sql`jobs.id = ${lease.id} and jobs.claim_token = ${lease.claimToken}`
      : by === 'nobody-holding-it'
        ? sql`jobs.due_at <= now()`
        : sql`true`;
  const status = nextStatus('running', ending.change);
  const output =
    ending.change === 'cancel' || ending.output === undefined ? null : JSON.stringify(ending.output);
  const error = ending.change === 'fail' ? ending.error : null;
  const from = sql`(${statusesThatAllow(ending.change)}::text[])`;
  // A run that waits for its project has no job; only the service itself can end it.
  const { rows } = await sql<Run & { was_admitted: boolean }>`
  with before as materialized (
    select id, job_id, ${output}::jsonb as new_output from runs where id = ${runId} and status = any ${from}
  ), gone as (
    delete from jobs using before
    where jobs.id = before.job_id and ${mayEnd}
    returning jobs.id
  ), ended as (
    update runs
    set status = ${status}, output = coalesce(before.new_output, output), job_id = null,
      error_code = ${error?.code ?? null}, error_message = ${error?.message ?? null},
      result = ${status === 'completed' ? sql`before.new_output->>'result'` : null},
      feature_name = coalesce(before.new_output, output)->>'featureName',
      completed_at = greatest(date_trunc('milliseconds', clock_timestamp()), started_at)
    from before
    where runs.id = before.id and runs.status = any ${from}
      and (exists (select from gone) or (before.job_id is null and ${lease === null}))
    returning runs.*, before.job_id is not null as was_admitted
  ), told as (
    ${insertRunEvents('ended')}
  )
  select * from ended
  `.execute(trx);
  return rows[0] ?? null;
}

function isOnBehalf(by: EndedBy): by is { onBehalfOf: Lease } {
  return typeof by === 'object' && 'onBehalfOf' in by;
}

/** Locked to the end of the transaction, so that nobody takes the job over in between. */
async function isHeld(trx: DatabaseTransaction, { id, claimToken }: Lease): Promise<boolean> {
  const job = await trx
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', id)
    .where('claim_token', '=', claimToken)
    .forUpdate()
    .executeTakeFirst();
  return job !== undefined;
}

/** In a batch that runs one after the other, the first that has not ended is the one whose turn it is. */
async function giveNextItsTurn(trx: DatabaseTransaction, batchId: string): Promise<void> {
  await sql`
    update runs set waits_for = case when import_id is not null and app_id is null then 'import' end
    where waits_for = 'turn' and id = (
      select id from runs where batch_id = ${batchId} and completed_at is null order by id limit 1
    )
  `.execute(trx);
}

/** What is delivered is written down once, here: every attempt sends the same bytes. */
async function writeReport(trx: DatabaseTransaction, run: Run, body: string): Promise<void> {
  if (run.webhook_url === null) return;
  await sql`
    with report as (
      insert into deliveries (run_id, project_id, url, receiver, body, next_attempt_at, created_at)
      values (
        ${run.id}, ${run.project_id}, ${run.webhook_url}, ${receiverOf(run.webhook_url)}, ${body}, now(), ${run.completed_at}
      )
    )
    insert into jobs (queue, name, payload)
    values (${queues.deliveries}, 'delivery.attempt', jsonb_build_object('runId', ${run.id}::uuid, 'attempt', 1))
  `.execute(trx);
}

/** Host and port of the address that a result goes to; a port that goes without saying is left out. */
export function receiverOf(url: string): string {
  return new URL(url).host;
}
