import { requestOf } from '../../engine/requested-device.ts';
import { notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import { addressOfEnvironment } from '../projects/address-of-environment.ts';
import { type EnvironmentSelector, listEnvironments } from '../projects/environment-store.ts';
import { findProject } from '../projects/project-store.ts';
import { takeIdempotencyKey } from '../runs/idempotency.ts';
import { inputOf } from '../runs/run-input.ts';
import type { BatchRequest, BatchTest } from './batch.ts';
import { findBatch, findRunIds } from './batch-store.ts';
import type { Group } from './group-store.ts';
import { confinementOf, refuseForeignAddresses, testedAddresses } from './keyless-call.ts';
import { listMembers, type Member } from './membership.ts';
import { startBatch, tellOfStart } from './start-batch.ts';
import type { TestSettings } from './test.ts';

export interface Trigger {
  group: Group;
  request: BatchRequest;
  /** Stands for the target of the request, at the moment of the start. */
  environment?: EnvironmentSelector | null;
  /** By the address of its webhook alone. */
  isKeyless: boolean;
  /** The webhook or project that a key belongs to. */
  idempotency: { scope: string; route: string; key: string } | null;
}

export interface Triggered {
  batchId: string;
  runIds: string[];
  appId: string | null;
}

/** Starts the enabled tests of a group. A call that fails starts nothing. */
export async function triggerGroup(
  { db, notifications }: { db: Database; notifications: Notifications },
  { group, request: given, environment = null, isKeyless, idempotency }: Trigger,
): Promise<Triggered> {
  const id = newId();
  const started = await db.transaction().execute(async (trx) => {
    if (idempotency !== null) {
      const asked = { ...given, ...(environment !== null && { environment }) };
      const earlier = await takeIdempotencyKey(trx, { ...idempotency, request: asked }, { batchId: id });
      if (earlier !== null) return earlier.batchId;
    }
    const { project_id: projectId } = group;
    const request =
      environment === null
        ? given
        : { ...given, targetUrl: await addressOfEnvironment(trx, projectId, environment, { isKeyless }) };
    return startBatch(trx, id, {
      projectId,
      group: { id: group.id, name: group.name, runMode: group.run_mode, device: requestOf(group) },
      tests: (await listMembers(trx, group.id)).filter(isEnabled).map(toBatchTest),
      request: isKeyless ? await permitted(trx, projectId, request) : request,
      rerunOf: null,
      source: isKeyless ? 'webhook' : 'group',
      input: inputOf({ ...given, environment }),
    });
  });
  if (typeof started === 'string') return startedBefore(db, started);
  tellOfStart(notifications, group.project_id, started.runs);
  return { batchId: id, runIds: started.runs.map((run) => run.id), appId: started.appId };
}

async function permitted(
  trx: DatabaseTransaction,
  projectId: string,
  request: BatchRequest,
): Promise<BatchRequest> {
  const project = await findProject(trx, projectId);
  if (project === null) throw notFound('project');
  const environments = request.targetUrl === null ? [] : await listEnvironments(trx, projectId);
  const tested = testedAddresses(project, environments);
  refuseForeignAddresses(project, tested, request);
  return { ...request, confinedTo: confinementOf(tested, request) };
}

async function startedBefore(db: Database, batchId: string): Promise<Triggered> {
  const batch = await findBatch(db, batchId, null);
  if (batch === null) throw notFound('batch');
  return { batchId, runIds: await findRunIds(db, batchId), appId: batch.app_id };
}

function isEnabled({ enabled, test }: Member): boolean {
  return enabled && test.enabled;
}

function toBatchTest({ test }: Member): BatchTest {
  // The column holds only what a test was made of.
  const steps = test.steps as TestSettings['steps'];
  return { testId: test.id, title: test.title, platform: test.platform, steps, device: requestOf(test) };
}
