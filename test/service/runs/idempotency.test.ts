import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { apiOnly, startTestService } from '../../support/service.js';
import { insertApp, makeGroup } from '../groups/support.js';

it('compares a call with what an earlier version has kept of the same call, on each route that takes a key', async () => {
  const service = await startTestService({ settings: apiOnly });
  const appId = await insertApp(service);
  const { groupId, testIds } = await makeGroup(service, ['mobile']);
  const targetUrl = 'https://shop.example.com/';
  const webhookUrl = 'https://ci.example.com/';
  const app = { appId };
  const device = { version: '17' };
  const asked = { mobile: app, device, platform: 'ios', webhookUrl, targetUrl };
  const headers = { 'idempotency-key': 'one' };
  const run = await service.call('POST', '/runs', { ...asked, prompt: 'see a' }, { headers });
  const calls: Array<[string, object | undefined]> = [
    [`/tests/${testIds[0]}/runs`, asked],
    [`/groups/${groupId}/runs`, { ...asked, commitSha: 'abc' }],
    [`/runs/${run.body.id}/rerun`, undefined],
  ];
  for (const [path, body] of calls) await service.call('POST', path, body, { headers });

  const platform = 'ios';
  const earlier: Record<string, object> = {
    'POST /runs': { prompt: 'see a', targetUrl, webhookUrl, app, platform, device },
    'POST /tests/runs': {
      testId: testIds[0],
      app,
      targetUrl,
      environment: null,
      webhookUrl,
      platform,
      device,
    },
    [`POST /groups/${groupId}/runs`]: { app, targetUrl, commitSha: 'abc', webhookUrl, platform, device },
    'POST /runs/rerun': { runId: run.body.id },
  };
  const { rows } = await service.query('select route, body_hash from idempotency_keys');
  expect(Object.fromEntries(rows.map(({ route, body_hash }) => [route, body_hash.toString('hex')]))).toEqual(
    Object.fromEntries(
      Object.entries(earlier).map(([route, body]) => [
        route,
        createHash('sha256').update(JSON.stringify(body)).digest('hex'),
      ]),
    ),
  );
});
