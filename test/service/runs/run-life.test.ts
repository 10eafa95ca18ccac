import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { eventually, startTestService, type TestService } from '../../support/service.js';
import { builds, uploaded } from '../../support/uploads.js';

describe('a submitted run', () => {
  it('is answered with every field, carried out, and completed with its verdict', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    const submitted = await service.call('POST', '/runs', { prompt: 'act open\nsee Welcome\nshot' });
    expect(submitted.status).toBe(202);
    expect(submitted.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      projectId: service.projectId,
      type: 'chat',
      status: 'queued',
      platform: 'web',
      name: null,
      source: 'api',
      input: { prompt: 'act open\nsee Welcome\nshot', targetUrl: null },
      prompt: 'act open\nsee Welcome\nshot',
      targetUrl: null,
      appId: null,
      testId: null,
      batchId: null,
      device: null,
      deviceName: null,
      deviceModel: null,
      deviceVersion: null,
      deviceSessionUrl: null,
      output: {
        featureName: null,
        result: null,
        description: null,
        issues: [],
        screenshots: [],
        steps: [],
        traceUrl: null,
        videoUrl: null,
        deviceLogUrl: null,
      },
      stepResults: [],
      error: null,
      durationMs: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      startedAt: null,
      completedAt: null,
      webhookUrl: null,
      webhookStatus: null,
    });
    const run = await ended(service, submitted.body.id);
    expect(run).toMatchObject({
      id: submitted.body.id,
      status: 'completed',
      error: null,
      durationMs: expect.any(Number),
      output: {
        featureName: 'Scripted',
        result: 'PASS',
        issues: [],
        steps: [
          { stepIndex: 0, type: 'act', status: 'passed', title: 'open' },
          { stepIndex: 1, type: 'assert', status: 'passed', title: 'Welcome' },
        ],
      },
    });
    expect(Date.parse(run.completedAt) - Date.parse(run.startedAt)).toBe(run.durationMs);
    const [screenshot] = run.output.screenshots;
    const image = await fetch(screenshot);
    expect(image.headers.get('content-type')).toBe('image/png');
    expect(
      Buffer.from(await image.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    for (const name of ['AAAA.png', '%00', '..%2f..%2fsecret'])
      expect((await fetch(screenshot.replace(/[^/]+$/, name))).status, name).toBe(404);
  });

  it('is FAILED when an issue was found, and PASS with warnings alone', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    const failed = await carriedOut(service, 'see a\nmiss b');
    expect(failed).toMatchObject({ status: 'completed', output: { result: 'FAILED' }, error: null });
    expect(failed.output.issues).toEqual([
      expect.objectContaining({ type: 'issue', name: 'b', severity: 3 }),
    ]);
    expect(await carriedOut(service, 'warn w\nsee a')).toMatchObject({ output: { result: 'PASS' } });
  });

  it('that checked nothing, can not be carried out or breaks fails with its reason and what was gathered', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    expect(await carriedOut(service, 'act a')).toMatchObject({
      status: 'failed',
      error: { code: 'NOTHING_CHECKED' },
      output: { result: null, steps: [{ title: 'a' }] },
    });
    expect(await carriedOut(service, 'see a\nfailure no such page')).toMatchObject({
      status: 'failed',
      error: { code: 'SCRIPTED', message: 'no such page' },
      output: { result: null, steps: [{ title: 'a' }] },
    });
    const broken = await carriedOut(service, 'throw the secret cause');
    expect(broken).toMatchObject({ status: 'failed', error: { code: 'EXECUTION_FAILED' } });
    expect(JSON.stringify(broken)).not.toContain('the secret cause ');
    expect(broken.error.message).not.toContain('secret');
  });

  it('that takes too long ends with RUN_TIMEOUT, also when its pilot does not listen', async () => {
    const execution = scriptedExecution({ slots: 2 });
    const service = await startTestService({ execution, settings: { GANTRY_RUN_TIMEOUT_SECONDS: '1' } });
    const runs = await Promise.all([carriedOut(service, 'see a\nhang'), carriedOut(service, 'see a\ndeaf')]);
    for (const run of runs) {
      expect(run).toMatchObject({
        status: 'failed',
        error: { code: 'RUN_TIMEOUT', message: 'The run took longer than 1 seconds.' },
        output: { result: null, steps: [{ title: 'a' }] },
      });
    }
    expect(await carriedOut(service, 'see b')).toMatchObject({ status: 'completed' });
  });

  it('on a platform that nobody serves fails with NO_DEVICE and says what to configure', async () => {
    const service = await startTestService({
      execution: scriptedExecution({ platforms: ['web'] }),
      settings: { GANTRY_NO_DEVICE_GRACE_SECONDS: '1' },
    });
    const app = await uploaded(service, builds.android);
    const runs = [];
    for (let i = 0; i < 8; i += 1) {
      runs.push((await service.call('POST', '/runs', { prompt: 'see a', mobile: { appId: app.id } })).body);
    }
    for (const { id } of runs) {
      expect(await ended(service, id)).toMatchObject({
        status: 'failed',
        platform: 'android',
        durationMs: 0,
        error: { code: 'NO_DEVICE', message: expect.stringContaining('GANTRY_APPIUM_URL') },
      });
    }
    expect(await carriedOut(service, 'see a')).toMatchObject({ status: 'completed' });
    await nothingLeft(service);
  });
});

