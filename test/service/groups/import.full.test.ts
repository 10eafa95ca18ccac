import type { RequestListener, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { adminKey, call, eventually, startTestService } from '../../support/service.js';
import { builds, deviceBuild } from '../../support/uploads.js';
import { ended, failsItsRuns, phones, runEnded, submitted } from './import.ts';
import { makeGroup, nothingLeft, serve, smallBuild } from './support.js';

describe('an artifact that is named by its address', () => {
  it.each([
    ['.ipa', deviceBuild, '/export/Shop.ipa', 'ios'],
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
  it.each(faults)('and %s fails its runs with %s, and leaves no bytes', (_name, code, listener, settings) =>
    failsItsRuns(code, listener, settings),
  );

  it('of the other platform than a test fails that test alone, and is not kept where it fits none', async () => {
    const service = await startTestService({ execution: phones() });
    const bytes = await smallBuild.bytes();
    const url = await serve((_request, response) => response.end(bytes));
    const body = { mobile: { artifactUrl: `${url}/${smallBuild.filename}` } };
    const start = async (platforms: string[]) => {
      const { webhookUrl } = await makeGroup(service, platforms, { runMode: 'sequential' });
      return (await call(webhookUrl, 'POST', body, { key: null })).body.batchId;
    };
    const [some, all] = [
      await start(['android', 'mobile', 'web', 'ios']),
      await start(['android', 'android']),
    ];
    const wrong = { status: 'failed', error: { code: 'WRONG_PLATFORM' } };
    const right = { status: 'completed', result: 'PASS' };
    expect((await ended(service, some)).runs).toMatchObject([wrong, right, right, right]);
    expect((await ended(service, all)).runs).toMatchObject([wrong, wrong]);
    await nothingLeft(service);
  });

  it('streams its progress to those who follow the project', async () => {
    const service = await startTestService({ execution: phones() });
    const bytes = await smallBuild.bytes();
    const open: ServerResponse[] = [];
    const url = await serve((_request, response) => {
      open.push(response);
      response.writeHead(200, { 'content-length': bytes.length });
      response.write(bytes.subarray(0, 100));
    });
    const stream = await fetch(`${service.url}/api/v1/events?projectId=${service.projectId}`, {
      headers: { authorization: `Bearer ${adminKey}` },
    });
    const told = collect(stream);
    const { webhookUrl } = await makeGroup(service, ['mobile']);
    const mobile = { artifactUrl: `${url}/${smallBuild.filename}` };
    const { batchId } = (await call(webhookUrl, 'POST', { mobile }, { key: null })).body;
    const importOf = (bytesRead: number) => ({ bytesRead, bytesTotal: bytes.length });
    await eventually(async () =>
      expect(told.at(-1)).toMatchObject({ event: 'batch.progress', id: batchId, import: importOf(100) }),
    );
    for (const response of open) response.end(bytes.subarray(100));
    await eventually(async () =>
      expect(told.at(-1)).toMatchObject({
        event: 'batch.ended',
        id: batchId,
        import: importOf(bytes.length),
        unfinished: 0,
        passed: 1,
      }),
    );
    const read = told.map((event) => event.import?.bytesRead ?? 0);
    expect(read).toEqual([...read].sort((one, other) => one - other));
    await stream.body?.cancel().catch(() => undefined);
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

interface BatchEvent {
  event: string;
  id: string;
  import: { bytesRead: number } | null;
}

/** Events of batches, as they come. */
function collect(stream: Response): BatchEvent[] {
  const told: BatchEvent[] = [];
  let text = '';
  const take = async () => {
    for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const frames = (text + chunk).split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) {
        const [, event = '', data = ''] = /^event: (batch\..+)\ndata: (.+)$/m.exec(frame) ?? [];
        if (event !== '') told.push({ event, ...JSON.parse(data) });
      }
    }
  };
  take().catch(() => undefined);
  return told;
}
