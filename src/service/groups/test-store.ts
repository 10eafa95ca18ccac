import { sql } from 'kysely';
import { newId } from '../../kernel/ids.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { Row } from '../database/tables.ts';
import { isVisible } from '../projects/project-store.ts';
import type { TestSettings } from './test.ts';

export type Test = Row<'tests'>;

/** Null when the project does not exist. */
export async function insertTest(
  db: Database | DatabaseTransaction,
  projectId: string,
  test: TestSettings,
): Promise<Test | null> {
  const { rows } = await sql<Test>`
    insert into tests (id, project_id, title, description, platform, enabled, steps, device)
    select ${newId()}, id, ${test.title}, ${test.description}, ${test.platform}, ${test.enabled},
      ${JSON.stringify(test.steps)}::jsonb,
      ${test.device && JSON.stringify(test.device)}::jsonb
    from projects where id = ${projectId} and deleted_at is null
    returning *
  `.execute(db);
  return rows[0] ?? null;
}

export async function updateTest(
  db: Database,
  id: string,
  projectId: string | null,
  { title, description, platform, enabled, steps, device }: Partial<TestSettings>,
): Promise<Test | null> {
  const test = await db
    .updateTable('tests')
    .set({
      updated_at: sql<Date>`date_trunc('milliseconds', now())`,
      title,
      description,
      platform,
      enabled,
      steps: steps && JSON.stringify(steps),
      device: device && JSON.stringify(device),
    })
    .where('id', '=', id)
    .where(isVisible(projectId))
    .returningAll()
    .executeTakeFirst();
  return test ?? null;
}
