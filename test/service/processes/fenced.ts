import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Member } from '../../support/fleet.mjs';
import { objectsIn } from '../../support/objects.ts';
import {
  endOf,
  expectNothingLeft,
  kill,
  openPlace,
  type Place,
  takeoverMs,
  underWay,
  until,
  usePostgres,
} from './place.ts';

const frozenMs = 40_000;

describe.concurrent('kill -9 of a worker', () => {
  const postgres = usePostgres();

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
