import { notFound, orNotFound, PublicError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { insertImport } from '../apps/import-store.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import { queues, queueTopic } from '../jobs/job.ts';
import { lockProject } from '../projects/project-store.ts';
import { eventsTopic, publishBatchEvent } from './event.ts';
import { holdApp } from './hold-app.ts';
import { type IdempotencyKey, takeIdempotencyKey } from './idempotency.ts';
import type { Run } from './run.ts';
import { isMobile, platformsOf, type RunRequest, type TaskPlatform, wrongPlatform } from './run-request.ts';
import { insertRuns, type NewRun } from './run-store.ts';

/** What a run carries out: a prompt, or a test as it was at that moment, and what it wants of its phone. */
export interface RunTask extends Pick<NewRun, 'type' | 'prompt' | 'testId' | 'title' | 'steps' | 'device'> {
  platform: TaskPlatform;
}

/** Runs that are to be started together, in which all is resolved but their app. */
export interface RunPlan extends Pick<NewRun, 'source' | 'input'> {
  projectId: string;
  request: Omit<RunRequest, 'environment'>;
  tasks: readonly RunTask[];
  /** What they belong to; null for a single run. */
  batch: { inTurns: boolean; insert(trx: DatabaseTransaction, app: BroughtApp): Promise<void> } | null;
}

/** A plan starts a single run, or a batch of them. */
type Made = { runId: string } | { batchId: string };

/** An artifact is there, and its platform known, when it is imported. */
type BroughtApp =
  | { appId: string; platform: 'ios' | 'android' }
  | { importId: string }
  | Record<never, never>;

interface Started {
  /** In the order of the tasks. */
  runs: Run[];
  appId: string | null;
}

export interface StartParts {
  db: Database;
  notifications: Notifications;
}

/**
 * Starts what is planned, in one transaction: all of it or nothing. Where the key was used before, nothing is planned and
 * the answer is what was made under it then.
 */
export async function startRuns<One extends Made>(
  { db, notifications }: StartParts,
  made: One,
  key: IdempotencyKey | null,
  plan: RunPlan | ((trx: DatabaseTransaction) => Promise<RunPlan>),
): Promise<Started | One> {
  // Most runs need no more than one statement.
  const isPlain =
    typeof plan === 'object' && plan.request.app === null && plan.batch === null && key === null;
  const outcome = isPlain
    ? { runs: await insertPlanned(db, plan, made, identified(plan, made), {}), appId: null }
    : await db.transaction().execute(async (trx) => {
        const earlier = key && (await takeIdempotencyKey(trx, key, made));
        return earlier ?? startPlan(trx, typeof plan === 'object' ? plan : await plan(trx), made);
      });
  if ('runs' in outcome) publishStart(notifications, outcome.runs);
  return outcome;
}

async function startPlan(trx: DatabaseTransaction, plan: RunPlan, made: Made): Promise<Started> {
  const { projectId, request, batch } = plan;
  // The project's row before the app's: the end of a run locks them in the same order.
  const isAlone = request.app === null && batch === null;
  if (!isAlone && !(await lockProject(trx, projectId))) throw notFound('project');
  const tasks = identified(plan, made);
  const brought = await bringApp(
    trx,
    plan,
    tasks.filter(({ platform }) => isMobile(platform)),
  );
  await batch?.insert(trx, brought);
  const runs = await insertPlanned(trx, plan, made, tasks, brought);
  if ('batchId' in made) await publishBatchEvent(trx, made.batchId);
  return { runs, appId: 'appId' in brought ? brought.appId : null };
}

type IdentifiedTask = RunTask & { id: string };

/** Under the lock of the project, whose waiting runs are admitted in the order of their ids. */
function identified({ tasks }: RunPlan, made: Made): IdentifiedTask[] {
  return tasks.map((task) => ({ ...task, id: 'runId' in made ? made.runId : newId() }));
}

async function bringApp(
  trx: DatabaseTransaction,
  plan: RunPlan,
  tasks: readonly IdentifiedTask[],
): Promise<BroughtApp> {
  const { projectId, request } = plan;
  const { app } = request;
  if (app === null) return {};
  if ('artifactUrl' in app) return { importId: await insertImport(trx, { projectId, url: app.artifactUrl }) };
  const ids = tasks.map(({ id }) => id);
  const { id: appId, platform } = await holdApp(trx, projectId, app, tasks[0]?.device ?? null, ids);
  // A single test is named before what was asked of it, and what was asked of a group before its tests.
  if (plan.batch === null) requireFittingTests(platform, plan, tasks);
  requireWanted(platform, plan, tasks);
  requireFittingTests(platform, plan, tasks);
  return { appId, platform };
}

function requireFittingTests(
  app: 'ios' | 'android',
  { batch }: RunPlan,
  tasks: readonly IdentifiedTask[],
): void {
  const unfit = tasks.find(({ platform }) => !platformsOf(platform).includes(app));
  if (unfit === undefined) return;
  const test = batch === null ? 'test' : `test "${unfit.title}"`;
  throw new PublicError(
    'ValidationError',
    `mobile: the app is for ${app}, but the ${test} is for ${unfit.platform}.`,
  );
}

function requireWanted(
  app: 'ios' | 'android',
  { request: { platform = app } }: RunPlan,
  tasks: readonly IdentifiedTask[],
): void {
  if (platform !== app) throw wrongPlatform(`the app is for ${app}, not for ${platform}`);
  for (const { device } of tasks) {
    if (device?.platform === undefined || device.platform === app) continue;
    throw new PublicError(
      'ValidationError',
      `device.platform: the app is for ${app}, not for ${device.platform}.`,
    );
  }
}

async function insertPlanned(
  db: Database | DatabaseTransaction,
  { projectId, request, batch, source, input }: RunPlan,
  made: Made,
  tasks: readonly IdentifiedTask[],
  brought: BroughtApp,
): Promise<Run[]> {
  const runs = tasks.map((task, turn): NewRun => {
    const { platform, device } = task;
    const onPhone = isMobile(platform);
    const app = onPhone ? brought : {};
    const isLater = batch?.inTurns === true && turn > 0;
    return {
      appId: null,
      importId: null,
      ...task,
      platform: platform === 'mobile' ? (device?.platform ?? null) : platform,
      ...app,
      // The address that a group is started with is for those of its tests that run in a browser.
      targetUrl: batch !== null && onPhone ? null : request.targetUrl,
      batchId: 'batchId' in made ? made.batchId : null,
      waitsFor: isLater ? 'turn' : 'importId' in app ? 'import' : null,
      webhookUrl: request.webhookUrl,
      confinedTo: request.confinedTo ?? null,
      source,
      input,
    };
  });
  return orNotFound(await insertRuns(db, projectId, runs), 'project');
}

function publishStart(notifications: Notifications, runs: readonly Run[]): void {
  const topics = runs.flatMap((run) => [queueTopic(queueOf(run)), eventsTopic(run.project_id)]);
  for (const topic of new Set(topics)) notifications.publish(topic);
}

/** Where the first job of a new run waits. */
function queueOf({ platform, import_id }: Run): string {
  return platform === null || import_id !== null ? queues.imports : queues.runs(platform);
}
