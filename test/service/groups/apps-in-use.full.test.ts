import { describe, expect, it } from 'vitest';
import { call, eventually } from '../../support/service.js';
import { uploaded } from '../../support/uploads.js';
import { listed, openPlace, read, sweepTurn } from './apps-in-use.ts';
import { makeGroup, nothingLeft, smallBuild } from './support.js';

// Those whose worker is killed are in import-processes.full.test.ts.
describe('an app whose time is up', () => {
  it('stays for a whole batch of one run after the other', async () => {
    const { service, bytesSeen } = await openPlace();
    const { webhookUrl, testIds } = await makeGroup(service, ['mobile', 'mobile', 'mobile'], {
      runMode: 'sequential',
    });
    await service.call('PATCH', `/tests/${testIds[0]}`, { steps: [{ type: 'act', title: 'hang' }] });
    const { id: appId, fileSize } = await uploaded(service, smallBuild, { removeAfter: 600 });
    const { batchId, runIds } = (await call(webhookUrl, 'POST', { mobile: { appId } }, { key: null })).body;
    await eventually(async () => expect(bytesSeen).toEqual([fileSize]));
    await service.query('update apps set expires_at = now()');
    await sweepTurn(service);
    expect(await listed(service)).toEqual([appId]);
    await service.call('POST', `/runs/${runIds[0]}/cancel`);
    await eventually(async () => {
      const { batch } = (await service.call('GET', `/batches/${batchId}`)).body;
      expect(batch.counts).toMatchObject({ cancelled: 1, completed: 2 });
    });
    expect(bytesSeen).toEqual([fileSize, fileSize, fileSize]);
    await nothingLeft(service);
  });
});

describe('a deleted app', () => {
  it('is gone for everybody else at once, while its runs still begin and finish with it', async () => {
    const { service, bytesSeen } = await openPlace();
    const { webhookUrl, testIds } = await makeGroup(service, ['mobile', 'mobile'], { runMode: 'sequential' });
    await service.call('PATCH', `/tests/${testIds[0]}`, { steps: [{ type: 'act', title: 'sleep 1000' }] });
    const { id: appId, fileSize } = await uploaded(service, smallBuild);
    const body = { mobile: { appId } };
    const { runIds } = (await call(webhookUrl, 'POST', body, { key: null })).body;
    await eventually(async () => expect((await read(service, runIds[0])).status).toBe('running'));
    expect((await service.call('DELETE', `/projects/${service.projectId}/mobile/${appId}`)).status).toBe(200);
    expect(await listed(service)).toEqual([]);
    for (const mobile of [{ appId }, { bundleId: 'com.example.app' }]) {
      expect((await call(webhookUrl, 'POST', { mobile }, { key: null })).status).toBe(404);
      expect((await service.call('POST', '/runs', { prompt: 'see a', mobile })).status).toBe(404);
    }
    await eventually(async () => {
      expect(await read(service, runIds[1])).toMatchObject({ status: 'completed', appId });
    });
    expect(bytesSeen).toEqual([fileSize, fileSize]);
    await nothingLeft(service);
  });
});
