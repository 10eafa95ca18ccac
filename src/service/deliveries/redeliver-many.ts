import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { lookThrough } from '../database/look-through.ts';
import { queues } from '../jobs/job.ts';
import { type DeliveryFilter, searchOf } from './project-deliveries.ts';

interface RedeliveredMany {
  count: number;
  /** Where the next call begins; null when nothing is left. */
  nextFrom: Date | null;
}

const atOnce = 1_000;

/**
 * Starts a new round for each of the results, as `redeliver` does for one, oldest first and a bounded number of them. What
 * another call has started meanwhile is left to it. One event tells of all of them: one for each, with its run, would be
 * megabytes for everybody who follows the project. The caller tells the workers and those who follow.
 */
export async function redeliverMany(
  db: Database,
  projectId: string,
  filter: DeliveryFilter & { status: 'delivered' | 'failed' },
): Promise<RedeliveredMany> {
  const search = searchOf(projectId, filter, sql`run_id`);
  const { rows, next } = await lookThrough<{ run_id: string }>(
    db,
    { ...search, order: 'oldest first' },
    { limit: atOnce + 1 },
  );
  const found = rows.map(({ run_id }) => run_id);
  const count = await db.transaction().execute(async (trx) => {
    // Each run before its delivery, and runs in one order: as a single redelivery does, and no two calls block each other.
    const locked = await sql<{ id: string }>`
      select id from runs where id = any (${found}::uuid[]) and webhook_status = ${filter.status}
      order by id for no key update
    `.execute(trx);
    const ids = locked.rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await sql`
      with pending as (
        update runs set webhook_status = 'pending' where id = any (${ids}::uuid[])
      ), round as (
        update deliveries set status = 'pending', next_attempt_at = now()
        where run_id = any (${ids}::uuid[])
        returning run_id
      ), told as (
        insert into events (project_id, type, data)
        values (${projectId}::uuid, 'deliveries.requeued', jsonb_build_object(
          'id', ${projectId}::uuid, 'projectId', ${projectId}::uuid, 'count', ${ids.length}::integer,
          'runIds', to_jsonb(${ids}::uuid[])
        ))
      )
      insert into jobs (queue, name, payload)
      select ${queues.deliveries}, 'delivery.attempt', jsonb_build_object('runId', run_id, 'attempt', 1) from round
    `.execute(trx);
    return ids.length;
  });
  return { count, nextFrom: next?.createdAt ?? null };
}
