import { findImports } from '../apps/import-store.ts';
import type { Database } from '../database/database.ts';
import { toBatchRecord } from './batch-record.ts';
import { type Batch, findRunsOfBatches } from './batch-store.ts';

/** Batches with their runs, by two statements, however many they are. */
export async function showBatches(db: Database, batches: readonly Batch[]) {
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
