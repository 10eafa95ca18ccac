import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { StartupError } from '../../../src/kernel/errors.ts';
import { variableName } from '../../../src/kernel/settings.ts';
import { settings } from '../../../src/service/config.ts';
import { browserPath } from '../../support/browser.js';
import { createTestDatabase } from '../../support/database.js';
import { runBuiltGantry, runGantry } from '../../support/process.js';
import { adminKey, call, createTestFolder, eventually, startTestService } from '../../support/service.js';
import { builds, confirm, initiate, uploaded } from '../../support/uploads.js';

const run = promisify(execFile);

describe('gantry serve', () => {
  it('starts whole with no settings, prints a page to open, the key and a curl, and page and curl work when pasted', async () => {
    const dataDir = join(await createTestFolder(), 'data');
    const gantry = runBuiltGantry(['serve', '--port', '0', '--data-dir', dataDir]);
    const [, curl = ''] = await gantry.printed(/Try it:\n((?: .*\n)+)/);
    expect(gantry.out()).toMatch(/Gantry \S+ listens on http:\/\/127\.0\.0\.1:\d+\n/);
    expect(gantry.out()).toMatch(/API key +gk_[A-Za-z0-9]{12}_[A-Za-z0-9]{43}\n/);
    const [, page = '', code = ''] = await gantry.printed(
      /listens on .*\n\n +Open +(http\S+)\/sign-in#(\w+)\n/,
    );
    const signIn = () => call(`${page}/api/v1/session`, 'POST', { code }, { key: null });
    expect((await signIn()).status).toBe(201);
    expect((await signIn()).status).toBe(401);
    const { stdout } = await run('sh', ['-c', curl.replace('curl ', 'curl -sS ')]);
    const { id } = JSON.parse(stdout);
    const [, url = ''] = await gantry.printed(/listens on (\S+)\n/);
    const [, key = ''] = await gantry.printed(/API key +(gk_\S+)\n/);
    const expected =
      browserPath === null
        ? { status: 'failed', error: { code: 'NO_DEVICE' } }
        : { status: 'completed', output: { result: 'PASS' } };
    await eventually(async () => {
      const answer = await call(`${url}/api/v1/runs/${id}`, 'GET', undefined, { key });
      expect(answer.body).toMatchObject(expected);
    });
    gantry.child.kill('SIGTERM');
    expect(await gantry.exited).toEqual({ code: 0, signal: null });
  });

  it('keeps everything over a restart and over kill -9, and shows the key only once', async () => {
    const dataDir = join(await createTestFolder(), 'data');
    // Without a browser, whose folder would outlive the kill.
    const settings = { GANTRY_DATA_DIR: dataDir, GANTRY_PORT: '0', GANTRY_BROWSER_SLOTS: '0' };
    const first = runGantry(['serve'], settings);
    const [, key = ''] = await first.printed(/API key +(gk_\S+)\n/);
    const [, project = ''] = await first.printed(/Project +(\S+)\n/);
    const [, firstUrl = ''] = await first.printed(/listens on (\S+)\n/);
    await call(`${firstUrl}/api/v1/projects`, 'POST', { name: 'Kept' }, { key });
    const ticket = await call(
      `${firstUrl}/api/v1/projects/${project}/mobile/upload`,
      'POST',
      { filename: 'a.apk', fileSize: 9 },
      { key },
    );
    first.child.kill('SIGKILL');
    await first.exited;

    const second = runGantry(['serve'], settings);
    const [, url = ''] = await second.printed(/listens on (\S+)\n/);
    expect(second.out()).not.toContain(key);
    const { body } = await call(`${url}/api/v1/projects`, 'GET', undefined, { key });
    expect(body.projects.map(({ name }: { name: string }) => name)).toEqual(['Kept', 'Default']);
    const { pathname, search } = new URL(ticket.body.uploadUrl);
    const put = await fetch(url + pathname + search, { method: 'PUT', body: 'no app...' });
    expect(put.status).toBe(200);
  });

  it('reports all faults of a configuration together, by name and without their values', async () => {
    const gantry = runGantry(['serve', '--port', 'http'], {
      GANTRY_ROLE: 'api',
      GANTRY_ADMIN_KEY: 'hunter2',
      GANTRY_RATE_LIMIT: '-1',
      GANTRY_S3_ENDPOINT: 'http://s3.example.test',
    });
    expect((await gantry.exited).code).toBe(2);
    expect(gantry.err()).toContain('8 faults');
    for (const name of [
      '--port',
      'GANTRY_ADMIN_KEY',
      'GANTRY_RATE_LIMIT',
      'GANTRY_DATABASE_URL',
      'GANTRY_SECRET_KEY',
      'GANTRY_PUBLIC_URL',
      'GANTRY_S3_BUCKET',
      'GANTRY_S3_ENDPOINT',
    ]) {
      expect(gantry.err()).toContain(name);
    }
    expect(gantry.err()).not.toContain('hunter2');
  });

  it('lists every setting in its help, and refuses unknown flags and commands with exit code 2', async () => {
    const help = runGantry(['serve', '--help']);
    expect((await help.exited).code).toBe(0);
    for (const name of Object.keys(settings)) expect(help.out()).toContain(variableName(name));
    expect((await runGantry(['serve', '--prot', '1']).exited).code).toBe(2);
    expect((await runGantry(['sevre']).exited).code).toBe(2);
  });
});

