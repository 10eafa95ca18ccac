import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { call, eventually, startTestService, type TestService } from '../../support/service.js';
import { insertApp, makeGroup } from './support.js';

const bundleId = 'com.example.app';
/** Runs stay queued, and with them their holds. */
const settings = { GANTRY_NO_DEVICE_GRACE_SECONDS: '600', GANTRY_DATABASE_POOL_SIZE: '10' };

describe('a bundle identifier', () => {
  it('means the next newest when one after the other is deleted between choice and hold', async () => {
    const service = await startTestService({ settings });
    const { webhookUrl } = await makeGroup(service, ['mobile']);
    const last = await insertApp(service, { createdAt: '2026-01-01T00:00:00Z' });
    const doomed: pg.Client[] = [];
    for (let day = 9; day > 1; day -= 1) {
      const id = await insertApp(service, { createdAt: `2026-01-0${day}T00:00:00Z` });
      const client = await connect(service);
      await client.query('begin');
      await client.query('update apps set deleted_at = now() where id = $1', [id]);
      doomed.push(client);
    }
    const triggered = call(webhookUrl, 'POST', { mobile: { bundleId } }, { key: null });
    for (const client of doomed) {
      const { rows } = await client.query('select pg_backend_pid() as pid');
      await eventually(async () => {
        const waiting = 'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))';
        expect((await service.query(waiting, [rows[0].pid])).rowCount).toBe(1);
      });
      await client.query('commit');
    }
    expect(await triggered).toMatchObject({
      status: 202,
      body: { metadata: { mobile: { resolvedAppId: last } } },
    });
  });

  it('of builds that are as new as each other means the one with the greater id, and never an imported one', async () => {
    const service = await startTestService({ settings });
    const { webhookUrl } = await makeGroup(service, ['mobile']);
    const createdAt = '2026-01-01T00:00:00Z';
    const ids = await Promise.all([1, 2, 3, 4].map(() => insertApp(service, { createdAt })));
    const imported = await insertApp(service);
    await service.query(`update apps set source = 'group_webhook_artifact' where id = $1`, [imported]);
    const { body } = await call(webhookUrl, 'POST', { mobile: { bundleId } }, { key: null });
    expect(body.metadata.mobile.resolvedAppId).toBe(ids.sort().at(-1));
  });
});

async function connect({ databaseUrl }: TestService): Promise<pg.Client> {
  const client = new pg.Client(databaseUrl);
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}
