import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import { PublicError } from '../kernel/errors.ts';
import type { Test } from './test-store.ts';

export interface Member {
  test: Test;
  position: number;
  /** In this group; a test that is not enabled itself runs in no group. */
  enabled: boolean;
}

export const maxMembers = 1_000;

export function groupIsFull(): PublicError {
  return new PublicError('Conflict', `A group has at most ${maxMembers} tests.`);
}

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

export interface MemberSettings {
  position?: number | undefined;
  enabled?: boolean | undefined;
}

export type Placed = 'added' | 'changed' | 'missing' | 'full';

/**
 * Puts a test into a group, or changes its place there: before the one that has that position now, or at the end.
 * `missing` when it is no test of the group's project, or the group is gone; `full` when the group is.
 */
export async function placeMember(
  db: Database,
  group: { id: string; project_id: string },
  testId: string,
  settings: MemberSettings,
): Promise<Placed> {
  return db.transaction().execute((trx) => placeMemberWithin(trx, group, testId, settings));
}

export async function placeMemberWithin(
  trx: DatabaseTransaction,
  group: { id: string; project_id: string },
  testId: string,
  { position, enabled }: MemberSettings,
): Promise<Placed> {
  if (!(await lockGroup(trx, group.id))) return 'missing';
  const test = await trx
    .selectFrom('tests')
    .select('id')
    .where('id', '=', testId)
    .where('project_id', '=', group.project_id)
    .executeTakeFirst();
  if (test === undefined) return 'missing';
  const current = await memberIds(trx, group.id);
  const isMember = current.includes(testId);
  if (!isMember && current.length >= maxMembers) return 'full';
  if (!isMember || position !== undefined) {
    const others = current.filter((id) => id !== testId);
    others.splice((position ?? others.length + 1) - 1, 0, testId);
    await writeOrder(trx, group.id, others);
  }
  if (enabled !== undefined) {
    await trx
      .updateTable('group_tests')
      .set({ enabled })
      .where('group_id', '=', group.id)
      .where('test_id', '=', testId)
      .execute();
  }
  return isMember ? 'changed' : 'added';
}

/** All members at once, in this order. `missing` when one is no test of the group's project. */
export async function replaceMembers(
  db: Database,
  group: { id: string; project_id: string },
  testIds: string[],
): Promise<'changed' | 'missing'> {
  return db.transaction().execute(async (trx) => {
    await lockGroup(trx, group.id);
    const { rows } = await sql<{ id: string }>`
      select id from tests where id = any (${testIds}::uuid[]) and project_id = ${group.project_id}
    `.execute(trx);
    if (rows.length !== new Set(testIds).size) return 'missing';
    await sql`
      delete from group_tests where group_id = ${group.id} and test_id <> all (${testIds}::uuid[])
    `.execute(trx);
    await writeOrder(trx, group.id, testIds);
    return 'changed';
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

/** Two who reorder at once do so one after the other. False when the group is gone. */
async function lockGroup(trx: DatabaseTransaction, groupId: string): Promise<boolean> {
  const group = await trx
    .selectFrom('groups')
    .select('id')
    .where('id', '=', groupId)
    .forUpdate()
    .executeTakeFirst();
  return group !== undefined;
}

async function memberIds(trx: DatabaseTransaction, groupId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('group_tests')
    .select('test_id')
    .where('group_id', '=', groupId)
    .orderBy('position')
    .orderBy('test_id')
    .execute();
  return rows.map(({ test_id }) => test_id);
}

async function writeOrder(trx: DatabaseTransaction, groupId: string, testIds: string[]): Promise<void> {
  await sql`
    insert into group_tests (group_id, test_id, position)
    select ${groupId}, test_id, position from unnest(${testIds}::uuid[]) with ordinality as ordered (test_id, position)
    on conflict (group_id, test_id) do update set position = excluded.position
  `.execute(trx);
}
