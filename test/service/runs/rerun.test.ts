import { expect, it } from 'vitest';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { eventually, startTestService } from '../../support/service.js';
import { insertApp, makeGroup } from '../groups/support.js';

const onPhones = { platforms: ['ios'] as const };

it('runs a prompt again as it was, and once under one Idempotency-Key', async () => {
  const service = await startTestService({ execution: scriptedExecution() });
  const { body: first } = await service.call('POST', '/runs', {
    prompt: 'see Welcome',
    targetUrl: 'https://shop.example.com/',
    webhookUrl: 'http://127.0.0.1:9/',
  });
  const rerun = () =>
    service.call('POST', `/runs/${first.id}/rerun`, undefined, { headers: { 'idempotency-key': 'one' } });
  const again = await rerun();
  expect(again.status).toBe(202);
  const { prompt, type, targetUrl, webhookUrl, platform } = first;
  expect(again.body).toMatchObject({ prompt, type, targetUrl, webhookUrl, platform, status: 'queued' });
  expect(again.body.id).not.toBe(first.id);
  expect((await rerun()).body.id).toBe(again.body.id);
  await eventually(async () =>
    expect((await service.call('GET', `/runs/${again.body.id}`)).body.output.result).toBe('PASS'),
  );
});

it('runs one test of a batch again alone: its steps as they were then, on the same build', async () => {
  const service = await startTestService({ execution: scriptedExecution(onPhones) });
  const appId = await insertApp(service);
  const { groupId, testIds } = await makeGroup(service, ['mobile']);
  const started = await service.call('POST', `/groups/${groupId}/runs`, { mobile: { appId } });
  await service.call('PATCH', `/tests/${testIds[0]}`, { steps: [{ type: 'assert', title: 'see b' }] });
  const again = await service.call('POST', `/runs/${started.body.runIds[0]}/rerun`);
  expect(again.body).toMatchObject({
    type: 'test',
    testId: testIds[0],
    batchId: null,
    appId,
    platform: 'ios',
  });
  await eventually(async () => {
    const { body } = await service.call('GET', `/runs/${again.body.id}`);
    expect(body.output.steps).toMatchObject([{ title: 'a' }]);
  });
});

it('starts nothing where the build is gone', async () => {
  const service = await startTestService({ execution: scriptedExecution(onPhones) });
  const appId = await insertApp(service);
  const { groupId } = await makeGroup(service, ['mobile']);
  const [runId] = (await service.call('POST', `/groups/${groupId}/runs`, { mobile: { appId } })).body.runIds;
  await eventually(async () =>
    expect((await service.call('GET', `/runs/${runId}`)).body.status).toBe('completed'),
  );
  await service.call('DELETE', `/projects/${service.projectId}/mobile/${appId}`);
  expect(await service.call('POST', `/runs/${runId}/rerun`)).toMatchObject({
    status: 404,
    body: { message: expect.stringContaining('app') },
  });
  expect((await service.call('GET', '/runs')).body.runs).toHaveLength(1);
});
