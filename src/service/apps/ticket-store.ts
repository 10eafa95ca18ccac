import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { Row } from '../database/tables.ts';
import type { UploadRef } from './upload.ts';

export type Ticket = Row<'upload_tickets'>;

export type NewTicket = UploadRef & { filename: string; fileSize: number; expiresAtMs: number };

/** The busiest write of the service, hence many in one statement. Answers for each whether its project exists. */
export async function insertTickets(db: Database, tickets: NewTicket[]): Promise<boolean[]> {
  const { rows } = await sql<{ id: string }>`
    insert into upload_tickets (id, project_id, filename, file_size, extension, expires_at)
    select ticket.id, ticket.project_id, filename, file_size, extension, to_timestamp(expires_at_ms / 1000)
    from unnest(
      ${tickets.map(({ id }) => id)}::uuid[], ${tickets.map(({ projectId }) => projectId)}::uuid[],
      ${tickets.map(({ filename }) => filename)}::text[], ${tickets.map(({ fileSize }) => fileSize)}::bigint[],
      ${tickets.map(({ extension }) => extension)}::text[], ${tickets.map(({ expiresAtMs }) => expiresAtMs)}::float8[]
    ) as ticket (id, project_id, filename, file_size, extension, expires_at_ms)
    join projects on projects.id = ticket.project_id and projects.deleted_at is null
    returning upload_tickets.id
  `.execute(db);
  const inserted = new Set(rows.map(({ id }) => id));
  return tickets.map(({ id }) => inserted.has(id));
}

/** Null also when the project is gone. */
export async function findTicket(
  db: Database,
  { id, projectId, extension }: UploadRef,
): Promise<(Ticket & { isOver: boolean }) | null> {
  const ticket = await db
    .selectFrom('upload_tickets')
    .innerJoin('projects', 'projects.id', 'upload_tickets.project_id')
    .selectAll('upload_tickets')
    .select(sql<boolean>`upload_tickets.expires_at <= now()`.as('isOver'))
    .where('upload_tickets.id', '=', id)
    .where('upload_tickets.project_id', '=', projectId)
    .where('upload_tickets.extension', '=', extension)
    .where('projects.deleted_at', 'is', null)
    .executeTakeFirst();
  return ticket ?? null;
}

/** Orders everything that happens to one upload: PUTs, confirmations and the sweep take turns. */
export async function lockTicket(trx: DatabaseTransaction, id: string): Promise<Ticket | null> {
  const ticket = await trx
    .selectFrom('upload_tickets')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return ticket ?? null;
}

export async function markConfirmed(trx: DatabaseTransaction, id: string): Promise<void> {
  await trx
    .updateTable('upload_tickets')
    .set({ confirmed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}
