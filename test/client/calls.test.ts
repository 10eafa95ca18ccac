import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClient, GantryError, type Retry, routes, UnreachableError } from '../../src/client/index.ts';
import { quietPort } from '../support/ports.ts';
import { adminKey, apiOnly, startTestService } from '../support/service.js';
import { startScripted } from './support.ts';

const apiKey = 'gk_a_b';
const json = { 'content-type': 'application/json' };

describe('a call', () => {
  it('has the method and the path of every operation in openapi.json', async () => {
    const { paths } = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'));
    const written: Record<string, [string, string]> = {};
    for (const [path, methods] of Object.entries<Record<string, { operationId: string }>>(paths)) {
      for (const [method, { operationId }] of Object.entries(methods))
        written[operationId] = [method.toUpperCase(), path];
    }
    const known = Object.entries(routes).map(([id, { method, path }]) => [id, [method, path]]);
    expect(Object.fromEntries(known)).toEqual(written);
  });

  it('answers with what the service says, and explains what it refuses', async () => {
    const { url, projectId } = await startTestService({ settings: apiOnly });
    const client = createClient({ url, apiKey: adminKey, retries: 0 });
    expect((await client.call('getProject', { path: { projectId } })).name).toBe('Default');
    expect(await client.request('listProjects')).toMatchObject({
      status: 200,
      headers: expect.any(Headers),
      answer: { projects: [{ id: projectId }] },
    });
    const body = { filename: 'a.txt', fileSize: 0 };
    const refused = await failure(client.call('initiateUpload', { path: { projectId }, body }));
    expect(refused).toBeInstanceOf(GantryError);
    expect(refused).toMatchObject({
      name: 'GantryError',
      status: 400,
      code: 'ValidationError',
      message: expect.stringContaining('filename'),
      details: [{ path: 'filename' }, { path: 'fileSize' }],
      requestId: expect.stringMatching(/.+/),
    });
    const stranger = createClient({ url, apiKey: 'gk_no_body', retries: 0 });
    expect(await failure(stranger.call('listRuns'))).toMatchObject({ status: 401, code: 'Unauthorized' });
  });

  it('fills path and query with any text and leaves out what is undefined', async () => {
    const { url, asked } = await startScripted((_request, response) =>
      response.writeHead(200, json).end('{}'),
    );
    const client = createClient({ url, apiKey });
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, unit: 'grapheme' }), async (text) => {
        fc.pre(!['.', '..'].includes(text));
        const query = { bundleId: text, cursor: undefined };
        await client.call('listApps', { path: { projectId: text }, query });
        const { pathname, searchParams } = new URL(asked.at(-1)?.url ?? '', url);
        expect(decodeURIComponent(pathname.split('/')[4] ?? '')).toBe(text);
        expect(pathname.split('/')).toHaveLength(6);
        expect([...searchParams]).toEqual([['bundleId', text]]);
      }),
      { numRuns: 50 },
    );
    await expect(client.call('getRun', { path: { id: '' } })).rejects.toThrow('path.id: must be an id');
    await expect(client.call('getRun', { path: { id: '..' } })).rejects.toThrow('path.id: must be an id');
  });

  it.each(['', '/', '/api/v1', '/api/v1/', '/behind/a/proxy/api/v1'])(
    'takes the address of the service with "%s" behind it',
    async (suffix) => {
      const { url, asked } = await startScripted((_request, response) =>
        response.writeHead(200, json).end('{}'),
      );
      await createClient({ url: url + suffix, apiKey }).call('listProjects');
      expect(asked[0]?.url).toBe(`${suffix.replace(/\/api\/v1\/?$|\/$/, '')}/api/v1/projects`);
      expect(asked[0]?.headers).toMatchObject({ authorization: `Bearer ${apiKey}` });
    },
  );

  it.each(['gantry', 'ftp://gantry.example.com', ''])('refuses "%s" as an address by name', (url) => {
    expect(() => createClient({ url, apiKey })).toThrow(/^url: must be the address of the service/);
  });

  it('sends no key where the path holds the secret, and a body of its own where none was given', async () => {
    const bodies: string[] = [];
    const { url, asked } = await startScripted((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        bodies.push(body);
        response.writeHead(202, json).end('{}');
      });
    });
    const client = createClient({ url, apiKey });
    await client.call('triggerGroupByWebhook', { path: { id: 'a', secret: 'b' } });
    await client.call('cancelRun', { path: { id: 'a' } });
    expect(asked[0]?.headers).not.toHaveProperty('authorization');
    expect(asked[1]?.headers).not.toHaveProperty('content-type');
    expect(bodies).toEqual(['{}', '']);
  });

  it('is checked by the compiler', () => {
    const client = createClient({ url: 'http://127.0.0.1:1', apiKey });
    () => [
      // @ts-expect-error a path is missing
      client.call('getRun'),
      // @ts-expect-error another name
      client.call('getRun', { path: { runId: 'a' } }),
      // @ts-expect-error the prompt is missing
      client.call('submitRun', { body: {} }),
      // @ts-expect-error no such status
      client.call('listRuns', { query: { status: 'done' } }),
      // @ts-expect-error it takes no body
      client.call('cancelRun', { path: { id: 'a' }, body: { reason: 'b' } }),
      // @ts-expect-error no such operation
      client.call('startRun'),
      client.call('listRuns', { query: { status: undefined }, signal: undefined }),
    ];
  });
});

