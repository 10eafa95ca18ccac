import { sql } from 'kysely';
import { orNotFound, PublicError } from '../../kernel/errors.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { Row } from '../database/tables.ts';
import { queues } from '../jobs/job.ts';
import { enqueue } from '../jobs/job-store.ts';
import { receiverOf } from '../runs/end-run.ts';
import { hasEnded, type Run } from '../runs/run.ts';
import { findRun } from '../runs/run-store.ts';
import { insertDeliveryEvents } from './delivery-event.ts';

interface Redelivery {
  runId: string;
  /** Null where the caller may see every project. */
  projectId: string | null;
  /** Null for the address that it went to before. */
  webhookUrl: string | null;
}

/**
 * Starts a new round: the same id, the same bytes, the attempts counted from one. A result that was never meant for
 * anybody is written now, by `serialise`. The caller tells the workers and those who follow the project.
 */
export async function redeliver(
  db: Database,
  { runId, projectId, webhookUrl }: Redelivery,
  serialise: (run: Run) => string,
): Promise<Run> {
  return db.transaction().execute(async (trx) => {
    const run = orNotFound(await lockRun(trx, runId, projectId), 'run');
    if (!hasEnded(run.status)) {
      throw new PublicError('Conflict', 'The run has not ended yet; its result is delivered when it has.');
    }
    if (run.webhook_status === 'pending') {
      throw new PublicError('Conflict', 'The result is still being delivered; wait for its last attempt.');
    }
    const url = webhookUrl ?? run.webhook_url;
    if (url === null) {
      throw new PublicError(
        'ValidationError',
        'webhookUrl: is required, for the run has no address that its result goes to',
      );
    }
    const pending = await trx
      .updateTable('runs')
      .set({ webhook_url: url, webhook_status: 'pending' })
      .where('id', '=', runId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await startRound(trx, pending, url, serialise);
    await tellOfRound(trx, runId);
    await enqueue(trx, {
      queue: queues.deliveries,
      name: 'delivery.attempt',
      payload: { runId, attempt: 1 },
    });
    return pending;
  });
}

/** Of two at once the second waits here, and then finds the delivery pending. */
async function lockRun(
  trx: DatabaseTransaction,
  runId: string,
  projectId: string | null,
): Promise<Run | null> {
  await trx.selectFrom('runs').select('id').where('id', '=', runId).forNoKeyUpdate().execute();
  return findRun(trx, runId, projectId);
}

async function startRound(
  trx: DatabaseTransaction,
  run: Run,
  url: string,
  serialise: (run: Run) => string,
): Promise<void> {
  const round = {
    url,
    receiver: receiverOf(url),
    status: 'pending',
    next_attempt_at: sql<Date>`now()`,
  } as const;
  const { numUpdatedRows } = await trx
    .updateTable('deliveries')
    .set(round)
    .where('run_id', '=', run.id)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await trx
    .insertInto('deliveries')
    .values({ run_id: run.id, project_id: run.project_id, body: serialise(run), ...round })
    .execute();
}

async function tellOfRound(trx: DatabaseTransaction, runId: string): Promise<void> {
  await sql`
    with requeued as (select * from deliveries where run_id = ${runId})
    ${insertDeliveryEvents('requeued', 'delivery.requeued')}
  `.execute(trx);
}

export type DeliveryAttempt = Row<'delivery_attempts'>;

const maxShown = 1_000;

/** Oldest first; of very many the latest. */
export async function listAttempts(db: Database, runId: string): Promise<DeliveryAttempt[]> {
  const latest = await db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('run_id', '=', runId)
    .orderBy('number', 'desc')
    .limit(maxShown)
    .execute();
  return latest.reverse();
}
