import { orNotFound, PublicError } from '../../kernel/errors.ts';
import { type EndRunParts, endRun } from './end-run.ts';
import type { Run } from './run.ts';
import { findRun } from './run-store.ts';

/** Ends it at once. The worker that executes it loses its lease, and stops as soon as it notices. */
export async function cancelRun(parts: EndRunParts, id: string, projectId: string | null): Promise<Run> {
  const run = orNotFound(await findRun(parts.db, id, projectId), 'run');
  const cancelled = await endRun(parts, run.id, { change: 'cancel' }, 'anyone');
  if (cancelled === null) {
    throw new PublicError('Conflict', 'The run has ended already; it can no longer be cancelled.');
  }
  return cancelled;
}
