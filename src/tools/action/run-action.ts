import {
  type Batch,
  createClient,
  type GantryClient,
  GantryError,
  type Run,
  tellingWarnings,
  UnreachableError,
  WaitTimeoutError,
  waitForBatch,
  waitForRun,
} from '../../client/index.ts';
import { interruptible } from '../cli/interruptible.ts';
import { InputError, type Inputs, readInputs, secretsIn } from './inputs.ts';
import { findProject } from './lookup.ts';
import { type Outcome, outcomeOfBatch, outcomeOfRun, verdictOf } from './outcome.ts';
import { annotate, writeJUnit } from './report.ts';
import { createRunner, type Environment, type Runner } from './runner.ts';
import { type Started, startTests } from './start.ts';
import { summaryOf } from './summary.ts';
import { uploadBuild } from './upload.ts';

export interface Surroundings {
  env: Environment;
  write(text: string): void;
  /** Called when the job is cancelled. Returns how to stop listening. */
  onCancel(listener: () => void): () => void;
}

class JobCancelled extends Error {
  override readonly name = 'JobCancelled';
}

/** The whole step: upload, start, wait, report. Answers with the exit code; all that goes wrong is said as an error of the job. */
export async function runAction({ env, write, onCancel }: Surroundings): Promise<number> {
  const runner = createRunner(env, write);
  for (const secret of secretsIn(env)) runner.mask(secret);
  const cancelled = new AbortController();
  const stopListening = onCancel(() => {
    if (!cancelled.signal.aborted) runner.say('The job was cancelled. Stopping.');
    cancelled.abort(new JobCancelled());
  });
  try {
    return await perform(readInputs(env), { env, runner, signal: cancelled.signal });
  } catch (error) {
    const { title, message } = describe(error);
    runner.error(title, message);
    return 1;
  } finally {
    stopListening();
  }
}

interface Job {
  env: Environment;
  runner: Runner;
  signal: AbortSignal;
}

async function perform(inputs: Inputs, job: Job): Promise<number> {
  const { env, runner, signal } = job;
  const opened = createClient({
    url: inputs.url,
    apiKey: inputs.apiKey,
    onRetry: ({ what, error, delayMs }) =>
      runner.say(`${what}: ${error.message} Trying again in ${Math.ceil(delayMs / 1_000)} s.`),
  });
  const lasting = tellingWarnings(opened, ({ path, message }) =>
    runner.warning('Part of the call had no effect', `${path}: ${message}`),
  );
  const client = interruptible(lasting, signal);
  const workspace = env.GITHUB_WORKSPACE || '.';
  const { start, project, appPath, removeAfterSeconds } = inputs;

  let appId: string | undefined;
  if (appPath !== undefined) {
    const projectId = await findProject(client, project);
    const app = await uploadBuild(
      client,
      runner,
      { path: appPath, workspace, projectId, removeAfterSeconds },
      signal,
    );
    appId = app.id;
    await runner.output('app-id', app.id);
  }
  if (start === undefined) return 0;

  signal.throwIfAborted();
  const projectId = project === undefined ? undefined : await findProject(client, project);
  const started = await startTests(lasting, signal, env, { ...inputs, start, appId, projectId });
  runner.say(
    started.batchId === null
      ? `Started run ${started.runIds[0]}`
      : `Started batch ${started.batchId} of ${started.runIds.length} runs`,
  );
  await runner.output('batch-id', started.batchId ?? '');
  await runner.output('run-ids', JSON.stringify(started.runIds));
  if (!inputs.wait) return 0;

  const outcome = await cancelledUnlessEnded(lasting, started, job, () =>
    awaitOutcome(client, started, inputs, job),
  );
  await runner.output('result', outcome.result);
  await runner.output('passed', String(outcome.passed));
  await runner.output('failed', String(outcome.failed));
  await runner.output('errors', String(outcome.errors));
  if (inputs.summary) await runner.summary(summaryOf(outcome));
  annotate(runner, outcome);
  if (started.batchId !== null && inputs.junitPath !== undefined) {
    await writeJUnit(client, started.batchId, { path: inputs.junitPath, workspace });
    await runner.output('junit-path', inputs.junitPath);
  }
  runner.say(
    `${outcome.result}: ${outcome.passed} passed, ${outcome.failed} failed, ${outcome.errors} without a verdict`,
  );
  return outcome.result === 'PASS' ? 0 : 1;
}

