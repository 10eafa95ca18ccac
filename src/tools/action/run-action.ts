import { resolve } from 'node:path';
import { type GantryClient, GantryError, UnreachableError, WaitTimeoutError } from '../../client/index.ts';
import { errorCode } from '../../kernel/durable-file.ts';
import { appLine, uploadBuild } from '../cli/apps/upload.ts';
import { followBatch, writeJunit } from '../cli/batches/watch-batch.ts';
import { type Connection, connectionOf, openClient } from '../cli/connect.ts';
import { UsageError } from '../cli/errors.ts';
import { findGroup } from '../cli/find-named.ts';
import { createPrinter, type Printer } from '../cli/printer.ts';
import { followRun } from '../cli/runs/watch-run.ts';
import { readEnvironment } from '../cli/settings.ts';
import { InputError, type Inputs, readInputs, secretsIn } from './inputs.ts';
import { type Outcome, outcomeOfBatch, outcomeOfRun } from './outcome.ts';
import { annotate, summaryOf } from './report.ts';
import { createRunner, type Environment, type Runner } from './runner.ts';
import { type Started, startTests } from './start.ts';

/** The process that the runner of GitHub has started for a step. */
interface StepProcess {
  env: Environment;
  write(text: string): void;
  /** Called when the job is cancelled. Returns how to stop listening. */
  onCancel(listener: () => void): () => void;
}

class JobCancelled extends Error {
  override readonly name = 'JobCancelled';
}

/** The whole step: upload, start, wait, report. Answers with the exit code; all that goes wrong is said as an error of the job. */
export async function runAction({ env, write, onCancel }: StepProcess): Promise<number> {
  const runner = createRunner(env, write);
  for (const secret of secretsIn(env)) runner.mask(secret);
  const cancelled = new AbortController();
  const stopListening = onCancel(() => {
    if (!cancelled.signal.aborted) runner.say('The job was cancelled. Stopping.');
    cancelled.abort(new JobCancelled());
  });
  try {
    const printer = printerOf(runner);
    return await perform(readInputs(env), { env, runner, printer, signal: cancelled.signal });
  } catch (error) {
    const { title, message } = describe(error);
    runner.error(title, message);
    return 1;
  } finally {
    stopListening();
  }
}

/** The command line prints into the log of the job. */
function printerOf(runner: Runner): Printer {
  const log = { write: (text: string) => runner.say(text.trimEnd()) };
  const io = { stdout: log, stderr: log, environment: readEnvironment({}) };
  return {
    ...createPrinter(io, { isJson: false, isQuiet: false }),
    warn: ({ path, message }) => runner.warning('Part of the call had no effect', `${path}: ${message}`),
  };
}

/** As the command line has it by default. */
const retries = 4;

interface Job {
  env: Environment;
  runner: Runner;
  printer: Printer;
  signal: AbortSignal;
}

async function perform(inputs: Inputs, job: Job): Promise<number> {
  const { env, runner, printer, signal } = job;
  const options = { retries };
  const connection = connectionOf(
    openClient({ options, printer, signal }, inputs.url, inputs.apiKey),
    inputs.project,
  );
  const { client } = connection;
  const workspace = env.GITHUB_WORKSPACE || '.';
  const appId = await uploaded(inputs, connection, workspace, job);
  const { start } = inputs;
  if (start === undefined) return 0;

  signal.throwIfAborted();
  const projectId = await naming('project', connection.namedProjectId);
  const group = start.kind === 'group' ? await naming('group', () => findGroup(connection, start.group)) : '';
  const request = {
    ...inputs,
    start: start.kind === 'group' ? { ...start, group } : start,
    appId,
    projectId,
  };
  const started = await startTests(client, signal, env, request);
  runner.say(
    started.batchId === null
      ? `Started run ${started.runIds[0]}`
      : `Started batch ${started.batchId} of ${started.runIds.length} runs`,
  );
  await runner.output('batch-id', started.batchId ?? '');
  await runner.output('run-ids', JSON.stringify(started.runIds));
  if (!inputs.wait) return 0;

  const outcome = await cancelledUnlessEnded(client, started, job, () =>
    follow(client, started, inputs, job),
  );
  await runner.output('result', outcome.result);
  await runner.output('passed', String(outcome.passed));
  await runner.output('failed', String(outcome.failed));
  await runner.output('errors', String(outcome.errors));
  if (inputs.summary) await runner.summary(summaryOf(outcome));
  annotate(runner, outcome);
  if (started.batchId !== null && inputs.junitPath !== undefined) {
    await writeJunit(client, started.batchId, resolve(workspace, inputs.junitPath), printer);
    await runner.output('junit-path', inputs.junitPath);
  }
  return outcome.result === 'PASS' ? 0 : 1;
}

/** The id of the app, where there is a build to upload. */
async function uploaded(
  { appPath, project, removeAfterSeconds: removeAfter }: Inputs,
  connection: Connection,
  workspace: string,
  { runner, printer, signal }: Job,
): Promise<string | undefined> {
  if (appPath === undefined) return undefined;
  const projectId = await naming(
    'project',
    connection.projectId,
    project === undefined ? unnamed : undefined,
  );
  const path = resolve(workspace, appPath);
  const known = { client: connection.client, projectId: async () => projectId };
  const { app } = await naming('app-path', () =>
    uploadBuild(known, { path, removeAfter, printer, signal }).catch((error: unknown) => {
      throw errorCode(error) === 'ENOENT' ? new InputError(`app-path: there is no file "${appPath}"`) : error;
    }),
  );
  printer.line(appLine(app));
  await runner.output('app-id', app.id);
  return app.id;
}

const unnamed = 'must be given, since the key does not say which one is meant';

/** What the command line would say of its arguments is said of the input instead. */
async function naming<Value>(input: string, find: () => Promise<Value>, fault?: string): Promise<Value> {
  try {
    return await find();
  } catch (error) {
    throw error instanceof UsageError ? new InputError(`${input}: ${fault ?? error.message}`) : error;
  }
}

async function follow(
  client: GantryClient,
  { batchId, runIds: [runId = ''] }: Started,
  { timeoutMinutes }: Inputs,
  { printer, signal }: Job,
): Promise<Outcome> {
  const watching = { printer, signal, timeoutSeconds: timeoutMinutes * 60, isStream: false };
  return batchId === null
    ? outcomeOfRun(await followRun(client, runId, watching))
    : outcomeOfBatch(client, await followBatch(client, batchId, watching));
}

/** What a job no longer waits for is cancelled, whether the job was cancelled or its time is over. */
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

function describe(error: unknown): { title: string; message: string } {
  if (error instanceof InputError || error instanceof UsageError)
    return { title: 'Gantry: the inputs are wrong', message: error.message };
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
