import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type * as Client from '../../dist/client/index.js';
import { signatureHeaders } from '../../dist/deliveries/signature.js';
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
