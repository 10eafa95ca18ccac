import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { importsPerProject } from '../../../src/service/apps/import-limits.ts';
import { createTestDatabase } from '../../support/database.js';
import { apiOnly, eventually, startTestService } from '../../support/service.js';
import { ended, phones, submit } from './import-shares.ts';
import { nothingLeft, serve, smallBuild } from './support.js';

describe('servers that send their artifacts slowly', () => {
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
});
