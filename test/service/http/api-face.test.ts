import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../support/database.js';
import { quietPort } from '../../support/ports.js';
import { adminKey, call, startTestService } from '../../support/service.js';

const unknownId = '0190a0a0-0000-7000-8000-000000000000';

describe('errors', () => {
  it('have one shape for a broken body, a missing field, an unknown route and an unknown id', async () => {
    const service = await startTestService();
    const upload = `/projects/${service.projectId}/mobile/upload`;
    const cases: Array<
      [string, Promise<{ status: number; body: unknown; headers: Headers }>, number, string]
    > = [
      ['broken JSON', service.call('POST', upload, '{"filename"'), 400, 'ValidationError'],
      ['no body', service.call('POST', upload), 400, 'ValidationError'],
      ['an array', service.call('POST', upload, []), 400, 'ValidationError'],
      ['null', service.call('POST', upload, 'null'), 400, 'ValidationError'],
      [
        'no JSON',
        service.call('POST', upload, 'a=b', {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
        415,
        'UnsupportedMediaType',
      ],
      ['too large', service.call('POST', upload, { filename: 'x'.repeat(2 ** 21) }), 413, 'PayloadTooLarge'],
      ['unknown route', service.call('GET', '/nothing/here'), 404, 'NotFound'],
      ['outside of the API', call(`${service.url}/nothing`, 'GET'), 404, 'NotFound'],
      ['bad escape', call(`${service.url}/%zz`, 'GET'), 400, 'ValidationError'],
      ['unknown project', service.call('GET', `/projects/${unknownId}/mobile`), 404, 'NotFound'],
      ['id of another shape', service.call('GET', `/projects/nonsense/mobile`), 404, 'NotFound'],
      [
        'unknown app',
        service.call('DELETE', `/projects/${service.projectId}/mobile/${unknownId}`),
        404,
        'NotFound',
      ],
    ];
    for (const [name, answering, status, error] of cases) {
      const { body, headers, ...answer } = await answering;
      expect({ name, status: answer.status, body }).toEqual({
        name,
        status,
        body: expect.objectContaining({
          error,
          message: expect.stringMatching(/\.$|: /),
          requestId: headers.get('x-request-id'),
        }),
      });
    }
  });

  it('list every wrong field at once, and coerce nothing', async () => {
    const service = await startTestService();
    const path = `/projects/${service.projectId}/mobile/upload`;
    const { status, body } = await service.call('POST', path, {
      filename: 'app.exe',
      fileSize: '12',
      removeAfter: 0.5,
    });
    expect(status).toBe(400);
    expect(body.details).toEqual([
      { path: 'filename', message: 'must end in .app.zip, .app.tar.gz, .zip, .tgz, .apk or .ipa' },
      { path: 'fileSize', message: 'must be an integer' },
      { path: 'removeAfter', message: 'must be an integer' },
    ]);
    const one = await service.call('POST', path, { filename: 'app.exe', fileSize: 12 });
    expect(one.body).toEqual({
      error: 'ValidationError',
      message: 'filename: must end in .app.zip, .app.tar.gz, .zip, .tgz, .apk or .ipa',
      requestId: expect.any(String),
    });
  });

  it('do not come from an empty body under a Content-Type that promises JSON', async () => {
    const service = await startTestService();
    const headers = { 'content-type': 'application/json' };
    expect((await service.call('POST', '/keys', undefined, { headers })).status).toBe(201);
    const unknown = await service.call('DELETE', `/projects/${unknownId}`, undefined, { headers });
    expect(unknown.status).toBe(404);
  });

  it('refuse what PostgreSQL can not hold before it is asked', async () => {
    const service = await startTestService();
    const own = `/projects/${service.projectId}`;
    const cases = [
      [service.call('GET', `${own}/mobile?bundleId=a%00b`), 400],
      [service.call('DELETE', '/keys/%00'), 404],
      [service.call('DELETE', `${own}/keys/a%00`), 404],
      [service.call('DELETE', `/keys/${'a'.repeat(2000)}`), 404],
      [service.call('POST', '/projects', { name: 'a', webhookUrl: 'http://a/\u0000' }), 400],
      [service.call('POST', '/projects', { name: 'a', webhookUrl: ' ht\ntp://a/b\r\nX: y ' }), 400],
      [service.call('GET', `${own}/mobile?limit=0x10`), 400],
      [service.call('GET', `${own}/mobile?limit=1&limit=2`), 400],
    ] as const;
    for (const [answering, status] of cases) expect((await answering).status).toBe(status);
  });

  it('accept the limits themselves, unknown members, and null for what is optional', async () => {
    const service = await startTestService();
    for (const body of [
      { filename: `${'é'.repeat(125)}a.apk`, fileSize: 1, removeAfter: 31_536_000 },
      { filename: 'a.APP.ZIP', fileSize: 4 * 1024 ** 3, removeAfter: null, anything: { else: true } },
    ]) {
      expect((await service.call('POST', `/projects/${service.projectId}/mobile/upload`, body)).status).toBe(
        200,
      );
    }
  });

  it('answer 413 to a fileSize over the configured maximum', async () => {
    const service = await startTestService({ settings: { GANTRY_MAX_UPLOAD_BYTES: '100' } });
    const body = { filename: 'a.apk', fileSize: 101 };
    const answer = await service.call('POST', `/projects/${service.projectId}/mobile/upload`, body);
    expect(answer).toMatchObject({ status: 413, body: { error: 'PayloadTooLarge' } });
  });

  it('answer what is no HTTP in the same shape', async () => {
    const service = await startTestService();
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.end('this is no request\r\n\r\n');
    let text = '';
    for await (const chunk of socket) text += chunk;
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    const [, requestId] = /\r\nx-request-id: (\S+)\r\n/i.exec(text) ?? [];
    expect(JSON.parse(text.slice(text.indexOf('{')))).toMatchObject({ error: 'ValidationError', requestId });
  });
});

describe('access', () => {
  it('is refused with 401 and a challenge without a key, with an unknown one and with a wrong secret', async () => {
    const service = await startTestService();
    for (const key of [null, 'nonsense', 'gk_unknown_0123456789abcdefghijABCDEFGHIJ', `${adminKey}x`]) {
      const { status, headers, body } = await service.call('GET', '/projects', undefined, { key });
      expect({ key, status, challenge: headers.get('www-authenticate'), error: body.error }).toEqual({
        key,
        status: 401,
        challenge: 'Bearer',
        error: 'Unauthorized',
      });
    }
  });

  it('is limited much tighter for failed authentication, while good keys still pass', async () => {
    const nowMs = Date.now();
    const service = await startTestService({ clock: { now: () => nowMs } });
    const statuses = [];
    for (let i = 0; i < 25; i += 1)
      statuses.push((await service.call('GET', '/projects', undefined, { key: 'x' })).status);
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401));
    const limited = await service.call('GET', '/projects', undefined, { key: 'x' });
    expect(limited).toMatchObject({ status: 429, body: { error: 'RateLimited' } });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await service.call('GET', '/projects')).status).toBe(200);
  });

  it('is counted by the address that the nearest proxy saw, not by what the caller claims', async () => {
    const nowMs = Date.now();
    const service = await startTestService({
      settings: { GANTRY_TRUST_PROXY: 'true' },
      clock: { now: () => nowMs },
    });
    const statuses = [];
    for (let i = 0; i < 25; i += 1) {
      const headers = { 'x-forwarded-for': `10.0.0.${i}, 192.0.2.9` };
      statuses.push((await service.call('GET', '/projects', undefined, { key: 'x', headers })).status);
    }
    expect(statuses).toContain(429);
  });

  it('is limited per key, with Retry-After, and independent of other keys', async () => {
    const nowMs = Date.now();
    const service = await startTestService({
      settings: { GANTRY_RATE_LIMIT: '5' },
      clock: { now: () => nowMs },
    });
    const other = (await service.call('POST', '/keys')).body.key.key;
    const statuses = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await service.call('GET', '/projects')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    expect((await service.call('GET', '/projects', undefined, { key: other })).status).toBe(200);
  });
});

