import { describe, expect, it } from 'vitest';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { call, eventually, startTestService } from '../../support/service.js';
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

  it('in a sequential group begins the next run in whatever way the one before it has ended', async () => {
    const service = await startTestService({
      execution: scriptedExecution(),
      settings: { GANTRY_NO_DEVICE_GRACE_SECONDS: '1' },
    });
    const { webhookUrl, testIds } = await makeGroup(service, ['mobile', 'web', 'web', 'web', 'web'], {
      runMode: 'sequential',
    });
    for (const [at, title] of ['failure no page', 'throw it away', 'hang'].entries()) {
      await service.call('PATCH', `/tests/${testIds[at + 1]}`, { steps: [{ type: 'act', title }] });
    }
    const { runIds, batchId } = (await trigger(webhookUrl, { mobile: { appId: await insertApp(service) } }))
      .body;
    await eventually(async () => {
      expect((await service.call('GET', `/runs/${runIds[3]}`)).body.status).toBe('running');
    });
    await service.call('POST', `/runs/${runIds[3]}/cancel`);
    await eventually(async () => {
      const { batch } = (await service.call('GET', `/batches/${batchId}`)).body;
      expect(batch.runs).toMatchObject([
        { status: 'failed', error: { code: 'NO_DEVICE' } },
        { status: 'failed', error: { code: 'SCRIPTED' } },
        { status: 'failed', error: { code: 'EXECUTION_FAILED' } },
        { status: 'cancelled', error: null },
        { status: 'completed', result: 'PASS' },
      ]);
    });
  });
});
