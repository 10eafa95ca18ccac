import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadConfig } from '../../../src/service/config.ts';
import { describeStart } from '../../../src/tools/program/banner.ts';
import { createTestDatabase } from '../../support/database.js';
import { adminKey, apiOnly, startTestService, type TestService } from '../../support/service.js';

const fromOwnPage = { 'sec-fetch-site': 'same-origin' };

describe('signing in', () => {
  it('with a key sets a cookie for the API alone that no script can read, and lasts 7 days', async () => {
    const service = await startTestService();
    const { status, body, headers } = await signIn(service, { key: adminKey });
    expect(status).toBe(201);
    expect(body).toEqual({
      session: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        keyId: 'tests',
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
      },
    });
    const { createdAt, expiresAt } = body.session;
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(7 * 86_400_000);
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^gantry_session_\d+=[\w.-]+; Path=\/api\/v1; Max-Age=604800; HttpOnly; SameSite=Strict$/,
      ),
    ]);
  });

  it('behind https under a path sets the cookie for that path and for https alone', async () => {
    const service = await startTestService({
      settings: { GANTRY_PUBLIC_URL: 'https://gantry.example.test/base/' },
    });
    const { headers } = await signIn(service, { key: adminKey });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^gantry_session=[\w.-]+; Path=\/base\/api\/v1; .*; SameSite=Strict; Secure$/),
    ]);
    const { body } = await service.call('POST', '/sign-in-codes');
    expect(body.url).toBe(`https://gantry.example.test/base/sign-in#${body.code}`);
    const elsewhere = { headers: { origin: 'https://gantry.example.test' } };
    expect((await signIn(service, { key: adminKey }, elsewhere)).status).toBe(201);
  });

  it('with a code works once, with the rights of the key that made the code', async () => {
    const service = await startTestService();
    const key = await projectKey(service);
    const { status, body } = await service.call('POST', '/sign-in-codes', undefined, { key: key.key });
    expect(status).toBe(201);
    expect(body).toEqual({
      code: expect.stringMatching(/^\w{32}$/),
      url: `${service.url}/sign-in#${body.code}`,
      expiresAt: expect.any(String),
    });
    const tries = await Promise.all(Array.from({ length: 5 }, () => signIn(service, { code: body.code })));
    expect(tries.map((answer) => answer.status).sort()).toEqual([201, 401, 401, 401, 401]);
    const cookie = cookieOf(tries.find((answer) => answer.status === 201));
    expect((await asBrowser(service, cookie, 'GET', '/session')).body).toMatchObject({
      session: { keyId: key.id },
      kind: 'project',
      keyId: key.id,
      keyName: 'ci',
      projectId: service.projectId,
    });
    expect((await signIn(service, { code: body.code })).body).toMatchObject({
      error: 'Unauthorized',
      message: expect.stringContaining('gantry dashboard'),
    });
  });

  it('is refused with a code that is over its time, or whose key was revoked or deleted with its project', async () => {
    const service = await startTestService();
    const made = (key: string) => service.call('POST', '/sign-in-codes', undefined, { key });
    const expired = (await made(adminKey)).body.code;
    await service.query('update sign_in_codes set expires_at = now()');
    const revoked = await projectKey(service);
    const ofRevoked = (await made(revoked.key)).body.code;
    await service.call('DELETE', `/projects/${service.projectId}/keys/${revoked.id}`);
    const ofDeleted = (await made((await projectKey(service)).key)).body.code;
    await service.call('DELETE', `/projects/${service.projectId}`);
    for (const code of [expired, ofRevoked, ofDeleted, 'nonsense', ''])
      expect(await signIn(service, { code })).toMatchObject({ status: 401, body: { error: 'Unauthorized' } });
    for (const key of [revoked.key, `${adminKey}x`, 'nonsense'])
      expect(await signIn(service, { key })).toMatchObject({ status: 401, body: { error: 'Unauthorized' } });
    expect((await service.query('select from sessions')).rowCount).toBe(0);
  });

  it('takes exactly one of key and code', async () => {
    const service = await startTestService();
    for (const body of [{}, { key: adminKey, code: 'x' }, { key: null, code: null }])
      expect(await signIn(service, body)).toMatchObject({ status: 400, body: { error: 'ValidationError' } });
  });

  it('that fails is counted by address like a wrong key, while a right key still signs in', async () => {
    const nowMs = Date.now();
    const service = await startTestService({ clock: { now: () => nowMs } });
    for (let i = 0; i < 10; i += 1) {
      expect((await signIn(service, { code: 'wrong' })).status).toBe(401);
      expect((await signIn(service, { key: 'wrong' })).status).toBe(401);
    }
    expect((await signIn(service, { code: 'wrong' })).status).toBe(429);
    expect((await service.call('GET', '/projects', undefined, { key: 'wrong' })).status).toBe(429);
    expect((await signIn(service, { key: adminKey })).status).toBe(201);
  });

  it('leaves no token, code or key at rest or in the log, only hashes', async () => {
    const service = await startTestService();
    const { code } = (await service.call('POST', '/sign-in-codes')).body;
    const unused = (await service.call('POST', '/sign-in-codes')).body.code;
    const cookie = cookieOf(await signIn(service, { code }));
    await asBrowser(service, cookie, 'GET', '/projects');
    const [, secret = ''] = cookie.split('.');
    const { rows } = await service.query(
      'select to_jsonb(sessions)::text as row from sessions union all select to_jsonb(sign_in_codes)::text from sign_in_codes',
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
    for (const word of [code, unused, secret]) {
      expect(word).toMatch(/^\w{32,}$/);
      const bytes = Buffer.from(word).toString('hex');
      for (const { row } of rows) expect([row.includes(word), row.includes(bytes)]).toEqual([false, false]);
      expect(service.logged()).not.toContain(word);
    }
    expect(service.logged()).toMatch(/"route":"\/api\/v1\/projects","status":200,"ms":\d+,"key":"tests"/);
  });
});

