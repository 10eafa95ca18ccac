import { PublicError } from '../../kernel/errors.ts';
import { type EndRunParts, endRun } from '../runs/end-run.ts';
import { findRunIds } from './batch-store.ts';

interface CancelledBatch {
  /** In the order of the tests, like those that had ended before. */
  cancelledRunIds: string[];
  alreadyFinishedRunIds: string[];
}

export async function cancelBatch(parts: EndRunParts, batchId: string): Promise<CancelledBatch> {
  const runIds = await findRunIds(parts.db, batchId);
  const cancelled = new Set<string>();
  // The last first: one that ends would otherwise let the next one begin.
  for (const id of runIds.toReversed()) {
    if ((await endRun(parts, id, { change: 'cancel' }, 'anyone')) !== null) cancelled.add(id);
  }
  if (cancelled.size === 0) {
    throw new PublicError('Conflict', 'The batch has ended already; it can no longer be cancelled.');
  }
  return {
    cancelledRunIds: runIds.filter((id) => cancelled.has(id)),
    alreadyFinishedRunIds: runIds.filter((id) => !cancelled.has(id)),
  };
}
