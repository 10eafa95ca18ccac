import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../../src/kernel/log.ts';
import { releaseHolds, takeHolds } from '../../../src/service/apps/holds.ts';
import { type Database, openDatabase } from '../../../src/service/database/database.ts';
import { createTestDatabase } from '../../support/database.js';
import { objectsIn } from '../../support/objects.js';
import {
  apiOnly,
  createTestFolder,
  eventually,
  startTestService,
  type TestService,
} from '../../support/service.js';
import { builds, confirm, initiate, put, stored, uploaded } from '../../support/uploads.js';

describe('an expired app', () => {
  it('leaves the list at its time and storage soon after', async () => {
    const service = await startTestService();
    await uploaded(service, builds.ios);
    const app = await uploaded(service, builds.ios, { removeAfter: 1 });
    const leftList = expect.poll(() => listed(service)).not.toContain(app.id);
    await leftList;
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(app.expiresAt));
    await eventually(async () => expect(await objectsIn(service.dataDir)).toHaveLength(1));
    expect(await listed(service)).toHaveLength(1);
  });

  it('is gone from the list at its very time, also while no sweep runs', async () => {
    const api = await startTestService({ settings: apiOnly });
    const app = await uploaded(api, builds.ios, { removeAfter: 600 });
    await api.query(`update apps set expires_at = now() - interval '1 millisecond'`);
    expect(await listed(api)).toEqual([]);
    expect((await api.call('DELETE', `/projects/${api.projectId}/mobile/${app.id}`)).status).toBe(404);
    expect((await api.query('select from apps')).rowCount).toBe(1);
  });

  it('stays listed while a hold is on it, takes no new one, and goes with the last release', async () => {
    const service = await startTestService();
    const app = await uploaded(service, builds.ios, { removeAfter: 600 });
    const db = openTestDatabase(service);
    const [first, second] = [randomUUID(), randomUUID()];
    expect(await hold(db, service, app.id, [first, second])).toBe(true);
    await service.query(`update apps set expires_at = now()`);
    expect(await hold(db, service, app.id, [randomUUID()])).toBe(false);
    await release(db, first);
    await sweepTurn(service);
    expect(await listed(service)).toEqual([app.id]);
    await release(db, second);
    await release(db, second);
    await eventually(async () => expect(await objectsIn(service.dataDir)).toEqual([]));
    expect(await listed(service)).toEqual([]);
  });

  it('answers 410 to a repeated confirm', async () => {
    const service = await startTestService();
    const ticket = await stored(service, builds.ios);
    await confirm(service, ticket, { removeAfter: 600 });
    await service.query(`update apps set expires_at = now()`);
    expect(await confirm(service, ticket)).toMatchObject({ status: 410, body: { error: 'UploadExpired' } });
  });
});

describe('a deleted app', () => {
  it('is gone from the list at once and from storage soon after; deleting it again is a 404', async () => {
    const service = await startTestService();
    const ticket = await stored(service, builds.ios);
    const { app } = (await confirm(service, ticket)).body;
    const path = `/projects/${service.projectId}/mobile/${app.id}`;
    expect(await service.call('DELETE', path)).toMatchObject({ status: 200, body: { deleted: true } });
    expect(await listed(service)).toEqual([]);
    expect((await service.call('DELETE', path)).status).toBe(404);
    expect(await confirm(service, ticket)).toMatchObject({ status: 410, body: { error: 'UploadExpired' } });
    await eventually(async () => expect(await objectsIn(service.dataDir)).toEqual([]));
  });

  it('keeps its bytes until the runs that hold it have ended', async () => {
    const service = await startTestService();
    const app = await uploaded(service, builds.ios);
    const db = openTestDatabase(service);
    const holder = randomUUID();
    await hold(db, service, app.id, [holder]);
    await service.call('DELETE', `/projects/${service.projectId}/mobile/${app.id}`);
    expect(await hold(db, service, app.id, [randomUUID()])).toBe(false);
    await sweepTurn(service);
    expect((await objectsIn(service.dataDir)).filter((key) => key.startsWith('apps/'))).toHaveLength(1);
    expect(await listed(service)).toEqual([]);
    await release(db, holder);
    await eventually(async () => expect(await objectsIn(service.dataDir)).toEqual([]));
  });

  it('is never removed under a hold that is taken at the same moment', async () => {
    const service = await startTestService();
    const db = openTestDatabase(service);
    const apps: Array<{ id: string }> = [];
    for (let i = 0; i < 20; i += 1) apps.push(await uploaded(service, builds.ios, { removeAfter: 600 }));
    const attempts = apps.map(async ({ id }) => {
      const [held] = await Promise.all([
        hold(db, service, id, [randomUUID()]),
        service.query('update apps set expires_at = now() where id = $1', [id]),
      ]);
      return { id, held };
    });
    const held = (await Promise.all(attempts)).filter((attempt) => attempt.held).map(({ id }) => id);
    await sweepTurn(service);
    const { rows } = await service.query('select id from apps');
    expect(rows.map(({ id }) => id).sort()).toEqual(held.sort());
  });
});

