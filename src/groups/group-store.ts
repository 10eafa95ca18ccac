import { type SqlBool, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { Row } from '../database/tables.ts';
import { newId } from '../kernel/ids.ts';
import type { Page } from '../kernel/page.ts';
import { liveProject } from '../projects/project-store.ts';
import { isVisible } from './test-store.ts';

export const runModes = ['concurrent', 'sequential'] as const;

export interface GroupSettings {
  name: string;
  runMode: (typeof runModes)[number];
}

export type Group = Row<'groups'>;

/** Null when the project does not exist. */
export async function insertGroup(
  db: Database,
  projectId: string,
  { name, runMode }: GroupSettings,
): Promise<Group | null> {
  const { rows } = await sql<Group>`
    insert into groups (id, project_id, name, run_mode)
    select ${newId()}, id, ${name}, ${runMode} from projects where id = ${projectId} and deleted_at is null
    returning *
  `.execute(db);
  return rows[0] ?? null;
}

/** `projectId` null stands for all projects. */
export async function findGroup(
  db: Database | DatabaseTransaction,
  id: string,
  projectId: string | null,
): Promise<Group | null> {
  const group = await db
    .selectFrom('groups')
    .selectAll()
    .where('id', '=', id)
    .where(isVisible(projectId))
    .executeTakeFirst();
  return group ?? null;
}

export async function listGroups(db: Database, projectId: string, { after, limit }: Page): Promise<Group[]> {
  return db
    .selectFrom('groups')
    .selectAll()
    .where('project_id', '=', liveProject(projectId))
    .$if(after !== undefined, (query) =>
      query.where(sql<SqlBool>`(created_at, id) < (${after?.createdAt}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function updateGroup(
  db: Database,
  id: string,
  projectId: string | null,
  { name, runMode }: Partial<GroupSettings>,
): Promise<Group | null> {
  const group = await db
    .updateTable('groups')
    .set({
      updated_at: sql<Date>`date_trunc('milliseconds', now())`,
      ...(name !== undefined && { name }),
      ...(runMode !== undefined && { run_mode: runMode }),
    })
    .where('id', '=', id)
    .where(isVisible(projectId))
    .returningAll()
    .executeTakeFirst();
  return group ?? null;
}

export async function deleteGroup(db: Database, id: string, projectId: string | null): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('groups')
    .where('id', '=', id)
    .where(isVisible(projectId))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
