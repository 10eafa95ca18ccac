import type { RawBuilder } from 'kysely';
import { describe, expect, it } from 'vitest';
import { queues } from '../../../src/service/jobs/job.ts';
import {
  claim,
  claimStatement,
  nextDueInMs,
  nextDueStatement,
  putBack,
  renew,
  settle,
} from '../../../src/service/jobs/job-store.ts';
import { type Explained, explain, rowsRead } from '../../support/explain.ts';
import { allShort, fill, type JobsDatabase, openJobs, openPool } from './support.ts';

/** Pages of one claimed row: found by the index, fetched, locked, written anew, and entered into two indexes. */
const pagesPerJob = 20;
const pagesPerClaim = 100;
const token = crypto.randomUUID();

describe('claims from a large table', () => {
  it('read the index in order, and pages by the number claimed, whatever else lies in the table and whatever PostgreSQL knows of it', async () => {
    const jobs = await openJobs();
    await jobs.query('vacuum analyze jobs');
    await fill(jobs, 100_000);
    await expectBounded(jobs, 'not analyzed since it was empty');
    await fill(jobs, 50_000, { queue: queues.retries, dueInSeconds: 3_600 });
    await fill(jobs, 50_000, { queue: queues.deliveries, dueInSeconds: 3_600 });
    await expectBounded(jobs, 'many not yet due');
    await fill(jobs, 50_000, { queue: queues.deliveries, dueInSeconds: 10, isClaimed: true });
    await expectBounded(jobs, 'many claimed');
    await jobs.query('analyze jobs');
    await expectBounded(jobs, 'analyzed');
    await jobs.query(`delete from jobs where queue = 'retries'`);
    await jobs.query('analyze jobs');
    await fill(jobs, 50_000, { queue: queues.retries });
    await expectBounded(jobs, 'analyzed when there were no retries');
  });

  it('and all that follows a claim do not keep the plans that were right for the empty table', async () => {
    const jobs = await openJobs();
    const db = openPool(jobs.url, 1);
    await jobs.query('vacuum analyze jobs');
    const turn = async () => {
      const claimed = await claim(db, allShort, 500);
      const leases = claimed.length > 0 ? claimed : [{ id: 1, claimToken: crypto.randomUUID() }];
      await renew(db, leases);
      await putBack(
        db,
        leases.slice(0, 100).map((lease) => ({ ...lease, delayMs: 0, counts: true })),
      );
      await settle(db, leases);
      await nextDueInMs(db, allShort);
    };
    // PostgreSQL settles on a plan after the fifth time.
    for (let time = 0; time < 10; time += 1) await turn();
    await fill(jobs, 100_000);
    const before = await rowsRead(db, 'jobs');
    await turn();
    // A look at the whole table alone is a hundred thousand.
    expect((await rowsRead(db, 'jobs')) - before).toBeLessThan(20_000);
  });

  it('cost the same after twenty thousand jobs have come and gone', async () => {
    const jobs = await openJobs();
    // An analysis in between would have the second claim planned anew, which reads other pages.
    await jobs.query('alter table jobs set (autovacuum_enabled = off)');
    await fill(jobs, 22_000);
    const before = await pagesOf(jobs, claimStatement(allShort, 500, token));
    for (let n = 0; n < 40; n += 1) await settle(jobs.db, await claim(jobs.db, allShort, 500));
    const after = await pagesOf(jobs, claimStatement(allShort, 500, token));
    expect(after).toBeLessThan(before * 1.5);
    await jobs.query('vacuum jobs');
    expect(await pagesOf(jobs, claimStatement(allShort, 1, token))).toBeLessThan(pagesPerClaim);
  });
});

async function expectBounded(jobs: JobsDatabase, situation: string): Promise<void> {
  for (const limit of [1, 10, 500]) {
    const { steps, pages } = await explainOn(jobs, claimStatement(allShort, limit, token));
    // The last step puts those claimed into order; none before it may sort.
    expect(steps.replace(/^Sort, /, ''), `${limit}, ${situation}`).not.toMatch(/Seq Scan|Sort|Bitmap/);
    expect(pages, `${limit}, ${situation}`).toBeLessThan(pagesPerClaim + limit * pagesPerJob);
  }
  const { pages } = await explainOn(jobs, nextDueStatement(allShort));
  expect(pages, situation).toBeLessThan(pagesPerClaim);
}

function explainOn({ url, db }: JobsDatabase, statement: RawBuilder<unknown>): Promise<Explained> {
  return explain(url, statement.compile(db));
}

async function pagesOf(jobs: JobsDatabase, statement: RawBuilder<unknown>): Promise<number> {
  return (await explainOn(jobs, statement)).pages;
}