describe('an upload that never becomes a record', () => {
  it('is swept with its bytes one hour after its URL ran out, and then answers 410', async () => {
    const service = await startTestService();
    const forgotten = await stored(service, builds.ios);
    const fresh = await stored(service, builds.ios);
    await age(service, forgotten.storageKey, '59 minutes');
    await sweepTurn(service);
    expect(await objectsIn(service.dataDir)).toHaveLength(2);
    await age(service, forgotten.storageKey, '1 hour');
    await eventually(async () => expect(await objectsIn(service.dataDir)).toEqual([fresh.storageKey]));
    expect(await confirm(service, forgotten)).toMatchObject({
      status: 410,
      body: { error: 'UploadExpired' },
    });
    const late = await put(forgotten.uploadUrl, Buffer.alloc(forgotten.fileSize));
    expect(late.status).toBe(410);
    expect(await objectsIn(service.dataDir)).toEqual([fresh.storageKey]);
  });

  it('can still be confirmed after its URL ran out when its bytes are there, and answers 410 when they are not', async () => {
    const service = await startTestService();
    const sent = await stored(service, builds.ios);
    const unsent = await initiate(service, 'a.apk', 10);
    await age(service, sent.storageKey, '10 minutes');
    await age(service, unsent.storageKey, '10 minutes');
    expect((await confirm(service, sent)).status).toBe(201);
    expect(await confirm(service, unsent)).toMatchObject({ status: 410, body: { error: 'UploadExpired' } });
  });

  it('is forgotten a week later, while its confirmed neighbour can be confirmed again for ever', async () => {
    const service = await startTestService();
    const ticket = await stored(service, builds.ios);
    const forgotten = await initiate(service, 'a.apk', 10);
    const first = await confirm(service, ticket);
    await service.query(
      `update upload_tickets set expires_at = now() - interval '9 days', swept_at = now() - interval '8 days'`,
    );
    await eventually(async () =>
      expect((await service.query('select from upload_tickets')).rowCount).toBe(0),
    );
    expect(await confirm(service, ticket)).toMatchObject({ status: 200, body: first.body });
    expect((await confirm(service, ticket, { fileSize: 1 })).status).toBe(422);
    expect((await confirm(service, forgotten)).status).toBe(404);
  });

  it('leaves no copy behind when the service dies between the copy and the record', async () => {
    const service = await startTestService();
    const orphan = `apps/${service.projectId}/${randomUUID()}`;
    await mkdir(join(service.dataDir, 'objects', 'apps', service.projectId), { recursive: true });
    await writeFile(join(service.dataDir, 'objects', orphan), 'a copy whose confirm never came to its end');
    await service.query(
      `insert into jobs (queue, name, payload, due_at) values ('cleanup', 'objects.delete', $1, now() + interval '1 hour')`,
      [{ keys: [orphan] }],
    );
    await sweepTurn(service);
    expect(await objectsIn(service.dataDir)).toEqual([orphan]);
    await service.query('update jobs set due_at = now()');
    await eventually(async () => expect(await objectsIn(service.dataDir)).toEqual([]));
    await eventually(async () => expect((await service.query('select from jobs')).rowCount).toBe(0));
  });
});

describe('sweeps in many processes', () => {
  it('remove a thousand due apps exactly once', async () => {
    const database = await createTestDatabase();
    const dataDir = await createTestFolder();
    const services = await Promise.all([1, 2, 3].map(() => startTestService({ database, dataDir })));
    const [first] = services;
    if (first === undefined) throw new Error('no service');
    await database.query(
      `insert into apps (id, project_id, platform, upload_filename, file_size, source, object_key, remove_after, expires_at)
       select gen_random_uuid(), $1::uuid, 'ios', 'a.zip', 1, 'api_upload', 'apps/' || $1::text || '/' || n, 1, now() - interval '1 second'
       from generate_series(1, 1500) n`,
      [first.projectId],
    );
    await eventually(async () => expect((await database.query('select from apps')).rowCount).toBe(0));
    await eventually(async () => expect((await database.query('select from jobs')).rowCount).toBe(0));
    const swept = await Promise.all(services.map(({ url }) => sweptApps(url)));
    expect(swept.reduce((sum, count) => sum + count, 0)).toBe(1500);
  });
});

async function listed(service: TestService): Promise<string[]> {
  const { body } = await service.call('GET', `/projects/${service.projectId}/mobile`);
  return body.apps.map(({ id }: { id: string }) => id);
}

async function sweptApps(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/gantry_swept_total\{sweep="removeDueApps"\} (\d+)/.exec(text)?.[1]);
}

/**
 * Waits until the worker has looked at everything that was due when this was called: an app that is due goes, and its
 * bytes with it. All other sweeps have had their turn between two of them.
 */
async function sweepTurn(service: TestService): Promise<void> {
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

async function age(service: TestService, storageKey: string, over: string): Promise<void> {
  const id = storageKey.split('/')[2]?.split('.')[0];
  await service.query(`update upload_tickets set expires_at = now() - $2::interval where id = $1`, [
    id,
    over,
  ]);
}

function openTestDatabase(service: TestService): Database {
  const { db, close } = openDatabase({
    connection: { connectionString: service.databaseUrl },
    poolSize: 4,
    log: createLog('silent'),
  });
  onTestFinished(close);
  return db;
}

function hold(db: Database, service: TestService, appId: string, holderIds: string[]): Promise<boolean> {
  return db
    .transaction()
    .execute((trx) => takeHolds(trx, { projectId: service.projectId, appId, holderIds }));
}

function release(db: Database, holderId: string): Promise<void> {
  return db.transaction().execute((trx) => releaseHolds(trx, holderId));
}
