import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Answer, apiOnly, startTestService, type TestService } from '../../support/service.js';
import { builds, uploaded } from '../../support/uploads.js';

const unknownId = '0197d0a0-0000-7000-8000-000000000000';

describe('POST /runs', () => {
  it('refuses an app that is named by nothing, by several members or in a list, and makes nothing', async () => {
    const service = await startTestService({ settings: apiOnly });
    for (const mobile of [
      [{ appId: 'x' }],
      { appId: null, bundleId: null, artifactUrl: null },
      { appId: 'a', bundleId: 'b' },
    ]) {
      const answer = await service.call('POST', '/runs', { prompt: 'see a', mobile });
      expectError(answer, 400, 'ValidationError', JSON.stringify(mobile));
      expect(answer.body.message).toMatch(/^mobile: /);
    }
    expect((await service.query('select from runs')).rowCount).toBe(0);
  });

  it('takes 20,000 characters however they are written, and keeps them as they are', async () => {
    const service = await startTestService({ settings: apiOnly });
    const prompts = [
      'x'.repeat(20_000),
      '😀'.repeat(20_000),
      'see "a"\r\n\tsee \\u0000 and \u2028 é\u0301 \u{10ffff}',
    ];
    for (const prompt of prompts) {
      const { status, body } = await service.call('POST', '/runs', { prompt });
      expect(status).toBe(202);
      expect(body.prompt).toBe(prompt);
      expect((await service.call('GET', `/runs/${body.id}`)).body).toEqual(body);
    }
    const escaped = `{"prompt": "${'\\ud83d\\ude00'.repeat(20_000)}"}`;
    expect((await service.call('POST', '/runs', escaped)).body.prompt).toBe('😀'.repeat(20_000));
  });

  it('takes null for omitted and ignores members that it does not know', async () => {
    const service = await startTestService({ settings: apiOnly });
    const answer = await service.call('POST', '/runs', {
      prompt: 'see a',
      webhookUrl: null,
      projectId: null,
      targetUrl: null,
      mobile: null,
      status: 'completed',
      id: unknownId,
      constructor: 7,
      type: 'test',
    });
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({
      status: 'queued',
      type: 'chat',
      webhookUrl: null,
      webhookStatus: null,
      platform: 'web',
    });
    expect(answer.body.id).not.toBe(unknownId);
  });

  it("takes the project's addresses as they are at submission, unless the run names its own", async () => {
    const service = await startTestService({ settings: apiOnly });
    const path = `/projects/${service.projectId}`;
    const submit = async (body: object) =>
      (await service.call('POST', '/runs', { prompt: 'see a', ...body })).body;
    const before = await submit({});
    await service.call('PATCH', path, {
      webhookUrl: 'https://hooks.example.com/default',
      targetUrl: 'https://shop.example.com',
    });
    const byDefault = await submit({ webhookUrl: null });
    const own = await submit({
      webhookUrl: 'https://hooks.example.com/own',
      targetUrl: 'https://own.example.com',
    });
    await service.call('PATCH', path, { webhookUrl: null, targetUrl: null });
    const after = await submit({});
    const shown = ({ webhookUrl, webhookStatus, targetUrl }: typeof before) => ({
      webhookUrl,
      webhookStatus,
      targetUrl,
    });
    const none = { webhookUrl: null, webhookStatus: null, targetUrl: null };
    expect([before, after].map(shown)).toEqual([none, none]);
    expect(shown(byDefault)).toEqual({
      webhookUrl: 'https://hooks.example.com/default',
      webhookStatus: 'pending',
      targetUrl: 'https://shop.example.com',
    });
    expect(shown(own)).toEqual({
      webhookUrl: 'https://hooks.example.com/own',
      webhookStatus: 'pending',
      targetUrl: 'https://own.example.com',
    });
    expect((await service.call('GET', `/runs/${byDefault.id}`)).body).toEqual(byDefault);
  });

  it('answers 404 to an app that is unknown, foreign, deleted or past its time, however it is named', async () => {
    const service = await startTestService({ settings: apiOnly });
    const app = await uploaded(service, builds.ios);
    const other = (await service.call('POST', '/projects', { name: 'Other' })).body.project.id;
    const submit = (mobile: object, projectId = service.projectId) =>
      service.call('POST', '/runs', { prompt: 'see a', projectId, mobile });
    expect(await submit({ appId: app.id })).toMatchObject({
      status: 202,
      body: { platform: 'ios', appId: app.id },
    });
    for (const appId of [unknownId, '', app.id.toUpperCase()]) {
      expectError(await submit({ appId }), 404, 'NotFound', appId);
    }
    for (const bundleId of ['com.example.unknown', app.bundleId.toUpperCase(), '%']) {
      expectError(await submit({ bundleId }), 404, 'NotFound', bundleId);
    }
    expectError(await submit({ appId: app.id }, other), 404, 'NotFound');
    expectError(await submit({ bundleId: app.bundleId }, other), 404, 'NotFound');
    for (const mobile of [{ appId: app.id }, { bundleId: 'x' }, { artifactUrl: 'http://127.0.0.1:9/a.apk' }])
      expectError(await submit(mobile, unknownId), 404, 'NotFound', JSON.stringify(mobile));
    // It is still held by the first run, and so still listed.
    await service.query(`update apps set expires_at = now() - interval '1 s'`);
    expectError(await submit({ appId: app.id }), 404, 'NotFound');
    expectError(await submit({ bundleId: app.bundleId }), 404, 'NotFound');
    await service.query('update apps set expires_at = null');
    await service.call('DELETE', `/projects/${service.projectId}/mobile/${app.id}`);
    expectError(await submit({ appId: app.id }), 404, 'NotFound');
    expectError(await submit({ bundleId: app.bundleId }), 404, 'NotFound');
    const { rows } = await service.query(
      'select hold_count, (select count(*)::int from runs) as runs from apps',
    );
    expect(rows).toEqual([{ hold_count: 1, runs: 1 }]);
  });

  it('finds the project by the key or by name, and asks for it only where there are several', async () => {
    const service = await startTestService({ settings: apiOnly });
    const body = { prompt: 'see a' };
    expect((await service.call('POST', '/runs', body)).body.projectId).toBe(service.projectId);
    const other = (await service.call('POST', '/projects', { name: 'Other' })).body.project.id;
    const unnamed = await service.call('POST', '/runs', body);
    expectError(unnamed, 400, 'ValidationError');
    expect(unnamed.body.message).toMatch(/^projectId: /);
    const named = await service.call('POST', '/runs', { ...body, projectId: other });
    expect(named).toMatchObject({ status: 202, body: { projectId: other } });
    for (const projectId of [unknownId, '', other.toUpperCase()]) {
      expectError(await service.call('POST', '/runs', { ...body, projectId }), 404, 'NotFound', projectId);
    }
    const key = await projectKey(service, other);
    expect((await service.call('POST', '/runs', body, { key })).body.projectId).toBe(other);
    expect((await service.call('POST', '/runs', { ...body, projectId: other }, { key })).status).toBe(202);
    const foreign = await service.call('POST', '/runs', { ...body, projectId: service.projectId }, { key });
    expectError(foreign, 404, 'NotFound');
    await service.query(`update runs set status = 'cancelled', completed_at = now(), job_id = null`);
    await service.query('update projects set active_runs = 0');
    expect((await service.call('DELETE', `/projects/${other}`)).status).toBe(200);
    expectError(await service.call('POST', '/runs', { ...body, projectId: other }), 404, 'NotFound');
    expectError(await service.call('POST', '/runs', body, { key }), 401, 'Unauthorized');
    expect((await service.call('POST', '/runs', body)).body.projectId).toBe(service.projectId);
  });

  it('answers 401 without a key, before it looks at the body', async () => {
    const service = await startTestService({ settings: apiOnly });
    expectError(await service.call('POST', '/runs', '{', { key: null }), 401, 'Unauthorized');
  });
});

