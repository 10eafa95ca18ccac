import { randomUUID } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import { createLog } from '../../../src/kernel/log.ts';
import { releaseHolds, takeHolds } from '../../../src/service/apps/holds.ts';
import { type Database, openDatabase } from '../../../src/service/database/database.ts';
import { eventually, type TestService } from '../../support/service.js';

export async function listed(service: TestService): Promise<string[]> {
  const { body } = await service.call('GET', `/projects/${service.projectId}/mobile`);
  return body.apps.map(({ id }: { id: string }) => id);
}

/**
 * Waits until the worker has looked at everything that was due when this was called: an app that is due goes, and its
 * bytes with it. All other sweeps have had their turn between two of them.
 */
export async function sweepTurn(service: TestService): Promise<void> {
  for (const turn of [1, 2]) {
    const marker = `apps/marker/${turn}-${randomUUID()}`;
    await service.query(
      `insert into apps (id, project_id, platform, upload_filename, file_size, source, object_key, remove_after, expires_at)
       values (gen_random_uuid(), $1, 'ios', 'a.zip', 1, 'api_upload', $2, 1, now() - interval '1 second')`,
      [service.projectId, marker],
    );
    await eventually(async () => {
      expect((await service.query('select from apps where object_key = $1', [marker])).rowCount).toBe(0);
      expect((await service.query(`select from jobs where payload->'keys' ? $1`, [marker])).rowCount).toBe(0);
    });
  }
}

export function openTestDatabase(service: TestService): Database {
  const { db, close } = openDatabase({
    connection: { connectionString: service.databaseUrl },
    poolSize: 4,
    log: createLog('silent'),
  });
  onTestFinished(close);
  return db;
}

export function hold(
  db: Database,
  service: TestService,
  appId: string,
  holderIds: string[],
): Promise<boolean> {
  return db
    .transaction()
    .execute((trx) => takeHolds(trx, { projectId: service.projectId, appId, holderIds }));
}

export function release(db: Database, holderId: string): Promise<void> {
  return db.transaction().execute((trx) => releaseHolds(trx, holderId));
}
