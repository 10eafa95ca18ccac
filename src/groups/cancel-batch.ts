import { PublicError } from '../kernel/errors.ts';
import { type EndRunParts, endRun } from '../runs/end-run.ts';
import { findRunIds } from './batch-store.ts';

/** The last first: one that ends would otherwise let the next one begin. */
export async function cancelBatch(parts: EndRunParts, batchId: string): Promise<void> {
  let cancelled = 0;
  for (const id of (await findRunIds(parts.db, batchId)).reverse()) {
    if ((await endRun(parts, id, { change: 'cancel' }, 'anyone')) !== null) cancelled += 1;
  }
  if (cancelled === 0) {
    throw new PublicError('Conflict', 'The batch has ended already; it can no longer be cancelled.');
  }
}
