import { type App, findListedApp, findNewestUpload } from '../apps/app-store.ts';
import { takeHolds } from '../apps/holds.ts';
import { insertImport } from '../apps/import-store.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import { queues, queueTopic } from '../jobs/job.ts';
import { notFound } from '../kernel/errors.ts';
import { isUuid, newId } from '../kernel/ids.ts';
import { lockProject } from '../projects/project-store.ts';
import { eventsTopic } from './event.ts';
import { takeIdempotencyKey } from './idempotency.ts';
import type { Run } from './run.ts';
import { findRun, insertRuns, type NewRun } from './run-store.ts';

export interface Submission {
  projectId: string;
  prompt: string;
  targetUrl: string | null;
  webhookUrl: string | null;
  app: AppSelector | { artifactUrl: string } | null;
  idempotencyKey: string | null;
}

export type AppSelector = { appId: string } | { bundleId: string };

/** A run that uses an app holds it from here to its end, in the transaction that makes the run. */
export async function submitRun(
  { db, notifications }: { db: Database; notifications: Notifications },
  submission: Submission,
): Promise<Run> {
  const { app, idempotencyKey } = submission;
  // Most runs need no more than one statement.
  const run =
    app === null && idempotencyKey === null
      ? await insertRun(db, submission, { id: newId() })
      : await db.transaction().execute((trx) => submitWith(trx, submission));
  notifications.publish(queueTopic(run.platform === null ? queues.imports : queues.runs(run.platform)));
  notifications.publish(eventsTopic(run.project_id));
  return run;
}

async function submitWith(trx: DatabaseTransaction, submission: Submission): Promise<Run> {
  const { projectId, idempotencyKey, ...request } = submission;
  const id = newId();
  if (idempotencyKey !== null) {
    const key = { scope: projectId, route: 'POST /runs', key: idempotencyKey, request };
    const earlier = await takeIdempotencyKey(trx, key, { runId: id });
    if (earlier !== null) {
      const run = await findRun(trx, earlier.runId, projectId);
      if (run === null) throw notFound('run');
      return run;
    }
  }
  if (request.app === null) return insertRun(trx, submission, { id });
  // The project's row before the app's: whoever ends a run locks them in the same order.
  if (!(await lockProject(trx, projectId))) throw notFound('project');
  if ('artifactUrl' in request.app) {
    const importId = await insertImport(trx, { projectId, url: request.app.artifactUrl });
    return insertRun(trx, submission, { id, platform: null, waitsFor: 'import', importId });
  }
  const { id: appId, platform } = await holdApp(trx, projectId, request.app, [id]);
  return insertRun(trx, submission, { id, platform, appId });
}

async function insertRun(
  db: Database | DatabaseTransaction,
  { projectId, prompt, targetUrl, webhookUrl }: Submission,
  own: Partial<NewRun> & { id: string },
): Promise<Run> {
  const run: NewRun = {
    type: 'chat',
    platform: 'web',
    prompt,
    targetUrl,
    appId: null,
    testId: null,
    batchId: null,
    webhookUrl,
    title: null,
    steps: null,
    waitsFor: null,
    importId: null,
    confinedTo: null,
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
  holderIds: string[],
): Promise<App> {
  for (;;) {
    const app = await findApp(trx, projectId, selector);
    if (app === null) throw notFound('app');
    if (await takeHolds(trx, { projectId, appId: app.id, holderIds })) return app;
    if ('appId' in selector) throw notFound('app');
  }
}

async function findApp(
  trx: DatabaseTransaction,
  projectId: string,
  selector: AppSelector,
): Promise<App | null> {
  if ('bundleId' in selector) return findNewestUpload(trx, projectId, selector.bundleId);
  return isUuid(selector.appId) ? findListedApp(trx, projectId, selector.appId) : null;
}
