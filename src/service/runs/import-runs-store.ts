import { type SqlBool, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { Run } from './run.ts';

/** Those that wait for an import, in their order. */
export async function findUnfinishedOfImport(
  db: Database | DatabaseTransaction,
  importId: string,
): Promise<Array<Pick<Run, 'id' | 'platform' | 'batch_id'>>> {
  return db
    .selectFrom('runs')
    .select(['id', 'platform', 'batch_id'])
    .where('import_id', '=', importId)
    .where('completed_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** The app is there: runs that waited only for it may be admitted. */
export async function giveAppToRuns(
  trx: DatabaseTransaction,
  runIds: string[],
  app: { id: string; platform: 'ios' | 'android' },
): Promise<void> {
  await trx
    .updateTable('runs')
    .set({
      app_id: app.id,
      platform: app.platform,
      waits_for: sql<Run['waits_for']>`nullif(waits_for, 'import')`,
    })
    .where(sql<SqlBool>`id = any (${runIds}::uuid[])`)
    .execute();
}
