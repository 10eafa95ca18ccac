import { sql } from 'kysely';
import { newId } from '../../kernel/ids.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { Row } from '../database/tables.ts';
import { liveProject } from './project-store.ts';

export type Environment = Row<'environments'>;
export type EnvironmentSettings = Pick<Environment, 'name' | 'url'>;
export type EnvironmentSelector = { id: string } | { name: string };

/** By name; as many as a project may have, which is few. */
export async function listEnvironments(
  db: Database | DatabaseTransaction,
  projectId: string,
): Promise<Environment[]> {
  return db
    .selectFrom('environments')
    .selectAll()
    .where('project_id', '=', liveProject(projectId))
    .orderBy(sql`lower(name)`)
    .execute();
}

/** The case of a name does not count. */
export async function findEnvironment(
  db: Database | DatabaseTransaction,
  projectId: string,
  selector: EnvironmentSelector,
): Promise<Environment | null> {
  const isSelected =
    'id' in selector
      ? sql<boolean>`id = ${selector.id}`
      : sql<boolean>`lower(name) = lower(${selector.name})`;
  const environment = await db
    .selectFrom('environments')
    .selectAll()
    .where('project_id', '=', liveProject(projectId))
    .where(isSelected)
    .executeTakeFirst();
  return environment ?? null;
}

/** Keeps it from being deleted until the transaction ends. False when it is gone. */
export async function lockEnvironment(
  trx: DatabaseTransaction,
  projectId: string,
  id: string,
): Promise<boolean> {
  const environment = await trx
    .selectFrom('environments')
    .select('id')
    .where('project_id', '=', liveProject(projectId))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return environment !== undefined;
}

export async function insertEnvironment(
  trx: DatabaseTransaction,
  projectId: string,
  { name, url }: EnvironmentSettings,
): Promise<Environment> {
  return trx
    .insertInto('environments')
    .values({ id: newId(), project_id: projectId, name, url })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateEnvironment(
  trx: DatabaseTransaction,
  id: string,
  { name, url }: Partial<EnvironmentSettings>,
): Promise<Environment> {
  return trx
    .updateTable('environments')
    .set({
      updated_at: sql<Date>`date_trunc('milliseconds', now())`,
      name,
      url,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteEnvironment(db: Database, projectId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('environments')
    .where('project_id', '=', liveProject(projectId))
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
