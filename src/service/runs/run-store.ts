import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { PhoneDetails } from '../../engine/report.ts';
import type { RequestedDevice } from '../../engine/requested-device.ts';
import type { Platform, StepType } from '../../engine/task.ts';
import { maxStarts } from '../../kernel/max-starts.ts';
import type { Page } from '../../kernel/page.ts';
import { type Database, type DatabaseTransaction, prepared } from '../database/database.ts';
import { type Lease, queues, runQueuePrefix } from '../jobs/job.ts';
import { claiming, dueJobs, renewing } from '../jobs/job-store.ts';
import { liveProject } from '../projects/project-store.ts';
import { type RunSettingsColumns, runSettingsColumns } from '../projects/variable-store.ts';
import { insertRunEvents } from './event.ts';
import type { StoredInput } from './hosted-shapes.ts';
import type { RunOutput } from './output.ts';
import { type Run, type RunStatus, statusesThatAllow } from './run.ts';
import type { RunSource } from './run-request.ts';

export interface NewRun {
  id: string;
  type: Run['type'];
  /** Null until its app is there. */
  platform: Platform | null;
  prompt: string | null;
  targetUrl: string | null;
  appId: string | null;
  testId: string | null;
  batchId: string | null;
  webhookUrl: string | null;
  /** Of a stored test. */
  title: string | null;
  steps: readonly TestStep[] | null;
  /** Not admitted before that is over. */
  waitsFor: Run['waits_for'];
  importId: string | null;
  /** Where its browser may go if the project names no hosts; null: the host that it goes to first. */
  confinedTo: readonly string[] | null;
  /** What it wants of a phone. */
  device: RequestedDevice | null;
  source: RunSource;
  input: StoredInput;
}

/**
 * Runs, their jobs and the project's count in one statement; runs beyond the project's concurrency wait without a job.
 * The project's own addresses stand in where a run names none. Null when the project is gone. Each is due from the moment
 * at which it held the project, not in the order in which the calls began; microseconds keep the order of those that are due together.
 */
export async function insertRuns(
  db: Database | DatabaseTransaction,
  projectId: string,
  runs: readonly NewRun[],
): Promise<Run[] | null> {
  const statement = sql<Run>`
  with project as materialized (
    select id, greatest(concurrency - active_runs, 0) as room, webhook_url, target_url
    from projects
    where id = ${projectId} and deleted_at is null
    for no key update
  ), held as materialized (
    select clock_timestamp() as at from project
  ), input as materialized (
    select item.*
    from rows from (jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) as (
      id uuid, type text, platform text, prompt text, "targetUrl" text, "appId" uuid, "testId" uuid, "batchId" uuid,
      "webhookUrl" text, title text, steps jsonb, "waitsFor" text, "importId" uuid, "confinedTo" text[],
      device jsonb, source text, input jsonb
    )) with ordinality as item (
      id, type, platform, prompt, target_url, app_id, test_id, batch_id, webhook_url, title, steps, waits_for, import_id,
      confined_to, device, source, input, place
    )
  ), ready as materialized (
    select id, platform, row_number() over (order by place) as place from input where waits_for is null
  ), job as (
    insert into jobs (queue, name, payload, due_at)
    select ${runQueuePrefix} || ready.platform, 'run.execute', jsonb_build_object('runId', ready.id),
      held.at + (ready.place - project.room) * interval '1 microsecond'
    from project, held, ready
    where ready.place <= project.room
    returning id, (payload->>'runId')::uuid as run_id
  ), counted as (
    update projects set active_runs = active_runs + (select count(*) from job)
    where id = (select id from project) and exists (select from job)
  ), run as (
    insert into runs (
      id, project_id, type, platform, prompt, target_url, app_id, test_id, batch_id, webhook_url, webhook_status, job_id,
      title, steps, waits_for, import_id, confined_to, device, source, input
    )
    select input.id, project.id, input.type, input.platform, input.prompt,
      coalesce(input.target_url, case input.platform when 'web' then project.target_url end), input.app_id, input.test_id, input.batch_id,
      coalesce(input.webhook_url, project.webhook_url),
      case when coalesce(input.webhook_url, project.webhook_url) is not null then 'pending' end,
      job.id, input.title, nullif(input.steps, 'null'), input.waits_for, input.import_id, input.confined_to,
      nullif(input.device, 'null'), input.source, input.input
    from project cross join input left join job on job.run_id = input.id
    order by input.place
    returning *
  ), told as (
    ${insertRunEvents('run')}
  )
  select * from run
  `;
  const { rows } = await prepared(statement).execute(db);
  return rows.length === 0 ? null : rows;
}

