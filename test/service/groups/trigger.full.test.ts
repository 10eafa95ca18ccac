import { describe, expect, it } from 'vitest';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { call, eventually, startTestService } from '../../support/service.js';
import { insertApp, makeGroup } from './support.js';

const trigger = (url: string, body?: unknown, headers = {}) =>
  call(url, 'POST', body, { key: null, headers });

describe('the webhook of a group', () => {
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