async function awaitOutcome(
  client: GantryClient,
  { batchId, runIds: [runId = ''] }: Started,
  { timeoutMinutes }: Inputs,
  { runner, signal }: Job,
): Promise<Outcome> {
  const timeoutMs = timeoutMinutes * 60_000;
  if (batchId === null) {
    const onChange = reportSteps(runner);
    return outcomeOfRun(await waitForRun(client, runId, { signal, timeoutMs, onChange }));
  }
  const onChange = reportRuns(runner);
  return outcomeOfBatch(client, await waitForBatch(client, batchId, { signal, timeoutMs, onChange }), signal);
}

/** Nobody looks at what a job has left behind: it is ended, whether the job was cancelled or its time is over. */
async function cancelledUnlessEnded<Result>(
  client: GantryClient,
  started: Started,
  { runner }: Job,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof JobCancelled || error instanceof WaitTimeoutError)
      await cancel(client, started, runner);
    throw error;
  }
}

/** The runner waits ten seconds before it ends this process. */
const cancelTimeoutMs = 3_000;

async function cancel(
  client: GantryClient,
  { batchId, runIds: [runId = ''] }: Started,
  runner: Runner,
): Promise<void> {
  const options = { timeoutMs: cancelTimeoutMs, signal: AbortSignal.timeout(2 * cancelTimeoutMs) };
  try {
    if (batchId === null) await client.call('cancelRun', { path: { id: runId }, ...options });
    else await client.call('cancelBatch', { path: { id: batchId }, ...options });
    runner.say(batchId === null ? `Cancelled run ${runId}` : `Cancelled batch ${batchId}`);
  } catch (error) {
    // What has ended meanwhile is a conflict: there is nothing to cancel.
    if (error instanceof GantryError && error.status === 409) return;
    runner.warning(
      'Gantry',
      `${batchId ?? runId} could not be cancelled and may continue. ${error instanceof Error ? error.message : error}`,
    );
  }
}

function reportRuns(runner: Runner): (batch: Batch) => void {
  const reported = new Set<string>();
  return ({ runs }) => {
    for (const run of runs) {
      const hasEnded = run.status !== 'queued' && run.status !== 'running';
      if (!hasEnded || reported.has(run.id)) continue;
      reported.add(run.id);
      runner.say(`${verdictOf(run).padEnd(9)} ${run.title}`);
    }
  };
}

function reportSteps(runner: Runner): (run: Run) => void {
  let reported = 0;
  return ({ output: { steps } }) => {
    for (const { status, title } of steps.slice(reported)) runner.say(`${status.padEnd(9)} ${title}`);
    reported = Math.max(reported, steps.length);
  };
}

function describe(error: unknown): { title: string; message: string } {
  if (error instanceof InputError) return { title: 'Gantry: the inputs are wrong', message: error.message };
  if (error instanceof JobCancelled) return { title: 'Gantry: cancelled', message: 'The job was cancelled.' };
  if (error instanceof UnreachableError)
    return { title: "Gantry: the service can't be reached", message: error.message };
  if (error instanceof WaitTimeoutError) {
    return {
      title: 'Gantry: the time is over',
      message: `${error.message} What was started is cancelled; timeout-minutes says how long to wait.`,
    };
  }
  if (error instanceof GantryError) {
    if (error.status === 401) {
      return {
        title: 'Gantry: the API key is wrong',
        message:
          'api-key: the service does not accept this key. Check the secret that the input is set from: the key may be mistyped, revoked, or of another service than url names.',
      };
    }
    const fields = error.details.map(({ path, message }) => `\n${path}: ${message}`).join('');
    const request = error.requestId === undefined ? '' : ` (request ${error.requestId})`;
    return {
      title: 'Gantry: the service refused',
      message: `${error.code}: ${error.message}${fields}${request}`,
    };
  }
  return {
    title: 'Gantry: the action has failed',
    message: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}
