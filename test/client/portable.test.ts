import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type * as Client from '../../src/client/index.ts';
import { signatureHeaders } from '../../src/service/deliveries/send.ts';
import { startSite } from '../engine/browser/program/site.js';
import { browserProgram } from '../support/browser.ts';
import { scriptedExecution } from '../support/scripted-execution.mjs';
import { adminKey, createTestFolder, startTestService } from '../support/service.js';
import { builds } from '../support/uploads.js';

const run = promisify(execFile);
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const html = `<!doctype html><title>Client</title>
  <script type="module">import * as gantry from './index.js'; Object.assign(globalThis, { gantry });</script>`;
const dist = new URL('../../dist/client/', import.meta.url);

describe('the client', () => {
  it('imports nothing but its own files, and names nothing that only Node has', async () => {
    const files = (await readdir(dist)).filter((name) => name.endsWith('.js'));
    expect(files).toContain('index.js');
    for (const name of files) {
      const code = await readFile(new URL(name, dist), 'utf8');
      const imported = [...code.matchAll(/(?:from|import) ?\(?['"]([^'"]+)['"]/g)].map(
        ([, path = '']) => path,
      );
      for (const path of imported) expect(files, `${name} imports ${path}`).toContain(path.replace('./', ''));
      expect(code, name).not.toMatch(/\b(?:process|Buffer|require|__dirname|global)\b\s*[.([]/);
    }
  });

  it('has types that need neither those of Node nor anything else', async () => {
    const folder = await createTestFolder();
    const compilerOptions = {
      ...{ target: 'es2022', lib: ['es2022', 'dom'], module: 'esnext', moduleResolution: 'bundler' },
      ...{ strict: true, noEmit: true, types: [], allowImportingTsExtensions: true },
    };
    const files = [fileURLToPath(new URL('index.d.ts', dist))];
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
    await run(process.execPath, [compiler, '-p', folder]).catch((error) => expect.fail(error.stdout));
  });

  it.skipIf(browserProgram === null)('does in a browser what it does in Node', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    const page = await openPage(service.url);
    const build = builds.android;
    const seen = await page.evaluate(
      async ({ url, apiKey, projectId, base64, filename, delivery, secret }) => {
        const { gantry } = globalThis as object as { gantry: typeof Client };
        const client = gantry.createClient({ url, apiKey });
        const file = new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))]);
        const sent: number[] = [];
        const { app } = await gantry.uploadApp(client, {
          projectId,
          filename,
          size: file.size,
          open: () => file,
          onProgress: ({ sentBytes }) => sent.push(sentBytes),
        });
        const types: string[] = [];
        let submitting: Promise<{ id: string }> | undefined;
        const onOpen = () => {
          submitting ??= client.call('submitRun', { body: { prompt: 'see a', projectId } });
        };
        for await (const { type } of client.events({ projectId, onOpen })) {
          types.push(type);
          if (type === 'run.completed') break;
        }
        // The event may come before the answer does.
        const run = await gantry.waitForRun(client, (await submitting)?.id ?? '');
        const refused = await client.call('getRun', { path: { id: 'nobody' } }).catch((error) => error.code);
        const broken = await gantry
          .uploadApp(client, { projectId, filename, size: 5, open: () => new Blob(['hello']) })
          .catch((error) => error.code);
        const verified = await gantry.verifyWebhook({ headers: delivery, body: '{"id":"a"}', secret });
        const unsigned = await gantry
          .verifyWebhook({ headers: new Headers(), body: '', secret: 'whsec_AAAA' })
          .catch((error) => error.reason);
        return { app, sent, size: file.size, run, types, refused, broken, verified, unsigned };
      },
      {
        url: service.url,
        apiKey: adminKey,
        projectId: service.projectId,
        base64: (await build.bytes()).toString('base64'),
        filename: build.filename,
        secret,
        delivery: {
          ...signatureHeaders({
            id: 'a',
            timestampSeconds: Date.now() / 1_000,
            body: '{"id":"a"}',
            secrets: [secret],
          }),
        },
      },
    );
    expect(seen.app).toMatchObject({ platform: 'android', fileSize: seen.size });
    expect(seen.sent[0]).toBe(0);
    expect(seen.sent.at(-1)).toBe(seen.size);
    expect(seen.run).toMatchObject({ status: 'completed', output: { result: 'PASS' } });
    expect(seen.types).toEqual(expect.arrayContaining(['run.queued', 'run.running', 'run.completed']));
    expect(seen.verified).toEqual({ id: 'a' });
    expect(seen).toMatchObject({ refused: 'NotFound', broken: 'InvalidApp', unsigned: 'missing-header' });
  });

  it.skipIf(browserProgram === null)('needs no key in a browser that has signed in', async () => {
    const service = await startTestService();
    const { code } = (await service.call('POST', '/sign-in-codes')).body;
    const page = await openPage(service.url);
    const seen = await page.evaluate(
      async ({ url, code, projectId }) => {
        const { gantry } = globalThis as object as { gantry: typeof Client };
        const client = gantry.createClient({ url });
        await client.call('signIn', { body: { code } });
        const { kind } = await client.call('getCaller');
        await client.call('createProject', { body: { name: 'By a page' } });
        const opened = await new Promise((resolve) => {
          const events = client.events({ projectId, onOpen: () => resolve(true) })[Symbol.asyncIterator]();
          events.next().catch(() => resolve(false));
        });
        return { kind, opened };
      },
      { url: service.url, code, projectId: service.projectId },
    );
    expect(seen).toEqual({ kind: 'admin', opened: true });
    expect(await page.evaluate('document.cookie')).toBe('');
    const [cookie] = await page.context().cookies(`${service.url}/api/v1/session`);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/v1' });
    expect(await page.context().cookies(`${service.url}/runs/files`)).toEqual([]);
  });

  it.skipIf(browserProgram === null)('is of no use to a page on another port of the same host', async () => {
    const service = await startTestService();
    const { code } = (await service.call('POST', '/sign-in-codes')).body;
    const page = await openPage(service.url);
    await page.evaluate(
      ({ url, code }) =>
        (globalThis as object as { gantry: typeof Client }).gantry
          .createClient({ url })
          .call('signIn', { body: { code } }),
      { url: service.url, code },
    );
    const neighbour = await startSite((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<title>Files</title>');
    });
    const sent: Array<Promise<string | undefined>> = [];
    page.on('request', (request) => {
      if (request.url().startsWith(`${service.url}/api/`))
        sent.push(request.allHeaders().then(({ cookie }) => cookie));
    });
    await page.goto(neighbour.url);
    await page.evaluate(async (api) => {
      const credentials = 'include';
      await fetch(`${api}/projects`, { mode: 'no-cors', credentials }).catch(() => undefined);
      await fetch(`${api}/keys`, { method: 'POST', mode: 'no-cors', credentials }).catch(() => undefined);
    }, `${service.url}/api/v1`);
    // The browser takes both ports for one site: it is the service that must refuse.
    expect(await Promise.all(sent)).toEqual(Array(2).fill(expect.stringContaining('gantry_session_')));
    const refused = () => service.logged().match(/"route":"\/api\/v1\/(?:projects|keys)","status":403/g);
    expect(refused()).toHaveLength(2);
  });
});

/** A page of the service's own origin, with the compiled client beside it. */
async function openPage(url: string) {
  const { executablePath = '', args = [], env = {} } = browserProgram ?? {};
  const browser = await chromium.launch({ executablePath, args: [...args, '--no-sandbox'], env: { ...env } });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.route(`${url}/client/**`, async (route) => {
    const name = new URL(route.request().url()).pathname.replace('/client/', '');
    if (name === '') await route.fulfill({ contentType: 'text/html', body: html });
    else await route.fulfill({ path: fileURLToPath(new URL(name, dist)), contentType: 'text/javascript' });
  });
  await page.goto(`${url}/client/`);
  return page;
}
