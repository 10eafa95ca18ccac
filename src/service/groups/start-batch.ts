import { mergeRequests } from '../../engine/requested-device.ts';
import { notFound, PublicError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { insertImport } from '../apps/import-store.ts';
import type { DatabaseTransaction } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import { queueTopic } from '../jobs/job.ts';
import { lockProject } from '../projects/project-store.ts';
import { eventsTopic, publishBatchEvent } from '../runs/event.ts';
import { deviceOnPlatform } from '../runs/requested-platform.ts';
import type { Run } from '../runs/run.ts';
import { insertRuns, type NewRun } from '../runs/run-store.ts';
import {
  type AppSelector,
  holdApp,
  queueOf,
  requireAppPlatform,
  requireDevicePlatform,
} from '../runs/submit-run.ts';
import type { BatchRequest, BatchTest, NewBatch } from './batch.ts';
import { insertBatch } from './batch-store.ts';
import type { Group } from './group-store.ts';
import { isMobile, requireAskedPlatform, runsOn } from './test.ts';

/** All runs of a batch, their holds and their jobs, in the caller's transaction: all of it or nothing. */
export async function startBatch(
  trx: DatabaseTransaction,
  id: string,
  batch: NewBatch,
): Promise<{ runs: Run[]; appId: string | null }> {
  const { projectId, group, tests, request } = batch;
  for (const test of tests) requireAskedPlatform(test, request.platform ?? null);
  requireFitting(tests, request);
  // The project's row before the app's: the end of a run locks them in the same order.
  if (!(await lockProject(trx, projectId))) throw notFound('project');
  const planned = tests.map((test, at) => ({ ...runOf(batch, id, test), turn: at }));
  const mobile = planned.filter(({ platform }) => platform !== 'web');
  const app = await appFor(trx, batch, mobile);
  const runs = planned.map(({ turn, ...run }): NewRun => {
    const given = run.platform === 'web' ? {} : app;
    return { ...run, ...given, waitsFor: waitsFor(group.runMode, turn, 'importId' in given) };
  });
  await insertBatch(trx, { id, ...batch, ...app });
  const inserted = await insertRuns(trx, projectId, runs);
  if (inserted === null) throw notFound('project');
  await publishBatchEvent(trx, id);
  return { runs: inserted, appId: 'appId' in app ? app.appId : null };
}

export function tellOfStart(notifications: Notifications, projectId: string, runs: readonly Run[]): void {
  for (const queue of new Set(runs.map(queueOf))) notifications.publish(queueTopic(queue));
  notifications.publish(eventsTopic(projectId));
}

function requireFitting(tests: readonly BatchTest[], { app, device }: BatchRequest): void {
  if (tests.length === 0) throw new PublicError('Conflict', 'The group has no enabled test to run.');
  const mobile = tests.find(({ platform }) => isMobile(platform));
  if (mobile !== undefined && app === null) {
    throw new PublicError(
      'ValidationError',
      `mobile: is required, since the group has mobile tests such as "${mobile.title}".`,
    );
  }
  const unused = app !== null ? 'mobile' : device != null ? 'device' : null;
  if (mobile === undefined && unused !== null)
    throw new PublicError(
      'ValidationError',
      `${unused}: must be left out, since the group has only web tests.`,
    );
}

function runOf({ group, request, source, input }: NewBatch, batchId: string, test: BatchTest): NewRun {
  const asked = deviceOnPlatform(request.device ?? null, request.platform ?? null);
  const device = isMobile(test.platform) ? mergeRequests(asked, test.device, group.device) : null;
  return {
    id: newId(),
    type: 'test',
    platform: test.platform === 'mobile' ? (device?.platform ?? null) : test.platform,
    prompt: null,
    targetUrl: isMobile(test.platform) ? null : request.targetUrl,
    appId: null,
    testId: test.testId,
    batchId,
    webhookUrl: request.webhookUrl,
    title: test.title,
    steps: test.steps,
    waitsFor: null,
    importId: null,
    confinedTo: request.confinedTo ?? null,
    device,
    source,
    input,
  };
}

async function appFor(
  trx: DatabaseTransaction,
  { projectId, tests, request: { app, platform = null } }: NewBatch,
  runs: readonly NewRun[],
): Promise<{ appId: string; platform: 'ios' | 'android' } | { importId: string } | Record<never, never>> {
  if (app === null) return {};
  if ('artifactUrl' in app) return { importId: await insertImport(trx, { projectId, url: app.artifactUrl }) };
  const held = await holdApp(
    trx,
    projectId,
    app satisfies AppSelector,
    runs[0]?.device ?? null,
    runs.map(({ id }) => id),
  );
  requireAppPlatform(held.platform, platform);
  for (const { device } of runs) requireDevicePlatform(held.platform, device);
  const unfit = tests.find(({ platform }) => isMobile(platform) && !runsOn(platform, held.platform));
  if (unfit !== undefined) {
    throw new PublicError(
      'ValidationError',
      `mobile: the app is for ${held.platform}, but the test "${unfit.title}" is for ${unfit.platform}.`,
    );
  }
  return { appId: held.id, platform: held.platform };
}

function waitsFor(mode: Group['run_mode'], turn: number, isImported: boolean): NewRun['waitsFor'] {
  if (mode === 'sequential' && turn > 0) return 'turn';
  return isImported ? 'import' : null;
}
