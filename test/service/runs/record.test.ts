import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatherClosers } from '../../support/database.js';
import { createOldDatabase } from '../../support/old-database.js';
import { startReceiver } from '../../support/receiver.mjs';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { apiOnly, eventually, startTestService, type TestService } from '../../support/service.js';

const closers = gatherClosers();
let service: TestService;

beforeAll(async () => {
  service = await startTestService({ execution: scriptedExecution(), atEnd: closers.atEnd });
});
afterAll(() => closers.close());

describe('a run', () => {
  it('shows as its input what the call gave, not what became of it', async () => {
    const { call, projectId } = service;
    const path = `/projects/${projectId}/environments`;
    const url = 'https://staging.example.com/';
    const { id } = (await call('POST', path, { name: 'Staging', url })).body.environment;
    const inputOf = async (body: object) => {
      const { input, targetUrl } = (await call('POST', '/runs', { prompt: 'see a', ...body })).body;
      return { input, targetUrl };
    };
    expect(await inputOf({})).toEqual({ input: { prompt: 'see a', targetUrl: null }, targetUrl: null });
    expect(await inputOf({ environment: 'staging' })).toEqual({
      input: { prompt: 'see a', targetUrl: null, environment: 'staging' },
      targetUrl: url,
    });
    expect(await inputOf({ projectEnvironmentId: id })).toEqual({
      input: { prompt: 'see a', targetUrl: null, projectEnvironmentId: id },
      targetUrl: url,
    });
    // A signed address of a build is nobody's who reads the result.
    const artifactUrl = 'http://127.0.0.1:9/Shop.app.zip?token=secret';
    expect((await inputOf({ mobile: { artifactUrl } })).input).toEqual({
      prompt: 'see a',
      targetUrl: null,
      mobile: { artifactUrl: 'http://127.0.0.1:9/Shop.app.zip' },
    });
  });

  it('is delivered as it is read at its end', async () => {
    const receiver = await startReceiver();
    try {
      const webhookUrl = `${receiver.url}/results`;
      const { testId } = await makeTest('Welcome', 'see a');
      const { runId } = (await service.call('POST', `/tests/${testId}/runs`, { webhookUrl })).body;
      await eventually(async () => expect(receiver.got).toHaveLength(1));
      const body = JSON.parse(receiver.got[0]?.body ?? '');
      expect(body).toMatchObject({ name: 'Welcome', input: { webhookUrl } });
      expect(body).toEqual({ ...(await read(runId)), webhookStatus: 'pending' });
      // The same members in the same order: what both write is one record.
      expect(Object.keys(body)).toEqual(Object.keys(await read(runId)));
    } finally {
      await receiver.close();
    }
  });

  it('of an earlier version is shown without what was not kept, and run again', async () => {
    const database = await createOldDatabase('0018');
    const { rows } = await database.query(
      `with project as (insert into projects (id, name) values (gen_random_uuid(), 'Old') returning id)
       insert into runs (id, project_id, type, platform, status, title, target_url, output, completed_at)
       select gen_random_uuid(), id, 'test', 'web', 'completed', 'Welcome', 'https://old.example.com/',
         '{"featureName": "A guess", "result": "PASS"}', now()
       from project returning id, project_id`,
    );
    const [{ id, project_id: projectId }] = rows;
    const { call } = await startTestService({ database, settings: apiOnly });
    expect((await call('GET', `/projects/${projectId}`)).body.description).toBeNull();
    const input = { prompt: null, targetUrl: 'https://old.example.com/' };
    expect((await call('GET', `/runs/${id}`)).body).toMatchObject({
      source: null,
      name: 'Welcome',
      input,
      output: { featureName: 'Welcome' },
      stepResults: [],
    });
    const again = await call('POST', `/runs/${id}/rerun`);
    expect(again).toMatchObject({ status: 202, body: { source: 'rerun', input } });
  });
});

