import { orNotFound, PublicError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { inputOf } from './hosted-shapes.ts';
import type { Run } from './run.ts';
import { type RunRequest, targetOf, wantedDevice, wrongPlatform } from './run-request.ts';
import { findRun, type NewRun } from './run-store.ts';
import { type RunPlan, type RunTask, type StartParts, startRuns } from './start-runs.ts';

interface PromptSubmission extends RunRequest {
  projectId: string;
  prompt: string;
  idempotencyKey: string | null;
}

/** With an app it is a run on a phone, and without one in a browser. */
export async function submitPrompt(
  parts: StartParts,
  { projectId, prompt, idempotencyKey: key, ...request }: PromptSubmission,
): Promise<Run> {
  const { app, targetUrl, environment, webhookUrl, platform, device } = request;
  requirePlace(request);
  return submitRun(parts, {
    projectId,
    request,
    task: {
      type: 'chat',
      prompt,
      testId: null,
      title: null,
      steps: null,
      platform: app === null ? 'web' : 'mobile',
      device: wantedDevice(request),
    },
    source: 'api',
    input: inputOf(request),
    idempotency: {
      route: 'POST /runs',
      key,
      request: { prompt, targetUrl, webhookUrl, app, environment, platform, device },
    },
  });
}

function requirePlace({ app, platform }: RunRequest): void {
  if (app !== null && platform === 'web')
    throw wrongPlatform('is web, but mobile names an app; leave one of them out');
  if (app === null && platform !== undefined && platform !== 'web')
    throw wrongPlatform(`is ${platform}, so that the run needs an app; name one by mobile`);
}

interface SingleRun extends Pick<NewRun, 'source' | 'input'> {
  projectId: string;
  request: RunRequest;
  task: RunTask;
  idempotency: { route: string; key: string | null; request: unknown };
}

/** One run, in no batch: a plan of one. */
export async function submitRun(
  parts: StartParts,
  { projectId, request, task, idempotency: { key, ...call }, ...origin }: SingleRun,
): Promise<Run> {
  if (task.platform === 'web' && task.device !== null) {
    throw new PublicError(
      'ValidationError',
      'device: must be left out, since the run takes place in a browser; name an app by "mobile" for a run on a phone.',
    );
  }
  const planFor = (targetUrl: string | null): RunPlan => ({
    ...origin,
    projectId,
    request: { ...request, targetUrl },
    tasks: [task],
    batch: null,
  });
  const outcome = await startRuns(
    parts,
    { runId: newId() },
    key === null ? null : { scope: projectId, key, ...call },
    request.environment === undefined
      ? planFor(request.targetUrl)
      : async (trx) => planFor(await targetOf(trx, projectId, request, { isKeyless: false })),
  );
  const run = 'runs' in outcome ? outcome.runs[0] : await findRun(parts.db, outcome.runId, projectId);
  return orNotFound(run, 'run');
}