describe('a stop', () => {
  it('finishes the upload that is in flight, answers it, and takes no new connection', async () => {
    const service = await startTestService({ settings: { GANTRY_SHUTDOWN_GRACE_SECONDS: '30' } });
    const bytes = await builds.ios.bytes();
    const ticket = await initiate(service, 'TestApp.app.zip', bytes.length);
    const sent = request(ticket.uploadUrl, { method: 'PUT', headers: { 'content-length': bytes.length } });
    const answered = new Promise<number | undefined>((resolve, reject) => {
      sent.on('response', (response) => resolve(response.resume().statusCode));
      sent.on('error', reject);
    });
    await new Promise<void>((resolve) => sent.write(bytes.subarray(0, 1000), () => resolve()));
    await eventually(async () =>
      expect(await fetch(`${service.url}/metrics`).then((r) => r.status)).toBe(200),
    );
    const closing = service.service.close();
    await eventually(async () => {
      await expect(fetch(`${service.url}/healthz`)).rejects.toThrow();
    });
    sent.end(bytes.subarray(1000));
    expect(await answered).toBe(200);
    await closing;
    expect(service.logged()).not.toContain('outlasted');
    const later = await startTestService({
      database: { url: service.databaseUrl, query: service.query },
      dataDir: service.dataDir,
    });
    expect((await confirm(later, ticket)).status).toBe(201);
  });

  it('cuts what outlasts the grace time', async () => {
    const service = await startTestService({ settings: { GANTRY_SHUTDOWN_GRACE_SECONDS: '0' } });
    const ticket = await initiate(service, 'a.apk', 1000);
    const sent = request(ticket.uploadUrl, { method: 'PUT', headers: { 'content-length': 1000 } });
    const failed = new Promise((resolve) => sent.on('error', resolve));
    await new Promise<void>((resolve) => sent.write('x', () => resolve()));
    await service.call('GET', '/projects');
    await service.service.close();
    expect(await failed).toBeInstanceOf(Error);
  });
});

describe('a lost key', () => {
  it('is no lost service: GANTRY_ADMIN_KEY works after a start, also when it was revoked or had another secret', async () => {
    const database = await createTestDatabase();
    const first = await startTestService({ database });
    await uploaded(first, builds.ios);
    const { key } = (await first.call('POST', '/keys')).body.key;
    await first.call('DELETE', '/keys/tests', undefined, { key });
    expect((await first.call('GET', '/projects')).status).toBe(401);
    const again = await startTestService({ database });
    expect((await again.call('GET', '/projects')).status).toBe(200);
    const changed = adminKey.replace('0123', '9876');
    const third = await startTestService({ database, settings: { GANTRY_ADMIN_KEY: changed } });
    expect((await third.call('GET', '/projects', undefined, { key: changed })).status).toBe(200);
    expect((await third.call('GET', '/projects')).status).toBe(401);
  });

  it("is not replaced by a project's key: the start is refused, and the key stays the project's", async () => {
    const database = await createTestDatabase();
    const first = await startTestService({ database });
    const issued = await first.call('POST', `/projects/${first.projectId}/keys`);
    const { key, id } = issued.body.key;
    const start = (adminKey: string) =>
      startTestService({ database, settings: { GANTRY_ADMIN_KEY: adminKey } });
    await expect(start(key)).rejects.toThrow(/GANTRY_ADMIN_KEY names a project's key/);
    expect((await first.call('GET', '/projects', undefined, { key })).status).toBe(403);
    expect((await first.call('GET', '/runs', undefined, { key })).status).toBe(200);
    await first.call('DELETE', `/projects/${first.projectId}/keys/${id}`);
    await expect(start(key)).rejects.toThrow(StartupError);
    await expect(start(`gk_${id}_${'0'.repeat(40)}`)).rejects.toThrow(StartupError);
    expect((await first.call('GET', '/projects', undefined, { key })).status).toBe(401);
  });
});
