import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { dashboardRoutes } from '../../src/service/http/dashboard-routes.ts';
import { apiOnly, call, createTestFolder, startTestService } from '../support/service.js';

const asBrowser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }, key: null };

describe('the page', () => {
  it('is served at / and at every address of its own, and never cached', async () => {
    const { url } = await startTestService();
    for (const path of ['/', '/runs', '/runs/0190a0a0-0000-7000-8000-000000000000', '/apps?platform=ios']) {
      const { status, headers, body } = await call(url + path, 'GET', undefined, asBrowser);
      expect({ path, status, type: headers.get('content-type') }).toEqual({
        path,
        status: 200,
        type: 'text/html; charset=utf-8',
      });
      expect(headers.get('cache-control')).toBe('no-store');
      expect(body).toContain('<base href="/"');
      const head = await call(url + path, 'HEAD', undefined, asBrowser);
      expect({ status: head.status, body: head.body }).toEqual({ status: 200, body: '' });
    }
  });

  it('allows scripts, styles and connections of its own origin alone, and styles by a nonce that is used once', async () => {
    const { url, service } = await startTestService();
    const nonces = new Set<string>();
    for (let time = 1; time <= 2; time += 1) {
      const { headers, body } = await call(`${url}/`, 'GET', undefined, asBrowser);
      const nonce = /<meta name="style-nonce" content="([^"]+)"/.exec(body)?.[1] ?? '';
      nonces.add(nonce);
      expect(headers.get('content-security-policy')?.split('; ')).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        `style-src 'self' 'nonce-${nonce}'`,
        `img-src 'self' data: ${service.filesUrl}`,
        `media-src 'self' ${service.filesUrl}`,
        "font-src 'self'",
        "connect-src 'self'",
        `frame-src ${service.filesUrl}`,
        "base-uri 'self'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "manifest-src 'self'",
      ]);
      expect(headers.get('x-frame-options')).toBe('DENY');
    }
    expect(nonces.size).toBe(2);
  });

  it('may send binaries to the S3 server that takes them', async () => {
    const { url } = await startTestService({
      settings: {
        GANTRY_S3_BUCKET: 'builds',
        GANTRY_S3_ENDPOINT: 'http://127.0.0.1:9',
        GANTRY_S3_PUBLIC_ENDPOINT: 'https://s3.example.test/store',
        GANTRY_S3_ACCESS_KEY_ID: 'id',
        GANTRY_S3_SECRET_ACCESS_KEY: 'secret',
      },
    });
    const { headers } = await call(`${url}/`, 'GET', undefined, asBrowser);
    expect(headers.get('content-security-policy')).toContain("; connect-src 'self' https://s3.example.test;");
  });

  it('resolves its addresses below the path of the public address', async () => {
    const { url } = await startTestService({
      settings: { GANTRY_PUBLIC_URL: 'https://ci.example.test/test"s/gantry' },
    });
    const { body } = await call(`${url}/runs`, 'GET', undefined, asBrowser);
    expect(body).toContain('<base href="/test%22s/gantry/"');
    expect(body).toMatch(/src="\.\/assets\//);
  });

  it('hides nothing: an unknown address of the API, of a file or of the service stays a JSON 404', async () => {
    const { url } = await startTestService();
    for (const path of [
      '/api',
      '/api/v1/nothing',
      '/assets/nothing-12345678.js',
      '/runs/x/files/y.png',
      '/baselines/x/files/y/z',
      '/storage',
      '/docs/nothing',
      '/healthz/nothing',
      '/metrics/',
    ]) {
      const { status, body } = await call(url + path, 'GET', undefined, asBrowser);
      expect({ path, status, error: body.error }).toEqual({ path, status: 404, error: 'NotFound' });
    }
    const script = await call(`${url}/runs`, 'GET', undefined, { headers: { accept: '*/*' } });
    expect(script.body.error).toBe('NotFound');
    const post = await call(`${url}/runs`, 'POST', {}, asBrowser);
    expect(post.body.error).toBe('NotFound');
  });

  it('is not served by a worker', async () => {
    const { url } = await startTestService({ settings: { ...apiOnly, GANTRY_ROLE: 'worker' } });
    expect(await call(`${url}/`, 'GET', undefined, asBrowser)).toMatchObject({
      status: 404,
      body: { error: 'NotFound' },
    });
  });

  it('says how to build it where it has not been built', async () => {
    const app = Fastify();
    const parts = { publicUrl: () => 'http://127.0.0.1' } as Parameters<typeof dashboardRoutes>[1];
    await dashboardRoutes(app, parts, `${await createTestFolder()}/missing`);
    const { statusCode, headers, body } = await app.inject({ url: '/', headers: asBrowser.headers });
    expect({ statusCode, type: headers['content-type'] }).toEqual({
      statusCode: 200,
      type: 'text/plain; charset=utf-8',
    });
    expect(body).toContain('npm run build');
  });
});

describe('its files', () => {
  it('are kept for ever by browsers, and sent as small as these can read', async () => {
    const { url } = await startTestService();
    const { body: page } = await call(`${url}/`, 'GET', undefined, asBrowser);
    const script = `${url}/${/src="\.\/(assets\/[^"]+\.js)"/.exec(page)?.[1]}`;
    const plain = await get(script, 'identity');
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    });
    for (const [accepted, encoding, decode] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
      ['*', 'br', brotliDecompressSync],
    ] as const) {
      const { headers, body } = await get(script, accepted);
      expect({ accepted, encoding: headers['content-encoding'] }).toEqual({ accepted, encoding });
      expect(body.length).toBeLessThan(plain.body.length / 2);
      expect(decode(body).equals(plain.body)).toBe(true);
    }
    for (const accepted of ['', 'identity', 'br;q=0, gzip;q=0.0', 'deflate'])
      expect((await get(script, accepted)).headers['content-encoding']).toBeUndefined();
  });
});

/** As the bytes came: `fetch` would decompress them. */
function get(url: string, acceptEncoding: string): Promise<{ headers: object & Headers; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { 'accept-encoding': acceptEncoding } }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ headers: response.headers, body: Buffer.concat(chunks) });
    });
    sent.on('error', reject).end();
  });
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;
