import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { newId } from '../../../src/kernel/ids.ts';
import { registerWorker } from '../../../src/service/fleet/worker-registry.ts';
import { claimRuns } from '../../../src/service/runs/run-store.ts';
import { createTestDatabase } from '../../support/database.js';
import { objectsIn } from '../../support/objects.js';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { eventually, startTestService, type TestService } from '../../support/service.js';
import { log, makePlace, openRuns, submitIn, submitMany } from './support.ts';

type Execution = ReturnType<typeof scriptedExecution>;

/** What is carried out at this moment, and in which order it began. */
interface Watch {
  running: number;
  peak: number;
  started: string[];
  /** Until then whatever has begun goes on. */
  gate: Promise<void>;
}

describe("a project's concurrency", () => {
  it('is never exceeded over two services on one database, and is made use of', async () => {
    const database = await createTestDatabase();
    const watch = newWatch();
    const start = () =>
      startTestService({ database, execution: watched(scriptedExecution({ slots: 8 }), watch) });
    const [one, two] = [await start(), await start()];
    await setConcurrency(one, 3);
    let open: () => void = () => undefined;
    watch.gate = new Promise((resolve) => {
      open = resolve;
    });
    const submit = (at: number) =>
      (at % 2 === 0 ? one : two).call('POST', '/runs', {
        prompt: 'sleep 10\nsee a',
        projectId: one.projectId,
      });
    await Promise.all(Array.from({ length: 30 }, (_, at) => submit(at)));
    await eventually(async () => expect(watch.running).toBe(3));
    open();
    await eventually(async () => expect(await countOf(one, 'completed')).toBe(30));
    expect(watch).toMatchObject({ running: 0, peak: 3 });
    expect(watch.started).toHaveLength(30);
  });

  it('lets runs start in the order of their submission, whether they wait for it or for a free slot', async () => {
    for (const concurrency of [1, 4, 12]) {
      const watch = newWatch();
      const service = await startTestService({
        execution: watched(scriptedExecution({ slots: 1 }), watch),
      });
      await setConcurrency(service, concurrency);
      const prompts = Array.from({ length: 12 }, (_, at) => `see ${at}`);
      for (const prompt of prompts) await service.call('POST', '/runs', { prompt });
      await eventually(async () => expect(watch.started).toHaveLength(prompts.length));
      expect(watch.started).toEqual(prompts);
    }
  });

  it('keeps the order also among runs that are submitted or let in together', async () => {
    const at = await openRuns();
    const { db, query } = at;
    // Room in the table that is used again makes its own order differ from that of the rows.
    await query(`insert into jobs (queue, name, payload) select 'x', 'x', '{}' from generate_series(1, 200)`);
    await query('delete from jobs where id % 3 = 0');
    await query('vacuum jobs');
    const place = await makePlace(at, 6);
    const ids = await submitMany(at, place, { platform: 'web', count: 20, webhookUrl: null });
    const started: string[] = [];
    for (;;) {
      const [claim] = await claimRuns(db, 'web', 1);
      if (claim === undefined) break;
      started.push(claim.run.id);
    }
    expect(started).toEqual(ids.slice(0, 6));
  });

  it('keeps the order also of a run whose transaction began before that of an earlier one', async () => {
    const at = await openRuns();
    const place = await makePlace(at, 2);
    const one = { platform: 'web', count: 1, webhookUrl: null } as const;
    const ids = await at.db.transaction().execute(async (trx) => {
      await trx.selectFrom('projects').select('id').execute();
      return [await submitMany(at, place, one), await submitIn(trx, place, one)];
    });
    const claims = await claimRuns(at.db, 'web', 2);
    expect(claims.map(({ run }) => run.id)).toEqual(ids.flat());
  });

  it('lets more in when it is raised, and holds when it is lowered', async () => {
    const watch = newWatch();
    const service = await startTestService({ execution: watched(scriptedExecution({ slots: 8 }), watch) });
    await setConcurrency(service, 1);
    const ids: string[] = [];
    for (let at = 0; at < 6; at += 1) {
      ids.push((await service.call('POST', '/runs', { prompt: `act ${at}\nhang` })).body.id);
    }
    const cancel = (at: number) => service.call('POST', `/runs/${ids[at]}/cancel`);
    const running = async () =>
      (await service.call('GET', '/runs?status=running')).body.runs
        .map(({ id }: { id: string }) => ids.indexOf(id))
        .sort();
    await eventually(async () => expect(await running()).toEqual([0]));
    await setConcurrency(service, 3);
    await eventually(async () => expect(await running()).toEqual([0, 1, 2]));
    await eventually(async () => expect(watch.started).toHaveLength(3));
    await setConcurrency(service, 1);
    await cancel(0);
    await cancel(1);
    expect(await running()).toEqual([2]);
    // What a sweep would have let in by mistake is there now.
    await eventually(async () => expect(watch.running).toBe(1));
    expect(await admittedOf(service)).toBe(1);
    await cancel(2);
    await eventually(async () => expect(await running()).toEqual([3]));
    await eventually(async () => expect(watch.started).toHaveLength(4));
    expect(watch.started.map((prompt) => prompt.slice(0, 5))).toEqual(['act 0', 'act 1', 'act 2', 'act 3']);
    for (const at of [5, 4, 3]) await cancel(at);
    expect(await admittedOf(service)).toBe(0);
  });
});

