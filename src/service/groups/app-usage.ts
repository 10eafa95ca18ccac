import { sql } from 'kysely';
import { findListedApp } from '../apps/app-store.ts';
import type { Database } from '../database/database.ts';

export interface AppUsage {
  runs: { total: number; unfinished: number; lastAt: Date | null };
  batches: Array<{ id: string; groupName: string; createdAt: Date }>;
  tests: Array<{ testId: string; title: string; lastRunAt: Date }>;
}

const countedUpTo = 10_000;
const runsLookedAt = 1_000;
const shown = 10;

/** Who uses an app: its latest runs, and the batches and tests that they belong to. Null where there is no such app. */
export async function readAppUsage(db: Database, projectId: string, appId: string): Promise<AppUsage | null> {
  if ((await findListedApp(db, projectId, appId)) === null) return null;
  const newestOfApp = sql`project_id = ${projectId} and app_id = ${appId} order by created_at desc, id desc`;
  const counted = await sql<AppUsage['runs']>`
    select count(*) as total, count(*) filter (where completed_at is null) as unfinished, max(created_at) as "lastAt"
    from (select created_at, completed_at from runs where ${newestOfApp} limit ${countedUpTo}) as latest
  `.execute(db);
  // An imported app is no batch's own choice: the one that it was imported for is found by its runs.
  const batches = await sql<AppUsage['batches'][number]>`
    select id, group_name as "groupName", created_at as "createdAt" from batches
    where id in (
      (select id from batches where ${newestOfApp} limit ${shown})
      union (select batch_id from runs where ${newestOfApp} limit 1)
    )
    order by created_at desc, id desc
    limit ${shown}
  `.execute(db);
  const tests = await sql<AppUsage['tests'][number]>`
    select * from (
      select distinct on (test_id) test_id as "testId", coalesce(title, '') as title, created_at as "lastRunAt"
      from (select * from runs where ${newestOfApp} limit ${runsLookedAt}) as latest
      where test_id is not null
      order by test_id, created_at desc, id desc
    ) as used
    order by "lastRunAt" desc, "testId"
    limit ${shown}
  `.execute(db);
  const [runs = { total: 0, unfinished: 0, lastAt: null }] = counted.rows;
  return { runs, batches: batches.rows, tests: tests.rows };
}
