import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { retryDelaySeconds } from '../../src/jobs/job.ts';
import { claim, enqueue, renew, reschedule, settle, withdraw } from '../../src/jobs/job-store.ts';
import { runDueJobs } from '../../src/jobs/run-due-jobs.ts';
import { createLog } from '../../src/kernel/log.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const log = createLog('silent');
const signal = new AbortController().signal;

describe('a job', () => {
  it('commits with the state it belongs to, or not at all', async () => {
    const { db, query } = await open();
    const broken = db.transaction().execute(async (trx) => {
      await enqueue(trx, 'objects.delete', { keys: ['a'] });
      throw new Error('the effect failed');
    });
    await expect(broken).rejects.toThrow('the effect failed');
    expect((await query('select from jobs')).rowCount).toBe(0);
  });

  it('is claimed by one of many, however many try at once', async () => {
    const { db } = await open();
    for (let i = 0; i < 40; i += 1) await enqueue(db, 'objects.delete', { keys: [String(i)] });
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(db, 10)));
    const ids = claims.flat().map(({ id }) => id);
    expect(ids).toHaveLength(40);
    expect(new Set(ids).size).toBe(40);
  });

  it('is not claimed before it is due', async () => {
    const { db } = await open();
    await enqueue(db, 'objects.delete', { keys: ['later'] }, 3_600);
    expect(await claim(db, 10)).toEqual([]);
  });

  it('of a dead worker falls due again, and the old worker can then neither settle, renew nor reschedule it', async () => {
    const { db, query } = await open();
    await enqueue(db, 'objects.delete', { keys: ['a'] });
    const [zombie] = await claim(db, 1);
    expect(await claim(db, 1)).toEqual([]);
    await query(`update jobs set due_at = now()`);
    const [successor] = await claim(db, 1);
    if (!zombie || !successor) throw new Error('nothing was claimed');
    expect(successor).toMatchObject({ id: zombie.id, attempts: 2 });
    expect(await settle(db, zombie)).toBe(false);
    expect(await renew(db, zombie)).toBe(false);
    expect(await reschedule(db, zombie, 0)).toBe(false);
    expect(await settle(db, successor)).toBe(true);
  });

  it('can be withdrawn until it is claimed', async () => {
    const { db } = await open();
    const first = await enqueue(db, 'objects.delete', { keys: ['a'] });
    expect(await db.transaction().execute((trx) => withdraw(trx, first))).toBe(true);
    const second = await enqueue(db, 'objects.delete', { keys: ['b'] });
    await claim(db, 1);
    expect(await db.transaction().execute((trx) => withdraw(trx, second))).toBe(false);
  });

  it('that fails is tried again later, and loses nothing', async () => {
    const { db, query } = await open();
    const key = randomUUID();
    await enqueue(db, 'objects.delete', { keys: [key] });
    const seen: string[][] = [];
    let fails = true;
    const handlers = {
      'objects.delete': async ({ keys }: { keys: string[] }) => {
        seen.push(keys);
        if (fails) throw new Error('storage is out of reach');
      },
    };
    expect(await runDueJobs(db, handlers, log, signal)).toBe(1);
    expect(await runDueJobs(db, handlers, log, signal)).toBe(0);
    await query(`update jobs set due_at = now()`);
    fails = false;
    expect(await runDueJobs(db, handlers, log, signal)).toBe(1);
    expect(seen).toEqual([[key], [key]]);
    expect((await query('select from jobs')).rowCount).toBe(0);
  });

  it('is retried after 1, 2, 4 … seconds, never later than five minutes', () => {
    expect([1, 2, 3, 4, 9, 10, 50].map(retryDelaySeconds)).toEqual([1, 2, 4, 8, 256, 300, 300]);
  });
});

async function open(): Promise<{ db: Database; query: TestDatabase['query'] }> {
  const { url, query } = await createTestDatabase();
  const connection = { connectionString: url };
  await migrate({ connection, log, patienceMs: 0 });
  const { db, close } = openDatabase({ connection, poolSize: 8, log });
  onTestFinished(close);
  return { db, query };
}
