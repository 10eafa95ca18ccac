import { describe, expect, it } from 'vitest';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { call, eventually, startTestService, type TestService } from '../../support/service.js';
import { insertApp, makeGroup } from './support.js';

const trigger = async (url: string, body?: unknown, headers = {}) =>
  (await call(url, 'POST', body, { key: null, headers })).body;

describe('a batch', () => {
  it('shows its runs, counts and an overall state, from the first to the last', async () => {
    const service = await startTestService({ settings: { GANTRY_NO_DEVICE_GRACE_SECONDS: '600' } });
    const { webhookUrl, groupId } = await makeGroup(service, ['web', 'web']);
    await service.call('PATCH', `/projects/${service.projectId}`, {
      allowedHosts: ['shop.example.com'],
      allowedReceivers: ['ci.example.com'],
    });
    const request = {
      targetUrl: 'https://shop.example.com',
      commitSha: 'abc123',
      webhookUrl: 'https://ci.example.com',
    };
    const { batchId, runIds } = await trigger(webhookUrl, request);
    expect(await read(service, batchId)).toMatchObject({
      ...request,
      id: batchId,
      groupId,
      groupName: 'Checkout',
      status: 'queued',
      result: null,
      count: 2,
      counts: { queued: 2, running: 0, completed: 0, failed: 0, cancelled: 0 },
      import: null,
      runs: [
        { id: runIds[0], title: 'Test 1', status: 'queued', result: null },
        { id: runIds[1], title: 'Test 2', status: 'queued', result: null },
      ],
    });
    const run = (await service.call('GET', `/runs/${runIds[0]}`)).body;
    expect(run).toMatchObject({ targetUrl: request.targetUrl, webhookUrl: request.webhookUrl });
  });

  it('passes only when each of its runs has passed', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    const { webhookUrl, testIds } = await makeGroup(service, ['web', 'web']);
    const good = await ended(service, (await trigger(webhookUrl)).batchId);
    expect(good).toMatchObject({ status: 'completed', result: 'PASS', results: { PASS: 2, FAILED: 0 } });
    const steps = [{ type: 'assert', title: 'miss the total' }];
    await service.call('PATCH', `/tests/${testIds[1]}`, { steps });
    const bad = await ended(service, (await trigger(webhookUrl)).batchId);
    expect(bad).toMatchObject({ status: 'completed', result: 'FAILED', results: { PASS: 1, FAILED: 1 } });
  });

  it('is an ERROR if no test failed but one has no verdict, and FAILED as soon as one failed', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    const { webhookUrl, testIds } = await makeGroup(service, ['web', 'web']);
    const become = (at: number, title: string) =>
      service.call('PATCH', `/tests/${testIds[at]}`, { steps: [{ type: 'assert', title }] });
    await become(1, 'failure No browser');
    const broken = await ended(service, (await trigger(webhookUrl)).batchId);
    expect(broken).toMatchObject({ status: 'completed', result: 'ERROR', results: { PASS: 1, FAILED: 0 } });
    await become(0, 'miss the total');
    const mixed = await ended(service, (await trigger(webhookUrl)).batchId);
    expect(mixed).toMatchObject({ status: 'completed', result: 'FAILED', counts: { failed: 1 } });
  });

  it('is run again with only the tests that have not passed, and with the build only if they need it', async () => {
    const service = await startTestService({ execution: scriptedExecution({ platforms: ['web', 'ios'] }) });
    const { webhookUrl, testIds } = await makeGroup(service, ['web', 'mobile', 'web']);
    const appId = await insertApp(service);
    const steps = [{ type: 'assert', title: 'miss the total' }];
    await service.call('PATCH', `/tests/${testIds[2]}`, { steps });
    const first = await ended(service, (await trigger(webhookUrl, { mobile: { appId } })).batchId);
    const rerun = (id: string, body?: unknown) => service.call('POST', `/batches/${id}/rerun`, body);
    const again = (await rerun(first.id, { failedOnly: true })).body.batch;
    expect(again).toMatchObject({ rerunOf: first.id, count: 1, appId: null, runs: [{ title: 'Test 3' }] });
    expect((await rerun(first.id, { failedOnly: false })).body.batch).toMatchObject({ count: 3, appId });
    await service.call('PATCH', `/tests/${testIds[2]}`, { steps: [{ type: 'assert', title: 'see a' }] });
    const good = await ended(service, (await trigger(webhookUrl, { mobile: { appId } })).batchId);
    expect(await rerun(good.id, { failedOnly: true })).toMatchObject({ status: 409 });
  });

  it('is cancelled as a whole: none of its runs begins any more, and its app is free', async () => {
    const service = await startTestService({
      execution: scriptedExecution({ platforms: ['ios'], slots: 1 }),
    });
    const { webhookUrl, testIds } = await makeGroup(service, ['mobile', 'mobile', 'mobile'], {
      runMode: 'sequential',
    });
    await service.call('PATCH', `/tests/${testIds[0]}`, { steps: [{ type: 'act', title: 'hang' }] });
    const appId = await insertApp(service);
    const { batchId } = await trigger(webhookUrl, { mobile: { appId } });
    await eventually(async () => expect((await read(service, batchId)).status).toBe('running'));
    const cancelled = await service.call('POST', `/batches/${batchId}/cancel`);
    expect(cancelled.body.batch).toMatchObject({
      status: 'cancelled',
      result: 'ERROR',
      counts: { cancelled: 3 },
    });
    expect((await service.call('POST', `/batches/${batchId}/cancel`)).status).toBe(409);
    const { rows } = await service.query(
      'select hold_count, (select sum(active_runs) from projects) as active from apps',
    );
    expect(rows).toEqual([{ hold_count: 0, active: '0' }]);
    const started = await service.query('select from runs where started_at is not null');
    expect(started.rowCount).toBe(1);
  });

  it('is run again with the tests as they were, on the same build', async () => {
    const service = await startTestService();
    const { webhookUrl, testIds } = await makeGroup(service, ['mobile']);
    const first = await insertApp(service);
    const { batchId } = await trigger(webhookUrl, {
      mobile: { bundleId: 'com.example.app' },
      commitSha: 'abc',
    });
    await insertApp(service);
    await service.call('DELETE', `/tests/${testIds[0]}`);
    const again = await service.call('POST', `/batches/${batchId}/rerun`);
    expect(again).toMatchObject({
      status: 202,
      body: {
        batch: { rerunOf: batchId, appId: first, commitSha: 'abc', count: 1, runs: [{ title: 'Test 1' }] },
      },
    });
  });

  it('tells those who follow the project of each of its changes', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    const { webhookUrl } = await makeGroup(service, ['web', 'web']);
    const { batchId } = await trigger(webhookUrl);
    await ended(service, batchId);
    const { rows } = await service.query(
      `select type, data from events where type like 'batch.%' order by xid, id`,
    );
    expect(rows.map(({ type }) => type)).toEqual(['batch.progress', 'batch.progress', 'batch.ended']);
    expect(rows.at(-1).data).toMatchObject({ id: batchId, count: 2, unfinished: 0, passed: 2 });
  });
});

