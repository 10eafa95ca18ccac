import { sql } from 'kysely';
import { notFound, orNotFound, PublicError } from '../../kernel/errors.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { Row } from '../database/tables.ts';
import type { Test } from './test-store.ts';

export interface Member {
  test: Test;
  position: number;
  /** In this group; a test that is not enabled itself runs in no group. */
  enabled: boolean;
}

export const maxMembers = 1_000;

/** In the order in which they are run. */
export async function listMembers(db: Database | DatabaseTransaction, groupId: string): Promise<Member[]> {
  const { rows } = await sql<Test & { position: number; is_member_enabled: boolean }>`
    select tests.*, row_number() over (order by position, test_id)::int as position, member.enabled as is_member_enabled
    from group_tests as member join tests on tests.id = member.test_id
    where member.group_id = ${groupId}
    order by member.position, member.test_id
  `.execute(db);
  return rows.map(({ position, is_member_enabled, ...test }) => ({
    test,
    position,
    enabled: is_member_enabled,
  }));
}

interface MemberSettings {
  position?: number | undefined;
  enabled?: boolean | undefined;
}

type GroupOfProject = Pick<Row<'groups'>, 'id' | 'project_id'>;

/** Puts a test into a group, or changes its place there: before the one that has that position now, or at the end. */
export async function placeMember(
  db: Database,
  group: GroupOfProject,
  testId: string,
  settings: MemberSettings,
): Promise<'added' | 'changed'> {
  return db.transaction().execute((trx) => placeMemberWithin(trx, group, testId, settings));
}

export async function placeMemberWithin(
  trx: DatabaseTransaction,
  group: GroupOfProject,
  testId: string,
  settings: MemberSettings,
): Promise<'added' | 'changed'> {
  await lockGroup(trx, group.id);
  const current = await lockMembers(trx, group.id);
  if (current.includes(testId)) {
    await changePlace(trx, group.id, current, testId, settings);
    return 'changed';
  }
  await lockTests(trx, group, [testId]);
  if (current.length >= maxMembers)
    throw new PublicError('Conflict', `A group has at most ${maxMembers} tests.`);
  const position = settings.position ?? current.length + 1;
  await changePlace(trx, group.id, current, testId, { ...settings, position });
  return 'added';
}

/** Only of a test that is in the group. */
export async function changeMember(
  db: Database,
  groupId: string,
  testId: string,
  settings: MemberSettings,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockGroup(trx, groupId);
    const current = await lockMembers(trx, groupId);
    if (!current.includes(testId)) throw notFound('test in this group');
    await changePlace(trx, groupId, current, testId, settings);
  });
}

async function changePlace(
  trx: DatabaseTransaction,
  groupId: string,
  current: string[],
  testId: string,
  { position, enabled }: MemberSettings,
): Promise<void> {
  if (position !== undefined) {
    const ordered = current.filter((id) => id !== testId);
    ordered.splice(position - 1, 0, testId);
    await writeOrder(trx, groupId, ordered);
  }
  if (enabled !== undefined) {
    await trx
      .updateTable('group_tests')
      .set({ enabled })
      .where('group_id', '=', groupId)
      .where('test_id', '=', testId)
      .execute();
  }
}

/** All members at once, in this order. */
export async function replaceMembers(db: Database, group: GroupOfProject, testIds: string[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockGroup(trx, group.id);
    await lockTests(trx, group, testIds);
    await sql`
      delete from group_tests where group_id = ${group.id} and test_id <> all (${testIds}::uuid[])
    `.execute(trx);
    await writeOrder(trx, group.id, testIds);
  });
}

export async function removeMember(db: Database, groupId: string, testId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('group_tests')
    .where('group_id', '=', groupId)
    .where('test_id', '=', testId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Two who reorder at once do so one after the other. */
async function lockGroup(trx: DatabaseTransaction, groupId: string): Promise<void> {
  const query = trx.selectFrom('groups').select('id').where('id', '=', groupId).forUpdate();
  orNotFound(await query.executeTakeFirst(), 'group');
}

/** In the order in which they are run. No test of them can be deleted before the order that is made of them is written. */
async function lockMembers(trx: DatabaseTransaction, groupId: string): Promise<string[]> {
  const { rows } = await sql<{ test_id: string }>`
    select test_id from group_tests join tests on tests.id = test_id
    where group_id = ${groupId}
    order by position, test_id
    for key share of tests
  `.execute(trx);
  return rows.map(({ test_id }) => test_id);
}

async function lockTests(
  trx: DatabaseTransaction,
  group: GroupOfProject,
  testIds: readonly string[],
): Promise<void> {
  const { rows } = await sql`
    select from tests where id = any (${testIds}::uuid[]) and project_id = ${group.project_id} for key share
  `.execute(trx);
  if (rows.length !== new Set(testIds).size) throw notFound('test');
}

async function writeOrder(trx: DatabaseTransaction, groupId: string, testIds: string[]): Promise<void> {
  await sql`
    insert into group_tests (group_id, test_id, position)
    select ${groupId}, test_id, position from unnest(${testIds}::uuid[]) with ordinality as ordered (test_id, position)
    on conflict (group_id, test_id) do update set position = excluded.position
  `.execute(trx);
}
