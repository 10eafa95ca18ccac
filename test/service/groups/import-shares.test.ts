import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { importsPerProject } from '../../../src/service/apps/import-limits.ts';
import { createTestDatabase } from '../../support/database.js';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { apiOnly, eventually, startTestService, type TestService } from '../../support/service.js';
import { nothingLeft, serve, smallBuild } from './support.js';

const phones = () => scriptedExecution({ platforms: ['web', 'ios', 'android'], slots: 4 });

/** One byte at a time, for as long as anyone listens. */
function trickle(response: ServerResponse, everyMs: number): void {
  response.writeHead(200, { 'content-length': 1_000_000 });
  const timer = setInterval(() => response.write('x'), everyMs);
  response.once('close', () => clearInterval(timer));
}

describe('servers that send their artifacts slowly', () => {
  it('take no more than the share of their project; another project’s import passes them', async () => {
    const service = await startTestService({ execution: phones() });
    const open: ServerResponse[] = [];
    const slow = await serve((_request, response) => {
      open.push(response);
      trickle(response, 100);
    });
    const bytes = await smallBuild.bytes();
    const quick = await serve((_request, response) => response.end(bytes));
    const busy: string[] = [];
    for (let at = 0; at < importsPerProject + 3; at += 1)
      busy.push(await submit(service, `${slow}/${at}.apk`));
    await eventually(async () => expect(open).toHaveLength(importsPerProject));

    const { id: projectId } = (await service.call('POST', '/projects', { name: 'Other' })).body.project;
    const other = await submit({ ...service, projectId }, `${quick}/${smallBuild.filename}`);
    expect(await ended(service, other)).toMatchObject({ status: 'completed', platform: 'ios' });

    expect(open).toHaveLength(importsPerProject);
    // Each that ends makes room for the next, until none is left.
    for (const id of busy) await service.call('POST', `/runs/${id}/cancel`);
    await nothingLeft(service);
  });

  it('wait for the share in the order of their runs', async () => {
    const service = await startTestService({ execution: phones() });
    const asked: string[] = [];
    const open: ServerResponse[] = [];
    const url = await serve((request, response) => {
      asked.push(request.url ?? '');
      open.push(response);
    });
    const bytes = await smallBuild.bytes();
    const runs: string[] = [];
    for (let at = 0; at < importsPerProject + 2; at += 1)
      runs.push(await submit(service, `${url}/${at}/${smallBuild.filename}`));
    await eventually(async () => expect(asked).toHaveLength(importsPerProject));
    const first = asked.indexOf(`/0/${smallBuild.filename}`);
    open[first]?.end(bytes);
    // Imports that wait take none of the project's places: the run starts beside them.
    expect(await ended(service, runs[0] ?? '')).toMatchObject({ status: 'completed' });
    await eventually(async () => expect(asked[importsPerProject]).toMatch(`/${importsPerProject}/`));
    expect(asked).toHaveLength(importsPerProject + 1);
    for (const id of runs) await service.call('POST', `/runs/${id}/cancel`);
    await nothingLeft(service);
  });

  it('are let in also where whoever ended the ones before did not see to it', async () => {
    const database = await createTestDatabase();
    const api = await startTestService({ database, settings: apiOnly });
    const bytes = await smallBuild.bytes();
    const url = await serve((_request, response) => response.end(bytes));
    const runs: string[] = [];
    for (let at = 0; at < importsPerProject + 2; at += 1)
      runs.push(await submit(api, `${url}/${smallBuild.filename}`));
    // As a worker of an earlier version ends them.
    await database.query(`update imports set status = 'failed', ended_at = now() where not is_waiting`);
    await database.query(`delete from jobs where name = 'artifact.import'`);
    await database.query('update projects set active_runs = 0');
    const worker = await startTestService({ database, dataDir: api.dataDir, execution: phones() });
    for (const id of runs.slice(importsPerProject))
      expect(await ended(worker, id)).toMatchObject({ status: 'completed' });
  });

  it('are given up below the least rate, with a reason; the one that sends more is waited for', async () => {
    const service = await startTestService({
      execution: phones(),
      fetchLimits: {
        longestMs: 60_000,
        longestSilenceMs: 60_000,
        leastRate: { bytesPerSecond: 1_000, windowMs: 200 },
      },
    });
    const slow = await serve((_request, response) => trickle(response, 20));
    const started: ServerResponse[] = [];
    const fast = await serve((_request, response) => {
      started.push(response);
      response.writeHead(200);
      const filler = setInterval(() => response.write(Buffer.alloc(1_000)), 5);
      response.once('close', () => clearInterval(filler));
      onTestFinished(() => clearInterval(filler));
    });
    const waiting = await submit(service, `${fast}/a.apk`);
    await eventually(async () => expect(started).toHaveLength(1));
    const run = await submit(service, `${slow}/${smallBuild.filename}`);
    expect(await ended(service, run)).toMatchObject({
      status: 'failed',
      error: {
        code: 'ARTIFACT_TIMEOUT',
        message:
          "The artifact can't be fetched: The other side sent less than 1000 bytes a second for 0.2 s.",
      },
    });
    expect((await service.call('GET', `/runs/${waiting}`)).body).toMatchObject({ status: 'queued' });
    await service.call('POST', `/runs/${waiting}/cancel`);
    await nothingLeft(service);
  });
});

async function submit(
  { call, projectId }: Pick<TestService, 'call' | 'projectId'>,
  artifactUrl: string,
): Promise<string> {
  return (await call('POST', '/runs', { projectId, prompt: 'see a', mobile: { artifactUrl } })).body.id;
}

async function ended(service: TestService, id: string) {
  await eventually(async () => {
    expect((await service.call('GET', `/runs/${id}`)).body.completedAt).not.toBeNull();
  });
  return (await service.call('GET', `/runs/${id}`)).body;
}
