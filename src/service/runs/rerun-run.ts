import { requestOf } from '../../engine/requested-device.ts';
import { notFound, PublicError } from '../../kernel/errors.ts';
import { findImport } from '../apps/import-store.ts';
import type { Database } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import type { Run } from './run.ts';
import { storedInputOf } from './run-input.ts';
import { findRun, type TestStep } from './run-store.ts';
import { type Submission, submitRun } from './submit-run.ts';

interface Rerun {
  runId: string;
  /** The one project in which the caller may look; null for all. */
  projectId: string | null;
  idempotencyKey: string | null;
}

/** The same prompt, or the same test as it was then, on the same build; an artifact is imported again. */
export async function rerunRun(
  parts: { db: Database; notifications: Notifications },
  { runId, projectId, idempotencyKey }: Rerun,
): Promise<Run> {
  const run = await findRun(parts.db, runId, projectId);
  if (run === null) throw notFound('run');
  return submitRun(parts, {
    projectId: run.project_id,
    task: {
      type: run.type,
      prompt: run.prompt,
      testId: run.test_id,
      title: run.title,
      // The column holds only what a test was made of.
      steps: run.steps as TestStep[] | null,
    },
    targetUrl: run.target_url,
    webhookUrl: run.webhook_url,
    device: requestOf(run),
    confinedTo: run.confined_to,
    app: await appOf(parts.db, run),
    source: 'rerun',
    input: storedInputOf(run),
    idempotency:
      idempotencyKey === null ? null : { route: 'POST /runs/rerun', key: idempotencyKey, request: { runId } },
  });
}

async function appOf(db: Database, run: Run): Promise<Submission['app']> {
  if (run.import_id !== null) {
    const fetched = await findImport(db, run.import_id);
    if (fetched !== null) return { artifactUrl: fetched.url };
    throw new PublicError('Conflict', 'The address of the build is no longer known; submit a new run.');
  }
  return run.app_id === null ? null : { appId: run.app_id };
}
