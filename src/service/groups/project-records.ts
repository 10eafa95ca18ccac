import { sql } from 'kysely';
import type { Page } from '../../kernel/page.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import { isAfter } from '../database/look-through.ts';
import type { Row } from '../database/tables.ts';
import { isVisible, liveProject } from '../projects/project-store.ts';

/** What a project keeps until it is deleted by hand: found, listed and deleted alike. */
interface Kept {
  tests: Row<'tests'>;
  groups: CountedGroup;
}

/** A group as it is shown. */
export type CountedGroup = Row<'groups'> & { test_count: number };

export const testCount = sql<number>`(select count(*)::int from group_tests where group_id = groups.id)`;
const columns = { tests: sql`*`, groups: sql`*, ${testCount} as test_count` };

/** `projectId` null stands for all projects. */
export async function findRecord<Table extends keyof Kept>(
  db: Database | DatabaseTransaction,
  table: Table,
  id: string,
  projectId: string | null,
): Promise<Kept[Table] | null> {
  const { rows } = await sql<Kept[Table]>`
    select ${columns[table]} from ${sql.table(table)} where id = ${id} and ${isVisible(projectId)}
  `.execute(db);
  return rows[0] ?? null;
}

/** Newest first; `groupId` narrows tests to those of a group. */
export async function listRecords<Table extends keyof Kept>(
  db: Database,
  table: Table,
  { projectId, groupId }: { projectId: string; groupId?: string | undefined },
  { after, limit }: Page,
): Promise<Array<Kept[Table]>> {
  const isMember =
    groupId === undefined
      ? sql`true`
      : sql`id in (select test_id from group_tests where group_id = ${groupId})`;
  const { rows } = await sql<Kept[Table]>`
    select ${columns[table]} from ${sql.table(table)}
    where project_id = ${liveProject(projectId)} and ${isMember} and ${isAfter(after)}
    order by created_at desc, id desc limit ${limit}
  `.execute(db);
  return rows;
}

export async function deleteRecord(
  db: Database,
  table: keyof Kept,
  id: string,
  projectId: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    delete from ${sql.table(table)} where id = ${id} and ${isVisible(projectId)} returning id
  `.execute(db);
  return rows.length > 0;
}
