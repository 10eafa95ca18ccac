import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { liveProject } from '../projects/project-store.ts';
import type { IntervalCounts, SlowTest, UnstableTest } from './statistics.ts';

/** A read must not cost more the more there was: of so many runs the newest are counted. */
const countedUpTo = 20_000;
const unfinishedUpTo = 10_000;
const testsShown = 10;

interface EndedCounts {
  counted: number;
  /** When the oldest run that was counted ended, if older ones were left out. */
  cutAt: Date | null;
  /** By its place among the starts, from one; those without a run are absent. */
  intervals: Array<IntervalCounts & { place: number }>;
  slowest: SlowTest[];
  unstable: UnstableTest[];
}

/** From the first of these starts on. All that is read of a run is in the index. */
export async function countEnded(
  db: Database,
  projectId: string,
  starts: readonly Date[],
): Promise<EndedCounts> {
  const { rows } = await sql<EndedCounts>`
    with ended as materialized (
      select completed_at, status, result, test_id,
        (extract(epoch from completed_at - started_at) * 1000)::float8 as ms,
        row_number() over (order by completed_at desc) as place
      from runs
      where project_id = ${liveProject(projectId)} and completed_at >= ${starts[0]}
      order by completed_at desc
      limit ${countedUpTo + 1}
    ), judged as (
      select *, lag(result) over (partition by test_id order by place desc) as result_before
      from ended
      where place <= ${countedUpTo} and result is not null and test_id is not null
    ), per_interval as (
      select width_bucket(completed_at, ${starts}::timestamptz[]) as place,
        count(*) filter (where result = 'PASS') as passed,
        count(*) filter (where result = 'FAILED') as failed,
        count(*) filter (where status = 'failed') as broken,
        count(*) filter (where status = 'cancelled') as cancelled,
        round(percentile_cont(0.5) within group (order by ms) filter (where result is not null)) as "medianMs",
        round(percentile_cont(0.95) within group (order by ms) filter (where result is not null)) as "slowMs"
      from ended
      where place <= ${countedUpTo}
      group by 1
    ), per_test as (
      select test_id as "testId", count(*) as runs, count(*) filter (where result = 'FAILED') as failed,
        count(*) filter (where result <> result_before) as changes,
        round(percentile_cont(0.5) within group (order by ms)) as "medianMs"
      from judged
      group by test_id
    ), slowest as (
      select "testId", ${titleOfTest(projectId)} as title, runs, "medianMs" from per_test
      where "medianMs" is not null
      order by "medianMs" desc, "testId" limit ${testsShown}
    ), unstable as (
      select "testId", ${titleOfTest(projectId)} as title, runs, failed, changes from per_test
      where changes >= 2
      order by changes desc, failed desc, "testId" limit ${testsShown}
    )
    select (select count(*) from ended where place <= ${countedUpTo}) as counted,
      (
        select completed_at from ended
        where place = ${countedUpTo} and exists (select from ended where place > ${countedUpTo})
      ) as "cutAt",
      (select coalesce(json_agg(per_interval), '[]') from per_interval) as intervals,
      (select coalesce(json_agg(slowest), '[]') from slowest) as slowest,
      (select coalesce(json_agg(unstable), '[]') from unstable) as unstable
  `.execute(db);
  return rows[0] ?? { counted: 0, cutAt: null, intervals: [], slowest: [], unstable: [] };
}

/** As its latest run had it: the test itself may be gone. */
function titleOfTest(projectId: string) {
  return sql`(
    select coalesce(title, '') from runs where project_id = ${projectId} and test_id = "testId"
    order by created_at desc, id desc limit 1
  )`;
}

export async function countUnfinished(
  db: Database,
  projectId: string,
): Promise<{ queued: number; running: number }> {
  const count = (status: string) => sql<number>`(
    select count(*) from (
      select from runs where project_id = ${projectId} and status = ${status} limit ${unfinishedUpTo}
    ) as first
  )`;
  const { rows } = await sql<{ queued: number; running: number }>`
    select ${count('queued')} as queued, ${count('running')} as running
  `.execute(db);
  return rows[0] ?? { queued: 0, running: 0 };
}
