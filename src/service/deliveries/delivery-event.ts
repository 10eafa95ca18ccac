import { type RawBuilder, sql } from 'kysely';

/**
 * The part of a statement that tells those who follow a project of the deliveries in a relation. It stands inside the
 * statement that changes them, or behind it in its transaction.
 */
export function insertDeliveryEvents(
  relation: string,
  type: 'delivery.attempted' | 'delivery.requeued',
): RawBuilder<unknown> {
  return sql`
    insert into events (project_id, type, data)
    select project_id, ${type}::text, jsonb_build_object('id', run_id, 'projectId', project_id, 'attempts', attempts)
    from ${sql.table(relation)}`;
}
