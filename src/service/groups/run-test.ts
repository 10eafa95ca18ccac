import { mergeRequests } from '../../engine/requested-device.ts';
import { orNotFound, PublicError } from '../../kernel/errors.ts';
import { inputOf } from '../runs/hosted-shapes.ts';
import type { Run } from '../runs/run.ts';
import { isMobile, type RunRequest, type TaskPlatform, wantedDevice } from '../runs/run-request.ts';
import type { StartParts } from '../runs/start-runs.ts';
import { submitRun } from '../runs/submit-run.ts';
import { findRecord } from './project-records.ts';
import { requireAskedPlatform, taskOf } from './test.ts';

interface TestRun extends RunRequest {
  testId: string;
  /** The one project in which the caller may look; null for all. */
  projectId: string | null;
  idempotencyKey: string | null;
}

/** Runs one test as it is now, outside of its groups; also one that is not enabled, as its author would. */
export async function runTest(
  parts: StartParts,
  { testId, projectId, idempotencyKey: key, ...request }: TestRun,
): Promise<Run> {
  const { app, targetUrl, environment = null, webhookUrl, platform, device } = request;
  const wanted = wantedDevice(request);
  const test = orNotFound(await findRecord(parts.db, 'tests', testId, projectId), 'test');
  requireAskedPlatform(test, request);
  requireFitting(test.platform, app);
  const task = taskOf(test);
  return submitRun(parts, {
    projectId: test.project_id,
    request,
    task: { ...task, device: isMobile(task.platform) ? mergeRequests(wanted, task.device) : wanted },
    source: 'api',
    input: inputOf(request),
    idempotency: {
      route: 'POST /tests/runs',
      key,
      request: { testId, app, targetUrl, environment, webhookUrl, platform, device },
    },
  });
}

function requireFitting(platform: TaskPlatform, app: RunRequest['app']): void {
  if (isMobile(platform) && app === null)
    throw new PublicError('ValidationError', 'mobile: is required, since the test runs on a phone.');
  if (!isMobile(platform) && app !== null)
    throw new PublicError('ValidationError', 'mobile: must be left out, since the test runs in a browser.');
}
