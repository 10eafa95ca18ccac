import { expect, onTestFinished } from 'vitest';
import type { Platform } from '../../../src/engine/task.ts';
import { newId } from '../../../src/kernel/ids.ts';
import { createLog } from '../../../src/kernel/log.ts';
import { createMetrics } from '../../../src/kernel/metrics.ts';
import { takeHolds } from '../../../src/service/apps/holds.ts';
import {
  type Database,
  type DatabaseTransaction,
  openDatabase,
} from '../../../src/service/database/database.ts';
import { migrate } from '../../../src/service/database/migrate.ts';
import { openNotifications } from '../../../src/service/database/notifications.ts';
import { insertProject, lockProject } from '../../../src/service/projects/project-store.ts';
import type { EndRunParts } from '../../../src/service/runs/end-run.ts';
import { emptyOutput, type RunOutput } from '../../../src/service/runs/output.ts';
import { insertRuns, type NewRun } from '../../../src/service/runs/run-store.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

export const log = createLog('silent');

export interface RunsDatabase {
  url: string;
  db: Database;
  query: TestDatabase['query'];
  parts: EndRunParts;
}

/** The stores of runs on a database of their own, without a service. */
export async function openRuns(poolSize = 4): Promise<RunsDatabase> {
  const { url, query } = await createTestDatabase();
  const connection = { connectionString: url };
  await migrate({ connection, log, patienceMs: 0 });
  const { db, pool, close } = openDatabase({ connection, poolSize, log });
  onTestFinished(close);
  const notifications = await openNotifications(connection, log);
  onTestFinished(() => notifications.close());
  return {
    url,
    db,
    query,
    parts: { db, notifications, metrics: createMetrics([pool]), filesUrl: () => 'http://gantry.test' },
  };
}

/** A project with one app of each mobile platform. */
export interface Place {
  projectId: string;
  apps: { ios: string; android: string };
}

export async function makePlace({ db }: RunsDatabase, concurrency: number): Promise<Place> {
  const project = await insertProject(db, { name: 'Shop', webhookUrl: null, targetUrl: null, concurrency });
  const app = async (platform: 'ios' | 'android') => {
    const id = newId();
    await db
      .insertInto('apps')
      .values({
        id,
        project_id: project.id,
        platform,
        upload_filename: 'Shop.zip',
        bundle_id: null,
        app_version: null,
        build_version: null,
        file_size: 1,
        source: 'api_upload',
        object_key: `apps/${id}`,
        remove_after: null,
        expires_at: null,
      })
      .execute();
    return id;
  };
  return { projectId: project.id, apps: { ios: await app('ios'), android: await app('android') } };
}

interface Submission {
  platform: Platform;
  count: number;
  webhookUrl: string | null;
}

/** As a batch does it: several runs at once, all on one app or none. */
export function submitMany({ db }: RunsDatabase, place: Place, submission: Submission): Promise<string[]> {
  return db.transaction().execute((trx) => submitIn(trx, place, submission));
}

/** In a transaction that may have begun long before. */
export async function submitIn(
  trx: DatabaseTransaction,
  { projectId, apps }: Place,
  { platform, count, webhookUrl }: Submission,
): Promise<string[]> {
  const appId = platform === 'web' ? null : apps[platform];
  const runs = Array.from({ length: count }, (): NewRun => {
    return {
      id: newId(),
      type: 'chat',
      platform,
      prompt: 'see a',
      targetUrl: null,
      appId,
      testId: null,
      batchId: null,
      webhookUrl,
      title: null,
      steps: null,
      waitsFor: null,
      importId: null,
      confinedTo: null,
      device: null,
      source: 'api',
      input: {},
    };
  });
  await lockProject(trx, projectId);
  if (appId !== null) {
    expect(await takeHolds(trx, { projectId, appId, holderIds: runs.map(({ id }) => id) })).toBe(true);
  }
  expect(await insertRuns(trx, projectId, runs)).toHaveLength(count);
  return runs.map(({ id }) => id);
}

