import { orNotFound, PublicError } from '../../kernel/errors.ts';
import type { Database } from '../database/database.ts';
import type { Baseline } from './baseline.ts';
import { approveCandidate, findBaseline } from './baseline-store.ts';

interface Approval {
  readonly id: string;
  /** Null stands for all projects. */
  readonly projectId: string | null;
  /** The run whose picture was looked at; null: whichever waits. */
  readonly runId: string | null;
}

/** From now on the page is compared with the picture that waits for approval. */
export async function approveBaseline(db: Database, { id, projectId, runId }: Approval): Promise<Baseline> {
  const baseline = orNotFound(await findBaseline(db, id, projectId), 'baseline');
  const { candidate_run_id, candidate_file } = baseline;
  if (candidate_run_id === null || candidate_file === null)
    throw new PublicError('Conflict', 'No picture of this baseline waits for approval.');
  if (runId !== null && runId !== candidate_run_id)
    throw new PublicError('Conflict', 'A picture of another run waits for approval; look at that one first.');
  const approved = await approveCandidate(db, { id, runId: candidate_run_id, file: candidate_file });
  if (approved === null)
    throw new PublicError('Conflict', 'Another picture waits for approval by now; look at that one first.');
  return approved;
}
