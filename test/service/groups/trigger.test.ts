import { describe, expect, it } from 'vitest';
import { call, startTestService } from '../../support/service.js';
import { insertApp, makeGroup } from './support.js';

const trigger = (url: string, body?: unknown, headers = {}) =>
  call(url, 'POST', body, { key: null, headers });

describe('the webhook of a group', () => {
  it('starts every enabled test in its order, and says what it has started', async () => {
    const service = await startTestService();
    const { webhookUrl, groupId, testIds } = await makeGroup(service, ['web', 'web', 'web']);
    await service.call('PATCH', `/groups/${groupId}/tests/${testIds[1]}`, { enabled: false });
    const answer = await trigger(webhookUrl);
    expect(answer).toMatchObject({
      status: 202,
      body: { received: true, status: 'queued', groupId, count: 2, metadata: {} },
    });
    const { batchId, runIds } = answer.body;
    const runs = await Promise.all(runIds.map((id: string) => service.call('GET', `/runs/${id}`)));
    expect(runs.map(({ body }) => body)).toMatchObject([
      { type: 'test', testId: testIds[0], batchId, platform: 'web', prompt: null },
      { type: 'test', testId: testIds[2], batchId, platform: 'web', prompt: null },
    ]);
  });

  it('runs a mobile group on the app that is named, and holds it for each run', async () => {
    const service = await startTestService({ settings: { GANTRY_NO_DEVICE_GRACE_SECONDS: '600' } });
    const { webhookUrl } = await makeGroup(service, ['mobile', 'ios', 'web']);
    const appId = await insertApp(service);
    const answer = await trigger(webhookUrl, { mobile: { appId } });
    expect(answer.body.metadata).toEqual({ mobile: { source: 'app_id', resolvedAppId: appId } });
    const { rows } = await service.query('select hold_count from apps where id = $1', [appId]);
    expect(rows).toEqual([{ hold_count: 2 }]);
  });
});
