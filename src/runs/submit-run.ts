import { type App, findListedApp, findNewestUpload } from '../apps/app-store.ts';
import { takeHolds } from '../apps/holds.ts';
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
  app: { appId: string } | { bundleId: string } | null;
  idempotencyKey: string | null;
}

/** A run that uses an app holds it from here to its end, in the transaction that makes the run. */
export async function submitRun(
  { db, notifications }: { db: Database; notifications: Notifications },
  submission: Submission,
): Promise<Run> {
  const { app, idempotencyKey } = submission;
  // Most runs need no more than one statement.
  const run =
    app === null && idempotencyKey === null
      ? await insertRun(db, submission, newId(), null)
      : await db.transaction().execute((trx) => submitWith(trx, submission));
  notifications.publish(queueTopic(queues.runs(run.platform)));
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
  if (request.app === null) return insertRun(trx, submission, id, null);
  // The project's row before the app's: whoever ends a run locks them in the same order.
  await lockProject(trx, projectId);
  return insertRun(trx, submission, id, await holdApp(trx, projectId, request.app, id));
}

async function insertRun(
  db: Database | DatabaseTransaction,
  { projectId, prompt, targetUrl, webhookUrl }: Submission,
  id: string,
  app: { id: string; platform: 'ios' | 'android' } | null,
): Promise<Run> {
  const run: NewRun = {
    id,
    type: 'chat',
    platform: app?.platform ?? 'web',
    prompt,
    targetUrl,
    appId: app?.id ?? null,
    testId: null,
    batchId: null,
    webhookUrl,
  };
  const [inserted] = (await insertRuns(db, projectId, [run])) ?? [];
  if (inserted === undefined) throw notFound('project');
  return inserted;
}

const maxChoices = 5;

/** Between choice and hold the app may go; then the next newest is the one that was meant. */
async function holdApp(
  trx: DatabaseTransaction,
  projectId: string,
  selector: { appId: string } | { bundleId: string },
  holderId: string,
): Promise<{ id: string; platform: 'ios' | 'android' }> {
  for (let choice = 0; choice < maxChoices; choice += 1) {
    const app = await findApp(trx, projectId, selector);
    if (app === null) break;
    if (await takeHolds(trx, { projectId, appId: app.id, holderIds: [holderId] })) return app;
  }
  throw notFound('app');
}

async function findApp(
  trx: DatabaseTransaction,
  projectId: string,
  selector: { appId: string } | { bundleId: string },
): Promise<App | null> {
  if ('bundleId' in selector) return findNewestUpload(trx, projectId, selector.bundleId);
  return isUuid(selector.appId) ? findListedApp(trx, projectId, selector.appId) : null;
}
