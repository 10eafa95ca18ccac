import { setTimeout as delay } from 'node:timers/promises';
import type { KyselyPlugin } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../../src/service/database/database.ts';
import { type JobOutcome, queues } from '../../../src/service/jobs/job.ts';
import { enqueue, settle } from '../../../src/service/jobs/job-store.ts';
import { startDatabaseWay } from '../../support/way.ts';
import { type Deletion, left, looping } from './short-loop.ts';
import { allShort, fill, type JobsDatabase, openJobs, openPool } from './support.ts';

describe('the loop of short jobs', () => {
  it('runs each of five thousand jobs exactly once, with two processes at it and more coming in', async () => {
    const jobs = await openJobs();
    const runs = new Map<number, number>();
    const handle = async ({ id }: Deletion): Promise<JobOutcome> => {
      runs.set(id, (runs.get(id) ?? 0) + 1);
      if (id % 7 === 0) await delay(5);
      return 'done';
    };
    let done = 0;
    const onDone = () => {
      done += 1;
    };
    await fill(jobs, 2_000);
    const loops = [1, 2].map(() =>
      looping(openPool(jobs.url, 4), handle, { capacity: 300, batchSize: 100, onDone }),
    );
    for (let more = 0; more < 6; more += 1) {
      await fill(jobs, 500, { queue: allShort[more % 2] ?? '' });
      loops[more % 2]?.wake();
    }
    await untilEmpty(jobs);
    await Promise.all(loops.map((loop) => loop.stop()));
    expect(runs.size).toBe(5_000);
    expect(new Set(runs.values())).toEqual(new Set([1]));
    expect(done).toBe(5_000);
  });

  it('starts due retries before first attempts, however many of those wait', async () => {
    const jobs = await openJobs();
    await fill(jobs, 300, { queue: queues.deliveries, dueInSeconds: -60 });
    await fill(jobs, 20, { queue: queues.retries });
    const started: string[] = [];
    const handle = async ({ payload }: Deletion): Promise<JobOutcome> => {
      started.push(String(payload.keys[0]));
      return 'done';
    };
    looping(jobs.db, handle, { capacity: 40, batchSize: 40 });
    await untilEmpty(jobs);
    // They all belong to the first claim.
    const retries = started.slice(0, 40).filter((key) => key.startsWith('retries'));
    expect(retries).toHaveLength(20);
  });

  it('has never more in hand than it may, and as many as that', async () => {
    const jobs = await openJobs();
    await fill(jobs, 200);
    let inHand = 0;
    let most = 0;
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const handle = async (): Promise<JobOutcome> => {
      inHand += 1;
      most = Math.max(most, inHand);
      await released;
      inHand -= 1;
      return 'done';
    };
    looping(jobs.db, handle, { capacity: 24, batchSize: 10 });
    // Claims wait for room for a quarter of a batch.
    await expect.poll(() => most).toBeGreaterThan(24 - 10 / 4);
    release();
    await untilEmpty(jobs);
    expect(most).toBeLessThanOrEqual(24);
  });

  it('tries a failed job again after one second, and gives each try its number', async () => {
    const jobs = await openJobs();
    await fill(jobs, 1);
    const tries: Array<{ attempts: number; atMs: number }> = [];
    const handle = async ({ attempts }: Deletion): Promise<JobOutcome> => {
      tries.push({ attempts, atMs: performance.now() });
      if (tries.length === 1) throw new Error("storage can't be reached");
      return 'done';
    };
    looping(jobs.db, handle);
    await untilEmpty(jobs);
    expect(tries.map(({ attempts }) => attempts)).toEqual([1, 2]);
    const betweenMs = (tries[1]?.atMs ?? 0) - (tries[0]?.atMs ?? 0);
    expect(betweenMs).toBeGreaterThanOrEqual(1_000);
  });

  it('takes a job that was put back when it is due again, and does not count that claim', async () => {
    const jobs = await openJobs();
    await fill(jobs, 1);
    const tries: Array<{ attempts: number; atMs: number }> = [];
    const handle = async ({ attempts }: Deletion): Promise<JobOutcome> => {
      tries.push({ attempts, atMs: performance.now() });
      return tries.length <= 20 ? { againInMs: 20 } : 'done';
    };
    looping(jobs.db, handle);
    await untilEmpty(jobs);
    expect(tries.map(({ attempts }) => attempts)).toEqual(Array(21).fill(1));
    const tookMs = (tries.at(-1)?.atMs ?? 0) - (tries[0]?.atMs ?? 0);
    expect(tookMs).toBeGreaterThanOrEqual(400);
  });

  it('leaves alone what its handler has settled or rescheduled itself', async () => {
    const jobs = await openJobs();
    await fill(jobs, 2);
    const done: number[] = [];
    const handle = async (job: Deletion): Promise<JobOutcome> => {
      if (job.payload.keys[0] === 'deliveries 1') await settle(jobs.db, [job]);
      else
        await jobs.query(`update jobs set claim_token = null, due_at = 'infinity' where id = $1`, [job.id]);
      return 'settled';
    };
    const loop = looping(jobs.db, handle, { onDone: ({ id }) => void done.push(id) });
    await expect.poll(() => done.length).toBe(2);
    await loop.stop();
    const { rows } = await jobs.query('select payload, attempts, claim_token from jobs');
    expect(rows).toEqual([{ payload: { keys: ['deliveries 2'] }, attempts: 1, claim_token: null }]);
  });

  it('leaves a job of a kind that it does not know to a newer version, and does the others meanwhile', async () => {
    const jobs = await openJobs();
    await jobs.query(
      `insert into jobs (queue, name, payload) values ('retries', 'from.the.future', '{}'), ('retries', 'toString', '{}')`,
    );
    await fill(jobs, 10);
    looping(jobs.db, async () => 'done');
    await expect
      .poll(async () => (await left(jobs)).map(({ name, claim_token }) => [name, claim_token]))
      .toEqual([
        ['from.the.future', null],
        ['toString', null],
      ]);
    // At least: the first wait is a second.
    for (const { attempts } of await left(jobs)) expect(attempts).toBeGreaterThanOrEqual(1);
  });
});