describe('the start of a service', () => {
  it('that is one person’s prints an address that signs in as its admin, bound to the oldest key that works', async () => {
    const database = await createTestDatabase();
    const started = async (settings = {}) => {
      const service = await startTestService({ database, settings });
      const { signInCode: code } = service.service.bootstrap;
      expect(describeStart(service.service, loadConfig({}, {}))).toContain(
        `Open       ${service.url}/sign-in#${code}\n`,
      );
      return { ...service, keyId: (await signIn(service, { code })).body.session.keyId };
    };
    const first = await started();
    expect(first.keyId).toBe('tests');
    await first.call('POST', '/keys');
    await first.service.close();
    const second = await started({ GANTRY_ADMIN_KEY: '' });
    expect(second.keyId).toBe('tests');
    await second.service.close();
  });

  it('that others use prints no secret but the address of the dashboard', async () => {
    const { service } = await startTestService({ settings: apiOnly });
    const printed = describeStart(
      service,
      loadConfig({}, { ...apiOnly, GANTRY_DATABASE_URL: 'postgres://x' }),
    );
    expect(printed).toContain('  Dashboard  http://gantry.example.test/\n');
    expect(printed).not.toContain('sign-in');
    expect(service.bootstrap.signInCode).toBeNull();
  });

  it('with another secret in GANTRY_ADMIN_KEY ends the sessions of the former one', async () => {
    const database = await createTestDatabase();
    const settings = { GANTRY_PUBLIC_URL: 'http://gantry.example.test' };
    const before = await startTestService({ database, settings });
    const cookie = await signedIn(before);
    await before.service.close();
    const same = await startTestService({ database, settings });
    expect((await asBrowser(same, cookie, 'GET', '/session')).status).toBe(200);
    await same.service.close();
    const changed = { ...settings, GANTRY_ADMIN_KEY: 'gk_tests_anotherSecret0123456789ABCDEFGHIJ' };
    const after = await startTestService({ database, settings: changed });
    expect((await asBrowser(after, cookie, 'GET', '/session')).status).toBe(401);
  });
});