/** One of a stored test's steps. */
export interface TestStep {
  type: StepType;
  title: string;
}

/** A run that this worker has to execute. `isLost`: it lost its worker once too often and must not start. */
export interface ClaimedRun {
  run: Run & { platform: Platform };
  lease: Lease;
  settings: RunSettingsColumns;
  isLost: boolean;
  /** How long it was due before it was claimed. */
  waitedMs: number;
}

/** Claims and starts in one statement. */
export async function claimRuns(
  db: Database,
  platform: Platform,
  limit: number,
  workerId: string | null = null,
): Promise<ClaimedRun[]> {
  const { rows } = await claimStatement(platform, limit, workerId).execute(db);
  return rows.map(toClaimed);
}

export function claimStatement(
  platform: Platform,
  limit: number,
  workerId: string | null,
): RawBuilder<StartedRow> {
  return sql`with ${claiming(dueJobs(sql`${queues.runs(platform)}`, limit), limit)}, ${starting(workerId)}`;
}

/** What `starting` returns. */
export type StartedRow = ClaimedRun['run'] &
  RunSettingsColumns & { attempts: number; claim_token: string; waited_ms: number };

export function toClaimed(row: StartedRow): ClaimedRun {
  const { attempts, claim_token, waited_ms, allowed_hosts, variables, ...run } = row;
  return {
    run,
    settings: { allowed_hosts, variables },
    lease: { id: run.job_id ?? 0, claimToken: claim_token },
    isLost: attempts > maxStarts,
    waitedMs: waited_ms,
  };
}

/** Starts the runs of the jobs that are `claimed`. */
export function starting(
  workerId: string | null,
  ...furtherColumns: RawBuilder<unknown>[]
): RawBuilder<unknown> {
  const waited = sql`(extract(epoch from now() - claimed.due_at) * 1000)::float8 as waited_ms`;
  return sql`
  started as (
    update runs
    set status = 'running', started_at = date_trunc('milliseconds', clock_timestamp()), output = null,
      feature_name = null, worker_id = ${workerId}::uuid
    from claimed
    where runs.id = (claimed.payload->>'runId')::uuid and runs.job_id = claimed.id
      and runs.status = any (${statusesThatAllow('start')}) and claimed.attempts <= ${maxStarts}
    returning runs.*
  ), told as (
    ${insertRunEvents('started')}
  ), begun as (
    select * from started
    union all
    select runs.* from runs join claimed on runs.id = (claimed.payload->>'runId')::uuid and runs.job_id = claimed.id
    where claimed.attempts > ${maxStarts}
  )
  select begun.*, claimed.attempts, claimed.claim_token, ${runSettingsColumns('begun')},
    ${sql.join([waited, ...furtherColumns])}
  from begun join claimed on begun.job_id = claimed.id
  order by claimed.due_at`;
}

/** Renews the lease as it writes, so that a worker who has lost it writes nothing. False then. */
export async function writeProgress(
  db: Database,
  lease: Lease,
  runId: string,
  output: RunOutput,
): Promise<boolean> {
  const { rows } = await sql`
  with ${renewing(lease)}, run as (
    update runs set output = given.output, feature_name = given.output->>'featureName'
    from ours, (select ${JSON.stringify(output)}::jsonb as output) as given
    where runs.id = ${runId} and runs.job_id = ours.id
    returning runs.*
  ), told as (
    ${insertRunEvents('run', sql`'run.progress'`)}
  )
  select id from run
  `.execute(db);
  return rows.length > 0;
}

/** A worker that must stop gives its run back, to begin again elsewhere; this start does not count. */
export async function handBackRun(db: Database, { id, claimToken }: Lease, runId: string): Promise<boolean> {
  const isUnderWay = sql`runs.id = ${runId} and runs.status = any (${statusesThatAllow('handBack')})`;
  const { rows } = await sql`
  with ours as (
    update jobs set due_at = now(), claim_token = null, attempts = attempts - 1
    where id = ${id} and claim_token = ${claimToken}
      and exists (select from runs where ${isUnderWay} and runs.job_id = jobs.id)
    returning id
  ), run as (
    update runs set status = 'queued', started_at = null, output = null, feature_name = null
    from ours
    where ${isUnderWay} and runs.job_id = ours.id
    returning runs.*
  ), told as (
    ${insertRunEvents('run')}
  )
  select id from run
  `.execute(db);
  return rows.length > 0;
}

