import { mergeRequests, requestOf } from '../../engine/requested-device.ts';
import { notFound, PublicError } from '../../kernel/errors.ts';
import type { Database } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import { deviceOnPlatform } from '../runs/requested-platform.ts';
import type { Run } from '../runs/run.ts';
import { inputOf } from '../runs/run-input.ts';
import type { TestStep } from '../runs/run-store.ts';
import { type Submission, submitRun } from '../runs/submit-run.ts';
import { findRecord } from './project-records.ts';
import { isMobile, requireAskedPlatform, type TestPlatform } from './test.ts';

export interface TestRun
  extends Pick<Submission, 'targetUrl' | 'environment' | 'webhookUrl' | 'app' | 'platform' | 'device'> {
  testId: string;
  /** The one project in which the caller may look; null for all. */
  projectId: string | null;
  idempotencyKey: string | null;
}

/** Runs one test as it is now, outside of its groups; also one that is not enabled, as its author would. */
export async function runTest(
  parts: { db: Database; notifications: Notifications },
  { testId, projectId, idempotencyKey: key, ...request }: TestRun,
): Promise<Run> {
  const { platform: place = null, device = null, ...others } = request;
  const asked = { ...others, ...(place !== null && { platform: place }), ...(device !== null && { device }) };
  const wanted = deviceOnPlatform(device, place);
  const test = await findRecord(parts.db, 'tests', testId, projectId);
  if (test === null) throw notFound('test');
  const { platform, title } = test;
  requireAskedPlatform(test, place);
  requireFitting(platform, request.app);
  return submitRun(parts, {
    ...request,
    projectId: test.project_id,
    // The column holds only what a test was made of.
    task: { type: 'test', prompt: null, testId, title, steps: test.steps as TestStep[] },
    device: isMobile(platform) ? mergeRequests(wanted, requestOf(test)) : wanted,
    phone: platform === 'ios' || platform === 'android' ? platform : null,
    confinedTo: null,
    source: 'api',
    input: inputOf(request),
    idempotency: key === null ? null : { route: 'POST /tests/runs', key, request: { testId, ...asked } },
  });
}

function requireFitting(platform: TestPlatform, app: Submission['app']): void {
  if (isMobile(platform) && app === null)
    throw new PublicError('ValidationError', 'mobile: is required, since the test runs on a phone.');
  if (!isMobile(platform) && app !== null)
    throw new PublicError('ValidationError', 'mobile: must be left out, since the test runs in a browser.');
}
