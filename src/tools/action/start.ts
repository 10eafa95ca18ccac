import { createHash } from 'node:crypto';
import type { GantryClient } from '../../client/index.ts';
import type { Inputs, Start } from './inputs.ts';
import type { Environment } from './runner.ts';

/** What was started, and is to be waited for: a batch, or a single run. */
export interface Started {
  batchId: string | null;
  runIds: string[];
}

export interface Request
  extends Pick<Inputs, 'bundleId' | 'artifactUrl' | 'targetUrl' | 'environment' | 'device'> {
  /** Its group by its id. */
  start: Start;
  appId: string | undefined;
  projectId: string | undefined;
}

/** A call that is broken off may have started runs whose ids never arrive, so that they can't be cancelled: it gets this time to answer. */
const momentMs = 3_000;

export async function startTests(
  client: GantryClient,
  cancelled: AbortSignal,
  env: Environment,
  request: Request,
): Promise<Started> {
  const { start, appId, bundleId, artifactUrl, targetUrl, environment, device, projectId } = request;
  const names = { appId, bundleId, artifactUrl };
  const mobile = Object.values(names).some((name) => name !== undefined) ? names : undefined;
  const settings = { headers: idempotency(env, request), signal: aMomentAfter(cancelled) };
  const common = { mobile, device, targetUrl, environment };
  if (start.kind === 'prompt') {
    const body = { ...common, prompt: start.prompt, projectId };
    const run = await client.call('submitRun', { body, ...settings });
    return { batchId: null, runIds: [run.id] };
  }
  const body = { ...common, commitSha: env.GITHUB_SHA || undefined };
  return start.kind === 'group'
    ? client.call('triggerGroup', { path: { id: start.group }, body, ...settings })
    : client.call('triggerGroupByWebhook', {
        path: { id: start.id, secret: start.secret },
        body,
        ...settings,
      });
}

function aMomentAfter(signal: AbortSignal): AbortSignal {
  const later = new AbortController();
  const arm = () => void setTimeout(() => later.abort(signal.reason), momentMs).unref();
  if (signal.aborted) arm();
  else signal.addEventListener('abort', arm, { once: true });
  return later.signal;
}

/**
 * One for each attempt of a step of a job: done again, the step finds what it has started. The jobs of a matrix have the same
 * name, so that runner and request take part too.
 */
function idempotency(env: Environment, request: Request): Record<string, string> {
  const { GITHUB_RUN_ID, GITHUB_RUN_ATTEMPT = '1', GITHUB_JOB, GITHUB_ACTION, RUNNER_NAME } = env;
  if (!GITHUB_RUN_ID) return {};
  const step = JSON.stringify([env.GITHUB_REPOSITORY, GITHUB_JOB, GITHUB_ACTION, RUNNER_NAME, request]);
  const digest = createHash('sha256').update(step).digest('hex');
  return { 'idempotency-key': `github-${GITHUB_RUN_ID}-${GITHUB_RUN_ATTEMPT}-${digest}` };
}