/** Writes down a file of a run before its bytes are stored; false when the lease is lost. */
export async function insertRunFile(
  db: Database,
  lease: Lease,
  file: { runId: string; name: string; contentType: string; objectKey: string },
): Promise<boolean> {
  const { rows } = await sql`
    with ${renewing(lease)}
    insert into run_files (run_id, name, content_type, object_key)
    select ${file.runId}, ${file.name}, ${file.contentType}, ${file.objectKey} from ours
    returning name
  `.execute(db);
  return rows.length > 0;
}

export async function writeRunDevice(
  db: Database,
  lease: Lease,
  runId: string,
  { name, model, version, sessionUrl }: PhoneDetails,
): Promise<void> {
  await sql`
    with ${renewing(lease)}
    update runs
    set device_name = ${name}, device_model = ${model}, device_version = ${version}, device_session_url = ${sessionUrl}
    from ours where runs.id = ${runId}
  `.execute(db);
}

export async function hasRunFile(db: Database, runId: string, name: string): Promise<boolean> {
  const file = await db
    .selectFrom('run_files')
    .select('name')
    .where('run_id', '=', runId)
    .where('name', '=', name)
    .executeTakeFirst();
  return file !== undefined;
}

export async function findRunFile(
  db: Database,
  runId: string,
  name: string,
): Promise<{ contentType: string; objectKey: string } | null> {
  const file = await db
    .selectFrom('run_files')
    .innerJoin('runs', 'runs.id', 'run_files.run_id')
    .innerJoin('projects', 'projects.id', 'runs.project_id')
    .select(['content_type as contentType', 'object_key as objectKey'])
    .where('run_id', '=', runId)
    .where('run_files.name', '=', name)
    .where('projects.deleted_at', 'is', null)
    .executeTakeFirst();
  return file ?? null;
}

/** `projectId` null stands for a caller who may see all projects. */
export async function findRun(
  db: Database | DatabaseTransaction,
  id: string,
  projectId: string | null,
): Promise<Run | null> {
  const run = await db
    .selectFrom('runs')
    .selectAll('runs')
    .innerJoin('projects', 'projects.id', 'runs.project_id')
    .where('runs.id', '=', id)
    .where('projects.deleted_at', 'is', null)
    .$if(projectId !== null, (query) => query.where('runs.project_id', '=', projectId ?? ''))
    .executeTakeFirst();
  return run ?? null;
}

export interface RunFilter {
  projectId?: string | undefined;
  status?: RunStatus | undefined;
  batchId?: string | undefined;
  testId?: string | undefined;
}

/** The few runs of a batch are all of one project: compared so, none of the project's indexes is read for them too. */
export function isOfProject(projectId: string, batchId: string | undefined) {
  const equals = batchId === undefined ? sql`=` : sql`is not distinct from`;
  return sql<SqlBool>`project_id ${equals} ${liveProject(projectId)}`;
}

/** The index of runs by their test begins with the project. One look at it per project where the test is deleted. */
function projectOfTest(testId: string) {
  return sql<string>`coalesce(
    (select project_id from tests where id = ${testId}),
    (select id from projects where exists (
      select from runs as ran where ran.project_id = projects.id and ran.test_id = ${testId}
    ) limit 1)
  )`;
}

export async function listRuns(db: Database, filter: RunFilter, { after, limit }: Page): Promise<Run[]> {
  const { projectId, status, batchId, testId } = filter;
  return db
    .selectFrom('runs')
    .selectAll('runs')
    .where(
      projectId === undefined
        ? sql<SqlBool>`exists (select from projects where id = runs.project_id and deleted_at is null)`
        : isOfProject(projectId, batchId),
    )
    .$if(testId !== undefined, (query) => query.where('test_id', '=', testId ?? ''))
    .$if(testId !== undefined && projectId === undefined, (query) =>
      query.where(sql<SqlBool>`runs.project_id = ${projectOfTest(testId ?? '')}`),
    )
    .$if(status !== undefined, (query) => query.where('runs.status', '=', status ?? 'queued'))
    .$if(batchId !== undefined, (query) => query.where('batch_id', '=', batchId ?? ''))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(runs.created_at, runs.id) < (${after?.createdAt}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('runs.created_at', 'desc')
    .orderBy('runs.id', 'desc')
    .limit(limit)
    .execute();
}