describe('an Idempotency-Key', () => {
  it('of 1 to 255 visible characters is taken, any other refused', async () => {
    const service = await startTestService({ settings: apiOnly });
    const submit = (key: string) =>
      service.call('POST', '/runs', { prompt: 'see a' }, { headers: { 'idempotency-key': key } });
    for (const key of ['a', '!~', 'x'.repeat(255), '"quoted"']) {
      const first = await submit(key);
      expect(first.status).toBe(202);
      expect((await submit(key)).body).toEqual(first.body);
    }
    for (const key of ['', 'a b', 'x'.repeat(256), 'é', 'a\tb']) {
      const answer = await submit(key);
      expectError(answer, 400, 'ValidationError', key);
      expect(answer.body.message).toMatch(/^idempotency-key: /);
    }
    expect((await service.query('select from runs')).rowCount).toBe(4);
  });

  it('replays the same run also with an app, counts only what is known of the body, and differs by value', async () => {
    const service = await startTestService({ settings: apiOnly });
    const app = await uploaded(service, builds.ios);
    const headers = { 'idempotency-key': 'k' };
    const submit = (body: object) => service.call('POST', '/runs', body, { headers });
    const mobile = { appId: app.id };
    const first = await submit({ prompt: 'see a', mobile });
    const again = await Promise.all([
      submit({ mobile, prompt: 'see a' }),
      submit({ prompt: 'see a', mobile: { ...mobile, bundleId: null }, webhookUrl: null, note: 'unknown' }),
      submit({ prompt: 'see a', mobile, projectId: service.projectId }),
    ]);
    for (const answer of again) expect(answer).toMatchObject({ status: 202, body: { id: first.body.id } });
    for (const other of [{ prompt: 'see a' }, { prompt: 'see a', mobile: { bundleId: app.bundleId } }]) {
      expectError(await submit(other), 409, 'Conflict');
    }
    expectError(await submit({ prompt: 'see a', mobile, webhookUrl: 'http://a.example' }), 409, 'Conflict');
    await service.call('POST', `/runs/${first.body.id}/cancel`);
    expect((await submit({ prompt: 'see a', mobile })).body).toMatchObject({
      id: first.body.id,
      status: 'cancelled',
    });
    const { rows } = await service.query(
      'select hold_count, (select count(*)::int from runs) as runs from apps',
    );
    expect(rows).toEqual([{ hold_count: 0, runs: 1 }]);
  });
});

function expectError({ status, body }: Answer, expected: number, code: string, hint = ''): void {
  expect({ status, error: body.error, hint }).toEqual({ status: expected, error: code, hint });
}

async function projectKey(service: TestService, projectId: string): Promise<string> {
  return (await service.call('POST', `/projects/${projectId}/keys`, { name: randomUUID() })).body.key.key;
}
