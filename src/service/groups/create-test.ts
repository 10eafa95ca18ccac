import { notFound } from '../../kernel/errors.ts';
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
  if (groupId === null) return stored(await insertTest(db, projectId, test));
  return db.transaction().execute(async (trx) => {
    const made = stored(await insertTest(trx, projectId, test));
    await placeMemberWithin(trx, { id: groupId, project_id: projectId }, made.id, {});
    return made;
  });
}

function stored(test: Test | null): Test {
  if (test === null) throw notFound('project');
  return test;
}
