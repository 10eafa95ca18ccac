import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/kernel/clock.ts';
import { unavailable } from '../../../src/kernel/errors.ts';
import { createLog } from '../../../src/kernel/log.ts';
import { confirmUpload } from '../../../src/service/apps/confirm-upload.ts';
import { openDatabase } from '../../../src/service/database/database.ts';
import { createInspector } from '../../../src/service/inspect/inspector.ts';
import { createDiskStore } from '../../../src/service/storage/disk.ts';
import { createUrlSigner } from '../../../src/service/storage/signed-url.ts';
import { createTestDatabase } from '../../support/database.ts';
import { objectsIn } from '../../support/objects.ts';
import { eventually, startTestService } from '../../support/service.ts';
import { builds, confirm, stored } from '../../support/uploads.ts';
import { startDatabaseWay } from '../../support/way.ts';

describe('a confirm whose commit is not acknowledged', () => {
  it('keeps the bytes of the record that it made', async () => {
    const database = await createTestDatabase();
    const way = await startDatabaseWay();
    const service = await startTestService({ database: { ...database, url: way.url(database.url) } });
    const ticket = await stored(service, builds.ios);
    // The service commits for reasons of its own as well.
    way.loseAnswerTo('insert into "apps"', 'commit\0');
    expect(await confirm(service, ticket)).toMatchObject({ status: 503, body: { error: 'Unavailable' } });
    const { rows } = await database.query('select object_key from apps');
    expect(rows).toHaveLength(1);
    await eventually(async () => expect((await confirm(service, ticket)).status).toBe(200));
    await database.query('update jobs set due_at = now()');
    await eventually(async () => expect((await database.query('select from jobs')).rowCount).toBe(0));
    expect(await objectsIn(service.dataDir)).toEqual([rows[0].object_key]);
  });
});

describe('a copy that the store did not acknowledge', () => {
  it('stays written down for deletion: it may still come into being', async () => {
    const service = await startTestService();
    const ticket = await stored(service, builds.ios);
    const log = createLog('silent');
    const { db, close } = openDatabase({
      connection: { connectionString: service.databaseUrl },
      poolSize: 2,
      log,
    });
    onTestFinished(close);
    const inspector = createInspector({ threads: 1, timeoutMs: 60_000, memoryMb: 128 });
    onTestFinished(() => inspector.close());
    const signer = createUrlSigner(Buffer.alloc(32), () => '', systemClock);
    const disk = createDiskStore({ root: join(service.dataDir, 'objects'), signer, log });
    const store = {
      ...disk,
      promote: async (from: string, to: string) => {
        await disk.promote(from, to);
        throw unavailable('storage', new Error('the connection was cut'));
      },
    };
    const { projectId } = service;
    const confirming = confirmUpload(
      { db, store, inspector, log },
      { ...ticket, projectId, removeAfter: null, sha256: null },
    );
    await expect(confirming).rejects.toMatchObject({ code: 'Unavailable' });
    const copies = (await objectsIn(service.dataDir)).filter((key) => key.startsWith('apps/'));
    expect(copies).toHaveLength(1);
    const { rows } = await service.query(
      `select payload, due_at > now() + interval '50 minutes' as later from jobs`,
    );
    expect(rows).toEqual([{ payload: { keys: [copies[0], `${copies[0]}.icon`] }, later: true }]);
    expect((await confirm(service, ticket)).status).toBe(201);
    await service.query('update jobs set due_at = now()');
    await eventually(async () => expect(await objectsIn(service.dataDir)).toHaveLength(1));
  });
});
