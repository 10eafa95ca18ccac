import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { importsPerProject } from '../../../src/service/apps/import-limits.ts';
import { eventually, startTestService } from '../../support/service.js';
import { ended, phones, submit } from './import-shares.ts';
import { nothingLeft, serve, smallBuild } from './support.js';

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
