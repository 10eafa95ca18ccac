import { sql } from 'kysely';
import type { Page, Position } from '../../kernel/page.ts';
import { type Database, type DatabaseTransaction, prepared } from '../database/database.ts';
import type { Row } from '../database/tables.ts';
import type { KeyParts } from './api-key.ts';
import { endSessions } from './session-store.ts';

type Scope = { projectId: string | null };

/** Null when the project does not exist. */
export async function insertKey(
  db: Database | DatabaseTransaction,
  { publicId, secretHash }: KeyParts,
  { projectId, name }: Scope & { name: string | null },
): Promise<Row<'api_keys'> | null> {
  const values = { public_id: publicId, secret_hash: secretHash, name };
  const inserted =
    projectId === null
      ? db.insertInto('api_keys').values({ ...values, kind: 'admin', project_id: null })
      : db
          .insertInto('api_keys')
          .columns(['public_id', 'secret_hash', 'name', 'kind', 'project_id'])
          .expression((query) =>
            query
              .selectFrom('projects')
              .select([
                sql<string>`${publicId}`.as('public_id'),
                sql<Buffer>`${secretHash}::bytea`.as('secret_hash'),
                sql<string | null>`${name}::text`.as('name'),
                sql<'project'>`'project'`.as('kind'),
                'id as project_id',
              ])
              .where('id', '=', projectId)
              .where('deleted_at', 'is', null),
          );
  return (await inserted.returningAll().executeTakeFirst()) ?? null;
}

/** Makes sure that this admin key works, whatever became of it before. False when a project has it: it stays the project's. */
export async function ensureAdminKey(
  db: Database | DatabaseTransaction,
  { publicId, secretHash }: KeyParts,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('api_keys')
    .values({
      public_id: publicId,
      secret_hash: secretHash,
      kind: 'admin',
      project_id: null,
      name: 'GANTRY_ADMIN_KEY',
    })
    .onConflict((conflict) =>
      conflict
        .column('public_id')
        .doUpdateSet({ secret_hash: secretHash, revoked_at: null })
        .where('api_keys.kind', '=', 'admin'),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Every request runs it. */
export async function findLiveKeys(db: Database, publicIds: string[]): Promise<Row<'api_keys'>[]> {
  const { rows } = await prepared(sql<Row<'api_keys'>>`
    select api_keys.*
    from api_keys
    left join projects on projects.id = api_keys.project_id
    where public_id = any (${publicIds}) and revoked_at is null and projects.deleted_at is null
  `).execute(db);
  return rows;
}

export async function listKeys(db: Database, { projectId }: Scope, page: Page): Promise<Row<'api_keys'>[]> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('project_id', projectId === null ? 'is' : '=', projectId)
    .$if(page.after !== undefined, (query) => query.where(beforeKey(page.after)))
    .orderBy('created_at', 'desc')
    .orderBy('public_id', 'desc')
    .limit(page.limit)
    .execute();
}

/** False when there is no such key in that scope. Its sessions end with it. Revoking a revoked key changes nothing. */
export async function revokeKey(
  trx: DatabaseTransaction,
  publicId: string,
  { projectId }: Scope,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('api_keys')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where('public_id', '=', publicId)
    .where('project_id', projectId === null ? 'is' : '=', projectId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await endSessions(trx, publicId);
  return true;
}

export async function lockLiveAdminKeys(trx: DatabaseTransaction): Promise<string[]> {
  const rows = await trx
    .selectFrom('api_keys')
    .select('public_id')
    .where('kind', '=', 'admin')
    .where('revoked_at', 'is', null)
    .orderBy('public_id')
    .forUpdate()
    .execute();
  return rows.map((row) => row.public_id);
}

/** Of those that work. */
export async function oldestAdminKey(trx: DatabaseTransaction): Promise<string | null> {
  const row = await trx
    .selectFrom('api_keys')
    .select('public_id')
    .where('project_id', 'is', null)
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .orderBy('public_id')
    .limit(1)
    .executeTakeFirst();
  return row?.public_id ?? null;
}

function beforeKey(after: Position | undefined) {
  return sql<boolean>`(created_at, public_id) < (${after?.createdAt}::timestamptz, ${after?.id}::text)`;
}
