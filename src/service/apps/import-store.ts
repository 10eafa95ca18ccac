import { type SqlBool, sql } from 'kysely';
import { newId } from '../../kernel/ids.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import { forgetRows, type Swept, sweepBatch } from '../database/sweep.ts';
import type { Row } from '../database/tables.ts';
import { type Lease, queues } from '../jobs/job.ts';
import { lockProject } from '../projects/project-store.ts';
import type { Progress } from './import-app.ts';
import { importsPerProject } from './import-limits.ts';

export type Import = Row<'imports'>;

/** Written down with its job, under the project's lock; beyond the project's share it waits without one. */
export async function insertImport(
  trx: DatabaseTransaction,
  { projectId, url }: { projectId: string; url: string },
): Promise<string> {
  const id = newId();
  await trx.insertInto('imports').values({ id, project_id: projectId, url, is_waiting: true }).execute();
  await admitImports(trx, projectId);
  return id;
}

/**
 * Gives jobs to the project's oldest waiting imports, as far as its share goes. The caller holds the project's lock. Each
 * takes one of the project's places until it has ended: a project with an import under way has work that has not ended,
 * and is not deleted.
 */
export async function admitImports(trx: DatabaseTransaction, projectId: string): Promise<void> {
  await sql`
  with next as materialized (
    select id from imports
    where project_id = ${projectId} and is_waiting
    order by id
    limit greatest(${importsPerProject}::int - (
      select count(*) from imports where project_id = ${projectId} and ended_at is null and not is_waiting
    ), 0)
    for update
  ), job as (
    insert into jobs (queue, name, payload)
    select ${queues.imports}::text, 'artifact.import', jsonb_build_object('importId', id) from next
  ), place as (
    update projects set active_runs = active_runs + (select count(*) from next)
    where id = ${projectId} and exists (select from next)
  )
  update imports set is_waiting = false from next where imports.id = next.id
  `.execute(trx);
}

/** The end of an import admits the next one; if that fails once, the others must not wait for ever. */
export async function admitWaitingImports(db: Database): Promise<Swept> {
  const { rows } = await sql<{ project_id: string }>`
    select distinct project_id from imports where is_waiting limit ${sweepBatch}
  `.execute(db);
  for (const { project_id: projectId } of rows) {
    await db.transaction().execute(async (trx) => {
      await lockProject(trx, projectId);
      await admitImports(trx, projectId);
    });
  }
  return { swept: 0, more: false };
}

export async function findImport(db: Database | DatabaseTransaction, id: string): Promise<Import | null> {
  const found = await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();
  return found ?? null;
}

export async function findImports(db: Database, ids: readonly string[]): Promise<Map<string, Import>> {
  if (ids.length === 0) return new Map();
  const imports = await db
    .selectFrom('imports')
    .selectAll()
    .where(sql<SqlBool>`id = any (${ids}::uuid[])`)
    .execute();
  return new Map(imports.map((found) => [found.id, found]));
}

/** False when the lease is lost, or the import has ended. */
export async function writeImportProgress(
  trx: DatabaseTransaction,
  lease: Lease,
  id: string,
  { bytesRead, bytesTotal }: Progress,
): Promise<boolean> {
  const { rows } = await sql`
    update imports set status = 'running', bytes_read = ${bytesRead}, bytes_total = ${bytesTotal}
    where id = ${id} and ended_at is null
      and exists (select from jobs where id = ${lease.id} and claim_token = ${lease.claimToken})
    returning id
  `.execute(trx);
  return rows.length > 0;
}

/** The next admission of runs gives its place in the project back. */
export async function endImport(
  trx: DatabaseTransaction,
  id: string,
  end: { status: 'failed' } | { status: 'completed'; bytes: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('imports')
    .set({
      status: end.status,
      ...(end.status === 'completed' && { bytes_read: end.bytes, bytes_total: end.bytes }),
      ended_at: sql<Date>`date_trunc('milliseconds', now())`,
    })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export function forgetImports(db: Database, retentionDays: number): Promise<Swept> {
  const due = sql`ended_at < now() - make_interval(days => ${retentionDays})`;
  return forgetRows(db, 'imports', { oldestBy: 'ended_at', due });
}
