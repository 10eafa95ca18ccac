import { PublicError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { inputOf, type StoredInput, storedInputOf } from '../runs/hosted-shapes.ts';
import { taskOfRun } from '../runs/rerun-run.ts';
import { hasEnded, type Run } from '../runs/run.ts';
import { outputOf } from '../runs/run-record.ts';
import { type StartParts, startRuns } from '../runs/start-runs.ts';
import type { BatchRequest } from './batch.ts';
import { type Batch, findRunsOfBatch } from './batch-store.ts';
import { planBatch } from './plan-batch.ts';

interface RerunBatch {
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
  parts: StartParts,
  batch: Batch,
  { failedOnly = false }: { failedOnly?: boolean } = {},
): Promise<RerunBatch> {
  const { project_id: projectId, group_id, group_name, run_mode } = batch;
  const batchId = newId();
  let skipped: Run[] = [];
  const outcome = await startRuns(parts, { batchId }, null, async (trx) => {
    const former = await findRunsOfBatch(trx, batch.id);
    const isRepeated = (run: Run) => !failedOnly || hasNotPassed(run);
    const repeated = former.filter(isRepeated);
    if (failedOnly && repeated.length === 0)
      throw new PublicError('Conflict', 'No test of the batch failed or ended without a verdict.');
    skipped = former.filter((run) => !isRepeated(run));
    return planBatch({
      id: batchId,
      projectId,
      group: { id: group_id, name: group_name, runMode: run_mode },
      tests: repeated.map((run) => taskOfRun(run, run.platform ?? 'mobile')),
      request: { ...batch.request, ...phoneOf(batch, repeated) },
      rerunOf: batch.id,
      source: 'rerun',
      input: inputOfBatch(batch, former),
    });
  });
  return {
    batchId,
    runIds: 'runs' in outcome ? outcome.runs.map(({ id }) => id) : [],
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
  if (runs.every(({ platform }) => platform === 'web')) return { app: null, device: undefined };
  return { app: app_id === null ? request.app : { appId: app_id }, device: request.device };
}
