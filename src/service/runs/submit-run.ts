import type { RequestedDevice } from '../../engine/requested-device.ts';
import { notFound, PublicError } from '../../kernel/errors.ts';
import { isUuid, newId } from '../../kernel/ids.ts';
import { type App, findListedApp, findNewestUpload } from '../apps/app-store.ts';
import { takeHolds } from '../apps/holds.ts';
import { insertImport } from '../apps/import-store.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import { buildsThatFit } from '../fleet/device-store.ts';
import { queues, queueTopic } from '../jobs/job.ts';
import { addressOfEnvironment } from '../projects/address-of-environment.ts';
import type { EnvironmentSelector } from '../projects/environment-store.ts';
import { lockProject } from '../projects/project-store.ts';
import { eventsTopic } from './event.ts';
import { type IdempotencyKey, takeIdempotencyKey } from './idempotency.ts';
import { deviceOnPlatform, type RequestedPlatform, wrongPlatform } from './requested-platform.ts';
import type { Run } from './run.ts';
import { inputOf, type RunSource, type StoredInput } from './run-input.ts';
import { findRun, insertRuns, type NewRun } from './run-store.ts';

export interface Submission {
  projectId: string;
  /** What the caller asks for: a prompt, or a stored test. */
  task: Pick<NewRun, 'type' | 'prompt' | 'testId' | 'title' | 'steps'>;
  targetUrl: string | null;
  /** Stands for the target, at the moment of the submission. */
  environment?: EnvironmentSelector | null;
  webhookUrl: string | null;
  /** The kind of phone that the task is for, where it is for one alone. */
  phone?: 'ios' | 'android' | null;
  /** Where the call wants it to take place; null: wherever the task and the app say. */
  platform?: RequestedPlatform | null;
  /** What it wants of the phone. */
  device?: RequestedDevice | null;
  /** Where its browser may go if the project names no hosts; null: the host that it goes to first. */
  confinedTo: NewRun['confinedTo'];
  app: AppSelector | { artifactUrl: string } | null;
  idempotency: Omit<IdempotencyKey, 'scope'> | null;
  source: RunSource;
  /** What the caller gave, before anything was resolved. */
  input: StoredInput;
}

export type PromptSubmission = Pick<
  Submission,
  'projectId' | 'targetUrl' | 'environment' | 'webhookUrl' | 'app' | 'platform' | 'device'
> & {
  prompt: string;
  idempotencyKey: string | null;
};

export type AppSelector = { appId: string } | { bundleId: string };

export function submitPrompt(
  parts: { db: Database; notifications: Notifications },
  {
    projectId,
    idempotencyKey: key,
    environment = null,
    platform = null,
    device = null,
    ...request
  }: PromptSubmission,
): Promise<Run> {
  const { prompt, targetUrl, webhookUrl, app } = request;
  const asked = {
    ...request,
    ...(environment !== null && { environment }),
    ...(platform !== null && { platform }),
    ...(device !== null && { device }),
  };
  return submitRun(parts, {
    projectId,
    task: { type: 'chat', prompt, testId: null, title: null, steps: null },
    targetUrl,
    environment,
    webhookUrl,
    platform,
    device,
    confinedTo: null,
    app,
    source: 'api',
    input: inputOf({ targetUrl, environment, app, platform, device, webhookUrl }),
    idempotency: key === null ? null : { route: 'POST /runs', key, request: asked },
  });
}

/** A run that uses an app holds it from here to its end, in the transaction that makes the run. */
export async function submitRun(
  { db, notifications }: { db: Database; notifications: Notifications },
  submitted: Submission,
): Promise<Run> {
  const { app, environment = null, platform = null, idempotency } = submitted;
  requirePlace(submitted);
  const submission = { ...submitted, device: deviceOnPlatform(submitted.device ?? null, platform) };
  // Most runs need no more than one statement.
  const run =
    app === null && environment === null && idempotency === null
      ? await insertRun(db, submission, { id: newId() })
      : await db.transaction().execute((trx) => submitWith(trx, submission));
  notifications.publish(queueTopic(queueOf(run)));
  notifications.publish(eventsTopic(run.project_id));
  return run;
}

/** A run with an app takes place on a phone, and one without in a browser. */
function requirePlace({ app, platform = null, device }: Submission): void {
  if (app !== null) {
    if (platform === 'web') throw wrongPlatform('is web, but mobile names an app; leave one of them out');
    return;
  }
  if (platform !== null && platform !== 'web')
    throw wrongPlatform(`is ${platform}, so that the run needs an app; name one by mobile`);
  if (device) {
    throw new PublicError(
      'ValidationError',
      'device: must be left out, since the run takes place in a browser; name an app by "mobile" for a run on a phone.',
    );
  }
}

/** Where the first job of a new run waits. */
export function queueOf({ platform, import_id }: Run): string {
  return platform === null || import_id !== null ? queues.imports : queues.runs(platform);
}

