import { describe, expect, it } from 'vitest';
import { call, startTestService, type TestService } from '../../support/service.js';
import { makeGroup } from './support.js';

const projectSettings = {
  targetUrl: 'https://shop.example.com/start',
  webhookUrl: 'https://ci.example.com/results',
  allowedHosts: ['*.preview.example.com', 'localhost:3000'],
  allowedReceivers: ['hooks.example.org', '*.ci.example.net:8443'],
};

async function start(settings: object = projectSettings) {
  const service = await startTestService({ settings: { GANTRY_NO_DEVICE_GRACE_SECONDS: '600' } });
  await service.call('PATCH', `/projects/${service.projectId}`, settings);
  const group = await makeGroup(service, ['web']);
  const trigger = (body: unknown, headers = {}) =>
    call(group.webhookUrl, 'POST', body, { key: null, headers });
  return { service, trigger, ...group };
}

const allowed = [
  ['targetUrl', 'https://shop.example.com/other?page=1'],
  ['targetUrl', 'http://SHOP.example.com/'],
  ['targetUrl', 'https://pr-12.preview.example.com/'],
  ['targetUrl', 'https://pr-12.preview.example.com:8080/'],
  ['targetUrl', 'http://localhost:3000/login'],
  ['webhookUrl', 'https://ci.example.com/another'],
  ['webhookUrl', 'https://hooks.example.org:9000/x'],
  ['webhookUrl', 'https://a.ci.example.net:8443/'],
] as const;
const foreign = [
  ['targetUrl', 'https://evil.example/'],
  ['targetUrl', 'https://shop.example.com:8443/'],
  ['targetUrl', 'https://shop.example.com.evil.example/'],
  ['targetUrl', 'https://preview.example.com/'],
  ['targetUrl', 'http://localhost:3001/'],
  ['targetUrl', 'http://localhost./'],
  ['targetUrl', 'https://evil.example\\@shop.example.com/'],
  ['targetUrl', 'http://[::1]:3000/'],
  ['targetUrl', 'https://hooks.example.org/'],
  ['webhookUrl', 'https://evil.example/'],
  ['webhookUrl', 'http://ci.example.com/results'],
  ['webhookUrl', 'https://ci.example.com:8443/results'],
  ['webhookUrl', 'https://a.ci.example.net/'],
  ['webhookUrl', 'https://shop.example.com/'],
] as const;
const settingOf = { targetUrl: 'allowedHosts', webhookUrl: 'allowedReceivers' };

describe('a call of a group webhook', () => {
  it('may name what its project has set up', async () => {
    const { trigger } = await start();
    for (const [member, address] of allowed)
      expect((await trigger({ [member]: address })).status, address).toBe(202);
  });

  it('may not name another target or receiver: 403 with the setting to change, and nothing starts', async () => {
    const { service, trigger } = await start();
    for (const [member, address] of foreign) {
      const { status, body } = await trigger({ [member]: address }, { 'idempotency-key': 'k-1' });
      expect([status, body.error], address).toEqual([403, 'Forbidden']);
      for (const told of [member, new URL(address).host, settingOf[member]])
        expect(body.message).toContain(told);
      // The answer names the setting, and nothing that is in it.
      for (const kept of ['preview.example.com', 'hooks.example.org', '/start', '/results'])
        if (!address.includes(kept)) expect(body.message).not.toContain(kept);
    }
    expect([await countOf(service, 'runs'), await countOf(service, 'batches')]).toEqual([0, 0]);
    // The key of a refused call is free.
    expect((await trigger({}, { 'idempotency-key': 'k-1' })).status).toBe(202);
  });

  it('is free in both with an API key', async () => {
    const { service, groupId } = await start();
    for (const [member, address] of foreign) {
      const { status, body } = await service.call('POST', `/groups/${groupId}/runs`, { [member]: address });
      expect(status, address).toBe(202);
      expect((await service.call('GET', `/runs/${body.runIds[0]}`)).body[member]).toBe(address);
    }
  });

  it('of a project that has set up nothing may name nothing', async () => {
    const { trigger } = await start({});
    expect((await trigger({ targetUrl: 'https://shop.example.com/' })).status).toBe(403);
    expect((await trigger({ webhookUrl: 'https://ci.example.com/' })).status).toBe(403);
    expect((await trigger({ targetUrl: null, webhookUrl: null })).status).toBe(202);
  });

  it('says no more of what it started than ids, also when it is repeated after the settings have changed', async () => {
    const { service, trigger } = await start();
    const body = { targetUrl: 'https://shop.example.com/a', webhookUrl: 'https://ci.example.com/b' };
    const first = await trigger(body, { 'idempotency-key': 'k-1' });
    expect(Object.keys(first.body).sort()).toEqual(
      [
        'batchId',
        'cancelledRunIds',
        'count',
        'groupId',
        'metadata',
        'queuedRunIds',
        'received',
        'runIds',
        'status',
      ].sort(),
    );
    await service.call('PATCH', `/projects/${service.projectId}`, { targetUrl: null, webhookUrl: null });
    expect((await trigger(body, { 'idempotency-key': 'k-1' })).body).toEqual(first.body);
    expect((await trigger(body, { 'idempotency-key': 'k-2' })).status).toBe(403);
  });
});

async function countOf({ query }: TestService, table: string): Promise<number> {
  return (await query(`select count(*)::int as count from ${table}`)).rows[0].count;
}
