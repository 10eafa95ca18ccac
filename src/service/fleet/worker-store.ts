import { type RawBuilder, sql } from 'kysely';
import { type Platform, platforms } from '../../engine/task.ts';
import type { Database } from '../database/database.ts';
import { titleColumn } from '../runs/run-summary.ts';

interface LiveWorker {
  id: string;
  name: string;
  platforms: Platform[];
  slots: Partial<Record<Platform, number>>;
  started_at: Date;
  seen_at: Date;
}

interface RunUnderWay {
  id: string;
  project_id: string;
  worker_id: string | null;
  /** Null where the caller may not see it. */
  title: string | null;
  platform: Platform;
  started_at: Date;
}

interface PlatformQueue {
  platform: Platform;
  waiting: number;
  oldestWaitMs: number | null;
  medianWaitMs: number | null;
}

/** A read must not cost more the worse things are. */
const workersShown = 1_000;
const runsShown = 5_000;
const waitingUpTo = 10_000;
const startsMeasured = 1_000;

export async function findLiveWorkers(db: Database): Promise<LiveWorker[]> {
  const { rows } = await sql<LiveWorker>`
    select id, name, platforms, slots, started_at, seen_at from workers
    where seen_at > now() - interval '1 minute'
    order by started_at, id
    limit ${workersShown}
  `.execute(db);
  return rows;
}

/** `projectId` null stands for a caller who may see all projects. */
export async function findRunsUnderWay(db: Database, projectId: string | null): Promise<RunUnderWay[]> {
  const { rows } = await sql<RunUnderWay>`
    select id, project_id, worker_id, platform, started_at,
      case when ${projectId}::uuid is null or project_id = ${projectId}::uuid then ${titleColumn} end as title
    from runs
    where status = 'running'
    order by created_at desc, id desc
    limit ${runsShown}
  `.execute(db);
  return rows;
}

/** Each platform's queue, of all projects; how long the latest runs waited, of those that started within the last hour. */
export async function measureQueues(db: Database): Promise<PlatformQueue[]> {
  const { rows } = await sql<PlatformQueue>`
    select known.platform, queued.waiting, ${milliseconds(sql`now() - queued.oldest`)} as "oldestWaitMs",
      round(started.median_ms) as "medianWaitMs"
    from unnest(${platforms}::text[]) with ordinality as known (platform, place)
    cross join lateral (
      select count(*) as waiting, min(created_at) as oldest from (
        select created_at from runs
        where runs.platform = known.platform and status = 'queued'
        order by created_at
        limit ${waitingUpTo}
      ) as first
    ) as queued
    cross join lateral (
      select percentile_cont(0.5) within group (order by ${milliseconds(sql`started_at - created_at`)}) as median_ms from (
        select started_at, created_at from runs
        where runs.platform = known.platform and started_at > now() - interval '1 hour'
        order by started_at desc
        limit ${startsMeasured}
      ) as latest
    ) as started
    order by known.place
  `.execute(db);
  return rows;
}

function milliseconds(interval: RawBuilder<unknown>) {
  return sql`round(extract(epoch from ${interval}) * 1000)::float8`;
}
