import { type RawBuilder, sql } from 'kysely';
import { isoTime } from '../runs/run-summary.ts';

/**
 * The part of a statement that tells those who follow a project of the deliveries in a relation, as lists show them. It stands
 * inside the statement that changes them, or behind it in its transaction. The columns are those of `shownColumns`.
 */
export function insertDeliveryEvents(
  relation: string,
  type: 'delivery.attempted' | 'delivery.requeued',
): RawBuilder<unknown> {
  // An attempt that is not the last changes nothing of its run.
  const run = type === 'delivery.requeued' ? sql`, 'run', run` : sql``;
  return sql`
    insert into events (project_id, type, data)
    select project_id, ${type}::text, jsonb_build_object(
      'id', run_id, 'projectId', project_id, 'delivery', jsonb_build_object(
        'runId', run_id, 'title', coalesce(title, ''), 'url', url, 'status', status, 'attempts', attempts,
        'lastAttemptAt', ${isoTime('last_attempt_at')}, 'lastStatus', last_status, 'lastError', last_error,
        'nextAttemptAt', ${isoTime('next_attempt_at')}, 'createdAt', ${isoTime('created_at')}
      )${run}
    )
    from ${sql.table(relation)}`;
}
