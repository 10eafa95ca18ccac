import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Member } from '../../support/fleet.mjs';
import { objectsIn } from '../../support/objects.ts';
import { hasEnded, openPlace, type Place, until, usePostgres } from './place.ts';

/** 30 s are promised; a machine that runs all tests at once gets some more. */
const takeoverMs = 45_000;
const frozenMs = 40_000;

describe.concurrent('kill -9 of a worker', () => {
  const postgres = usePostgres();

  it('in the middle of runs: each begins once more elsewhere within 30 s; one that loses that worker too fails with WORKER_LOST', async (context) => {
    const place = await openPlace(context, postgres());
    const first = await place.fleet.start('worker');
    const unlucky = await place.submit('see one\nhang');
    const [hanging] = await underWay(place, [unlucky]);
    const lucky = await place.submit('see one\nshot\nsleep 4000\nsee two\nshot');
    const before = [...(await underWay(place, [lucky])), hanging];
    const killedAtMs = await kill(place, first);
    const second = await place.fleet.start('worker');

    const after = await until(
      'both run again',
      async () => {
        const runs = await Promise.all([place.run(lucky), place.run(unlucky)]);
        return runs.every((run, at) => run.startedAt > before[at].startedAt) && runs;
      },
      takeoverMs,
    );
    for (const { startedAt } of after) expect(Date.parse(startedAt) - killedAtMs).toBeLessThan(takeoverMs);

    const completed = await until('the first has ended', () => endOf(place, lucky));
    expect(completed).toMatchObject({ status: 'completed', output: { result: 'PASS' }, error: null });
    expect(completed.startedAt).toBe(after[0].startedAt);
    expect(completed.output.steps.map(({ title }: { title: string }) => title)).toEqual(['one', 'two']);
    expect(completed.output.screenshots).toHaveLength(2);
    await underWay(place, [unlucky]);
    await until('the first is delivered', async () => (await place.run(lucky)).webhookStatus === 'delivered');

    const killedAgainAtMs = await kill(place, second);
    await place.fleet.start('worker');
    const failed = await until('the second has ended', () => endOf(place, unlucky), takeoverMs + 5_000);
    expect(failed).toMatchObject({
      status: 'failed',
      error: { code: 'WORKER_LOST' },
      output: { result: null, steps: [{ title: 'one' }] },
    });
    expect(Date.parse(failed.completedAt) - killedAgainAtMs).toBeLessThan(takeoverMs);
    await until('it is delivered', async () => (await place.run(unlucky)).webhookStatus === 'delivered');
    for (const id of [lucky, unlucky]) {
      expect(place.deliveriesOf(id)).toHaveLength(1);
      const { webhookStatus, ...shown } = await place.run(id);
      expect(JSON.parse(place.deliveriesOf(id)[0]?.body ?? '')).toEqual({
        ...shown,
        webhookStatus: 'pending',
      });
    }
    await expectNothingLeft(place);
  }, 480_000);

  it('in the middle of a delivery and of clean-up: the same bytes are sent again under the same id, and every object goes', async (context) => {
    let isHolding = true;
    const place = await openPlace(context, postgres(), { decide: () => (isHolding ? 'hold' : 'ok') });
    const first = await place.fleet.start('worker');
    const id = await place.submit('see one');
    await until('the receiver holds it', () => place.deliveriesOf(id).length === 1);
    await kill(place, first);
    isHolding = false;
    const second = await place.fleet.start('worker');
    await stopInCleanup(place, second);
    await kill(place, second);
    await place.fleet.start('worker');
    await until(
      'it is delivered',
      async () => (await place.run(id)).webhookStatus === 'delivered',
      takeoverMs,
    );
    const [sent, again, ...more] = place.deliveriesOf(id);
    expect(again).toEqual({ ...sent, wasAccepted: true });
    expect(more).toEqual([]);
    const { deliveries } = (await place.call('GET', `/runs/${id}/deliveries`)).body;
    expect(deliveries).toMatchObject([{ status: 200, error: null }]);
    await until(
      'every object is gone',
      async () => (await objectsIn(place.dataDir)).length === 0,
      takeoverMs,
    );
    await until('no job is left', () => isQuiet(place), takeoverMs);
    await expectNothingLeft(place);
  }, 480_000);
});