describe('a session', () => {
  it('of a project key sees its project and no other, and manages nothing', async () => {
    const service = await startTestService();
    const other = (await service.call('POST', '/projects', { name: 'Other' })).body.project.id;
    const cookie = cookieOf(await signIn(service, { key: (await projectKey(service)).key }));
    const statusOf = async (path: string) => (await asBrowser(service, cookie, 'GET', path)).status;
    expect(await statusOf(`/projects/${service.projectId}/mobile`)).toBe(200);
    expect(await statusOf(`/projects/${other}/mobile`)).toBe(404);
    expect(await statusOf('/projects')).toBe(403);
  });

  it('says who it is, as a key does, which has none', async () => {
    const service = await startTestService();
    const signedIn = await signIn(service, { key: adminKey });
    const caller = {
      kind: 'admin',
      keyId: 'tests',
      keyName: 'GANTRY_ADMIN_KEY',
      projectId: null,
      projectName: null,
    };
    expect((await asBrowser(service, cookieOf(signedIn), 'GET', '/session')).body).toEqual({
      ...caller,
      session: signedIn.body.session,
    });
    expect((await service.call('GET', '/session')).body).toEqual({ ...caller, session: null });
    expect(await service.call('DELETE', '/session')).toMatchObject({ status: 404 });
  });

  it('counts only where no Authorization is sent', async () => {
    const service = await startTestService();
    const cookie = cookieOf(await signIn(service, { key: adminKey }));
    const { key } = await projectKey(service);
    const both = await service.call('GET', '/session', undefined, { key, headers: { cookie } });
    expect(both.body).toMatchObject({ session: null, kind: 'project' });
    const wrong = await service.call('GET', '/session', undefined, { key: 'wrong', headers: { cookie } });
    expect(wrong.status).toBe(401);
  });

  it('is found among other cookies, and is nothing without its whole secret', async () => {
    const service = await startTestService();
    const cookie = cookieOf(await signIn(service, { key: adminKey }));
    const statusOf = async (sent: string) => (await asBrowser(service, sent, 'GET', '/session')).status;
    expect(await statusOf(`a=b; ${cookie}; theme=dark`)).toBe(200);
    expect(await statusOf(cookie.replace(/.{3}$/, 'AAA'))).toBe(401);
    const [name] = cookie.split('=');
    for (const broken of [`${cookie}x`, `${name}=`, `${name}=a.b`, `x${cookie}`, `1${cookie}`])
      expect(await statusOf(broken)).toBe(401);
  });

  it('ends when it signs out, and the browser forgets its cookie', async () => {
    const service = await startTestService();
    const [cookie, other] = [await signedIn(service), await signedIn(service)];
    const { status, body, headers } = await asBrowser(service, cookie, 'DELETE', '/session');
    expect({ status, body }).toEqual({ status: 200, body: { deleted: true, id: expect.any(String) } });
    expect(headers.getSetCookie()).toEqual([
      `${cookie.split('=')[0]}=; Path=/api/v1; Max-Age=0; HttpOnly; SameSite=Strict`,
    ]);
    expect(await asBrowser(service, cookie, 'GET', '/session')).toMatchObject({
      status: 401,
      body: { message: 'The session has ended; sign in again.' },
    });
    expect((await asBrowser(service, other, 'GET', '/session')).status).toBe(200);
  });

  it('is replaced when its browser signs in again, and stays when that fails', async () => {
    const service = await startTestService();
    const cookie = await signedIn(service);
    const again = (body: object) => signIn(service, body, { headers: { cookie, ...fromOwnPage } });
    expect((await again({ code: 'wrong' })).status).toBe(401);
    expect((await asBrowser(service, cookie, 'GET', '/session')).status).toBe(200);
    const { body } = await again({ key: adminKey });
    expect((await asBrowser(service, cookie, 'GET', '/session')).status).toBe(401);
    expect((await service.call('GET', '/keys')).body.keys[0].sessions).toEqual([body.session]);
  });

  it('of another key stays until its browser says that it may end: both are named, and neither code nor key is used up', async () => {
    const service = await startTestService();
    const cookie = await signedIn(service);
    const current = (await asBrowser(service, cookie, 'GET', '/session')).body;
    const ofProject = await projectKey(service);
    const { code } = (await service.call('POST', '/sign-in-codes', undefined, { key: ofProject.key })).body;
    const offer = (body: object) => signIn(service, body, { headers: { cookie, ...fromOwnPage } });
    const asked = {
      session: null,
      current: { ...current, kind: 'admin', keyId: 'tests', keyName: 'GANTRY_ADMIN_KEY' },
      next: {
        session: null,
        kind: 'project',
        keyId: ofProject.id,
        keyName: 'ci',
        projectId: service.projectId,
        projectName: 'Default',
      },
    };
    const stranger = '00000000-0000-4000-8000-000000000000';
    for (const body of [{ code }, { code }, { key: ofProject.key }, { code, replaces: stranger }]) {
      const { status, body: answer, headers } = await offer(body);
      expect({ status, answer, cookies: headers.getSetCookie() }).toEqual({
        status: 200,
        answer: asked,
        cookies: [],
      });
    }
    expect((await asBrowser(service, cookie, 'GET', '/session')).body).toEqual(current);
    const replaced = await offer({ code, replaces: current.session.id });
    expect(replaced).toMatchObject({ status: 201, body: { session: { keyId: ofProject.id } } });
    expect((await asBrowser(service, cookie, 'GET', '/session')).status).toBe(401);
    expect((await offer({ code })).status).toBe(401);
  });

  it('of the same key, and one that has ended, is replaced without a question', async () => {
    const service = await startTestService();
    const ofProject = await projectKey(service);
    const first = await signedIn(service);
    const { code } = (await service.call('POST', '/sign-in-codes')).body;
    const second = await signIn(service, { code }, { headers: { cookie: first, ...fromOwnPage } });
    expect(second.status).toBe(201);
    expect((await asBrowser(service, first, 'GET', '/session')).status).toBe(401);
    const third = await signIn(
      service,
      { key: ofProject.key },
      { headers: { cookie: first, ...fromOwnPage } },
    );
    expect(third).toMatchObject({ status: 201, body: { session: { keyId: ofProject.id } } });
  });

  it('learns of a code only what signing in with it would tell, and no more often than other calls', async () => {
    const nowMs = Date.now();
    const service = await startTestService({
      clock: { now: () => nowMs },
      settings: { GANTRY_RATE_LIMIT: '5' },
    });
    const cookie = await signedIn(service, (await projectKey(service)).key);
    const { code } = (await service.call('POST', '/sign-in-codes')).body;
    const offer = (text: string) => signIn(service, { code: text }, { headers: { cookie, ...fromOwnPage } });
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await offer(code)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    const { requestId: _one, ...without } = (await signIn(service, { code: 'wrong' })).body;
    const { requestId: _other, ...withSession } = (await offer('wrong')).body;
    expect(withSession).toEqual(without);
    for (let i = 0; i < 18; i += 1) expect((await offer('wrong')).status).toBe(401);
    expect((await offer('wrong')).status).toBe(429);
  });

  it('that has ended is told so however often it asks', async () => {
    const service = await startTestService();
    const cookie = await signedIn(service);
    await asBrowser(service, cookie, 'DELETE', '/session');
    for (let i = 0; i < 30; i += 1)
      expect((await asBrowser(service, cookie, 'GET', '/session')).status).toBe(401);
  });

  it('ends after its time', async () => {
    const service = await startTestService();
    const cookie = await signedIn(service);
    await service.query('update sessions set expires_at = now()');
    expect((await asBrowser(service, cookie, 'GET', '/session')).status).toBe(401);
    expect((await service.call('GET', '/keys')).body.keys[0].sessions).toEqual([]);
  });

  it('ends at once with its key or its project, also while no sweep runs', async () => {
    const service = await startTestService({ settings: apiOnly });
    const [one, two] = [await projectKey(service), await projectKey(service)];
    const [first, second] = [await signedIn(service, one.key), await signedIn(service, two.key)];
    await service.call('DELETE', `/projects/${service.projectId}/keys/${one.id}`);
    expect((await asBrowser(service, first, 'GET', '/session')).status).toBe(401);
    expect((await asBrowser(service, second, 'GET', '/session')).status).toBe(200);
    await service.call('DELETE', `/projects/${service.projectId}`);
    expect((await asBrowser(service, second, 'GET', '/session')).status).toBe(401);
  });

  it('is listed with its key, newest first and 20 at most, and can be revoked', async () => {
    const service = await startTestService();
    const { id, key } = await projectKey(service);
    const ids: string[] = [];
    for (let i = 0; i < 22; i += 1) ids.unshift((await signIn(service, { key })).body.session.id);
    const listed = async () => {
      const { keys } = (await service.call('GET', `/projects/${service.projectId}/keys`)).body;
      return keys.find((one: { id: string }) => one.id === id).sessions.map((one: { id: string }) => one.id);
    };
    expect(await listed()).toEqual(ids.slice(0, 20));
    const { status, body } = await service.call('DELETE', `/sessions/${ids[0]}`);
    expect({ status, body }).toEqual({ status: 200, body: { deleted: true, id: expect.any(String) } });
    expect((await service.call('DELETE', `/sessions/${ids[0]}`)).status).toBe(404);
    expect(await listed()).toEqual(ids.slice(1, 21));
  });

  it('is revoked by a project key only where it is of that project', async () => {
    const service = await startTestService();
    const { key } = await projectKey(service);
    const ofAdmin = (await signIn(service, { key: adminKey })).body.session.id;
    const own = (await signIn(service, { key: (await projectKey(service)).key })).body.session.id;
    const revoke = (id: string) => service.call('DELETE', `/sessions/${id}`, undefined, { key });
    expect((await revoke(ofAdmin)).status).toBe(404);
    expect((await revoke(own)).status).toBe(200);
  });

  it('ends the event streams that it follows when it is revoked, when it expires, and with its key', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const service = await startTestService({ settings: apiOnly, isNew: true });
    const key = await projectKey(service);
    const open = async (credential: string) => {
      const { body, headers } = await signIn(service, { key: credential });
      return { id: body.session.id, stream: await follow(service, cookieOf({ headers })) };
    };
    const [revoked, expired, keyless] = [await open(adminKey), await open(adminKey), await open(key.key)];
    const kept = await open(adminKey);
    await service.call('DELETE', `/sessions/${revoked.id}`);
    await service.query('update sessions set expires_at = now() where id = $1', [expired.id]);
    await service.call('DELETE', `/projects/${service.projectId}/keys/${key.id}`);
    const ended = Promise.all([revoked, expired, keyless].map(({ stream }) => once(stream, 'close')));
    vi.advanceTimersByTime(10_000);
    await ended;
    expect(kept.stream.closed).toBe(false);
  });

  it('and a code are swept when their time is over', async () => {
    const service = await startTestService();
    await signIn(service, { key: adminKey });
    await service.call('POST', '/sign-in-codes');
    await service.query('update sessions set expires_at = now()');
    await service.query('update sign_in_codes set expires_at = now()');
    const cookie = await signedIn(service);
    // A deletion wakes the sweeps, which would come by themselves within a minute.
    const { id } = (await service.call('POST', '/projects', { name: 'Gone' })).body.project;
    await service.call('DELETE', `/projects/${id}`);
    const rows = async () =>
      (await service.query('select key_id from sessions union all select key_id from sign_in_codes'))
        .rowCount;
    await expect.poll(rows).toBe(1);
    expect((await asBrowser(service, cookie, 'GET', '/session')).status).toBe(200);
  });
});