describe('a backlog of one project', () => {
  it("delays another project's first run by no more than the runs that were let in before it", async () => {
    const watch = newWatch();
    const service = await startTestService({ execution: watched(scriptedExecution({ slots: 2 }), watch) });
    const other = (await service.call('POST', '/projects', { name: 'Other' })).body.project.id;
    const submit = async (projectId: string, name: string) =>
      (await service.call('POST', '/runs', { projectId, prompt: `act ${name}\nhang` })).body.id;
    for (let at = 0; at < 5; at += 1) await submit(service.projectId, 'backlog');
    for (let part = 0; part < 11; part += 1) {
      await Promise.all(Array.from({ length: 45 }, () => submit(service.projectId, 'backlog')));
    }
    await eventually(async () => expect(watch.started).toHaveLength(2));
    await submit(other, 'first');
    // Two of five are running and three are let in; each that ends makes room for the next in line.
    for (let ended = 1; ended <= 4; ended += 1) {
      const { runs } = (await service.call('GET', '/runs?status=running')).body;
      await service.call('POST', `/runs/${runs.at(-1).id}/cancel`);
      await eventually(async () => expect(watch.started).toHaveLength(2 + ended));
      await eventually(async () => expect(await countOf(service, 'running')).toBe(2));
    }
    expect(watch.started.map((prompt) => prompt.split('\n')[0])).toEqual([
      ...Array.from({ length: 5 }, () => 'act backlog'),
      'act first',
    ]);
    await service.query(`update runs set status = 'cancelled', completed_at = now(), job_id = null
      where status in ('queued', 'running')`);
    await service.query(`delete from jobs where name = 'run.execute'`);
  });
});

describe('a project with runs', () => {
  it('is deleted only when they have ended, and then goes with runs, files, deliveries and itself', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    const project = (await service.call('POST', '/projects', { name: 'Short-lived' })).body.project.id;
    const { key } = (await service.call('POST', `/projects/${project}/keys`)).body.key;
    await service.call('PATCH', `/projects/${project}`, { concurrency: 1 });
    const submit = async (prompt: string) =>
      (
        await service.call(
          'POST',
          '/runs',
          { prompt, webhookUrl: 'http://127.0.0.1:1/nobody', projectId: project },
          { key },
        )
      ).body.id;
    const done = await submit('see a\nshot');
    const hanging = await submit('see a\nshot\nhang');
    const waiting = await submit('hang');
    await eventually(async () =>
      expect((await service.call('GET', `/runs/${hanging}`)).body.output.screenshots).toHaveLength(1),
    );
    const [screenshot] = (await service.call('GET', `/runs/${done}`)).body.output.screenshots;
    expect((await fetch(screenshot)).status).toBe(200);
    for (const id of [hanging, waiting]) {
      expect(await service.call('DELETE', `/projects/${project}`)).toMatchObject({
        status: 409,
        body: { error: 'Conflict' },
      });
      await service.call('POST', `/runs/${id}/cancel`);
    }
    expect(await objectsIn(service.dataDir)).toHaveLength(2);
    expect(await service.call('DELETE', `/projects/${project}`)).toMatchObject({
      status: 200,
      body: { deleted: true },
    });
    expect((await fetch(screenshot)).status).toBe(404);
    expect((await service.call('GET', `/runs/${done}`)).status).toBe(404);
    expect((await service.call('POST', `/runs/${done}/cancel`)).status).toBe(404);
    await eventually(async () => {
      const { rows } = await service.query(
        `select (select count(*) from projects where id = $1)::int as projects,
           (select count(*) from runs)::int as runs, (select count(*) from run_files)::int as files,
           (select count(*) from deliveries)::int as deliveries,
           (select count(*) from delivery_attempts)::int as attempts,
           (select count(*) from jobs)::int as jobs`,
        [project],
      );
      expect(rows[0]).toEqual({ projects: 0, runs: 0, files: 0, deliveries: 0, attempts: 0, jobs: 0 });
      expect(await objectsIn(service.dataDir)).toEqual([]);
    });
  });
});

