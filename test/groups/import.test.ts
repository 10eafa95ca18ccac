import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { objectsIn } from '../support/objects.js';
import { scriptedExecution } from '../support/scripted-execution.mjs';
import { call, eventually, startTestService, type TestService } from '../support/service.js';
import { builds } from '../support/uploads.js';
import { makeGroup } from './support.js';

const phones = () => scriptedExecution({ platforms: ['web', 'ios', 'android'], slots: 4 });

describe('an artifact that is named by its address', () => {
  it('is imported, checked and recorded; the runs start on it, and it goes when the last of them has ended', async () => {
    const service = await startTestService({ execution: phones() });
    const bytes = await builds.android.bytes();
    const url = await serve((_request, response) => {
      response.setHeader('content-length', bytes.length);
      response.end(bytes);
    });
    const { webhookUrl } = await makeGroup(service, ['mobile', 'android']);
    const answer = await call(
      webhookUrl,
      'POST',
      { mobile: { artifactUrl: `${url}/build.apk` } },
      { key: null },
    );
    expect(answer).toMatchObject({
      status: 202,
      body: { count: 2, metadata: { mobile: { source: 'artifact_url', resolvedAppId: null } } },
    });
    const batch = await ended(service, answer.body.batchId);
    expect(batch).toMatchObject({
      counts: { completed: 2 },
      import: { status: 'completed', bytesRead: bytes.length, bytesTotal: bytes.length },
      runs: [{ platform: 'android' }, { platform: 'android' }],
    });
    await nothingLeft(service);
  });

  it.each([
    ['.app.zip', builds.ios, '/TestApp.app.zip', 'ios'],
    ['.apk without a name that says so', builds.android, '/download?id=7', 'android'],
  ])('may be a %s', async (_name, build, path, platform) => {
    const service = await startTestService({ execution: phones() });
    const bytes = await build.bytes();
    const url = await serve((_request, response) => response.end(bytes));
    const run = await submitted(service, url + path);
    expect(run).toMatchObject({ platform: null, appId: null, status: 'queued' });
    const done = await runEnded(service, run.id);
    expect(done).toMatchObject({ status: 'completed', platform, appId: expect.any(String) });
    await nothingLeft(service);
  });

  const faults: Array<[string, string, RequestListener, Record<string, string>]> = [
    ['is not there', 'ARTIFACT_NOT_FOUND', (_request, response) => response.writeHead(404).end(), {}],
    [
      'leads elsewhere',
      'ARTIFACT_UNREACHABLE',
      (_request, response) => response.writeHead(302, { location: '/other' }).end(),
      {},
    ],
    [
      'says that it is too large',
      'ARTIFACT_TOO_LARGE',
      (_request, response) => response.writeHead(200, { 'content-length': 2_000 }).end(Buffer.alloc(2_000)),
      { GANTRY_MAX_UPLOAD_BYTES: '1000' },
    ],
    [
      'turns out to be too large',
      'ARTIFACT_TOO_LARGE',
      (_request, response) => {
        response.write(Buffer.alloc(600));
        response.end(Buffer.alloc(600));
      },
      { GANTRY_MAX_UPLOAD_BYTES: '1000' },
    ],
    ['holds no app', 'ARTIFACT_INVALID', (_request, response) => response.end('no archive at all'), {}],
    [
      'breaks off',
      'ARTIFACT_UNREACHABLE',
      (_request, response) => {
        response.writeHead(200, { 'content-length': 2_000 });
        response.write(Buffer.alloc(100), () => response.destroy());
      },
      {},
    ],
  ];
  it.each(faults)(
    'and %s fails its runs with %s, and leaves no bytes',
    async (_name, code, listener, settings) => {
      const service = await startTestService({ execution: phones(), settings });
      const url = await serve(listener);
      const { webhookUrl } = await makeGroup(service, ['mobile', 'mobile'], { runMode: 'sequential' });
      const { body } = await call(
        webhookUrl,
        'POST',
        { mobile: { artifactUrl: `${url}/a.apk` } },
        { key: null },
      );
      const batch = await ended(service, body.batchId);
      expect(batch.runs).toMatchObject([
        { status: 'failed', error: { code, message: expect.stringMatching(/^[A-Z].*\.$/) } },
        { status: 'failed', error: { code } },
      ]);
      await eventually(async () => {
        const { batch: now } = (await service.call('GET', `/batches/${body.batchId}`)).body;
        expect(now.import).toMatchObject({ status: 'failed' });
      });
      await nothingLeft(service);
    },
  );

  it('at an address that may not be called fails with ARTIFACT_REFUSED', async () => {
    const service = await startTestService({
      execution: phones(),
      settings: { GANTRY_PUBLIC_URL: 'http://gantry.example.test' },
    });
    const run = await submitted(service, 'http://127.0.0.1:1/a.apk');
    expect(await runEnded(service, run.id)).toMatchObject({ error: { code: 'ARTIFACT_REFUSED' } });
  });

  it('that is cancelled meanwhile is given up, and leaves no bytes', async () => {
    const service = await startTestService({ execution: phones() });
    let gone: () => void = () => undefined;
    const left = new Promise<void>((resolve) => {
      gone = resolve;
    });
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': 1_000_000 });
      response.write(Buffer.alloc(1_000));
      response.once('close', gone);
    });
    const run = await submitted(service, `${url}/a.apk`);
    await eventually(async () => {
      const { rows } = await service.query('select bytes_read from imports');
      expect(Number(rows[0].bytes_read)).toBe(1_000);
    });
    await service.call('POST', `/runs/${run.id}/cancel`);
    await left;
    await nothingLeft(service);
  });

  it('keeps the project from being deleted while it is under way', async () => {
    const service = await startTestService({ execution: phones() });
    const url = await serve(() => undefined);
    const run = await submitted(service, `${url}/a.apk`);
    expect((await service.call('DELETE', `/projects/${service.projectId}`)).status).toBe(409);
    await service.call('POST', `/runs/${run.id}/cancel`);
    await eventually(async () => {
      expect((await service.call('DELETE', `/projects/${service.projectId}`)).status).toBe(200);
    });
  });
});

async function submitted(service: TestService, artifactUrl: string) {
  const { projectId } = service;
  return (await service.call('POST', '/runs', { projectId, prompt: 'see a', mobile: { artifactUrl } })).body;
}

async function ended(service: TestService, batchId: string) {
  await eventually(async () => {
    const { batch } = (await service.call('GET', `/batches/${batchId}`)).body;
    expect(batch.completedAt).not.toBeNull();
  });
  return (await service.call('GET', `/batches/${batchId}`)).body.batch;
}

async function runEnded(service: TestService, id: string) {
  await eventually(async () => {
    expect((await service.call('GET', `/runs/${id}`)).body.completedAt).not.toBeNull();
  });
  return (await service.call('GET', `/runs/${id}`)).body;
}

/** No record, no hold, no place taken, no job and no bytes. */
async function nothingLeft({ query, dataDir }: TestService): Promise<void> {
  await eventually(async () => {
    const { rows } = await query(
      `select (select count(*) from apps) + (select count(*) from app_holds) + (select sum(active_runs) from projects)
         + (select count(*) from jobs) + (select count(*) from imports where ended_at is null) as left`,
    );
    expect(Number(rows[0].left)).toBe(0);
    expect(await objectsIn(dataDir)).toEqual([]);
  });
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
