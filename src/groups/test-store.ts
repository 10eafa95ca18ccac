import { type SqlBool, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Row } from '../database/tables.ts';
import { newId } from '../kernel/ids.ts';
import type { Page } from '../kernel/page.ts';
import { liveProject } from '../projects/project-store.ts';
import type { TestSettings } from './test.ts';

export type Test = Row<'tests'>;

/** Null when the project does not exist. */
export async function insertTest(db: Database, projectId: string, test: TestSettings): Promise<Test | null> {
  const { rows } = await sql<Test>`
    insert into tests (id, project_id, title, platform, enabled, steps)
    select ${newId()}, id, ${test.title}, ${test.platform}, ${test.enabled}, ${JSON.stringify(test.steps)}::jsonb
    from projects where id = ${projectId} and deleted_at is null
    returning *
  `.execute(db);
  return rows[0] ?? null;
}

/** `projectId` null stands for all projects. */
export async function findTest(db: Database, id: string, projectId: string | null): Promise<Test | null> {
  const test = await db
    .selectFrom('tests')
    .selectAll()
    .where('id', '=', id)
    .where(isVisible(projectId))
    .executeTakeFirst();
  return test ?? null;
}

export async function listTests(db: Database, projectId: string, { after, limit }: Page): Promise<Test[]> {
  return db
    .selectFrom('tests')
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

export async function updateTest(
  db: Database,
  id: string,
  projectId: string | null,
  { steps, ...changes }: Partial<TestSettings>,
): Promise<Test | null> {
  const test = await db
    .updateTable('tests')
    .set({
      ...changes,
      ...(steps !== undefined && { steps: JSON.stringify(steps) }),
      updated_at: sql<Date>`date_trunc('milliseconds', now())`,
    })
    .where('id', '=', id)
    .where(isVisible(projectId))
    .returningAll()
    .executeTakeFirst();
  return test ?? null;
}

export async function deleteTest(db: Database, id: string, projectId: string | null): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('tests')
    .where('id', '=', id)
    .where(isVisible(projectId))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** What is in a project that is deleted is gone too, before any sweep. */
export function isVisible(projectId: string | null) {
  return sql<SqlBool>`exists (
    select from projects where projects.id = project_id and deleted_at is null
      and (${projectId}::uuid is null or projects.id = ${projectId}::uuid)
  )`;
}
