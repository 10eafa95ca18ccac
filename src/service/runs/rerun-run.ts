import { requestOf } from '../../engine/requested-device.ts';
import { orNotFound, PublicError } from '../../kernel/errors.ts';
import { findImport } from '../apps/import-store.ts';
import type { Database } from '../database/database.ts';
import { storedInputOf } from './hosted-shapes.ts';
import type { Run } from './run.ts';
import type { RunRequest, TaskPlatform } from './run-request.ts';
import { findRun, type TestStep } from './run-store.ts';
import type { RunTask, StartParts } from './start-runs.ts';
import { submitRun } from './submit-run.ts';

interface Rerun {
  runId: string;
  /** The one project in which the caller may look; null for all. */
  projectId: string | null;
  idempotencyKey: string | null;
}

/** The same prompt, or the same test as it was then, on the same build; an artifact is imported again. */
export async function rerunRun(
  parts: StartParts,
  { runId, projectId, idempotencyKey: key }: Rerun,
): Promise<Run> {
  const run = orNotFound(await findRun(parts.db, runId, projectId), 'run');
  return submitRun(parts, {
    projectId: run.project_id,
    request: {
      app: await appOf(parts.db, run),
      targetUrl: run.target_url,
      webhookUrl: run.webhook_url,
      confinedTo: run.confined_to,
    },
    // An artifact that is imported again may be for the other kind of phone.
    task: taskOfRun(run, run.platform === 'web' ? 'web' : 'mobile'),
    source: 'rerun',
    input: storedInputOf(run),
    idempotency: { route: 'POST /runs/rerun', key, request: { runId } },
  });
}

/** What a run has carried out, to be carried out again. */
export function taskOfRun(run: Run, platform: TaskPlatform): RunTask {
  return {
    type: run.type,
    prompt: run.prompt,
    testId: run.test_id,
    title: run.title,
    // The column holds only what a test was made of.
    steps: run.steps as TestStep[] | null,
    platform,
    device: requestOf(run),
  };
}

async function appOf(db: Database, run: Run): Promise<RunRequest['app']> {
  if (run.import_id !== null) {
    const fetched = await findImport(db, run.import_id);
    if (fetched !== null) return { artifactUrl: fetched.url };
    throw new PublicError('Conflict', 'The address of the build is no longer known; submit a new run.');
  }
  return run.app_id === null ? null : { appId: run.app_id };
}
