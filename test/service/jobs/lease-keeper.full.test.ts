import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { leaseMs } from '../../../src/service/jobs/job-store.ts';
import { createLeaseKeeper } from '../../../src/service/jobs/lease-keeper.ts';
import { startDatabaseWay } from '../../support/way.ts';
import { areRenewed, nearlyRunOut, unexpected } from './lease-keeper.ts';
import { claimOne, fill, log, openJobs, openPool } from './support.ts';

// Before any keeper is made: a held clock starts anew from zero.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a kept lease', () => {
  it('is renewed over another connection when the one in use fell silent', async () => {
    const jobs = await openJobs();
    const way = await startDatabaseWay();
    const db = openPool(way.url(jobs.url), 2);
    const keeper = createLeaseKeeper(db, log, 100);
    onTestFinished(() => keeper.close());
    await fill(jobs, 1);
    const lease = await claimOne(db);
    await nearlyRunOut(jobs);
    // At once: the keeper must not look in between, since the clock that is held would let it do so only once.
    vi.advanceTimersByTime(leaseMs / 3);
    keeper.keep(lease, unexpected);
    vi.advanceTimersByTime(1_000);
    way.silence();
    await expect.poll(() => areRenewed(jobs), { timeout: leaseMs, interval: 100 }).toEqual([true]);
    // The silent connection would hold up the end of the test.
    way.cut();
  });
});
