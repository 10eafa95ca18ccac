import { expect, it } from 'vitest';
import { call, eventually, type TestService } from '../../support/service.ts';
import { html, noBrowser, type RealService, serve, sharedRealService, whyNot } from './support.ts';

const realService = sharedRealService();

const password = 'correct-horse-battery';
const form = (more = '') =>
  html(
    `<label>Password <input oninput="fetch('/heard', { method: 'POST', body: this.value })"></label><p>Welcome</p>${more}`,
  );

/** A page with a field that tells its server of each letter; `/go` sends the browser elsewhere. */
async function formSite(more = '', elsewhere = '') {
  const heard: string[] = [];
  const site = await serve(async (request, response) => {
    if (request.url === '/heard') {
      for await (const chunk of request) heard.push(String(chunk));
      return void response.end();
    }
    if (request.url?.startsWith('/go')) return void response.writeHead(302, { location: elsewhere }).end();
    response.end(form(more));
  });
  return { ...site, host: new URL(site.url).host, heard };
}

/** A group of one test that fills in the project's secret, and its webhook. */
async function projectWithSecret(service: RealService, settings: object, hosts: string[] | null = null) {
  const projectId = (await service.call('POST', '/projects', { name: 'Shop' })).body.project.id;
  await service.call('PATCH', `/projects/${projectId}`, settings);
  const variable = { value: password, secret: true, hosts };
  await service.call('PUT', `/projects/${projectId}/variables/password`, variable);
  const groupId = (await service.call('POST', '/groups', { projectId, name: 'Login' })).body.group.id;
  const steps = [
    { type: 'act', title: 'Type "{{password}}" into "Password"' },
    { type: 'assert', title: 'See "Welcome"' },
  ];
  const test = { projectId, title: 'Sign in', platform: 'web', steps };
  const testId = (await service.call('POST', '/tests', test)).body.test.id;
  await service.call('POST', `/groups/${groupId}/tests`, { testId });
  const { url } = (await service.call('POST', `/groups/${groupId}/webhook`)).body.webhook;
  return {
    projectId,
    groupId,
    trigger: (body: unknown = {}) => call(url, 'POST', body, { key: null }),
  };
}

async function endOf(service: TestService, runId: string) {
  const read = async () => (await service.call('GET', `/runs/${runId}`)).body;
  await eventually(async () => expect((await read()).completedAt).not.toBeNull());
  const { status, error, output } = await read();
  return { verdict: [status, output.result ?? error?.code].join(' '), message: error?.message ?? '' };
}

it.skipIf(noBrowser)(
  `a page of the project's host that sends the browser on does not lead a group webhook elsewhere${whyNot}`,
  async () => {
    const service = await realService();
    const foreign = await formSite();
    const own = await formSite('', foreign.url);
    const { projectId, trigger } = await projectWithSecret(service, { targetUrl: own.url });
    const sent = await trigger({ targetUrl: `${own.url}/go?to=there` });
    expect(await endOf(service, sent.body.runIds[0])).toMatchObject({ verdict: 'failed HOST_NOT_ALLOWED' });
    // A re-run is the same run again, with whatever key.
    const again = await service.call('POST', `/batches/${sent.body.batchId}/rerun`);
    expect(await endOf(service, again.body.batch.runs[0].id)).toMatchObject({
      verdict: 'failed HOST_NOT_ALLOWED',
    });
    expect(foreign.heard).toEqual([]);
    // Where the project's own address is sent is part of what it has set up.
    await service.call('PATCH', `/projects/${projectId}`, { targetUrl: `${own.url}/go` });
    for (const body of [{}, { targetUrl: `${own.url}/go` }]) {
      const led = await trigger(body);
      expect(await endOf(service, led.body.runIds[0])).toMatchObject({ verdict: 'completed PASS' });
    }
  },
);

it.skipIf(noBrowser)(
  `a secret with hosts is filled in on those and nowhere else, whoever starts the run${whyNot}`,
  async () => {
    const service = await realService();
    const right = await formSite();
    const wrong = await formSite();
    const settings = { allowedHosts: ['127.0.0.1'] };
    const { projectId, groupId } = await projectWithSecret(service, settings, [right.host]);
    const started = async (targetUrl: string) =>
      (await service.call('POST', `/groups/${groupId}/runs`, { targetUrl })).body.runIds[0];
    const [good, bad] = await Promise.all([started(right.url), started(wrong.url)]);
    expect(await endOf(service, good)).toMatchObject({ verdict: 'completed PASS' });
    const ended = await endOf(service, bad);
    expect(ended.verdict).toBe('failed SECRET_NOT_FOR_HOST');
    expect(ended.message).toContain('{{password}}');
    expect(ended.message).toContain(wrong.host);
    expect([right.heard.at(-1), wrong.heard]).toEqual([password, []]);
    const prompt = `Open ${wrong.url}/?q={{password}}. See "Welcome".`;
    expect((await service.run(prompt, { projectId })).error?.code).toBe('SECRET_NOT_FOR_HOST');
  },
);
