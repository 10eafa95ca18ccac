import { describe, expect, it } from 'vitest';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { eventually, startTestService, type TestService } from '../../support/service.js';
import { insertApp, makeGroup, serve, smallBuild } from './support.js';

interface Start {
  name: string;
  start(body: object): Promise<{ status: number; message: string | undefined; platforms: string[] }>;
}

/** Each way to start runs of a test or a group: as a prompt, by the test, by the group, by its webhook. */
async function startsOf(service: TestService, platform: string): Promise<Start[]> {
  const { call } = service;
  const { groupId, testIds, webhookUrl } = await makeGroup(service, [platform]);
  const outcome = async (given: { status: number; body: Record<string, unknown> }) => {
    const { id, runId, runIds, message } = given.body;
    const started = given.status === 202 ? [runIds ?? runId ?? id].flat() : [];
    const runs = await Promise.all(started.map(async (run) => (await call('GET', `/runs/${run}`)).body));
    return {
      status: given.status,
      message: message as string | undefined,
      platforms: runs.map((run) => run.platform as string),
    };
  };
  const byWebhook = async (body: object) => {
    const answer = await fetch(webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const by = (path: string) => async (body: object) => outcome(await call('POST', path, body));
  const prompt = { name: 'prompt', start: (body: object) => by('/runs')({ prompt: 'see a', ...body }) };
  return [
    ...(platform === 'ios' || platform === 'android' ? [] : [prompt]),
    { name: 'test', start: by(`/tests/${testIds[0]}/runs`) },
    { name: 'group', start: by(`/groups/${groupId}/runs`) },
    { name: 'webhook', start: async (body) => outcome(await byWebhook(body)) },
  ];
}

describe('a platform that a call asks for', () => {
  it('is that of the build, or the call starts nothing and says why, in each way to start a run', async () => {
    const service = await startTestService();
    const appId = await insertApp(service, { platform: 'android' });
    for (const { name, start } of await startsOf(service, 'mobile')) {
      const mobile = { appId };
      expect([name, await start({ mobile, platform: 'ios' })]).toEqual([
        name,
        { status: 400, message: 'platform: the app is for android, not for ios.', platforms: [] },
      ]);
      const web = await start({ mobile, platform: 'web' });
      expect([name, web.status, web.message]).toEqual([
        name,
        400,
        expect.stringMatching(/^platform: is web, but /),
      ]);
      const twice = await start({ mobile, platform: 'android', device: { platform: 'ios' } });
      expect([name, twice.status, twice.message]).toEqual([
        name,
        400,
        'platform: is android, but device.platform is ios.',
      ]);
      expect([name, await start({ mobile, platform: 'android' })]).toEqual([
        name,
        { status: 202, message: undefined, platforms: ['android'] },
      ]);
      expect(await start({ mobile, platform: null })).toMatchObject({ status: 202, platforms: ['android'] });
    }
    const { rows } = await service.query('select count(*)::int as runs from runs');
    expect(rows).toEqual([{ runs: 8 }]);
  });

  it('is no phone where the test runs in a browser, and the browser may be named', async () => {
    const service = await startTestService();
    for (const { name, start } of await startsOf(service, 'web')) {
      for (const platform of ['ios', 'android']) {
        const { status, message } = await start({ platform });
        expect([name, status, message]).toEqual([
          name,
          400,
          expect.stringContaining(`platform: is ${platform}, `),
        ]);
      }
      expect([name, await start({ platform: 'web' })]).toEqual([
        name,
        { status: 202, message: undefined, platforms: ['web'] },
      ]);
    }
    const onDevice = { prompt: 'see a', device: { version: '15' } };
    expect(await service.call('POST', '/runs', onDevice)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('takes place in a browser') },
    });
  });

  it('must fit each test of a group, since a run of another kind was not asked for', async () => {
    const service = await startTestService();
    const appId = await insertApp(service, { platform: 'ios' });
    const { groupId } = await makeGroup(service, ['mobile', 'web']);
    const mixed = { mobile: { appId }, platform: 'ios' };
    expect(await service.call('POST', `/groups/${groupId}/runs`, mixed)).toMatchObject({
      status: 400,
      body: { message: 'platform: is ios, but the test "Test 2" is for the browser.' },
    });
    for (const { name, start } of await startsOf(service, 'ios')) {
      const { status, message } = await start({ mobile: { appId }, platform: 'android' });
      expect([name, status, message]).toEqual([
        name,
        400,
        'platform: is android, but the test "Test 1" is for iOS.',
      ]);
    }
  });

  it('is refused with the first of two reasons: of one test that it is for the other kind, of a group that the call is', async () => {
    const service = await startTestService();
    const appId = await insertApp(service, { platform: 'android' });
    const asked = { mobile: { appId }, platform: 'ios', device: { platform: 'ios' } };
    for (const { name, start } of await startsOf(service, 'ios')) {
      const { status, message } = await start(asked);
      const ofTest = 'mobile: the app is for android, but the test is for ios.';
      const ofGroup = 'platform: the app is for android, not for ios.';
      expect([name, status, message]).toEqual([name, 400, name === 'test' ? ofTest : ofGroup]);
    }
  });

  it('chooses among builds of one bundle, and goes before what test and group want', async () => {
    const service = await startTestService();
    await insertApp(service, { platform: 'android', createdAt: '2026-01-01T00:00:00Z' });
    await insertApp(service, { platform: 'ios', createdAt: '2026-01-02T00:00:00Z' });
    const mobile = { bundleId: 'com.example.app' };
    for (const { name, start } of await startsOf(service, 'mobile')) {
      for (const platform of ['android', 'ios']) {
        expect([name, (await start({ mobile, platform })).platforms]).toEqual([name, [platform]]);
      }
    }
  });

  it('ends a run whose artifact turns out to be for another one', async () => {
    // Nobody has such a phone: it must be the artifact that ends them, however long it takes.
    const settings = { GANTRY_NO_DEVICE_GRACE_SECONDS: '600' };
    const service = await startTestService({ execution: scriptedExecution(), settings });
    const bytes = await smallBuild.bytes();
    const artifactUrl = `${await serve((_request, response) => response.end(bytes))}/Shop.app.zip`;
    const { groupId } = await makeGroup(service, ['mobile']);
    const asked = { mobile: { artifactUrl }, platform: 'android' };
    const prompt = (await service.call('POST', '/runs', { prompt: 'see a', ...asked })).body.id;
    const ofGroup = (await service.call('POST', `/groups/${groupId}/runs`, asked)).body.runIds[0];
    for (const id of [prompt, ofGroup]) {
      await eventually(async () =>
        expect((await service.call('GET', `/runs/${id}`)).body).toMatchObject({
          status: 'failed',
          error: { code: 'WRONG_PLATFORM' },
          input: { platform: 'android' },
        }),
      );
    }
  });

  it('is part of what an Idempotency-Key stands for, and of what is run again', async () => {
    const service = await startTestService();
    const appId = await insertApp(service, { platform: 'ios' });
    const { groupId } = await makeGroup(service, ['mobile']);
    const start = (body: object) =>
      service.call('POST', `/groups/${groupId}/runs`, body, { headers: { 'idempotency-key': 'one' } });
    const first = await start({ mobile: { appId }, platform: 'ios' });
    const { batchId } = first.body;
    expect((await start({ mobile: { appId }, platform: 'ios' })).body.batchId).toBe(batchId);
    expect((await start({ mobile: { appId } })).status).toBe(409);
    expect((await service.call('POST', `/batches/${batchId}/rerun`)).status).toBe(202);
    expect((await service.call('POST', `/runs/${first.body.runIds[0]}/rerun`)).status).toBe(202);
  });
});
