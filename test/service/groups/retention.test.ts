import { describe, expect, it } from 'vitest';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { call, eventually, startTestService } from '../../support/service.js';
import { makeGroup, nothingLeft, serve, smallBuild } from './support.js';

describe('old batches and imports', () => {
  it('go with the last of their runs; younger ones, and those with a run that is kept, stay', async () => {
    const service = await startTestService({
      execution: scriptedExecution({ platforms: ['ios'] }),
      settings: { GANTRY_RUN_RETENTION_DAYS: '30' },
    });
    const { query } = service;
    const bytes = await smallBuild.bytes();
    const url = await serve((_request, response) => response.end(bytes));
    const { webhookUrl } = await makeGroup(service, ['mobile', 'mobile']);
    const mobile = { artifactUrl: `${url}/${smallBuild.filename}` };
    const start = async () => (await call(webhookUrl, 'POST', { mobile }, { key: null })).body;
    const batches = [await start(), await start(), await start()];
    const [old, partly, young] = batches.map(({ batchId }) => batchId);
    await nothingLeft(service);

    await query(`update batches set created_at = now() - interval '31 days' where id <> $1`, [young]);
    await query(
      `update imports set ended_at = now() - interval '31 days'
       from batches where imports.id = import_id and batches.id = $1`,
      [old],
    );
    const endedLongAgo = `update runs set completed_at = now() - interval '31 days' where id = any ($1::uuid[])`;
    await query(endedLongAgo, [[...batches[0].runIds, batches[1].runIds[0]]]);
    // Otherwise these sweeps look once a minute.
    await query(`select pg_notify('gantry', 'test sweep')`);
    await eventually(async () => {
      expect((await service.call('GET', `/batches/${old}`)).status).toBe(404);
      expect((await query('select from imports')).rowCount).toBe(2);
    });
    expect((await service.call('GET', `/batches/${partly}`)).body.batch).toMatchObject({ count: 1 });
    expect((await service.call('GET', `/batches/${young}`)).body.batch).toMatchObject({
      count: 2,
      import: { status: 'completed', bytesRead: bytes.length, bytesTotal: bytes.length },
    });
    expect((await query('select from batches')).rowCount).toBe(2);
  });
});
