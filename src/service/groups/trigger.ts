import { mergeRequests, requestOf } from '../../engine/requested-device.ts';
import { orNotFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Database } from '../database/database.ts';
import { inputOf } from '../runs/hosted-shapes.ts';
import { targetOf } from '../runs/run-request.ts';
import { type RunTask, type StartParts, startRuns } from '../runs/start-runs.ts';
import type { BatchRequest } from './batch.ts';
import { findBatch, findRunIds } from './batch-store.ts';
import type { Group } from './group-store.ts';
import { permitted } from './keyless-call.ts';
import { listMembers, type Member } from './membership.ts';
import { planBatch } from './plan-batch.ts';
import { taskOf } from './test.ts';

interface Trigger {
  group: Group;
  request: BatchRequest;
  /** By the address of its webhook alone. */
  isKeyless: boolean;
  /** The webhook or project that a key belongs to. */
  idempotency: { scope: string; key: string } | null;
}

export interface Triggered {
  batchId: string;
  runIds: string[];
  appId: string | null;
}

/** Starts the enabled tests of a group. A call that fails starts nothing. */
export async function triggerGroup(
  parts: StartParts,
  { group, request, isKeyless, idempotency }: Trigger,
): Promise<Triggered> {
  const { id: groupId, project_id: projectId, name, run_mode: runMode } = group;
  const { app, commitSha, webhookUrl, environment, platform, device } = request;
  const batchId = newId();
  const asked = { app, targetUrl: request.targetUrl, commitSha, webhookUrl, platform, device, environment };
  const key = idempotency && { ...idempotency, route: `POST /groups/${groupId}/runs`, request: asked };
  const outcome = await startRuns(parts, { batchId }, key, async (trx) => {
    const targetUrl = await targetOf(trx, projectId, request, { isKeyless });
    const resolved = { app, targetUrl, commitSha, webhookUrl, platform, device };
    const members = (await listMembers(trx, groupId)).filter(isEnabled);
    return planBatch({
      id: batchId,
      projectId,
      group: { id: groupId, name, runMode },
      tests: members.map(({ test }) => inGroup(taskOf(test), group)),
      request: isKeyless ? await permitted(trx, projectId, resolved) : resolved,
      rerunOf: null,
      source: isKeyless ? 'webhook' : 'group',
      input: inputOf(request),
    });
  });
  if (!('runs' in outcome)) return startedBefore(parts.db, outcome.batchId);
  return { batchId, runIds: outcome.runs.map(({ id }) => id), appId: outcome.appId };
}

/** What a test does not say of the phone, its group says. */
function inGroup(task: RunTask, group: Group): RunTask {
  return { ...task, device: mergeRequests(task.device, requestOf(group)) };
}

async function startedBefore(db: Database, batchId: string): Promise<Triggered> {
  const batch = orNotFound(await findBatch(db, batchId, null), 'batch');
  return { batchId, runIds: await findRunIds(db, batchId), appId: batch.app_id };
}

function isEnabled({ enabled, test }: Member): boolean {
  return enabled && test.enabled;
}
