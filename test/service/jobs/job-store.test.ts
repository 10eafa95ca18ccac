import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { queues, retryDelaySeconds } from '../../../src/service/jobs/job.ts';
import {
  claim,
  enqueue,
  leaseMs,
  makeDueNow,
  nextDueInMs,
  putBack,
  renew,
  settle,
  stillOurs,
  withdraw,
} from '../../../src/service/jobs/job-store.ts';
import { allShort, claimOne, fill, openJobs } from './support.ts';

const deletion = { queue: queues.deliveries, name: 'objects.delete' } as const;

describe('a job', () => {
  it('commits with the state it belongs to, or not at all', async () => {
    const { db, query } = await openJobs();
    const broken = db.transaction().execute(async (trx) => {
      await enqueue(trx, { ...deletion, payload: { keys: ['a'] } });
      throw new Error('the effect failed');
    });
    await expect(broken).rejects.toThrow('the effect failed');
    expect((await query('select from jobs')).rowCount).toBe(0);
  });

  it('comes back from its claim as it was put in', async () => {
    const { db } = await openJobs();
    const keys = ["a 'quoted' one", 'ünicode 🎈', '\\', '{"json": true}'];
    const id = await enqueue(db, { ...deletion, payload: { keys } });
    expect(await claim(db, allShort, 10)).toEqual([
      {
        id,
        name: 'objects.delete',
        payload: { keys },
        attempts: 1,
        claimToken: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);
  });

  it('is claimed by one of many, however many try at once', async () => {
    const jobs = await openJobs();
    await fill(jobs, 400);
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(jobs.db, allShort, 100)));
    claims.push(await claim(jobs.db, allShort, 400));
    const ids = claims.flat().map(({ id }) => id);
    expect(ids).toHaveLength(400);
    expect(new Set(ids).size).toBe(400);
  });

  it('is not claimed before it is due, nor from a queue that was not asked for', async () => {
    const { db } = await openJobs();
    await enqueue(db, { ...deletion, payload: { keys: ['later'] }, delaySeconds: 3_600 });
    await enqueue(db, { ...deletion, queue: queues.cleanup, payload: { keys: ['elsewhere'] } });
    expect(await claim(db, allShort, 10)).toEqual([]);
    expect(await claim(db, [queues.cleanup], 10)).toHaveLength(1);
  });

  it('is claimed oldest first, and those of an earlier queue before all of a later one', async () => {
    const jobs = await openJobs();
    await fill(jobs, 30, { queue: queues.deliveries, dueInSeconds: -60 });
    await fill(jobs, 10, { queue: queues.retries });
    const claimed = async (limit: number) =>
      new Set(
        (await claim(jobs.db, allShort, limit)).map(({ payload }) => 'keys' in payload && payload.keys[0]),
      );
    const named = (queue: string, from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => `${queue} ${from + at}`);
    expect(await claimed(4)).toEqual(new Set(named('retries', 1, 4)));
    expect(await claimed(16)).toEqual(new Set([...named('retries', 5, 10), ...named('deliveries', 1, 10)]));
    expect(await claimed(100)).toEqual(new Set(named('deliveries', 11, 30)));
  });

  it('of a later queue is not even locked while an earlier one fills the claim', async () => {
    const jobs = await openJobs();
    await fill(jobs, 10, { queue: queues.retries });
    await fill(jobs, 10, { queue: queues.deliveries });
    await jobs.db.transaction().execute(async (trx) => {
      expect(await claim(trx, allShort, 10)).toHaveLength(10);
      expect(await claim(jobs.db, allShort, 20)).toHaveLength(10);
    });
  });

  it('of a dead worker falls due again, and the old worker can then neither settle, renew nor put it back', async () => {
    const { db, query } = await openJobs();
    await enqueue(db, { ...deletion, payload: { keys: ['a'] } });
    const zombie = await claimOne(db);
    expect(await claim(db, allShort, 1)).toEqual([]);
    await query(`update jobs set due_at = now()`);
    const successor = await claimOne(db);
    expect(successor).toMatchObject({ id: zombie.id, attempts: 2 });
    const held = await query('select * from jobs');
    expect(await renew(db, [zombie])).toEqual(new Set());
    expect(await stillOurs(db, [zombie])).toEqual(new Set());
    expect(await settle(db, [zombie])).toEqual(new Set());
    await putBack(db, [{ ...zombie, delayMs: 0, counts: true }]);
    expect((await query('select * from jobs')).rows).toEqual(held.rows);
    expect(await settle(db, [successor])).toEqual(new Set([successor.id]));
  });

  it('of an effect that is rolled back is not settled', async () => {
    const { db } = await openJobs();
    await enqueue(db, { ...deletion, payload: { keys: ['a'] } });
    const job = await claimOne(db);
    const broken = db.transaction().execute(async (trx) => {
      expect(await settle(trx, [job])).toEqual(new Set([job.id]));
      throw new Error('the effect failed');
    });
    await expect(broken).rejects.toThrow('the effect failed');
    expect(await stillOurs(db, [job])).toEqual(new Set([job.id]));
  });

  it('can be withdrawn until it is claimed', async () => {
    const { db } = await openJobs();
    const first = await enqueue(db, { ...deletion, payload: { keys: ['a'] } });
    expect(await db.transaction().execute((trx) => withdraw(trx, first))).toBe(true);
    const second = await enqueue(db, { ...deletion, payload: { keys: ['b'] } });
    await claim(db, allShort, 1);
    expect(await db.transaction().execute((trx) => withdraw(trx, second))).toBe(false);
  });

  it('can be madeDueNow until it is claimed', async () => {
    const { db } = await openJobs();
    const id = await enqueue(db, { ...deletion, payload: { keys: ['a'] }, delaySeconds: 3_600 });
    await makeDueNow(db, id);
    expect(await claimOne(db)).toMatchObject({ id });
    await makeDueNow(db, id);
    expect(await claim(db, allShort, 1)).toEqual([]);
  });

  it('that is put back falls due after its delay, and its claim counts or not', async () => {
    const { db, query } = await openJobs();
    await fill({ query }, 2);
    const [counted, uncounted] = await claim(db, allShort, 2);
    if (counted === undefined || uncounted === undefined) throw new Error('nothing was claimed');
    await putBack(db, [
      { ...counted, delayMs: 60_500, counts: true },
      { ...uncounted, delayMs: 0, counts: false },
    ]);
    expect(await claim(db, allShort, 2)).toMatchObject([{ id: uncounted.id, attempts: 1 }]);
    const { rows } = await query(
      'select attempts, claim_token, extract(epoch from due_at - now())::float8 as seconds from jobs where id = $1',
      [counted.id],
    );
    expect(rows).toEqual([{ attempts: 1, claim_token: null, seconds: expect.closeTo(60.5, -1) }]);
  });

  it('is retried after 1, 2, 4 … seconds, never later than five minutes', () => {
    expect([1, 2, 3, 4, 9, 10, 50].map(retryDelaySeconds)).toEqual([1, 2, 4, 8, 256, 300, 300]);
  });
});

