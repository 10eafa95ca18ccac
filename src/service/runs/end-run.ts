import { CompiledQuery, sql } from 'kysely';
import type { Metrics } from '../../kernel/metrics.ts';
import { releaseHolds } from '../apps/holds.ts';
import { type Database, type DatabaseTransaction, planEachTime } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import { type Lease, queues, queueTopic } from '../jobs/job.ts';
import { sweepTopic } from '../jobs/sweeper.ts';
import { transactionThatAdmits } from './admit-runs.ts';
import { eventsTopic, insertRunEvents, tellOfBatch } from './event.ts';
import type { RunOutput } from './output.ts';
import { receiverOf } from './receiver.ts';
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
export type EndedBy = Lease | 'anyone' | 'nobody-holding-it' | { onBehalfOf: Lease };

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
    if (run.batch_id !== null) await tellOfBatch(trx, run.batch_id);
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
  const { rows } = await trx.executeQuery<Run & { was_admitted: boolean }>(
    CompiledQuery.raw(endStatement, [
      runId,
      nextStatus('running', ending.change),
      statusesThatAllow(ending.change),
      ending.change === 'cancel' || ending.output === undefined ? null : JSON.stringify(ending.output),
      ending.change === 'fail' ? ending.error.code : null,
      ending.change === 'fail' ? ending.error.message : null,
      isOnBehalf(by) ? 'anyone' : typeof by === 'string' ? by : 'lease',
      lease?.id ?? null,
      lease?.claimToken ?? null,
    ]),
  );
  return rows[0] ?? null;
}

function isOnBehalf(by: EndedBy): by is { onBehalfOf: Lease } {
  return typeof by === 'object' && 'onBehalfOf' in by;
}

/** Locked to the end of the transaction, so that nobody takes the job over in between. */
async function isHeld(trx: DatabaseTransaction, { id, claimToken }: Lease): Promise<boolean> {
  const { rows } = await trx.executeQuery(
    CompiledQuery.raw(`${planEachTime} select id from jobs where id = $1 and claim_token = $2 for update`, [
      id,
      claimToken,
    ]),
  );
  return rows.length > 0;
}

/** A run that waits for its project has no job; only the service itself can end it. */
const endStatement = `${planEachTime}
  with before as materialized (
    select id, job_id from runs where id = $1 and status = any ($3::text[])
  ), gone as (
    delete from jobs using before
    where jobs.id = before.job_id and case $7::text
      when 'anyone' then true
      when 'nobody-holding-it' then jobs.due_at <= now()
      else jobs.id = $8::bigint and jobs.claim_token = $9::uuid
    end
    returning jobs.id
  ), ended as (
    update runs
    set status = $2, output = coalesce($4::jsonb, output), error_code = $5, error_message = $6, job_id = null,
      result = case when $2 = 'completed' then $4::jsonb->>'result' end,
      feature_name = coalesce($4::jsonb, output)->>'featureName',
      completed_at = greatest(date_trunc('milliseconds', clock_timestamp()), started_at)
    from before
    where runs.id = before.id and runs.status = any ($3::text[])
      and (exists (select from gone) or (before.job_id is null and $7::text <> 'lease'))
    returning runs.*, before.job_id is not null as was_admitted
  ), told as (
    ${insertRunEvents('ended')}
  )
  select * from ended`;

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