describe('a stored test', () => {
  it('is run by a call that names it, and its runs are listed by it', async () => {
    const { call } = service;
    const { testId } = await makeTest('Welcome', 'see a');
    await call('POST', `/tests/${(await makeTest('Other', 'see a')).testId}/runs`);
    const started = await call('POST', `/tests/${testId}/runs`, { targetUrl: 'https://shop.example.com/' });
    const { runId } = started.body;
    expect(started.body).toEqual({ status: 'queued', runId, testId });
    const own = { name: 'Welcome', input: { targetUrl: 'https://shop.example.com/' } };
    expect((await call('GET', `/runs/${runId}`)).body).toMatchObject({ source: 'api', ...own });
    const again = (await call('POST', `/runs/${runId}/rerun`)).body;
    expect(again).toMatchObject({ source: 'rerun', ...own });

    const listed = async () =>
      (await call('GET', `/runs?testId=${testId}`)).body.runs.map(({ id }: { id: string }) => id);
    expect(await listed()).toEqual([again.id, runId]);
    await call('DELETE', `/tests/${testId}`);
    expect(await listed()).toEqual([again.id, runId]);
  });
});

describe('a batch', () => {
  it('of a group and of its webhook is started, read, run again and cancelled', async () => {
    const { call, projectId } = service;
    const first = await makeTest('First', 'see a');
    const { groupId, testId } = await makeTest('Second', 'hang', first.groupId);
    await call('PATCH', `/projects/${projectId}`, { url: 'https://shop.example.com/' });
    const environment = { name: 'Preview', url: 'https://preview.example.com/' };
    const added = await call('POST', `/projects/${projectId}/environments`, environment);
    const projectEnvironmentId = added.body.environment.id;

    const started = await call('POST', `/groups/${groupId}/runs`, { environment: 'Preview' });
    expect(started).toMatchObject({ status: 202, body: { groupId, count: 2, cancelledRunIds: [] } });
    const { batchId, runIds } = started.body;
    expect(started.body.queuedRunIds).toEqual(runIds);
    const input = { prompt: null, targetUrl: null, environment: 'Preview' };
    for (const id of runIds) {
      expect(await read(id)).toMatchObject({ source: 'group', input, targetUrl: environment.url, batchId });
    }

    const { webhook } = (await call('POST', `/groups/${groupId}/webhook`)).body;
    const keyless = await fetch(webhook.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ projectEnvironmentId }),
    });
    expect(keyless.status).toBe(202);
    const triggered = (await keyless.json()) as { batchId: string; runIds: string[]; queuedRunIds: string[] };
    expect(triggered).toMatchObject({ queuedRunIds: triggered.runIds });
    for (const id of triggered.runIds) {
      const asGiven = { source: 'webhook', input: { targetUrl: null, projectEnvironmentId } };
      expect(await read(id)).toMatchObject(asGiven);
    }

    const again = await call('POST', `/batches/${batchId}/rerun`);
    expect(again.body).toMatchObject({
      groupId,
      sourceBatchId: batchId,
      queuedRunIds: again.body.runIds,
      cancelledRunIds: [],
      skippedTestIds: [],
      count: 2,
      batch: { id: again.body.batchId, rerunOf: batchId },
    });
    for (const id of again.body.runIds) {
      expect(await read(id)).toMatchObject({ source: 'rerun', input, targetUrl: environment.url });
    }

    const [passed = '', hanging = ''] = runIds;
    await endOf(passed);
    const cancelled = await call('POST', `/batches/${batchId}/cancel`);
    expect(cancelled.body).toMatchObject({
      batchId,
      cancelled: 1,
      alreadyFinished: 1,
      cancelledRunIds: [hanging],
      alreadyFinishedRunIds: [passed],
      batch: { id: batchId },
    });
    expect((await call('GET', `/runs?testId=${testId}`)).body.runs).toHaveLength(3);
    for (const other of [triggered.batchId, again.body.batchId]) {
      expect((await call('POST', `/batches/${other}/cancel`)).status).toBe(200);
    }
  });
});

/** A test of one step, at the end of a group. */
async function makeTest(
  title: string,
  step: string,
  into?: string,
): Promise<{ testId: string; groupId: string }> {
  const { call } = service;
  const groupId = into ?? (await call('POST', '/groups', { name: 'Smoke' })).body.group.id;
  const steps = [{ type: 'assert', title: step }];
  const { id } = (await call('POST', '/tests', { title, steps, groupId })).body.test;
  return { testId: id, groupId };
}

async function read(id: string) {
  return (await service.call('GET', `/runs/${id}`)).body;
}

async function endOf(id: string) {
  await eventually(async () => expect((await read(id)).completedAt).not.toBeNull());
  return read(id);
}