describe('the next due job', () => {
  it('is the first of all queues asked for, leases included, and null when there is none', async () => {
    const jobs = await openJobs();
    expect(await nextDueInMs(jobs.db, allShort)).toBeNull();
    await fill(jobs, 1, { queue: queues.cleanup, dueInSeconds: 1 });
    await fill(jobs, 3, { queue: queues.deliveries, dueInSeconds: 500 });
    expect(await nextDueInMs(jobs.db, allShort)).toBeCloseTo(500_000, -4);
    await fill(jobs, 1, { queue: queues.retries, dueInSeconds: -5 });
    expect(await nextDueInMs(jobs.db, allShort)).toBeLessThanOrEqual(-5_000);
    await claimOne(jobs.db);
    const leftMs = await nextDueInMs(jobs.db, allShort);
    expect(leftMs).toBeGreaterThan(leaseMs - 15_000);
    expect(leftMs).toBeLessThanOrEqual(leaseMs);
  });
});

describe('a renewal', () => {
  it('waits for nobody: jobs that are being settled meanwhile are left alone, the others renewed', async () => {
    const jobs = await openJobs();
    await fill(jobs, 2);
    const leases = await claim(jobs.db, allShort, 2);
    const [settling, kept] = leases;
    if (settling === undefined || kept === undefined) throw new Error('nothing was claimed');
    await jobs.query(`update jobs set due_at = now() + interval '1 second'`);
    await jobs.db.transaction().execute(async (trx) => {
      await settle(trx, [settling]);
      const renewed = await Promise.race([renew(jobs.db, leases), delay(60_000, 'it waits', { ref: false })]);
      expect(renewed).toEqual(new Set([settling.id, kept.id]));
    });
    expect(await renew(jobs.db, leases)).toEqual(new Set([kept.id]));
    const { rows } = await jobs.query(
      'select extract(epoch from due_at - now())::float8 as seconds from jobs',
    );
    expect(rows).toEqual([{ seconds: expect.closeTo(leaseMs / 1_000, -1) }]);
  });

  it('and settling of the same thousand jobs, in opposite orders, never end in a deadlock', async () => {
    const jobs = await openJobs();
    for (let round = 0; round < 5; round += 1) {
      await fill(jobs, 1_000);
      const leases = await claim(jobs.db, allShort, 1_000);
      const [, settled] = await Promise.all([renew(jobs.db, leases), settle(jobs.db, leases.toReversed())]);
      expect(settled.size).toBe(1_000);
    }
  });
});
