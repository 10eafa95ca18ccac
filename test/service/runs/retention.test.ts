import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids.ts';
import { createRunSweeps } from '../../../src/service/runs/sweep.ts';
import { objectsIn } from '../../support/objects.js';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { eventually, startTestService } from '../../support/service.js';
import { makePlace, openRuns } from './support.ts';

describe('retention', () => {
  it('removes old runs with files, deliveries and attempts; younger ones stay, unfinished ones always', async () => {
    const service = await startTestService({
      execution: scriptedExecution({ slots: 8 }),
      settings: { GANTRY_RUN_RETENTION_DAYS: '30' },
    });
    const submit = async (prompt: string) =>
      (await service.call('POST', '/runs', { prompt, webhookUrl: 'http://127.0.0.1:1/nobody' })).body.id;
    const [old, young] = [await submit('see a\nshot\nshot'), await submit('see a\nshot')];
    const unfinished = [await submit('see a\nshot\nhang'), await submit('see a\nhang')];
    const read = async (id: string) => (await service.call('GET', `/runs/${id}`)).body;
    await eventually(async () => {
      for (const id of [old, young]) expect((await read(id)).webhookStatus).toBe('failed');
      for (const id of unfinished) expect((await read(id)).output.steps).toHaveLength(1);
      expect(await objectsIn(service.dataDir)).toHaveLength(4);
    });
    const [oldShot] = (await read(old)).output.screenshots;
    const [youngShot] = (await read(young)).output.screenshots;

    await service.query(`update runs set created_at = now() - interval '1 year'`);
    const age = (id: string, days: number) =>
      service.query('update runs set completed_at = now() - make_interval(days => $2) where id = $1', [
        id,
        days,
      ]);
    await age(old, 31);
    await age(young, 29);
    // Otherwise this sweep looks once a minute.
    await service.query(`select pg_notify('gantry', 'test sweep')`);
    await eventually(async () => {
      expect((await service.call('GET', `/runs/${old}`)).status).toBe(404);
      expect(await objectsIn(service.dataDir)).toHaveLength(2);
    });
    expect((await fetch(oldShot)).status).toBe(404);
    expect((await fetch(youngShot)).status).toBe(200);
    const kept = await service.query(
      'select run_id from delivery_attempts group by run_id having count(*) = 4',
    );
    expect(kept.rows).toEqual([{ run_id: young }]);
    expect((await service.query('select run_id from deliveries')).rows).toEqual([{ run_id: young }]);
    const left = await service.call('GET', '/runs');
    expect(left.body.runs.map(({ id }: { id: string }) => id).sort()).toEqual([young, ...unfinished].sort());
    for (const id of unfinished) await service.call('POST', `/runs/${id}/cancel`);
  });

  it('goes batch by batch until nothing is left, and two at once do not disturb each other', async () => {
    const at = await openRuns();
    const { projectId } = await makePlace(at, 1);
    await insertOld(at.query, projectId, 1_200);
    await at.query(
      `insert into run_files (run_id, name, content_type, object_key) select id, 'a.png', 'image/png', 'runs/' || id from runs`,
    );
    const { removeOldRuns } = createRunSweeps({ retentionDays: 30, notifications: at.parts.notifications });
    let swept = 0;
    for (let isMore = true; isMore; ) {
      const both = await Promise.all([removeOldRuns(at.db), removeOldRuns(at.db)]);
      for (const one of both) swept += one.swept;
      isMore = both.some((one) => one.more);
    }
    expect(swept).toBe(1_200);
    const { rows } = await at.query(
      `select (select count(*) from runs)::int as runs, (select count(*) from run_files)::int as files,
         (select count(*) from deliveries)::int as deliveries,
         (select sum(jsonb_array_length(payload->'keys')) from jobs where name = 'objects.delete')::int as keys`,
    );
    expect(rows[0]).toEqual({ runs: 0, files: 0, deliveries: 0, keys: 1_200 });
  });

  it('waits for nobody who writes down an attempt, and takes the run the next time', async () => {
    const at = await openRuns();
    const { projectId } = await makePlace(at, 1);
    const [id] = await insertOld(at.query, projectId, 1);
    const { removeOldRuns } = createRunSweeps({ retentionDays: 30, notifications: at.parts.notifications });
    const writer = new pg.Client({ connectionString: at.url });
    await writer.connect();
    try {
      await writer.query('begin');
      await writer.query('update deliveries set attempts = attempts + 1 where run_id = $1', [id]);
      const removal = removeOldRuns(at.db);
      await writer.query(`update runs set webhook_status = 'failed' where id = $1`, [id]);
      expect(await removal).toMatchObject({ swept: 0 });
      await writer.query('commit');
    } finally {
      await writer.end();
    }
    expect(await removeOldRuns(at.db)).toMatchObject({ swept: 1 });
  });
});

async function insertOld(
  query: Awaited<ReturnType<typeof openRuns>>['query'],
  projectId: string,
  count: number,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await query(
    `with given as (select unnest($1::uuid[]) as id), ran as (
       insert into runs (id, project_id, type, status, platform, webhook_url, webhook_status, completed_at)
       select id, $2, 'chat', 'completed', 'web', 'http://a.example', 'pending', now() - interval '40 days' from given
     )
     insert into deliveries (run_id, project_id, url, body) select id, $2, 'http://a.example', '{}' from given`,
    [ids, projectId],
  );
  return ids;
}
