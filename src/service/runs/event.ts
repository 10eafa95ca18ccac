import { type RawBuilder, sql } from 'kysely';
import type { DatabaseTransaction } from '../database/database.ts';

/**
 * The part of a statement that tells those who follow a project of the runs in a relation. It stands inside the statement
 * that changes them, so that both commit together. `type` is an expression on their rows.
 */
export function insertRunEvents(relation: string, type = sql`'run.' || status`): RawBuilder<unknown> {
  return sql`
    insert into events (project_id, type, data)
    select project_id, ${type}, jsonb_build_object(
      'id', id, 'projectId', project_id, 'batchId', batch_id, 'status', status, 'result', output->'result',
      'steps', coalesce(jsonb_array_length(output->'steps'), 0), 'webhookStatus', webhook_status
    )
    from ${sql.table(relation)}`;
}

/** Tells of a batch by the states of its runs; under the project's lock, so that the last one to end is the last to tell. */
export async function publishBatchEvent(trx: DatabaseTransaction, batchId: string): Promise<void> {
  await sql`
    insert into events (project_id, type, data)
    select project_id, case when unfinished = 0 then 'batch.ended' else 'batch.progress' end, jsonb_build_object(
      'id', ${batchId}::uuid, 'projectId', project_id, 'count', count, 'unfinished', unfinished, 'passed', passed,
      'import', (
        select jsonb_build_object('bytesRead', bytes_read, 'bytesTotal', bytes_total) from imports where id = import_id
      )
    )
    from (
      select project_id, count(*) as count, count(*) filter (where completed_at is null) as unfinished,
        count(*) filter (where output->>'result' = 'PASS') as passed, max(import_id::text)::uuid as import_id
      from runs where batch_id = ${batchId} group by project_id
    ) as batch
  `.execute(trx);
}

/** Published when the events of a project have changed. */
export function eventsTopic(projectId: string): string {
  return `events.${projectId}`;
}