describe('a call that a cookie authorizes', () => {
  it.each([
    ['GET', { 'sec-fetch-site': 'same-origin' }, 200],
    ['GET', { 'sec-fetch-site': 'same-site' }, 403],
    ['GET', { 'sec-fetch-site': 'cross-site' }, 403],
    ['GET', { 'sec-fetch-site': 'none' }, 403],
    ['HEAD', { 'sec-fetch-site': 'same-site' }, 403],
    ['GET', {}, 200],
    ['HEAD', {}, 200],
    ['GET', { origin: 'http://evil.example' }, 403],
    ['POST', { 'sec-fetch-site': 'same-origin' }, 201],
    ['POST', { 'sec-fetch-site': 'same-site' }, 403],
    ['POST', { 'sec-fetch-site': 'cross-site' }, 403],
    ['POST', { 'sec-fetch-site': 'none' }, 403],
    ['POST', { 'sec-fetch-site': 'cross-site', origin: 'own' }, 403],
    ['POST', { 'sec-fetch-site': 'same-origin, same-origin' }, 403],
    ['POST', {}, 403],
    ['POST', { origin: 'own' }, 201],
    ['POST', { origin: 'null' }, 403],
    ['POST', { origin: '' }, 403],
    ['POST', { origin: 'http://evil.example' }, 403],
    ['POST', { origin: 'next port' }, 403],
  ] as const)('by %s with %o is answered %i', async (method, sent, expected) => {
    const service = await startTestService();
    const cookie = cookieOf(await signIn(service, { key: adminKey }));
    const headers = { cookie, ...sent, ...('origin' in sent && { origin: originOf(service, sent.origin) }) };
    const path = method === 'POST' ? '/projects' : '/projects?limit=1';
    const body = method === 'POST' ? { name: 'By a browser' } : undefined;
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.status).toBe(expected);
    if (expected === 403 && method !== 'HEAD')
      expect(await answer.json()).toMatchObject({ error: 'Forbidden' });
    const { projects } = (await service.call('GET', '/projects')).body;
    expect(projects).toHaveLength(expected === 201 ? 2 : 1);
  });

  it.each(['PUT', 'PATCH', 'DELETE'])('by %s is refused from another site too', async (method) => {
    const service = await startTestService();
    const cookie = await signedIn(service);
    const path = `/projects/${service.projectId}${method === 'PUT' ? '/variables/greeting' : ''}`;
    const body = method === 'DELETE' ? undefined : { name: 'x', value: 'x' };
    for (const headers of [{ cookie }, { cookie, 'sec-fetch-site': 'same-site' }]) {
      expect((await service.call(method, path, body, { key: null, headers })).status).toBe(403);
    }
  });

  it('does not stand in the way of an API key, wherever that comes from', async () => {
    const service = await startTestService();
    const headers = {
      cookie: `gantry_session_${new URL(service.url).port}=x`,
      origin: 'http://evil.example',
      'sec-fetch-site': 'cross-site',
    };
    expect((await service.call('POST', '/projects', { name: 'CI' }, { headers })).status).toBe(201);
  });

  it('is no way to sign a browser in from another site; a program that is no browser may', async () => {
    const service = await startTestService();
    const statusOf = async (headers: Record<string, string>) =>
      (await signIn(service, { key: adminKey }, { headers })).status;
    expect(await statusOf({})).toBe(201);
    expect(await statusOf({ origin: service.url })).toBe(201);
    expect(await statusOf(fromOwnPage)).toBe(201);
    for (const headers of [
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'http://evil.example' },
      { origin: 'null' },
    ])
      expect(await statusOf(headers)).toBe(403);
    const { code } = (await service.call('POST', '/sign-in-codes')).body;
    const foreign = { headers: { 'sec-fetch-site': 'same-site' } };
    expect((await signIn(service, { code }, foreign)).status).toBe(403);
    expect((await signIn(service, { code })).status).toBe(201);
  });
});

