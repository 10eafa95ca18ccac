import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { objectsIn } from '../../support/objects.js';
import { apiOnly, eventually, startTestService, type TestService } from '../../support/service.js';
import { builds, confirm, initiate, put, stored, uploaded } from '../../support/uploads.js';
import { hold, listed, openTestDatabase, release, sweepTurn } from './removal.ts';

describe('an expired app', () => {
  it('is gone from the list at its very time, also while no sweep runs', async () => {
    const api = await startTestService({ settings: apiOnly });
    const app = await uploaded(api, builds.ios, { removeAfter: 600 });
    await api.query(`update apps set expires_at = now() - interval '1 millisecond'`);
    expect(await listed(api)).toEqual([]);
    expect((await api.call('DELETE', `/projects/${api.projectId}/mobile/${app.id}`)).status).toBe(404);
    expect((await api.query('select from apps')).rowCount).toBe(1);
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
});

async function age(service: TestService, storageKey: string, over: string): Promise<void> {
  const id = storageKey.split('/')[2]?.split('.')[0];
  await service.query(`update upload_tickets set expires_at = now() - $2::interval where id = $1`, [
    id,
    over,
  ]);
}