describe('a call that fails', () => {
  it('is made again when the connection breaks, a submission under the same key', async () => {
    const retries: Retry[] = [];
    let broken = 0;
    const { url, asked } = await startScripted((request, response) => {
      broken += 1;
      if (broken % 2 === 1) request.socket.destroy();
      else response.writeHead(202, json).end('{"id":"a"}');
    });
    const client = createClient({ url, apiKey, onRetry: (retry) => retries.push(retry) });
    await client.call('submitRun', { body: { prompt: 'a' } });
    await client.call('getRun', { path: { id: 'a' } });
    await client.call('deleteTest', { path: { id: 'a' } });
    expect(asked.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET', 'GET', 'DELETE', 'DELETE']);
    const [first, second] = asked.map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
    expect(asked[2]?.headers).not.toHaveProperty('idempotency-key');
    expect(retries).toMatchObject([
      { what: 'submitRun', attempt: 1, error: { name: 'UnreachableError' } },
      { what: 'getRun' },
      { what: 'deleteTest' },
    ]);
  });

  it('is not made again when it might be done twice', async () => {
    const { url, asked } = await startScripted((request) => request.socket.destroy());
    const client = createClient({ url, apiKey });
    const body = { title: 'a', platform: 'web' as const, steps: [] };
    const headers = { 'idempotency-key': 'it takes none' };
    const failed = await failure(client.call('createTest', { body, headers }));
    expect(failed).toBeInstanceOf(UnreachableError);
    expect(failed).toMatchObject({
      cause: expect.any(Error),
      message: expect.stringContaining("can't be reached"),
    });
    expect(asked).toHaveLength(1);
  });

  it('is made again when it certainly was not done: over the rate, or nobody listened', async () => {
    const { url, asked } = await startScripted((_request, response) => {
      if (asked.length === 1) response.writeHead(429, { 'retry-after': '1' }).end();
      else response.writeHead(201, json).end('{"test":{}}');
    });
    const retries: Retry[] = [];
    const onRetry = (retry: Retry) => retries.push(retry);
    const body = { title: 'a', platform: 'web' as const, steps: [] };
    await createClient({ url, apiKey, onRetry }).call('createTest', { body });
    expect(asked).toHaveLength(2);
    expect(retries[0]).toMatchObject({ delayMs: 1_000, error: { status: 429 } });
    const silent = createClient({ url: await closedPort(), apiKey, retries: 1, onRetry });
    const failed = await failure(silent.call('createTest', { body }));
    expect(failed).toBeInstanceOf(UnreachableError);
    expect(retries).toHaveLength(2);
  });

  it('is made again after 502, 503 and 504, and then says what the last one was', async () => {
    const { url, asked } = await startScripted((_request, response) =>
      response.writeHead(501 + asked.length, { 'content-type': 'text/html' }).end('<h1>Not now</h1>'),
    );
    const client = createClient({ url, apiKey, retries: 2 });
    const failed = await failure(client.call('listRuns'));
    expect(asked).toHaveLength(3);
    expect(failed).toMatchObject({ status: 504, code: 'Http504', details: [], requestId: undefined });
    expect(String(failed)).toBe(`GantryError: ${new URL(url).host} answered 504 Gateway Timeout`);
  });

  it('is not held back for longer than a minute', async () => {
    const { url, asked } = await startScripted((_request, response) =>
      response.writeHead(503, { 'retry-after': '61' }).end(),
    );
    const failed = await failure(createClient({ url, apiKey }).call('listRuns'));
    expect(failed).toMatchObject({ status: 503, retryAfterMs: 61_000 });
    expect(asked).toHaveLength(1);
  });

  it('names a redirect instead of following it with the key', async () => {
    const elsewhere = await startScripted((_request, response) => response.writeHead(200, json).end('{}'));
    const { url } = await startScripted((_request, response) =>
      response.writeHead(302, { location: `${elsewhere.url}/login` }).end(),
    );
    const failed = await failure(createClient({ url, apiKey }).call('listRuns'));
    expect(failed).toMatchObject({ code: 'Redirected', status: 302 });
    expect(String(failed)).toContain(elsewhere.url);
    expect(elsewhere.asked).toHaveLength(0);
  });

  it('says when something else answers at the address', async () => {
    const { url } = await startScripted((_request, response) => response.end('<h1>Welcome to nginx</h1>'));
    const failed = await failure(createClient({ url, apiKey }).call('listRuns'));
    expect(failed).toMatchObject({ code: 'NotGantry', status: 200 });
  });

  it('gives up an attempt that has no answer in its time, also in the middle of the answer', async () => {
    const { url, asked } = await startScripted((_request, response) => {
      if (asked.length === 2) response.writeHead(200, json).write('{"runs":');
    });
    const client = createClient({ url, apiKey, retries: 1, timeoutMs: 1_500 });
    const failed = await failure(client.call('listRuns'));
    expect(failed).toBeInstanceOf(UnreachableError);
    expect(String(failed)).toContain('there was no answer for 1.5 seconds');
    expect(asked).toHaveLength(2);
  });

  it('ends with the reason of its signal, while it waits for the answer and for the next attempt', async () => {
    const reason = new Error('enough');
    const stop = new AbortController();
    const { url } = await startScripted(() => stop.abort(reason));
    const answering = createClient({ url, apiKey }).call('listRuns', { signal: stop.signal });
    await expect(answering).rejects.toBe(reason);
    const between = new AbortController();
    const onRetry = () => between.abort(reason);
    const waiting = createClient({ url: await closedPort(), apiKey, onRetry });
    await expect(waiting.call('listRuns', { signal: between.signal })).rejects.toBe(reason);
    await expect(waiting.call('listRuns', { signal: between.signal })).rejects.toBe(reason);
  });
});

async function failure(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (answer) => expect.fail(`it answered ${JSON.stringify(answer)}`),
    (error: unknown) => error,
  );
}

async function closedPort(): Promise<string> {
  return `http://127.0.0.1:${await quietPort()}`;
}
