import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConfigError } from '../../../src/kernel/settings.ts';
import { loadConfig } from '../../../src/service/config.ts';
import { quietPort } from '../../support/ports.ts';
import { startReceiver } from '../../support/receiver.mjs';
import { onePixel, scriptedExecution } from '../../support/scripted-execution.mjs';
import { apiOnly, call, eventually, startTestService, type TestService } from '../../support/service.ts';
import { noBrowser, serve, whyNot } from '../execution/support.ts';
import { frame, openPage } from './files-origin.ts';

describe('what comes from tested pages', () => {
  it('has an origin of its own, in answers and in delivered results alike', async () => {
    const service = await startScripted();
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const { filesUrl } = service.service;
    expect(filesUrl).not.toBe(service.url);
    const run = await runWithPicture(service, { webhookUrl: receiver.url });
    const [picture] = run.output.screenshots;
    expect(picture.startsWith(`${filesUrl}/runs/${run.id}/files/`)).toBe(true);
    await eventually(async () => expect(receiver.got).toHaveLength(1));
    expect(JSON.parse(receiver.got[0]?.body ?? '').output.screenshots).toEqual([picture]);
    const answer = await fetch(picture);
    expect(Buffer.from(await answer.arrayBuffer()).equals(onePixel)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });

  it('is found at the addresses of earlier results', async () => {
    const service = await startScripted();
    const [picture] = (await runWithPicture(service)).output.screenshots;
    const { pathname } = new URL(picture);
    const old = await fetch(service.url + pathname, { redirect: 'manual' });
    expect({ status: old.status, location: old.headers.get('location') }).toEqual({
      status: 308,
      location: picture,
    });
    const head = await fetch(service.url + pathname, { method: 'HEAD' });
    expect({ status: head.status, url: head.url }).toEqual({ status: 200, url: picture });
  });

  it('shares its origin with no call of the API, no page, no cookie and no method that changes something', async () => {
    const { service } = await startTestService();
    const from = (path: string) => `${service.filesUrl}${path}`;
    for (const path of [
      '/',
      '/api/v1/projects',
      '/docs',
      '/metrics',
      '/healthz',
      '/storage/files/x',
      '/assets/x.js',
    ]) {
      const { status, headers } = await call(from(path), 'GET', undefined, {
        headers: { accept: 'text/html', cookie: 'a=b' },
      });
      expect({ path, status, cookie: headers.get('set-cookie') }).toEqual({
        path,
        status: 404,
        cookie: null,
      });
    }
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await call(from('/trace-viewer/index.html'), method, {})).status).toBe(404);
  });

  it('goes with the service', async () => {
    const { service } = await startTestService({ isNew: true });
    await fetch(`${service.filesUrl}/trace-viewer/index.html`);
    await service.close();
    await expect(fetch(`${service.filesUrl}/trace-viewer/index.html`)).rejects.toThrow('fetch failed');
  });
});