/** Two seconds are promised; a machine that runs all tests at once gets some more. */
const stopMs = 6_000;

describe('a run that is cancelled', () => {
  it('while it waits ends at once, without an error', async () => {
    const service = await startTestService({ execution: scriptedExecution({ slots: 1 }) });
    const first = (await service.call('POST', '/runs', { prompt: 'hang' })).body;
    const second = (await service.call('POST', '/runs', { prompt: 'see a' })).body;
    expect(await service.call('POST', `/runs/${second.id}/cancel`)).toMatchObject({
      status: 200,
      body: { status: 'cancelled', error: null, startedAt: null, durationMs: 0 },
    });
    await service.call('POST', `/runs/${first.id}/cancel`);
    await nothingLeft(service);
  });

  it('while it runs stops its pilot within two seconds, and keeps what was gathered', async () => {
    const execution = scriptedExecution();
    const service = await startTestService({ execution });
    const { id } = (await service.call('POST', '/runs', { prompt: 'see a\nhang' })).body;
    await eventually(async () => expect((await read(service, id)).output.steps).toHaveLength(1));
    expect(execution.openRuns.size).toBe(1);
    const cancelled = await service.call('POST', `/runs/${id}/cancel`);
    expect(cancelled.body).toMatchObject({
      status: 'cancelled',
      error: null,
      output: { result: null, steps: [{ title: 'a' }] },
    });
    await eventually(async () => expect(execution.openRuns.size).toBe(0), stopMs);
    expect(await service.call('POST', `/runs/${id}/cancel`)).toMatchObject({
      status: 409,
      body: { error: 'Conflict' },
    });
    expect(await read(service, id)).toEqual(cancelled.body);
    await nothingLeft(service);
  });
});

describe('an Idempotency-Key', () => {
  it('makes one run of many calls, at once or later', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    const headers = { 'idempotency-key': randomUUID() };
    const body = { prompt: 'see a' };
    const calls = await Promise.all(
      Array.from({ length: 8 }, () => service.call('POST', '/runs', body, { headers })),
    );
    expect(new Set(calls.map((answer) => answer.body.id)).size).toBe(1);
    expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 202));
    expect((await service.query('select from runs')).rowCount).toBe(1);
    const other = await service.call('POST', '/runs', { prompt: 'see b' }, { headers });
    expect(other).toMatchObject({ status: 409, body: { error: 'Conflict' } });
    await service.query(`update idempotency_keys set created_at = now() - interval '24 hours 1 second'`);
    const later = await service.call('POST', '/runs', { prompt: 'see b' }, { headers });
    expect(later.status).toBe(202);
    expect(later.body.id).not.toBe(calls[0]?.body.id);
  });

  it('is not remembered for a call that failed, and is its own in each project', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    const headers = { 'idempotency-key': 'k' };
    const missing = { prompt: 'see a', projectId: service.projectId, mobile: { appId: randomUUID() } };
    expect((await service.call('POST', '/runs', missing, { headers })).status).toBe(404);
    const first = await service.call('POST', '/runs', { prompt: 'see a' }, { headers });
    expect(first.status).toBe(202);
    const { project } = (await service.call('POST', '/projects', { name: 'Other' })).body;
    const elsewhere = await service.call(
      'POST',
      '/runs',
      { prompt: 'see a', projectId: project.id },
      { headers },
    );
    expect(elsewhere.status).toBe(202);
    expect(elsewhere.body.id).not.toBe(first.body.id);
    const bad = await service.call(
      'POST',
      '/runs',
      { prompt: 'see a' },
      { headers: { 'idempotency-key': 'a b' } },
    );
    expect(bad).toMatchObject({ status: 400, body: { error: 'ValidationError' } });
  });
});

async function carriedOut(service: TestService, prompt: string) {
  const { body } = await service.call('POST', '/runs', { prompt });
  return ended(service, body.id);
}

async function read(service: TestService, id: string) {
  return (await service.call('GET', `/runs/${id}`)).body;
}

async function ended(service: TestService, id: string) {
  await eventually(async () =>
    expect((await read(service, id)).status).toMatch(/^(completed|failed|cancelled)$/),
  );
  return read(service, id);
}

/** Whatever became of the runs: no job, no hold and no count stays behind. */
async function nothingLeft(service: TestService): Promise<void> {
  const { rows } = await service.query(
    `select (select count(*) from jobs where name = 'run.execute')::int as jobs,
       (select count(*) from app_holds)::int as holds,
       (select coalesce(sum(hold_count), 0) from apps)::int as counted,
       (select sum(active_runs) from projects)::int as active,
       (select count(*) from runs where status in ('queued', 'running'))::int as unfinished`,
  );
  expect(rows[0]).toEqual({ jobs: 0, holds: 0, counted: 0, active: 0, unfinished: 0 });
}
