import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../service/deliveries/support.js';
import { makeGroup } from '../../service/groups/support.js';
import { adminKey, startTestService, type TestService } from '../../support/service.js';
import { gantry, settingsFor } from './support.js';

describe('gantry login', () => {
  it('tries the key before it keeps it, for its owner alone, and never prints it', async () => {
    const service = await startTestService();
    const env = await settingsFor(null);
    const login = (key: string, ...more: string[]) =>
      gantry(null, ['login', '--url', `${service.url}/api/v1`, '--key-stdin', ...more], {
        env,
        stdin: `${key}\n`,
      });
    expect(await login(adminKey.replace('0123', '9999'))).toMatchObject({ code: 2 });
    expect(await login('two words')).toMatchObject({ code: 2 });
    expect(await files(env)).toEqual([]);

    const { code, out, err } = await login(adminKey, '--project', 'default');
    expect(code).toBe(0);
    expect(out).toContain(`${service.url} is used from now on, with an admin key for 1 project`);
    expect(out + err).not.toContain(adminKey.slice(9));
    expect(await files(env)).toEqual(['credentials.json']);
    expect((await stat(credentialsFile(env))).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(credentialsFile(env)))).mode & 0o077).toBe(0);

    const listed = await gantry(null, ['apps', 'list', '--json'], { env });
    expect(listed.json()).toEqual({ apps: [] });
    expect(await gantry(null, ['logout'], { env })).toMatchObject({ code: 0 });
    expect(await files(env)).toEqual([]);
    const after = await gantry(null, ['apps', 'list'], { env: { ...env, GANTRY_URL: service.url } });
    expect(after).toMatchObject({ code: 2, err: expect.stringContaining('run "gantry login"') });
  });

  it('sends a kept key to its own service and to no other', async () => {
    const service = await startTestService();
    const env = await settingsFor(null);
    await gantry(null, ['login', '--url', service.url, '--key-stdin'], { env, stdin: adminKey });
    const other = await gantry(null, ['apps', 'list', '--url', 'http://127.0.0.1:1', '--retries', '0'], {
      env,
    });
    expect(other).toMatchObject({ code: 2, err: expect.stringContaining('needs an API key') });
  });

  it('says what to do when the file is damaged, or when there is no terminal to ask on', async () => {
    const env = await settingsFor(null);
    await mkdir(dirname(credentialsFile(env)), { recursive: true });
    await writeFile(credentialsFile(env), '{"services": {"http://x": {"key": 3}}}');
    expect(await gantry(null, ['apps', 'list'], { env })).toMatchObject({
      code: 2,
      err: expect.stringContaining('is damaged. Delete it'),
    });
    expect(await gantry(null, ['login'], { env })).toMatchObject({
      code: 2,
      err: expect.stringContaining('--key-stdin'),
    });
  });
});

describe('gantry dashboard', () => {
  it('prints an address that signs a browser in once, with the rights of the key', async () => {
    const service = await startTestService();
    const { code: exitCode, out, err } = await gantry(service, ['dashboard']);
    expect(exitCode).toBe(0);
    const [, code] = /^http:\/\/127\.0\.0\.1:\d+\/sign-in#(\w+)\n$/.exec(out) ?? [];
    expect(err).toContain('it works once');
    const signIn = () => service.call('POST', '/session', { code }, { key: null });
    expect(await signIn()).toMatchObject({ status: 201, body: { session: { keyId: 'tests' } } });
    expect((await signIn()).status).toBe(401);
    const asJson = (await gantry(service, ['dashboard', '--json'])).json();
    expect(asJson).toEqual({
      code: expect.any(String),
      url: `${service.url}/sign-in#${asJson.code}`,
      expiresAt: expect.any(String),
    });
  });
});

