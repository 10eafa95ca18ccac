import type { Database } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import { requestOf } from '../devices/requested-device.ts';
import { newId } from '../kernel/ids.ts';
import type { Run } from '../runs/run.ts';
import { inputOf, type StoredInput, storedInputOf } from '../runs/run-input.ts';
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

/** The same tests as they were, on the same build; an artifact is imported again. */
export async function rerunBatch(
  { db, notifications }: { db: Database; notifications: Notifications },
  batch: Batch,
): Promise<RerunBatch> {
  const id = newId();
  const { runs } = await db.transaction().execute(async (trx) => {
    const former = await findRunsOfBatch(trx, batch.id);
    return startBatch(trx, id, {
      projectId: batch.project_id,
      group: { id: batch.group_id, name: batch.group_name, runMode: batch.run_mode, device: null },
      tests: former.map(toBatchTest),
      request: { ...batch.request, app: sameApp(batch) },
      rerunOf: batch.id,
      source: 'rerun',
      input: inputOfBatch(batch, former),
    });
  });
  tellOfStart(notifications, batch.project_id, runs);
  return { batchId: id, runIds: runs.map((run) => run.id), skippedTestIds: [] };
}

/** One call started all of its runs. Those of earlier versions did not keep it. */
function inputOfBatch({ request }: Batch, runs: readonly Run[]): StoredInput {
  const run = runs.find(({ input }) => input !== null);
  return run === undefined ? inputOf(request) : storedInputOf(run);
}

/** What was the newest build of its bundle then may not be it now. */
function sameApp({ request, app_id }: Batch): BatchRequest['app'] {
  return app_id === null ? request.app : { appId: app_id };
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
