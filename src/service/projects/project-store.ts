import { sql } from 'kysely';
import { orNotFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
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
      id: newId(),
      name: settings.name,
      webhook_url: settings.webhookUrl,
      target_url: settings.targetUrl,
      ...(settings.description !== undefined && { description: settings.description }),
      ...(settings.concurrency !== undefined && { concurrency: settings.concurrency }),
      ...(settings.allowedHosts !== undefined && { allowed_hosts: settings.allowedHosts }),
      ...(settings.allowedReceivers !== undefined && { allowed_receivers: settings.allowedReceivers }),
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

export async function listProjects(db: Database, page: Page): Promise<Project[]> {
  const { after } = page;
  return db
    .selectFrom('projects')
    .selectAll()
    .where('deleted_at', 'is', null)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.createdAt}::timestamptz, ${after?.id}::uuid)`),
    )
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
      updated_at: sql<Date>`date_trunc('milliseconds', now())`,
      ...(changes.name !== undefined && { name: changes.name }),
      ...(changes.webhookUrl !== undefined && { webhook_url: changes.webhookUrl }),
      ...(changes.targetUrl !== undefined && { target_url: changes.targetUrl }),
      ...(changes.description !== undefined && { description: changes.description }),
      ...(changes.concurrency !== undefined && { concurrency: changes.concurrency }),
      ...(changes.allowedHosts !== undefined && { allowed_hosts: changes.allowedHosts }),
      ...(changes.allowedReceivers !== undefined && { allowed_receivers: changes.allowedReceivers }),
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