describe.concurrent('a worker that is frozen for 40 s', () => {
  const postgres = usePostgres();

  it('changes nothing of the run and the delivery that others have ended meanwhile, and then works on', async (context) => {
    let isHolding = true;
    const place = await openPlace(context, postgres(), { decide: () => (isHolding ? 'hold' : 'ok') });
    const zombie = await place.fleet.start('worker');
    const reported = await place.submit('see one\nshot');
    await until('the receiver holds it', () => place.deliveriesOf(reported).length === 1);
    const frozen = await place.submit('see one\nshot\nsleep 6000\nsee two\nshot');
    const [before] = await underWay(place, [frozen]);
    await until(
      'its picture is there',
      async () => (await place.run(frozen)).output.screenshots.length === 1,
    );

    zombie.child.kill('SIGSTOP');
    const thaw = delay(frozenMs);
    isHolding = false;
    const successor = await place.fleet.start('worker');
    const ended = await until('another has completed the run', () => endOf(place, frozen), takeoverMs);
    expect(ended).toMatchObject({
      status: 'completed',
      output: { steps: [{ title: 'one' }, { title: 'two' }] },
    });
    expect(Date.parse(ended.startedAt)).toBeGreaterThan(Date.parse(before.startedAt));
    await until(
      'both are delivered',
      async () => {
        const runs = await Promise.all([place.run(frozen), place.run(reported)]);
        return runs.every(({ webhookStatus }) => webhookStatus === 'delivered');
      },
      takeoverMs,
    );
    await thaw;
    await until('no job is left', () => isQuiet(place));

    const written = await everythingWritten(place);
    const sent = place.receiver.got.length;
    zombie.child.kill('SIGCONT');
    // The answer to the very attempt in whose middle it was frozen.
    place.receiver.release();
    await until('it has noticed', () => /cancelled or taken over|came too late/.test(zombie.log()));
    // Longer than its time limit for an attempt and its patience with a pilot.
    await delay(6_000);
    expect(await everythingWritten(place)).toEqual(written);
    expect(place.receiver.got).toHaveLength(sent);

    successor.child.kill('SIGTERM');
    await successor.exited;
    const next = await place.submit('see three\nshot');
    await until(
      'it is carried out and delivered',
      async () => (await place.run(next)).webhookStatus === 'delivered',
    );
    expect(await place.run(next)).toMatchObject({
      status: 'completed',
      output: { steps: [{ title: 'three' }] },
    });
    await expectNothingLeft(place);
  }, 480_000);
});

/** Waits until each run has its first step, and returns them. */
async function underWay(place: Place, ids: string[]) {
  return until('the runs are under way', async () => {
    const runs = await Promise.all(ids.map((id) => place.run(id)));
    return runs.every(({ status, output }) => status === 'running' && output.steps.length === 1) && runs;
  });
}

async function endOf(place: Place, id: string) {
  const run = await place.run(id);
  return hasEnded(run) && run;
}

/** Returns when, by the clock of the database. */
async function kill(place: Place, { child, exited }: Member): Promise<number> {
  child.kill('SIGKILL');
  await exited;
  const { rows } = await place.query('select now() as at');
  return rows[0].at.getTime();
}

/** Freezes a worker that has a deletion in hand, with more of them waiting. */
async function stopInCleanup(place: Place, worker: Member): Promise<void> {
  const folder = join(place.dataDir, 'objects', 'files', 'doomed');
  await mkdir(folder, { recursive: true });
  const names = Array.from({ length: 4_000 }, (_, at) => `${at}.bin`);
  await Promise.all(names.map((name) => writeFile(join(folder, name), 'x')));
  for (let at = 0; at < names.length; at += 400) {
    const keys = names.slice(at, at + 400).map((name) => `files/doomed/${name}`);
    await place.query(`insert into jobs (queue, name, payload) values ('cleanup', 'objects.delete', $1)`, [
      JSON.stringify({ keys }),
    ]);
  }
  await place.query(`select pg_notify('gantry', 'test queue.cleanup')`);
  const inHand = `select from jobs where queue = 'cleanup' and claim_token is not null`;
  let thawedMs = 0;
  await until('it is frozen with a deletion in hand', async () => {
    worker.child.kill('SIGCONT');
    // Longer each time: a busy machine gives it nothing in a millisecond.
    thawedMs += 1;
    await delay(thawedMs);
    worker.child.kill('SIGSTOP');
    return ((await place.query(inHand)).rowCount ?? 0) > 0;
  });
  expect((await objectsIn(place.dataDir)).length).toBeGreaterThan(0);
}

/** All that a worker writes, except that it lives. */
async function everythingWritten(place: Place) {
  const tables = [
    'runs',
    'run_files',
    'deliveries',
    'delivery_attempts',
    'events',
    'jobs',
    'projects',
    'apps',
  ];
  const rows = tables.map(async (table) => {
    const { rows } = await place.query(`select to_jsonb(${table})::text as row from ${table} order by 1`);
    return [table, rows.map(({ row }) => row)];
  });
  return [...(await Promise.all(rows)), (await objectsIn(place.dataDir)).sort()];
}

async function isQuiet(place: Place): Promise<boolean> {
  return (await place.query('select from jobs')).rowCount === 0;
}

async function expectNothingLeft(place: Place): Promise<void> {
  const { rows } = await place.query(
    `select (select count(*) from jobs)::int as jobs, (select sum(active_runs) from projects)::int as active,
       (select count(*) from runs where status in ('queued', 'running'))::int as unfinished`,
  );
  expect(rows).toEqual([{ jobs: 0, active: 0, unfinished: 0 }]);
}
