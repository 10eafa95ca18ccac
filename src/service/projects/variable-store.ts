import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Row } from '../database/tables.ts';
import { liveProject } from './project-store.ts';

export type StoredVariable = Pick<
  Row<'project_variables'>,
  'name' | 'value' | 'sealed' | 'hosts' | 'updated_at'
>;

export const maxVariables = 200;

/** Null when the project does not exist, or is full. */
export async function upsertVariable(
  db: Database,
  variable: { projectId: string } & Pick<StoredVariable, 'name' | 'value' | 'sealed' | 'hosts'>,
): Promise<StoredVariable | null> {
  const { projectId, name, value, sealed, hosts } = variable;
  const { rows } = await sql<StoredVariable>`
    insert into project_variables (project_id, name, value, sealed, hosts)
    select ${liveProject(projectId)}, ${name}, ${value}, ${sealed}, ${hosts}::text[]
    where exists ${liveProject(projectId)} and (
      select count(*) from project_variables where project_id = ${projectId} and name <> ${name}
    ) < ${maxVariables}
    on conflict (project_id, name) do update
      set value = excluded.value, sealed = excluded.sealed, hosts = excluded.hosts, updated_at = excluded.updated_at
    returning name, value, sealed, hosts, updated_at
  `.execute(db);
  return rows[0] ?? null;
}

export async function listVariables(db: Database, projectId: string): Promise<StoredVariable[]> {
  return db
    .selectFrom('project_variables')
    .select(['name', 'value', 'sealed', 'hosts', 'updated_at'])
    .where('project_id', '=', projectId)
    .orderBy('name')
    .execute();
}

export async function deleteVariable(db: Database, projectId: string, name: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('project_variables')
    .where('project_id', '=', liveProject(projectId))
    .where('name', '=', name)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** The settings that the runs of a project are executed with, as columns of the statement that claims them. */
export interface RunSettingsColumns {
  allowed_hosts: string[] | null;
  variables: Array<{
    name: string;
    value: string | null;
    sealed: string | null;
    hosts: string[] | null;
  }> | null;
}

/** `run` is the relation that holds the run. */
export function runSettingsColumns(run: string): RawBuilder<unknown> {
  const projectId = sql.ref(`${run}.project_id`);
  return sql`
    coalesce(
      (select allowed_hosts from projects where projects.id = ${projectId}), ${sql.ref(`${run}.confined_to`)}
    ) as allowed_hosts,
    (
      select jsonb_agg(
        jsonb_build_object('name', name, 'value', value, 'sealed', encode(sealed, 'base64'), 'hosts', hosts)
      )
      from project_variables where project_variables.project_id = ${projectId}
    ) as variables`;
}
