import { type SqlBool, sql } from 'kysely';
import type { Page } from '../../kernel/page.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import { isAfter } from '../database/look-through.ts';
import { forgetRows, type Swept } from '../database/sweep.ts';
import type { Row } from '../database/tables.ts';
import { isVisible, liveProject } from '../projects/project-store.ts';
import type { Run } from '../runs/run.ts';
import { resultColumn } from '../runs/run-summary.ts';
import type { BatchRequest, NewBatch } from './batch.ts';

export type Batch = Omit<Row<'batches'>, 'request'> & { request: BatchRequest };

export async function insertBatch(
  trx: DatabaseTransaction,
  batch: NewBatch & { appId?: string; importId?: string },
): Promise<void> {
  await trx
    .insertInto('batches')
    .values({
      id: batch.id,
      project_id: batch.projectId,
      group_id: batch.group.id,
      group_name: batch.group.name,
      run_mode: batch.group.runMode,
      request: JSON.stringify(batch.request),
      app_id: batch.appId ?? null,
      import_id: batch.importId ?? null,
      rerun_of: batch.rerunOf,
    })
    .execute();
}

/** `projectId` null stands for all projects. */
export async function findBatch(
  db: Database | DatabaseTransaction,
  id: string,
  projectId: string | null,
): Promise<Batch | null> {
  const batch = await db
    .selectFrom('batches')
    .selectAll()
    .where('id', '=', id)
    .where(isVisible(projectId))
    .executeTakeFirst();
  // The column holds only what `insertBatch` wrote.
  return (batch as Batch | undefined) ?? null;
}

/** Newest first; without a project those of all. */
export async function listBatches(
  db: Database,
  { projectId, groupId }: { projectId: string | undefined; groupId: string | undefined },
  { after, limit }: Page,
): Promise<Batch[]> {
  const { rows } = await sql<Batch>`
    select * from batches
    where ${projectId === undefined ? isVisible(null) : sql`project_id = ${liveProject(projectId)}`}
      and ${groupId === undefined ? sql`true` : sql`group_id = ${groupId}`}
      and ${isAfter(after)}
    order by created_at desc, id desc
    limit ${limit}
  `.execute(db);
  return rows;
}

/** What a batch shows of its runs. */
export type RunOfBatch = Pick<Run, (typeof shownOfRun)[number] | 'result'>;

const shownOfRun = [
  'id',
  'batch_id',
  'test_id',
  'app_id',
  'title',
  'platform',
  'status',
  'error_code',
  'error_message',
  'started_at',
  'completed_at',
  'waits_for',
] as const;

/** By their batch, in the order of its tests. */
export async function findRunsOfBatches(
  db: Database,
  batchIds: readonly string[],
): Promise<Map<string, RunOfBatch[]>> {
  const runs = await db
    .selectFrom('runs')
    .select(shownOfRun)
    .select(resultColumn.as('result'))
    .where(sql<SqlBool>`batch_id = any (${batchIds}::uuid[])`)
    .orderBy('id')
    .execute();
  const ofBatch = new Map<string, RunOfBatch[]>(batchIds.map((id) => [id, []]));
  for (const run of runs) ofBatch.get(run.batch_id ?? '')?.push(run);
  return ofBatch;
}

/** In the order of its tests. */
export async function findRunsOfBatch(db: Database | DatabaseTransaction, batchId: string): Promise<Run[]> {
  return db.selectFrom('runs').selectAll().where('batch_id', '=', batchId).orderBy('id').execute();
}

export async function findRunIds(db: Database, batchId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('runs')
    .select('id')
    .where('batch_id', '=', batchId)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Batches whose runs are gone. */
export function forgetBatches(db: Database, retentionDays: number): Promise<Swept> {
  const due = sql`
    created_at < now() - make_interval(days => ${retentionDays})
    and not exists (select from runs where batch_id = batches.id)`;
  return forgetRows(db, 'batches', { oldestBy: 'created_at', due });
}