describe('its address', () => {
  it('is the host of the public address with the next port, where nothing stands before the service', async () => {
    const port = await portBefore('free');
    const settings = { GANTRY_PORT: String(port), GANTRY_PUBLIC_URL: `http://localhost:${port}` };
    const { service } = await startTestService({ settings });
    expect(service.filesUrl).toBe(`http://localhost:${port + 1}`);
  });

  it('is any free port, with a warning, where the next one is taken', async () => {
    const port = await portBefore('taken');
    const { service, logged } = await startTestService({ settings: { GANTRY_PORT: String(port) } });
    expect((await fetch(`${service.filesUrl}/trace-viewer/index.html`)).status).toBe(200);
    expect(Number(new URL(service.filesUrl).port)).not.toBe(port + 1);
    expect(logged()).toContain('set GANTRY_FILES_PORT to choose it');
  });

  it('is never another one than the settings name', async () => {
    const port = await portBefore('taken');
    const starting = startTestService({ settings: { GANTRY_FILES_PORT: String(port + 1) } });
    await expect(starting).rejects.toThrow(/^Can't listen on 127\.0\.0\.1:\d+ .*GANTRY_FILES_PORT/);
    // Its workers could not know another one.
    const settings = { ...apiOnly, GANTRY_PORT: String(port), GANTRY_PUBLIC_URL: `http://localhost:${port}` };
    await expect(startTestService({ settings })).rejects.toThrow('GANTRY_FILES_PORT');
  });

  it('is the one that the settings name behind a proxy, also for a worker', async () => {
    const settings = { ...apiOnly, GANTRY_FILES_PUBLIC_URL: 'https://files.example.test/gantry/' };
    const api = await startTestService({ settings });
    const worker = await startTestService({ settings: { ...settings, GANTRY_ROLE: 'worker' } });
    for (const { service } of [api, worker])
      expect(service.filesUrl).toBe('https://files.example.test/gantry');
    const page = await call(`${api.url}/`, 'GET');
    expect(page.headers.get('content-security-policy')).toContain('; frame-src https://files.example.test;');
    expect(page.body).toContain('content="https://files.example.test/gantry/trace-viewer/index.html"');
    const path = '/runs/0190a0a0-0000-7000-8000-000000000000/files/a.png';
    const moved = await fetch(api.url + path, { redirect: 'manual' });
    expect(moved.headers.get('location')).toBe(`https://files.example.test/gantry${path}`);
  });

  it('is the public address behind a proxy that knows no other, and the start says what that costs', async () => {
    const service = await startScripted({ GANTRY_PUBLIC_URL: 'https://gantry.example.test' });
    const [picture] = (await runWithPicture(service)).output.screenshots;
    expect(picture).toMatch(/^https:\/\/gantry\.example\.test\/runs\//);
    expect((await fetch(service.url + new URL(picture).pathname)).status).toBe(200);
    expect(service.logged()).toContain('GANTRY_FILES_PUBLIC_URL');
    const page = await call(`${service.url}/`, 'GET');
    expect(page.headers.get('content-security-policy')).toContain("; frame-src 'none';");
    expect(page.body).toContain('<meta name="trace-viewer" content=""');
  });
});

describe('settings', () => {
  it('that would let tested pages share an origin with the dashboard are refused', () => {
    const faultsOf = (env: Record<string, string>) => {
      try {
        loadConfig({}, env);
        return null;
      } catch (error) {
        return error instanceof ConfigError ? error.faults : error;
      }
    };
    const publicUrl = { GANTRY_PUBLIC_URL: 'https://gantry.example.test/a' };
    expect(
      faultsOf({ ...publicUrl, GANTRY_FILES_PUBLIC_URL: 'https://Gantry.example.test:443/files' }),
    ).toEqual([expect.stringMatching(/^GANTRY_FILES_PUBLIC_URL must have another host or port/)]);
    expect(
      faultsOf({ ...publicUrl, GANTRY_FILES_PUBLIC_URL: 'https://gantry.example.test:8443' }),
    ).toBeNull();
    expect(faultsOf({ GANTRY_FILES_PORT: '4270' })).toEqual([
      expect.stringMatching(/^GANTRY_FILES_PORT must be another one/),
    ]);
    expect(faultsOf({ GANTRY_PORT: '0', GANTRY_FILES_PORT: '0' })).toBeNull();
  });
});

describe('the viewer of recordings', () => {
  it('may be framed by the dashboard alone, and is cached where its names change with its content', async () => {
    const { url, service } = await startTestService();
    const viewer = await call(`${service.filesUrl}/trace-viewer/index.html`, 'GET');
    const { port } = new URL(url);
    const policy = viewer.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      new RegExp(`; frame-ancestors http://127\\.0\\.0\\.1:${port} http://localhost:${port}$`),
    );
    expect(policy).toContain("; connect-src 'self';");
    expect(policy.match(/'unsafe-[a-z-]+'/g)).toEqual(["'unsafe-inline'"]);
    expect(policy).toContain("; style-src-attr 'unsafe-inline';");
    expect(viewer.headers.get('x-frame-options')).toBeNull();
    expect(viewer.headers.get('cache-control')).toBe('no-cache');
    const script = /src="\.\/([^"]+\.js)"/.exec(viewer.body)?.[1];
    const loaded = await call(`${service.filesUrl}/trace-viewer/${script}`, 'GET');
    expect(Object.fromEntries(loaded.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
    });
    const worker = await call(`${service.filesUrl}/trace-viewer/sw.bundle.js`, 'GET');
    expect(worker.headers.get('cache-control')).toBe('no-cache');
  });

  it.skipIf(noBrowser)(`opens no recording of another origin${whyNot}`, async () => {
    const { url, service } = await startTestService();
    let asked = false;
    const elsewhere = await serve((_request, response) => {
      asked = true;
      response.setHeader('access-control-allow-origin', '*').end();
    });
    const page = await openPage();
    await page.goto(`${url}/`);
    const address = `${service.filesUrl}/trace-viewer/index.html?trace=${elsewhere.url}/trace.zip`;
    await (await frame(page, address)).getByText('Could not load trace').waitFor();
    expect(asked).toBe(false);
  });
});

async function startScripted(settings: Record<string, string> = {}): Promise<TestService> {
  return startTestService({ execution: scriptedExecution(), settings });
}

async function runWithPicture(service: TestService, body: object = {}) {
  const { id } = (await service.call('POST', '/runs', { prompt: 'see Welcome\nshot', ...body })).body;
  await eventually(async () =>
    expect((await service.call('GET', `/runs/${id}`)).body.status).toBe('completed'),
  );
  return (await service.call('GET', `/runs/${id}`)).body;
}

/** A port of loopback that nobody listens on, of which the next one is taken for the time of the test, or free. */
async function portBefore(next: 'taken' | 'free'): Promise<number> {
  for (;;) {
    const port = await quietPort();
    const other = createServer();
    const isFree = await once(other.listen(port + 1, '127.0.0.1'), 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    if (next === 'taken') onTestFinished(() => void other.close());
    else await once(other.close(), 'close');
    return port;
  }
}