describe('the settings of a call', () => {
  it('are taken from flags first, then from the environment, then from the login', async () => {
    const service = await startTestService();
    const env = await settingsFor(null);
    await gantry(null, ['login', '--url', service.url, '--key-stdin'], { env, stdin: adminKey });
    const list = (set: Record<string, string>, ...args: string[]) =>
      gantry(null, ['projects', 'list', '--retries', '0', ...args], { env: { ...env, ...set } });
    expect((await list({})).code).toBe(0);
    expect((await list({ GANTRY_API_KEY: 'gk_wrong_0123456789abcdefghij' })).code).toBe(2);
    expect((await list({ GANTRY_API_KEY: 'gk_wrong_0123456789abcdefghij' }, '--key', adminKey)).code).toBe(0);
    expect((await list({ GANTRY_URL: 'http://127.0.0.1:1', GANTRY_API_KEY: adminKey })).code).toBe(4);
    expect((await list({ GANTRY_URL: 'http://127.0.0.1:1' }, '--url', service.url)).code).toBe(0);
  });

  it('need no project while there is one; then a name or an id; a project key implies its own', async () => {
    const service = await startTestService();
    const first = service.projectId;
    expect((await gantry(service, ['apps', 'list'])).code).toBe(0);
    const second = (
      await gantry(service, ['projects', 'create', 'Shop', '--concurrency', '2', '--json'])
    ).json().project;
    expect(second).toMatchObject({ name: 'Shop', concurrency: 2 });
    expect(await gantry(service, ['apps', 'list'])).toMatchObject({
      code: 2,
      err: expect.stringContaining(`${second.id}  Shop`),
    });
    for (const named of ['shop', second.id, 'Default', first]) {
      expect((await gantry(service, ['apps', 'list', '--project', named])).code).toBe(0);
    }
    expect(await gantry(service, ['apps', 'list', '--project', 'None'])).toMatchObject({ code: 2 });

    const issued = await gantry(service, ['keys', 'issue', '--project', 'Shop', '--name', 'CI']);
    const env = { ...(await settingsFor(service)), GANTRY_API_KEY: issued.out.trim() };
    expect((await gantry(null, ['apps', 'list', '--json'], { env })).json()).toEqual({ apps: [] });
    const run = await gantry(null, ['runs', 'submit', 'see a', '--json'], { env });
    expect(run.json().projectId).toBe(second.id);
    const denied = await gantry(null, ['projects', 'list'], { env });
    expect(denied.code).toBe(2);
  });
});

