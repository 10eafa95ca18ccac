import { requestOf } from '../../engine/requested-device.ts';
import { PublicError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Database } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import { hasEnded, type Run } from '../runs/run.ts';
import { inputOf, type StoredInput, storedInputOf } from '../runs/run-input.ts';
import { outputOf } from '../runs/run-record.ts';
import type { TestStep } from '../runs/run-store.ts';
import type { BatchRequest, BatchTest } from './batch.ts';
import { type Batch, findRunsOfBatch } from './batch-store.ts';
import { startBatch, tellOfStart } from './start-batch.ts';

export interface RerunBatch {
  batchId: string;
  runIds: string[];
  /** Of runs in the former batch that were left out of the new one. */
  skippedTestIds: string[];
}

/**
 * The same tests as they were, on the same build; an artifact is imported again. With `failedOnly`, only those that have
 * ended and not passed.
 */
export async function rerunBatch(
  { db, notifications }: { db: Database; notifications: Notifications },
  batch: Batch,
  { failedOnly = false }: { failedOnly?: boolean } = {},
): Promise<RerunBatch> {
  const id = newId();
  const { runs, skipped } = await db.transaction().execute(async (trx) => {
    const former = await findRunsOfBatch(trx, batch.id);
    const isRepeated = (run: Run) => !failedOnly || hasNotPassed(run);
    const repeated = former.filter(isRepeated);
    if (failedOnly && repeated.length === 0)
      throw new PublicError('Conflict', 'No test of the batch failed or ended without a verdict.');
    const started = await startBatch(trx, id, {
      projectId: batch.project_id,
      group: { id: batch.group_id, name: batch.group_name, runMode: batch.run_mode, device: null },
      tests: repeated.map(toBatchTest),
      request: { ...batch.request, ...phoneOf(batch, repeated) },
      rerunOf: batch.id,
      source: 'rerun',
      input: inputOfBatch(batch, former),
    });
    return { ...started, skipped: former.filter((run) => !isRepeated(run)) };
  });
  tellOfStart(notifications, batch.project_id, runs);
  return {
    batchId: id,
    runIds: runs.map((run) => run.id),
    skippedTestIds: skipped.flatMap(({ test_id }) => test_id ?? []),
  };
}

/** One call started all of its runs. Those of earlier versions did not keep it. */
function inputOfBatch({ request }: Batch, runs: readonly Run[]): StoredInput {
  const run = runs.find(({ input }) => input !== null);
  return run === undefined ? inputOf(request) : storedInputOf(run);
}

function hasNotPassed(run: Run): boolean {
  return hasEnded(run.status) && (run.result ?? outputOf(run).result) !== 'PASS';
}

/** The same build: what was the newest of its bundle then may not be it now. Web tests alone need neither build nor phone. */
function phoneOf({ request, app_id }: Batch, runs: readonly Run[]): Pick<BatchRequest, 'app' | 'device'> {
  if (runs.every(({ platform }) => platform === 'web')) return { app: null, device: null };
  return { app: app_id === null ? request.app : { appId: app_id }, device: request.device ?? null };
}

function toBatchTest(run: Run): BatchTest {
  return {
    testId: run.test_id,
    title: run.title ?? '',
    platform: run.platform ?? 'mobile',
    // The column holds only what a test was made of.
    steps: (run.steps as TestStep[] | null) ?? [],
    device: requestOf(run),
  };
}