describe('a worker that stops', () => {
  it('leaves the runs of its platform their grace time before they are given up', async () => {
    const at = await openRuns();
    const { db, query, parts } = at;
    const place = await makePlace(at, 5);
    const graceMs = 60_000;
    const register = (platform: 'web' | 'ios') =>
      registerWorker({
        id: newId(),
        db,
        name: 'here',
        slots: { [platform]: 1 },
        phones: [],
        graceMs,
        beatMs: 2_000,
        log,
      });
    const ageBy = (ms: number) =>
      query(`update workers set seen_at = seen_at - $1 * interval '1 ms' where platforms = '{web}'`, [ms]);
    const givenUp = async () =>
      (await query(`select id from runs where error_code = 'NO_DEVICE' order by id`)).rows.map(
        ({ id }) => id,
      );
    const [web, ios] = [register('web'), register('ios')];
    const [served] = await submitMany(at, place, { platform: 'web', count: 1, webhookUrl: null });
    const [unserved] = await submitMany(at, place, { platform: 'android', count: 1, webhookUrl: null });
    await query(`update runs set created_at = now() - interval '1 hour'`);
    await eventually(async () => expect((await query('select from workers')).rowCount).toBe(2));
    // The database's time and this process's are put forward rather than waited for.
    const { now } = performance;
    let aheadMs = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + aheadMs);
    onTestFinished(() => clock.mockRestore());
    await eventually(async () => {
      aheadMs += graceMs * 2;
      expect(await ios.failUnserved(parts)).toMatchObject({ swept: 1 });
    });
    expect(await givenUp()).toEqual([unserved]);
    await web.stop();
    await ageBy(graceMs / 2);
    expect(await ios.failUnserved(parts)).toMatchObject({ swept: 0 });
    await ageBy(graceMs / 2);
    // Not heard of in time, it would still serve its own.
    expect(await web.failUnserved(parts)).toMatchObject({ swept: 0 });
    expect(await ios.failUnserved(parts)).toMatchObject({ swept: 1 });
    expect(await givenUp()).toEqual([served, unserved]);
    await ios.stop();
  });
});

function newWatch(): Watch {
  return { running: 0, peak: 0, started: [], gate: Promise.resolve() };
}

function watched(execution: Execution, watch: Watch): Execution {
  return {
    ...execution,
    runners: execution.runners.map((runner) => ({
      ...runner,
      async run(assignment, record, signal) {
        watch.started.push(assignment.task.prompt ?? '');
        watch.running += 1;
        watch.peak = Math.max(watch.peak, watch.running);
        try {
          await watch.gate;
          await runner.run(assignment, record, signal);
        } finally {
          watch.running -= 1;
        }
      },
    })),
  };
}

async function setConcurrency(service: TestService, concurrency: number): Promise<void> {
  await service.call('PATCH', `/projects/${service.projectId}`, { concurrency });
}

async function countOf(service: TestService, status: string): Promise<number> {
  const { rows } = await service.query('select count(*)::int as count from runs where status = $1', [status]);
  return rows[0].count;
}

async function admittedOf(service: TestService): Promise<number> {
  const { rows } = await service.query('select count(*)::int as count from runs where job_id is not null');
  return rows[0].count;
}