async function signIn(
  service: TestService,
  body: object,
  { headers = {} }: { headers?: Record<string, string> } = {},
) {
  return service.call('POST', '/session', body, { key: null, headers });
}

/** The pair that a browser sends back. */
function cookieOf(answer: { headers: Headers } | undefined): string {
  return answer?.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function signedIn(service: TestService, key = adminKey): Promise<string> {
  return cookieOf(await signIn(service, { key }));
}

function asBrowser(service: TestService, cookie: string, method: string, path: string) {
  return service.call(method, path, undefined, { key: null, headers: { cookie, ...fromOwnPage } });
}

async function projectKey(service: TestService): Promise<{ id: string; key: string }> {
  return (await service.call('POST', `/projects/${service.projectId}/keys`, { name: 'ci' })).body.key;
}

function originOf({ url }: TestService, origin: string): string {
  if (origin === 'own') return url;
  return origin === 'next port' ? url.replace(/\d+$/, (port) => String(Number(port) + 1)) : origin;
}

async function follow(service: TestService, cookie: string): Promise<IncomingMessage> {
  const call = request(`${service.url}/api/v1/events?projectId=${service.projectId}`, {
    headers: { cookie, ...fromOwnPage },
  });
  call.on('error', () => undefined);
  onTestFinished(() => void call.destroy());
  call.end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  return response.on('error', () => undefined).resume();
}
