import { Type } from 'typebox';
import { nullable, oneOf } from '../../kernel/schema.ts';
import { findImports, type Import } from '../apps/import-store.ts';
import type { Database } from '../database/database.ts';
import { runStatuses } from '../runs/run.ts';
import { durationOf, errorOf, RunRecord } from '../runs/run-record.ts';
import { batchResults, batchStatuses, summarise } from './batch.ts';
import { type Batch as BatchRow, findRunsOfBatches, type RunOfBatch } from './batch-store.ts';

const { id, testId, platform, status, error, durationMs } = RunRecord.properties;
const BatchRun = Type.Object(
  {
    id,
    testId,
    title: Type.String(),
    platform,
    status,
    result: nullable.oneOf(['PASS', 'FAILED']),
    error,
    durationMs,
  },
  { title: 'BatchRun' },
);

const Fetched = Type.Object({
  status: oneOf(['queued', 'running', 'completed', 'failed']),
  bytesRead: Type.Integer(),
  bytesTotal: nullable.integer(),
});

/** A batch as it is shown, with its runs. */
export const Batch = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    projectId: Type.String({ format: 'uuid' }),
    groupId: Type.String({ format: 'uuid' }),
    groupName: Type.String(),
    status: oneOf(batchStatuses),
    result: nullable.oneOf(batchResults, {
      description:
        'Null until all runs have ended. PASS if each test passed, FAILED if at least one failed, ERROR if none failed but not each has a verdict',
    }),
    count: Type.Integer(),
    counts: Type.Object(Object.fromEntries(runStatuses.map((name) => [name, Type.Integer()]))),
    results: Type.Object({ PASS: Type.Integer(), FAILED: Type.Integer() }),
    appId: nullable.text({ format: 'uuid' }),
    import: nullable.record(Fetched, { description: 'How far the artifact is fetched' }),
    targetUrl: nullable.text(),
    commitSha: nullable.text(),
    webhookUrl: nullable.text(),
    rerunOf: nullable.text({ format: 'uuid' }),
    createdAt: Type.String({ format: 'date-time' }),
    startedAt: nullable.text({ format: 'date-time' }),
    completedAt: nullable.text({ format: 'date-time' }),
    runs: Type.Array(BatchRun, { description: 'In the order of the tests' }),
  },
  { title: 'Batch' },
);

/** Batches with their runs, by two statements, however many they are. */
export async function showBatches(db: Database, batches: readonly BatchRow[]) {
  const runs = await findRunsOfBatches(
    db,
    batches.map(({ id }) => id),
  );
  const imports = await findImports(
    db,
    batches.flatMap(({ import_id }) => import_id ?? []),
  );
  return batches.map((batch) =>
    toBatchRecord(batch, runs.get(batch.id) ?? [], imports.get(batch.import_id ?? '') ?? null),
  );
}

function toBatchRecord(batch: BatchRow, runs: readonly RunOfBatch[], fetched: Import | null) {
  const { startedAt, completedAt, ...summary } = summarise(runs);
  const { targetUrl, commitSha, webhookUrl } = batch.request;
  return {
    id: batch.id,
    projectId: batch.project_id,
    groupId: batch.group_id,
    groupName: batch.group_name,
    ...summary,
    count: runs.length,
    appId: batch.app_id ?? runs.find(({ app_id }) => app_id !== null)?.app_id ?? null,
    import: fetched && {
      status: fetched.status,
      bytesRead: fetched.bytes_read,
      bytesTotal: fetched.bytes_total,
    },
    targetUrl,
    commitSha,
    webhookUrl,
    rerunOf: batch.rerun_of,
    createdAt: batch.created_at.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    completedAt: completedAt?.toISOString() ?? null,
    runs: runs.map((run) => ({
      id: run.id,
      testId: run.test_id,
      title: run.title ?? '',
      platform: run.platform,
      status: run.status,
      result: run.result,
      error: errorOf(run),
      durationMs: durationOf(run),
    })),
  };
}