async function submitWith(trx: DatabaseTransaction, submitted: Submission): Promise<Run> {
  const { projectId, idempotency, app, device = null } = submitted;
  const phone = submitted.phone ?? device?.platform ?? null;
  const id = newId();
  if (idempotency !== null) {
    const earlier = await takeIdempotencyKey(trx, { scope: projectId, ...idempotency }, { runId: id });
    if (earlier !== null) {
      const run = await findRun(trx, earlier.runId, projectId);
      if (run === null) throw notFound('run');
      return run;
    }
  }
  const submission = await withAddress(trx, submitted);
  if (app === null) return insertRun(trx, submission, { id });
  // The project's row before the app's: the end of a run locks them in the same order.
  if (!(await lockProject(trx, projectId))) throw notFound('project');
  if ('artifactUrl' in app) {
    const importId = await insertImport(trx, { projectId, url: app.artifactUrl });
    return insertRun(trx, submission, { id, platform: phone, waitsFor: 'import', importId });
  }
  const { id: appId, platform } = await holdApp(trx, projectId, app, device, [id]);
  requirePlatform(platform, submitted);
  return insertRun(trx, submission, { id, platform, appId });
}

function requirePlatform(
  platform: App['platform'],
  { phone = null, platform: asked = null, device = null }: Submission,
): void {
  const wanted = phone ?? platform;
  if (platform !== wanted)
    throw new PublicError(
      'ValidationError',
      `mobile: the app is for ${platform}, but the test is for ${wanted}.`,
    );
  requireAppPlatform(platform, asked);
  requireDevicePlatform(platform, device);
}

export function requireAppPlatform(platform: App['platform'], asked: RequestedPlatform | null): void {
  if (asked !== null && asked !== platform)
    throw wrongPlatform(`the app is for ${platform}, not for ${asked}`);
}

export function requireDevicePlatform(platform: App['platform'], device: RequestedDevice | null): void {
  if (device?.platform === undefined || device.platform === platform) return;
  throw new PublicError(
    'ValidationError',
    `device.platform: the app is for ${platform}, not for ${device.platform}.`,
  );
}

async function withAddress(trx: DatabaseTransaction, submission: Submission): Promise<Submission> {
  const { projectId, environment = null } = submission;
  if (environment === null) return submission;
  const targetUrl = await addressOfEnvironment(trx, projectId, environment, { isKeyless: false });
  return { ...submission, targetUrl };
}

async function insertRun(
  db: Database | DatabaseTransaction,
  { projectId, task, targetUrl, webhookUrl, confinedTo, device = null, source, input }: Submission,
  own: Partial<NewRun> & { id: string },
): Promise<Run> {
  const run: NewRun = {
    ...task,
    platform: 'web',
    targetUrl,
    appId: null,
    batchId: null,
    webhookUrl,
    waitsFor: null,
    importId: null,
    confinedTo,
    device,
    source,
    input,
    ...own,
  };
  const [inserted] = (await insertRuns(db, projectId, [run])) ?? [];
  if (inserted === undefined) throw notFound('project');
  return inserted;
}

/**
 * Between choice and hold a build may go; then the next newest is the one that was meant, as often as that happens. Each
 * choice sees what is committed by then: none means that there was a moment without any.
 */
export async function holdApp(
  trx: DatabaseTransaction,
  projectId: string,
  selector: AppSelector,
  device: RequestedDevice | null,
  holderIds: string[],
): Promise<App> {
  for (;;) {
    const app = await findApp(trx, projectId, selector, device);
    if (app === null) throw notFound('app');
    if (await takeHolds(trx, { projectId, appId: app.id, holderIds })) return app;
    if ('appId' in selector) throw notFound('app');
  }
}

async function findApp(
  trx: DatabaseTransaction,
  projectId: string,
  selector: AppSelector,
  device: RequestedDevice | null,
): Promise<App | null> {
  if ('bundleId' in selector) return findNewestThatFits(trx, projectId, selector.bundleId, device);
  return isUuid(selector.appId) ? findListedApp(trx, projectId, selector.appId) : null;
}

/** For the simulator and for real iPhones there are builds of their own: the newest that a phone can take. */
async function findNewestThatFits(
  trx: DatabaseTransaction,
  projectId: string,
  bundleId: string,
  device: RequestedDevice | null,
): Promise<App | null> {
  const platform = device?.platform;
  const newest = await findNewestUpload(trx, projectId, bundleId, { ...(platform && { platform }) });
  if (newest === null || newest.built_for === null) return newest;
  const builtFor = await buildsThatFit(trx, newest.platform, device);
  if (builtFor.length === 0 || builtFor.includes(newest.built_for)) return newest;
  return (
    (await findNewestUpload(trx, projectId, bundleId, { platform: newest.platform, builtFor })) ?? newest
  );
}