describe('a batch as JUnit XML', () => {
  it('has a case for each test, with steps, issues and links', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    const { webhookUrl, testIds } = await makeGroup(service, ['web', 'web', 'web']);
    const titled = (title: string) => [{ type: 'assert', title }];
    await service.call('PATCH', `/tests/${testIds[0]}`, {
      title: 'A <b> & "c"',
      steps: [...titled('see it'), ...titled('shot')],
    });
    await service.call('PATCH', `/tests/${testIds[1]}`, { steps: titled('miss the total') });
    await service.call('PATCH', `/tests/${testIds[2]}`, { steps: titled('failure no phone') });
    const { batchId } = await trigger(webhookUrl);
    await ended(service, batchId);
    const answer = await service.call('GET', `/batches/${batchId}/junit.xml`);
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(answer.body).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites name="Checkout" tests="3" failures="1" errors="1" time="[\d.]+">\n/,
    );
    expect(answer.body).toContain('name="A &lt;b&gt; &amp; &quot;c&quot;"');
    expect(answer.body).toContain('<failure type="issue" message="the total">');
    expect(answer.body).toContain('<error type="SCRIPTED" message="no phone">');
    expect(answer.body).toMatch(/\[\[ATTACHMENT\|http:\/\/[^\]]+\.png\]\]/);
  });
});

async function read(service: TestService, batchId: string) {
  return (await service.call('GET', `/batches/${batchId}`)).body.batch;
}

async function ended(service: TestService, batchId: string) {
  await eventually(async () => expect((await read(service, batchId)).completedAt).not.toBeNull());
  return read(service, batchId);
}
