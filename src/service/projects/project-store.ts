import { type SqlBool, sql } from 'kysely';
import { orNotFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import { isAfter } from '../database/look-through.ts';
import type { Row } from '../database/tables.ts';

interface ProjectSettings {
  name: string;
  webhookUrl: string | null;
  targetUrl: string | null;
  description?: string | null;
  concurrency?: number;
  allowedHosts?: string[] | null;
  allowedReceivers?: string[] | null;
}

export type ProjectChanges = { [Name in keyof ProjectSettings]?: ProjectSettings[Name] | undefined };
export type Project = Row<'projects'>;

export async function insertProject(
  db: Database | DatabaseTransaction,
  settings: ProjectSettings,
): Promise<Project> {
  return db
    .insertInto('projects')
    .values({
      ...columnsOf(settings),
      id: newId(),
      name: settings.name,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findProject(db: Database | DatabaseTransaction, id: string): Promise<Project | null> {
  const project = await db
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return project ?? null;
}

/** Throws where there is none. */
export async function requireProject(db: Database | DatabaseTransaction, id: string): Promise<Project> {
  return orNotFound(await findProject(db, id), 'project');
}

/** What counts the project's runs or changes with them happens under this lock. */
export async function lockProject(trx: DatabaseTransaction, id: string): Promise<boolean> {
  const project = await trx
    .selectFrom('projects')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return project !== undefined;
}

/** Its id, or nothing when it is deleted: what is in it is then hidden too, before any sweep. */
export function liveProject(projectId: string) {
  return sql<string>`(select id from projects where id = ${projectId} and deleted_at is null)`;
}

/** Of a row with a `project_id`, likewise; null stands for all projects. */
export function isVisible(projectId: string | null) {
  return sql<SqlBool>`exists (
    select from projects where projects.id = project_id and deleted_at is null
      and (${projectId}::uuid is null or projects.id = ${projectId}::uuid)
  )`;
}

export async function listProjects(db: Database, page: Page): Promise<Project[]> {
  return db
    .selectFrom('projects')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where(isAfter(page.after))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();
}

export async function updateProject(
  db: Database | DatabaseTransaction,
  id: string,
  changes: ProjectChanges,
): Promise<Project | null> {
  const project = await db
    .updateTable('projects')
    .set({
      ...columnsOf(changes),
      updated_at: sql<Date>`date_trunc('milliseconds', now())`,
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return project ?? null;
}

/**
 * Hides the project and everything in it at once; the sweep removes what it held. False when there is none, or when it
 * has runs that have not ended.
 */
export async function markProjectDeleted(db: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('projects')
    .set({ deleted_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('active_runs', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Kysely leaves out what is undefined. */
function columnsOf(settings: ProjectChanges) {
  const { name, webhookUrl, targetUrl, description, concurrency, allowedHosts, allowedReceivers } = settings;
  return {
    name,
    webhook_url: webhookUrl,
    target_url: targetUrl,
    description,
    concurrency,
    allowed_hosts: allowedHosts,
    allowed_receivers: allowedReceivers,
  };
}
