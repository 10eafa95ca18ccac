import type { RequestListener, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { call, eventually, startTestService } from '../../support/service.js';
import { builds } from '../../support/uploads.js';
import { ended, failsItsRuns, phones, runEnded, submitted } from './import.ts';
import { makeGroup, nothingLeft, serve, smallBuild } from './support.js';

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

  it.each([['.app.zip', builds.ios, '/TestApp.app.zip', 'ios']])(
    'may be a %s',
    async (_name, build, path, platform) => {
      const service = await startTestService({ execution: phones() });
      const bytes = await build.bytes();
      const url = await serve((_request, response) => response.end(bytes));
      const run = await submitted(service, url + path);
      expect(run).toMatchObject({ platform: null, appId: null, status: 'queued' });
      const done = await runEnded(service, run.id);
      expect(done).toMatchObject({ status: 'completed', platform, appId: expect.any(String) });
      await nothingLeft(service);
    },
  );

  const faults: Array<[string, string, RequestListener, Record<string, string>]> = [
    ['is not there', 'ARTIFACT_NOT_FOUND', (_request, response) => response.writeHead(404).end(), {}],
    [
      'turns out to be too large',
      'ARTIFACT_TOO_LARGE',
      (_request, response) => {
        response.write(Buffer.alloc(600));
        response.end(Buffer.alloc(600));
      },
      { GANTRY_MAX_UPLOAD_BYTES: '1000' },
    ],
  ];
  it.each(faults)('and %s fails its runs with %s, and leaves no bytes', (_name, code, listener, settings) =>
    failsItsRuns(code, listener, settings),
  );

  it.each([
    ['may not be called', 'ARTIFACT_REFUSED', { GANTRY_PUBLIC_URL: 'http://gantry.example.test' }],
    ['nobody answers at', 'ARTIFACT_UNREACHABLE', {}],
  ])('at an address that %s fails its runs with %s', async (_name, code, settings) => {
    const service = await startTestService({ execution: phones(), settings });
    const artifactUrl = 'http://127.0.0.1:1/a.apk';
    const { groupId } = await makeGroup(service, ['mobile', 'web']);
    const run = await submitted(service, artifactUrl);
    const { body } = await service.call('POST', `/groups/${groupId}/runs`, { mobile: { artifactUrl } });
    expect(await runEnded(service, run.id)).toMatchObject({ status: 'failed', error: { code } });
    expect((await ended(service, body.batchId)).runs).toMatchObject([
      { status: 'failed', error: { code } },
      { status: 'completed', result: 'PASS' },
    ]);
    await nothingLeft(service);
  });

  it('is fetched once more where the database fails in the middle, and no run is forgotten', async () => {
    const service = await startTestService({ execution: phones() });
    const bytes = await smallBuild.bytes();
    const url = await serve((_request, response) => response.end(bytes));
    const mobile = { artifactUrl: `${url}/${smallBuild.filename}` };
    const { webhookUrl } = await makeGroup(service, ['android', 'mobile']);
    await service.query(`
      create sequence failed;
      create function fail_once() returns trigger language plpgsql as $$
      begin
        if nextval('failed') = 1 then raise exception 'not now'; end if;
        return new;
      end $$`);
    const faults = [
      ['runs', 'update', `when (new.error_code = 'WRONG_PLATFORM')`],
      ['apps', 'insert', ''],
    ];
    for (const [table, change, condition] of faults) {
      await service.query('alter sequence failed restart');
      await service.query(
        `create trigger fault before ${change} on ${table} for each row ${condition} execute function fail_once()`,
      );
      const { batchId } = (await call(webhookUrl, 'POST', { mobile }, { key: null })).body;
      expect((await ended(service, batchId)).runs).toMatchObject([
        { status: 'failed', error: { code: 'WRONG_PLATFORM' } },
        { status: 'completed', result: 'PASS' },
      ]);
      const { rows } = await service.query(`select last_value::int as count from failed`);
      expect(rows[0].count, table).toBeGreaterThan(1);
      await service.query(`drop trigger fault on ${table}`);
    }
    await nothingLeft(service);
  });

  it('that is cancelled meanwhile is given up, and leaves no bytes; other runs of the project go on', async () => {
    const service = await startTestService({ execution: phones() });
    const bytes = await smallBuild.bytes();
    const open: ServerResponse[] = [];
    let gone = 0;
    const url = await serve((_request, response) => {
      open.push(response);
      response.writeHead(200, { 'content-length': bytes.length });
      response.write(bytes.subarray(0, 100));
      response.once('close', () => {
        gone += 1;
      });
    });
    const artifactUrl = `${url}/${smallBuild.filename}`;
    const { webhookUrl } = await makeGroup(service, ['mobile', 'mobile'], { runMode: 'sequential' });
    const run = await submitted(service, artifactUrl);
    const batch = (await call(webhookUrl, 'POST', { mobile: { artifactUrl } }, { key: null })).body;
    await eventually(async () => {
      const { rows } = await service.query('select from imports where bytes_read = 100');
      expect(rows).toHaveLength(2);
    });
    const other = await service.call('POST', '/runs', { projectId: service.projectId, prompt: 'see a' });
    expect(await runEnded(service, other.body.id)).toMatchObject({ status: 'completed' });
    await service.call('POST', `/runs/${run.id}/cancel`);
    await eventually(async () => expect(gone).toBe(1));
    expect((await service.call('GET', `/batches/${batch.batchId}`)).body.batch).toMatchObject({
      status: 'importing',
      import: { status: 'running', bytesRead: 100, bytesTotal: bytes.length },
    });
    // Somebody still waits for it.
    await service.call('POST', `/runs/${batch.runIds[0]}/cancel`);
    for (const response of open) if (!response.closed) response.end(bytes.subarray(100));
    expect(await ended(service, batch.batchId)).toMatchObject({ counts: { cancelled: 1, completed: 1 } });

    const { batchId } = (await call(webhookUrl, 'POST', { mobile: { artifactUrl } }, { key: null })).body;
    await eventually(async () => expect(open).toHaveLength(3));
    await service.call('POST', `/batches/${batchId}/cancel`);
    await eventually(async () => expect(gone).toBe(3));
    await nothingLeft(service);
  });
});
