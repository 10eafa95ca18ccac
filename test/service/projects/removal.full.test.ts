import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../support/database.js';
import { objectsIn } from '../../support/objects.js';
import { createTestFolder, eventually, startTestService } from '../../support/service.js';
import { builds, uploaded } from '../../support/uploads.js';
import { hold, listed, openTestDatabase, release, sweepTurn } from './removal.ts';

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
});

describe('a deleted app', () => {
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

async function sweptApps(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/gantry_swept_total\{sweep="removeDueApps"\} (\d+)/.exec(text)?.[1]);
}
