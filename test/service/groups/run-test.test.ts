import { describe, expect, it } from 'vitest';
import { apiOnly, startTestService, type TestService } from '../../support/service.js';
import { unknownId } from '../access/place.js';
import { insertApp } from './support.js';

const steps = [{ type: 'assert', title: 'See "Welcome"' }];

async function startWithTest(platform = 'web', enabled = true) {
  const service = await startTestService({ settings: apiOnly });
  const test = { projectId: service.projectId, title: 'Greeting', platform, enabled, steps };
  const { id } = (await service.call('POST', '/tests', test)).body.test;
  const run = (body?: object, headers = {}) => service.call('POST', `/tests/${id}/runs`, body, { headers });
  return { service, id, run };
}

describe('a run of one test', () => {
  it('is queued with the title and steps of the test, in no batch, also where the test is not enabled', async () => {
    const { service, id, run } = await startWithTest('web', false);
    const { status, body } = await run({
      targetUrl: 'https://shop.example.com',
      webhookUrl: 'https://ci.example.com/',
    });
    expect([status, body]).toEqual([202, { status: 'queued', runId: expect.any(String), testId: id }]);
    expect((await service.call('GET', `/runs/${body.runId}`)).body).toMatchObject({
      type: 'test',
      status: 'queued',
      name: 'Greeting',
      testId: id,
      batchId: null,
      platform: 'web',
      targetUrl: 'https://shop.example.com',
      webhookUrl: 'https://ci.example.com/',
    });
    const { rows } = await service.query('select steps from runs where id = $1', [body.runId]);
    expect(rows).toEqual([{ steps }]);
  });

  it('takes the address of an environment, by name or id, and no body at all', async () => {
    const { service, run } = await startWithTest();
    const staging = { name: 'Staging', url: 'https://staging.example.com/' };
    const { body } = await service.call('POST', `/projects/${service.projectId}/environments`, staging);
    const targetOf = async (asked?: object) => {
      const { runId } = (await run(asked)).body;
      return (await service.call('GET', `/runs/${runId}`)).body.targetUrl;
    };
    expect(await targetOf({ environment: 'staging' })).toBe(staging.url);
    expect(await targetOf({ projectEnvironmentId: body.environment.id })).toBe(staging.url);
    expect(await targetOf()).toBeNull();
    expect(await run({ environment: 'Nowhere' })).toMatchObject({ status: 404 });
  });

  it('of a phone needs a build for that phone, which it holds', async () => {
    const { service, run } = await startWithTest('ios');
    const [ios, android] = [await insertApp(service), await insertApp(service, { platform: 'android' })];
    expect(await run({})).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('mobile') },
    });
    expect(await run({ mobile: { appId: android } })).toMatchObject({
      status: 400,
      body: { message: 'mobile: the app is for android, but the test is for ios.' },
    });
    expect(await run({ mobile: { appId: unknownId('app') } })).toMatchObject({ status: 404 });
    const { runId } = (await run({ mobile: { appId: ios } })).body;
    expect((await service.call('GET', `/runs/${runId}`)).body).toMatchObject({ platform: 'ios', appId: ios });
    const { rows } = await service.query('select id, hold_count from apps order by hold_count');
    expect(rows).toEqual([
      { id: android, hold_count: 0 },
      { id: ios, hold_count: 1 },
    ]);
    const artifact = (await run({ mobile: { artifactUrl: 'https://ci.example.com/shop.apk' } })).body.runId;
    expect((await service.call('GET', `/runs/${artifact}`)).body).toMatchObject({
      platform: 'ios',
      appId: null,
    });
  });

  it('of the web refuses a build', async () => {
    const { service, run } = await startWithTest();
    const appId = await insertApp(service);
    expect(await run({ mobile: { appId } })).toMatchObject({ status: 400 });
    expect(await runsOf(service)).toEqual([]);
  });
});

async function runsOf({ call, projectId }: TestService) {
  return (await call('GET', `/projects/${projectId}/runs`)).body.runs;
}
