import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids.ts';
import { claimRuns, claimStatement } from '../../../src/service/runs/run-store.ts';
import { explain, rowsRead } from '../../support/explain.ts';
import { openRuns, type RunsDatabase } from './support.ts';

/** Pages of one started run: its job, itself, its event, its settings, and what they are found by. */
const pagesPerRun = 100;
const pagesPerClaim = 100;

describe('claims of runs from large tables', () => {
  it('read indexes, and pages by the number claimed, whatever PostgreSQL knows of the tables', async () => {
    const at = await openRuns(1);
    await at.query('vacuum analyze jobs, runs');
    // PostgreSQL settles on the plan of a prepared statement after the fifth time.
    for (let time = 0; time < 10; time += 1) await claimRuns(at.db, 'web', 16);
    await fill(at, 100_000);
    await expectBounded(at, 'not analyzed since they were empty');
    const before = (await rowsRead(at.db, 'jobs')) + (await rowsRead(at.db, 'runs'));
    expect(await claimRuns(at.db, 'web', 16)).toHaveLength(16);
    const after = (await rowsRead(at.db, 'jobs')) + (await rowsRead(at.db, 'runs'));
    // A look at the whole of one table alone is a hundred thousand.
    expect(after - before).toBeLessThan(10_000);
    await at.query('analyze jobs, runs');
    await expectBounded(at, 'analyzed');
    await at.query('delete from jobs');
    await at.query('vacuum analyze jobs');
    await fill(at, 50_000);
    await expectBounded(at, 'analyzed when there were no jobs');
  });
});

async function expectBounded({ url, db }: RunsDatabase, situation: string): Promise<void> {
  for (const limit of [1, 16]) {
    const { steps, pages } = await explain(url, claimStatement('web', limit, null).compile(db));
    expect(steps, `${limit}, ${situation}`).not.toMatch(/Seq Scan on (jobs|runs)/);
    expect(pages, `${limit}, ${situation}`).toBeLessThan(pagesPerClaim + limit * pagesPerRun);
  }
}

/** Runs of one project, each admitted and with its job. */
async function fill({ query }: RunsDatabase, count: number): Promise<void> {
  const projectId = newId();
  await query(`insert into projects (id, name) values ($1, 'Shop')`, [projectId]);
  await query(
    `with job as (
       insert into jobs (queue, name, payload, due_at)
       select 'runs.web', 'run.execute', jsonb_build_object('runId', gen_random_uuid()),
         now() - make_interval(secs => $2::int - n)
       from generate_series(1, $2::int) n
       returning id, (payload->>'runId')::uuid as run_id
     )
     insert into runs (id, project_id, type, platform, prompt, job_id)
     select run_id, $1::uuid, 'chat', 'web', repeat('see a ', 20), id from job`,
    [projectId, count],
  );
}