describe('the rest of the loop', () => {
  it('lasts until the next job is due, and nothing is asked in between', async () => {
    const jobs = await openJobs();
    const { db, statements } = counting(jobs.db);
    let lateMs: number | null = null;
    let asked = 0;
    const { rows } = await jobs.query(
      `insert into jobs (queue, name, payload, due_at)
       values ('retries', 'objects.delete', '{"keys": []}', clock_timestamp() + interval '700 milliseconds') returning due_at`,
    );
    looping(db, async () => {
      lateMs = Date.now() - rows[0].due_at.getTime();
      asked = statements();
      return 'done';
    });
    await expect.poll(() => lateMs).not.toBeNull();
    expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(asked).toBeLessThanOrEqual(6);
  });

  it('is a second when nothing waits', async () => {
    const jobs = await openJobs();
    const { db, statements } = counting(jobs.db);
    const startedMs = performance.now();
    looping(db, async () => 'done');
    // A look and a question for the next one, each second.
    await expect.poll(statements).toBeGreaterThanOrEqual(6);
    const seconds = (performance.now() - startedMs) / 1_000;
    expect(statements()).toBeLessThanOrEqual(2 * seconds + 3);
  });

  it('ends by a call: fifty jobs, one after the other, need no turn of their own', async () => {
    const jobs = await openJobs();
    let end: () => void = () => undefined;
    const loop = looping(jobs.db, async () => {
      end();
      return 'done';
    });
    for (let n = 0; n < 50; n += 1) {
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      await enqueue(jobs.db, { queue: queues.deliveries, name: 'objects.delete', payload: { keys: [] } });
      loop.wake();
      await ended;
    }
  });

  it('is short but no spinning while a due job is locked by who may withdraw it', async () => {
    const jobs = await openJobs();
    const { db, statements } = counting(jobs.db);
    await fill(jobs, 1);
    const startedMs = performance.now();
    let ranAtMs = 0;
    let asked = 0;
    const freedAtMs = await jobs.db.transaction().execute(async (trx) => {
      await trx.selectFrom('jobs').selectAll().forUpdate().execute();
      looping(db, async () => {
        ranAtMs = performance.now();
        asked = statements();
        return 'done';
      });
      await delay(600);
      return performance.now();
    });
    await untilEmpty(jobs);
    expect(ranAtMs).toBeGreaterThan(freedAtMs - 50);
    // A look and a question for the next one, every 20 ms.
    expect(asked).toBeLessThan(2 * ((ranAtMs - startedMs) / 15) + 10);
  });
});

describe('the end of the loop', () => {
  it('waits for the jobs in hand, claims nothing more, and may be asked for twice', async () => {
    const jobs = await openJobs();
    await fill(jobs, 1);
    const finish: Array<() => void> = [];
    const loop = looping(jobs.db, () => new Promise((resolve) => finish.push(() => resolve('done'))));
    await expect.poll(() => finish.length).toBe(1);
    let isOver = false;
    const ended = Promise.all([loop.stop(), loop.stop()]).then(() => {
      isOver = true;
    });
    await fill(jobs, 3);
    loop.wake();
    await delay(100);
    expect(isOver).toBe(false);
    finish[0]?.();
    await ended;
    expect(await left(jobs)).toHaveLength(3);
    for (const job of await left(jobs)) expect(job).toMatchObject({ attempts: 0, claim_token: null });
  });

  it('gives back at once what a claim brings that was under way', async () => {
    const jobs = await openJobs();
    await fill(jobs, 100);
    let ran = 0;
    const loop = looping(jobs.db, async () => {
      ran += 1;
      return 'done';
    });
    await loop.stop();
    expect(ran).toBe(0);
    const { rows } = await jobs.query(
      'select count(*)::int as count, max(attempts) as attempts, count(claim_token)::int as claimed, bool_and(due_at <= now()) as due from jobs',
    );
    expect(rows).toEqual([{ count: 100, attempts: 0, claimed: 0, due: true }]);
  });
});

describe('a database that goes away', () => {
  it('while jobs are settled leaves them to their leases, and the loop goes on when it is back', async () => {
    const jobs = await openJobs();
    const way = await startDatabaseWay();
    await fill(jobs, 5);
    const runs: number[] = [];
    const handle = async ({ id }: Deletion): Promise<JobOutcome> => {
      runs.push(id);
      if (runs.length === 5) way.close();
      return 'done';
    };
    looping(openPool(way.url(jobs.url)), handle);
    await expect.poll(() => runs.length).toBe(5);
    await delay(300);
    expect(await left(jobs)).toHaveLength(5);
    for (const job of await left(jobs)) expect(job).toMatchObject({ claim_token: expect.any(String) });
    way.open();
    await jobs.query('update jobs set due_at = now()');
    await untilEmpty(jobs);
    expect(runs.sort()).toEqual([...new Set(runs)].flatMap((id) => [id, id]));
  });
});

/** Counts what is asked of the database. */
function counting(db: Database): { db: Database; statements: () => number } {
  let statements = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      statements += 1;
      return result;
    },
  };
  return { db: db.withPlugin(plugin), statements: () => statements };
}

async function untilEmpty(jobs: JobsDatabase): Promise<void> {
  await expect.poll(async () => (await left(jobs)).length, { timeout: 60_000, interval: 25 }).toBe(0);
}
