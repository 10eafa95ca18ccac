import { sql } from 'kysely';
import type { RequestedDevice } from '../../engine/requested-device.ts';
import { newId } from '../../kernel/ids.ts';
import type { Database } from '../database/database.ts';
import type { Row } from '../database/tables.ts';
import { isVisible } from '../projects/project-store.ts';
import { type CountedGroup, testCount } from './project-records.ts';

export const runModes = ['concurrent', 'sequential'] as const;

interface GroupSettings {
  name: string;
  runMode: (typeof runModes)[number];
  /** What its runs want of a phone, where their test or the call does not say. */
  device: RequestedDevice | null;
}

export type Group = Row<'groups'>;

/** Null when the project does not exist. */
export async function insertGroup(
  db: Database,
  projectId: string,
  { name, runMode, device }: GroupSettings,
): Promise<CountedGroup | null> {
  const { rows } = await sql<CountedGroup>`
    insert into groups (id, project_id, name, run_mode, device)
    select ${newId()}, id, ${name}, ${runMode}, ${device && JSON.stringify(device)}::jsonb from projects where id = ${projectId} and deleted_at is null
    returning *, 0 as test_count
  `.execute(db);
  return rows[0] ?? null;
}

export async function updateGroup(
  db: Database,
  id: string,
  projectId: string | null,
  { name, runMode, device }: Partial<GroupSettings>,
): Promise<CountedGroup | null> {
  const group = await db
    .updateTable('groups')
    .set({
      updated_at: sql<Date>`date_trunc('milliseconds', now())`,
      name,
      run_mode: runMode,
      device: device && JSON.stringify(device),
    })
    .where('id', '=', id)
    .where(isVisible(projectId))
    .returningAll()
    .returning(testCount.as('test_count'))
    .executeTakeFirst();
  return group ?? null;
}