describe('the face of the API', () => {
  it('serves the committed OpenAPI document, and a reference page that loads nothing from elsewhere', async () => {
    const service = await startTestService();
    const committed = JSON.parse(await readFile(new URL('../../../openapi.json', import.meta.url), 'utf8'));
    expect((await service.call('GET', '/openapi.json', undefined, { key: null })).body).toEqual(committed);
    const page = await call(`${service.url}/docs`, 'GET', undefined, { key: null });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(page.body).toContain('Turn an uploaded binary into an app record');
    expect(page.body).not.toMatch(/<script|<link|<img|@import|url\(|https?:\/\//);
  });

  it('sends security headers and the request id with every answer, and takes the id of the caller', async () => {
    const service = await startTestService();
    const { headers } = await service.call('GET', '/projects', undefined, {
      headers: { 'x-request-id': 'ci-job-17' },
    });
    expect(headers.get('x-request-id')).toBe('ci-job-17');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    const forged = await service.call('GET', '/projects', undefined, {
      headers: { 'x-request-id': 'a b\tc' },
    });
    expect(forged.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is ready no sooner than the admin key of a first start works', async () => {
    const database = await createTestDatabase();
    const keys = new pg.Client({ connectionString: database.url });
    await keys.connect();
    onTestFinished(() => keys.end());
    await keys.query('begin');
    await keys.query('lock table api_keys in exclusive mode');
    const port = await quietPort();
    const starting = startTestService({ database, settings: { GANTRY_PORT: String(port) } });
    const url = `http://127.0.0.1:${port}`;
    const statusOf = async (path: string) => (await call(`${url}${path}`, 'GET').catch(() => null))?.status;
    await expect.poll(() => statusOf('/healthz'), { timeout: 60_000 }).toBe(200);
    expect(await statusOf('/api/v1/projects')).toBe(401);
    const early = await call(`${url}/readyz`, 'GET');
    expect(early).toMatchObject({ status: 503, body: { message: 'The service is still starting.' } });
    expect(early.headers.get('retry-after')).toBe('1');
    await keys.query('rollback');
    await expect.poll(() => statusOf('/readyz'), { timeout: 60_000 }).toBe(200);
    expect(await statusOf('/api/v1/projects')).toBe(200);
    await starting;
  });

  it('says that it lives, that it is ready, and what it measures', async () => {
    const service = await startTestService({ isNew: true });
    await service.call('GET', '/projects');
    const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'));
    expect((await call(`${service.url}/healthz`, 'GET')).body).toEqual({ status: 'ok', version });
    expect((await call(`${service.url}/readyz`, 'GET')).body).toEqual({ status: 'ok' });
    const { body } = await call(`${service.url}/metrics`, 'GET');
    expect(body).toContain(
      'gantry_http_request_seconds_count{method="GET",route="/api/v1/projects",status="200"} 1',
    );
    expect(body).toContain('gantry_database_connections{state="idle"}');
    expect(body).toContain(`gantry_build_info{version="${version}"} 1`);
    for (const queue of [
      'cleanup',
      'deliveries',
      'imports',
      'retries',
      'runs.web',
      'runs.ios',
      'runs.android',
    ])
      expect(body).toContain(`gantry_queue_age_seconds{queue="${queue}"} `);
  });

  it('builds the addresses it hands out from its settings, never from the Host of a request', async () => {
    const service = await startTestService({
      settings: { GANTRY_PUBLIC_URL: 'https://gantry.example.test/base/' },
    });
    const { port } = new URL(service.url);
    const answer = await new Promise<string>((resolve, reject) => {
      const sent = request(
        {
          port,
          host: '127.0.0.1',
          method: 'POST',
          path: `/api/v1/projects/${service.projectId}/mobile/upload`,
          headers: {
            host: 'evil.test',
            authorization: `Bearer ${adminKey}`,
            'content-type': 'application/json',
          },
        },
        async (response) => {
          let text = '';
          for await (const chunk of response) text += chunk;
          resolve(text);
        },
      );
      sent.on('error', reject);
      sent.end('{"filename":"a.apk","fileSize":1}');
    });
    expect(JSON.parse(answer).uploadUrl).toMatch(/^https:\/\/gantry\.example\.test\/base\/storage\/files\//);
  });

  it('names the next page under its own address, also when the request line carries another', async () => {
    const service = await startTestService();
    await service.call('POST', '/projects', { name: 'Second' });
    const { port } = new URL(service.url);
    const link = await new Promise<string>((resolve, reject) => {
      const path = 'http://evil.example/api/v1/projects?limit=1';
      const headers = { authorization: `Bearer ${adminKey}` };
      request({ port, host: '127.0.0.1', path, headers }, (response) => {
        resolve(String(response.resume().headers.link));
      })
        .on('error', reject)
        .end();
    });
    expect(link).toMatch(new RegExp(`^<${service.url}/api/v1/projects\\?limit=1&cursor=`));
    const { nextCursor } = (await service.call('GET', '/projects?limit=1')).body;
    expect(link).toBe(`<${service.url}/api/v1/projects?limit=1&cursor=${nextCursor}>; rel="next"`);
    const last = await service.call('GET', `/projects?limit=1&cursor=${nextCursor}`);
    expect([last.headers.get('link'), last.body.nextCursor]).toEqual([null, null]);
  });

  it.skipIf(process.platform !== 'linux')('hands out the address it listens on', async () => {
    const service = await startTestService({ settings: { GANTRY_HOST: '127.0.0.2' } });
    expect(service.service.publicUrl).toMatch(/^http:\/\/127\.0\.0\.2:\d+$/);
    expect((await call(`${service.service.publicUrl}/healthz`, 'GET')).status).toBe(200);
  });

  it('keeps keys and secrets out of the log at every level', async () => {
    const service = await startTestService();
    const issued = (await service.call('POST', '/keys', { name: 'ci' })).body.key;
    await service.call('GET', '/projects', undefined, { key: issued.key });
    await service.call('GET', `/groups/webhook/some/very-secret-path`);
    const secret = issued.key.split('_')[2];
    for (const word of [secret, adminKey.split('_')[2] ?? '', 'very-secret-path']) {
      expect(service.logged()).not.toContain(word);
    }
    expect(service.logged()).toContain(issued.id);
  });
});
