import { orNotFound } from '../../kernel/errors.ts';
import type { Database } from '../database/database.ts';
import { placeMemberWithin } from './membership.ts';
import type { TestSettings } from './test.ts';
import { insertTest, type Test } from './test-store.ts';

/** Stores a test, and puts it at the end of a group where one is named: both or nothing. */
export async function createTest(
  db: Database,
  projectId: string,
  test: TestSettings,
  groupId: string | null,
): Promise<Test> {
  if (groupId === null) return orNotFound(await insertTest(db, projectId, test), 'project');
  return db.transaction().execute(async (trx) => {
    const made = orNotFound(await insertTest(trx, projectId, test), 'project');
    await placeMemberWithin(trx, { id: groupId, project_id: projectId }, made.id, {});
    return made;
  });
}
