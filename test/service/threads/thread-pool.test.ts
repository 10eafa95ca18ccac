import { describe, expect, it, onTestFinished } from 'vitest';
import { createThreadPool, type PoolOptions } from '../../../src/service/threads/thread-pool.ts';
import { eventually } from '../../support/service.js';

const job = { owner: 'a', asked: 'id', timeoutMs: 60_000 };

describe('a pool of threads', () => {
  it('ends a thread that has had nothing to do, and starts another one for the next job', async () => {
    const pool = open({ idleMs: 0 });
    const first = await pool.run(job);
    await eventually(async () => expect(await pool.run(job)).not.toBe(first));
  });

  it('gives a thread one job after the other, also after one that failed', async () => {
    const pool = open({ idleMs: 60_000 });
    const first = await pool.run(job);
    await expect(pool.run({ ...job, asked: 'fail' })).rejects.toMatchObject({
      reason: 'broken',
      cause: { message: 'as asked', stack: expect.stringContaining('thread-that-tells-its-id') },
    });
    expect(await pool.run(job)).toBe(first);
  });

  it('says so where its threads can not be started, and serves the next job as well as it can', async () => {
    const pool = open({ module: new URL('./no-such-thread.mjs', import.meta.url) });
    await expect(pool.run(job)).rejects.toThrow(/no-such-thread/);
    await expect(pool.run(job)).rejects.toThrow(/no-such-thread/);
  });
});

function open(options: Partial<PoolOptions>) {
  const pool = createThreadPool<string, never, number>({
    module: new URL('./thread-that-tells-its-id.mjs', import.meta.url),
    threads: 1,
    memoryMb: 64,
    idleMs: 60_000,
    atOnce: 1,
    ...options,
  });
  onTestFinished(() => pool.close());
  return pool;
}
