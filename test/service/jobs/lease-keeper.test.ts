import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Lease } from '../../../src/service/jobs/job.ts';
import { claim, leaseMs } from '../../../src/service/jobs/job-store.ts';
import { createLeaseKeeper, type LeaseKeeper } from '../../../src/service/jobs/lease-keeper.ts';
import { startDatabaseWay } from '../../support/way.ts';
import { areRenewed, nearlyRunOut, unexpected } from './lease-keeper.ts';
import { allShort, claimOne, fill, type JobsDatabase, log, openJobs, openPool } from './support.ts';

const checkEveryMs = 2_000;

// Before any keeper is made: a held clock starts anew from zero.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a kept lease', () => {
  it('is renewed in time, together with all others that are not new, and no longer once it is released', async () => {
    const { jobs, keeper, leases } = await keeping(3);
    const [released, renewed, fresh] = leases as [Lease, Lease, Lease];
    const release = keeper.keep(released, unexpected);
    keeper.keep(renewed, unexpected);
    await nearlyRunOut(jobs);
    vi.advanceTimersByTime(1_000);
    await keeper.check();
    expect(await areRenewed(jobs)).toEqual([false, false, false]);
    vi.advanceTimersByTime(leaseMs / 3);
    keeper.keep(fresh, unexpected);
    release();
    await keeper.check();
    expect(await areRenewed(jobs)).toEqual([false, true, false]);
  });

  it('that was lost calls back once: taken over, withdrawn, or claimed anew by this very process', async () => {
    const { jobs, keeper, leases } = await keeping(4);
    const lost: number[] = [];
    for (const lease of leases) keeper.keep(lease, () => lost.push(lease.id));
    const [taken, withdrawn, again] = leases as [Lease, Lease, Lease];
    await keeper.check();
    expect(lost).toEqual([]);
    await jobs.query(`update jobs set claim_token = gen_random_uuid() where id = $1`, [taken.id]);
    await jobs.query('delete from jobs where id = $1', [withdrawn.id]);
    await keeper.check();
    await keeper.check();
    expect(lost).toEqual([taken.id, withdrawn.id]);
    await jobs.query('update jobs set due_at = now() where id = $1', [again.id]);
    const release = keeper.keep(await claimOne(jobs.db), unexpected);
    expect(lost).toEqual([taken.id, withdrawn.id, again.id]);
    await keeper.check();
    release();
    expect(lost).toHaveLength(3);
  });

  it("is not lost while the database can't be reached, and renewed as soon as it is back", async () => {
    const jobs = await openJobs();
    const way = await startDatabaseWay();
    const keeper = createKeeper(openPool(way.url(jobs.url)));
    await fill(jobs, 1);
    keeper.keep(await claimOne(jobs.db), unexpected);
    vi.advanceTimersByTime(leaseMs / 3);
    await nearlyRunOut(jobs);
    way.close();
    await keeper.check();
    expect(await areRenewed(jobs)).toEqual([false]);
    way.open();
    await keeper.check();
    expect(await areRenewed(jobs)).toEqual([true]);
  });
});

async function keeping(count: number): Promise<{ jobs: JobsDatabase; keeper: LeaseKeeper; leases: Lease[] }> {
  const jobs = await openJobs();
  await fill(jobs, count);
  return { jobs, keeper: createKeeper(jobs.db), leases: await claim(jobs.db, allShort, count) };
}

/** Looks only when it is told to. */
function createKeeper(db: JobsDatabase['db']): LeaseKeeper {
  const keeper = createLeaseKeeper(db, log, checkEveryMs);
  keeper.close();
  return keeper;
}
