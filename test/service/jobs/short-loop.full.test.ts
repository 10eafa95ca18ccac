import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startDatabaseWay } from '../../support/way.ts';
import { left, looping } from './short-loop.ts';
import { fill, openJobs, openPool } from './support.ts';

describe('a database that goes away', () => {
  it('and comes back, again and again under load, costs no job', async () => {
    const jobs = await openJobs();
    const way = await startDatabaseWay();
    await fill(jobs, 2_000);
    const seen = new Set<number>();
    looping(
      openPool(way.url(jobs.url), 4),
      async ({ id }) => {
        seen.add(id);
        return 'done';
      },
      { capacity: 50, batchSize: 20 },
    );
    for (let time = 0; time < 4; time += 1) {
      await expect.poll(() => seen.size, { interval: 5 }).toBeGreaterThan(time * 300);
      way.close();
      await delay(50);
      way.open();
      // Leases of what was cut off would last twenty seconds.
      await jobs.query('update jobs set due_at = now() where claim_token is not null');
    }
    await expect
      .poll(
        async () => {
          await jobs.query(`update jobs set due_at = now() where due_at > now() + interval '2 seconds'`);
          return (await left(jobs)).length;
        },
        { timeout: 60_000, interval: 200 },
      )
      .toBe(0);
    expect(seen.size).toBe(2_000);
  });
});