describe('gantry projects and keys', () => {
  it('shows, changes and deletes a project, and hides its secret unless it is asked for', async () => {
    const service = await startTestService();
    const json = async (...args: string[]) => (await gantry(service, [...args, '--json'])).json();
    await json('projects', 'create', 'Shop');
    const changed = await json(
      'projects',
      'update',
      'Shop',
      '--target-url',
      'http://a.test',
      '--allow-host',
      '*.a.test',
      '--allow-receiver',
      'ci.a.test',
      '--allow-receiver',
      'ci.b.test:8443',
    );
    expect(changed.project).toMatchObject({
      targetUrl: 'http://a.test',
      allowedHosts: ['*.a.test'],
      allowedReceivers: ['ci.a.test', 'ci.b.test:8443'],
    });
    expect((await gantry(service, ['projects', 'show', 'Shop'])).out).toMatch(
      /Receivers +ci\.a\.test, ci\.b\.test:8443/,
    );
    const none = ['--target-url', 'none', '--allow-host', 'none', '--allow-receiver', 'none'];
    const undone = await json('projects', 'update', 'Shop', ...none);
    expect(undone.project).toMatchObject({ targetUrl: null, allowedHosts: null, allowedReceivers: null });
    for (const flags of [[], ['--json']]) {
      expect((await gantry(service, ['projects', 'show', 'Shop', ...flags])).out).not.toContain('whsec_');
      expect((await gantry(service, ['projects', 'show', 'Shop', '--show-secret', ...flags])).out).toContain(
        'whsec_',
      );
    }
    expect(await gantry(service, ['projects', 'update', 'Shop'])).toMatchObject({ code: 2 });
    expect(await gantry(service, ['projects', 'delete', 'Shop'])).toMatchObject({ code: 2 });
    const asked = (stdin: string) => gantry(service, ['projects', 'delete', 'Shop'], { terminal: 80, stdin });
    expect((await asked('n\r')).code).toBe(2);
    expect((await asked('y\r')).code).toBe(0);
    expect((await json('projects', 'list')).projects).toHaveLength(1);
  });

  it('adds environments, changes them, starts runs on them by name, and deletes them', async () => {
    const service = await startTestService({ settings: { GANTRY_NO_DEVICE_GRACE_SECONDS: '600' } });
    const { key } = (await service.call('POST', `/projects/${service.projectId}/keys`, {})).body.key;
    const json = async (...args: string[]) => (await gantry(service, [...args, '--json'])).json();
    const { environment } = await json('environments', 'create', 'Staging', 'https://staging.test');
    expect(environment).toMatchObject({ name: 'Staging', url: 'https://staging.test' });
    await json(
      'environments',
      'update',
      'staging',
      '--name',
      'Preview',
      '--target-url',
      'https://preview.test',
    );
    expect((await gantry(service, ['environments', 'list', '--key', key])).out).toMatch(
      /Preview +https:\/\/preview\.test/,
    );
    const onPreview = ['--environment', 'preview'];
    expect(await json('runs', 'submit', 'see a', ...onPreview)).toMatchObject({
      targetUrl: 'https://preview.test',
    });
    const { groupId } = await makeGroup(service, ['web']);
    const { batchId } = await json('trigger', groupId, ...onPreview);
    expect((await json('batches', 'show', batchId)).batch).toMatchObject({
      targetUrl: 'https://preview.test',
    });
    expect(await gantry(service, ['trigger', groupId, '--environment', 'Production'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('The project has "Preview".'),
    });
    const both = ['--target-url', 'https://preview.test', ...onPreview];
    expect(await gantry(service, ['trigger', groupId, ...both])).toMatchObject({
      code: 2,
      err: expect.stringContaining('only one of --target-url and --environment'),
    });
    expect(await gantry(service, ['environments', 'update', 'Preview'])).toMatchObject({ code: 2 });
    expect((await gantry(service, ['environments', 'delete', environment.id])).code).toBe(0);
    expect((await json('environments', 'list')).environments).toEqual([]);
  });

  it('tests the webhook of a project, and fails where its receiver does not take the result', async () => {
    const service = await startTestService();
    const receiver = await startReceiver((response, count) =>
      count === 1 ? response.end('thanks') : response.writeHead(503).end(),
    );
    expect(await gantry(service, ['projects', 'test-webhook'])).toMatchObject({ code: 2 });
    await gantry(service, ['projects', 'update', 'default', '--result-url', receiver.url]);
    const taken = await gantry(service, ['projects', 'test-webhook', 'default']);
    expect(taken).toMatchObject({ code: 0, out: expect.stringMatching(/Answer +200\n.*\n.*Said +thanks/) });
    const refused = await gantry(service, [
      'projects',
      'test-webhook',
      '--result-url',
      receiver.url,
      '--json',
    ]);
    expect(refused.code).toBe(1);
    expect(refused.json().test).toMatchObject({
      status: 503,
      error: 'The receiver answered with status 503.',
    });
  });

  it('issues, lists and revokes keys', async () => {
    const service = await startTestService();
    const issued = await gantry(service, ['keys', 'issue', '--name', 'CI', '--json']);
    const { id, key } = issued.json().key;
    const listed = await gantry(service, ['keys', 'list']);
    expect(listed.out).toContain(id);
    expect(listed.out).not.toContain(key);
    const denied = () => groupsWith(service, key);
    expect(await denied()).toBe(0);
    expect((await gantry(service, ['keys', 'revoke', id])).code).toBe(0);
    expect(await denied()).toBe(2);
    expect((await gantry(service, ['keys', 'list', '--admin', '--json'])).json().keys).toMatchObject([
      { id: 'tests' },
    ]);
  });
});

async function groupsWith(service: TestService, key: string): Promise<number> {
  return (await gantry(service, ['groups', 'list', '--key', key])).code;
}

function credentialsFile(env: Record<string, string>): string {
  return join(env.XDG_CONFIG_HOME ?? '', 'gantry', 'credentials.json');
}

async function files(env: Record<string, string>): Promise<string[]> {
  return readdir(dirname(credentialsFile(env))).catch(() => []);
}