export function outputWith(title: string, result: RunOutput['result'] = null): RunOutput {
  return { ...emptyOutput, featureName: title, result };
}

/** All that contradicts what must hold between runs, jobs, holds, counts and deliveries at any moment. */
export async function contradictions(
  { query }: Pick<RunsDatabase, 'query'>,
  { mayWait = [] as string[] } = {},
): Promise<unknown[]> {
  const { rows } = await query(
    `with unfinished as (select * from runs where status in ('queued', 'running')),
     counted as (
       select projects.id, projects.active_runs, projects.concurrency,
         (select count(*) from runs where project_id = projects.id and job_id is not null) as admitted,
         (select count(*) from unfinished where project_id = projects.id and job_id is null) as waiting
       from projects
     ),
     reports as (
       select runs.id, runs.completed_at is not null and runs.webhook_url is not null as is_due,
         (select count(*) from deliveries where run_id = runs.id) as deliveries,
         (select count(*) from jobs
           where name = 'delivery.attempt' and (payload->>'runId')::uuid = runs.id) as jobs
       from runs
     )
     select 'active runs' as what, to_jsonb(counted) as at from counted where active_runs <> admitted
     union all
     select 'waits although there is room', to_jsonb(counted) from counted
     where waiting > 0 and active_runs < concurrency and id <> all ($1::uuid[])
     union all
     select 'runs without a job', to_jsonb(runs.id) from runs left join jobs on jobs.id = runs.job_id
     where runs.job_id is not null and (
       jobs.id is null or jobs.name <> 'run.execute' or jobs.queue <> 'runs.' || runs.platform
       or (jobs.payload->>'runId')::uuid <> runs.id
     )
     union all
     select 'jobs without a run', to_jsonb(jobs.id) from jobs
     where name = 'run.execute' and not exists (select from runs where job_id = jobs.id)
     union all
     select 'running without a job', to_jsonb(id) from runs where status = 'running' and job_id is null
     union all
     select 'holds', to_jsonb(coalesce(unfinished.id, app_holds.holder_id))
     from (select * from unfinished where app_id is not null) as unfinished
     full join app_holds on app_holds.holder_id = unfinished.id and app_holds.app_id = unfinished.app_id
     where unfinished.id is null or app_holds.holder_id is null
     union all
     select 'hold count', to_jsonb(id) from apps
     where hold_count <> (select count(*) from app_holds where app_id = apps.id)
     union all
     select 'deliveries', to_jsonb(reports) from reports
     where deliveries <> is_due::int or jobs <> is_due::int
     union all
     select 'verdict or error', to_jsonb(id) from runs
     where (status = 'failed') <> (error_code is not null)
       or (status = 'completed') <> (coalesce(output->'result', 'null') <> 'null')
       or (status = 'queued') <> (started_at is null) and completed_at is null`,
    [mayWait],
  );
  return rows;
}

/** Every row that a worker's write could touch, as one value. */
export async function everything({ query }: Pick<RunsDatabase, 'query'>): Promise<unknown> {
  const { rows } = await query(
    `select (select jsonb_agg(to_jsonb(runs) order by id) from runs) as runs,
       (select jsonb_agg(to_jsonb(jobs) order by id) from jobs) as jobs,
       (select jsonb_agg(to_jsonb(app_holds) order by holder_id) from app_holds) as holds,
       (select jsonb_agg(to_jsonb(projects) order by id) from projects) as projects,
       (select jsonb_agg(to_jsonb(apps) order by id) from apps) as apps,
       (select jsonb_agg(to_jsonb(run_files) order by name) from run_files) as files,
       (select jsonb_agg(to_jsonb(deliveries) order by run_id) from deliveries) as deliveries,
       (select count(*) from events) as events`,
  );
  return rows[0];
}
