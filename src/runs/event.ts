/**
 * Text of a statement that tells those who follow a project of the runs in a relation. It stands inside the statement
 * that changes them, so that both commit together.
 */
export function insertRunEvents(relation: string, type?: string): string {
  return `
    insert into events (project_id, type, data)
    select project_id, ${type === undefined ? `'run.' || status` : `'${type}'`}, jsonb_build_object(
      'id', id, 'projectId', project_id, 'batchId', batch_id, 'status', status, 'result', output->'result',
      'steps', coalesce(jsonb_array_length(output->'steps'), 0), 'webhookStatus', webhook_status
    )
    from ${relation}`;
}

/** Told of when the events of a project have changed. */
export function eventsTopic(projectId: string): string {
  return `events.${projectId}`;
}
