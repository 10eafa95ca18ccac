import type { GantryClient, Run } from '../../../client/index.ts';
import type { CommandCall } from '../command.ts';
import { connect } from '../connect.ts';
import { UsageError } from '../errors.ts';
import { findTests } from '../find-named.ts';
import { idempotencyHeaders } from '../idempotency.ts';
import { readBoundedFile, readStandardInput } from '../read-input.ts';
import type { runsRerun, runsSubmit } from '../specs/runs.ts';
import type { testsRun } from '../specs/tests.ts';
import { appSelector } from './app-selector.ts';
import { deviceOf } from './requested-device.ts';
import { targetOf } from './target.ts';
import { watchRun } from './watch-run.ts';

export async function submit(call: CommandCall<typeof runsSubmit>): Promise<number | undefined> {
  const { options } = call;
  requireWait(options);
  const mobile = appSelector(options);
  const target = targetOf(options);
  const device = deviceOf(options.device);
  const headers = idempotencyHeaders(options.idempotencyKey);
  const prompt = await promptOf(call);
  const { client, namedProjectId } = await connect(call);
  const run = await client.call('submitRun', {
    headers,
    body: {
      prompt,
      projectId: await namedProjectId(),
      ...target,
      webhookUrl: options.resultUrl,
      mobile,
      device,
    },
  });
  return tellOf(call, client, run, run);
}

export async function rerun(call: CommandCall<typeof runsRerun>): Promise<number | undefined> {
  const { args, options } = call;
  requireWait(options);
  const headers = idempotencyHeaders(options.idempotencyKey);
  const { client } = await connect(call);
  const run = await client.call('rerunRun', { path: { id: args.run }, headers });
  return tellOf(call, client, run, run);
}

/** Starts one stored test. */
export async function runTest(call: CommandCall<typeof testsRun>): Promise<number | undefined> {
  const { args, options } = call;
  requireWait(options);
  const mobile = appSelector(options);
  const target = targetOf(options);
  const device = deviceOf(options.device);
  const headers = idempotencyHeaders(options.idempotencyKey);
  const connection = await connect(call);
  const [id = ''] = await findTests(connection, [args.test]);
  const { client } = connection;
  const started = await client.call('runTest', {
    path: { id },
    headers,
    body: { ...target, webhookUrl: options.resultUrl, mobile, device },
  });
  return tellOf(call, client, started, { id: started.runId, status: started.status });
}

type WaitOptions = Pick<CommandCall<typeof runsRerun>['options'], 'wait' | 'timeout'>;

function requireWait({ timeout, wait }: WaitOptions): void {
  if (timeout !== undefined && !wait) throw new UsageError('--timeout needs --wait.');
}

async function tellOf(
  {
    options,
    printer,
    signal,
  }: Pick<CommandCall<typeof runsRerun>, 'printer' | 'signal'> & { options: WaitOptions },
  client: GantryClient,
  answer: unknown,
  run: Pick<Run, 'id' | 'status'>,
): Promise<number | undefined> {
  if (options.wait) {
    return watchRun(client, run.id, { printer, signal, timeoutSeconds: options.timeout, isStream: false });
  }
  printer.show(answer, () => (printer.isQuiet ? [run.id] : [`${run.id}  ${run.status}`]));
  printer.note(`Watch it: gantry runs watch ${run.id}`);
  return undefined;
}

/** The service takes 20,000 characters, each of at most 4 bytes. */
const promptLimit = { what: 'The prompt', maxBytes: 80_000 };

async function promptOf({ args, options, io }: CommandCall<typeof runsSubmit>): Promise<string> {
  const { promptFile } = options;
  if ((args.prompt === undefined) === (promptFile === undefined)) {
    throw new UsageError('Give the sentences either as <prompt> or by --prompt-file.');
  }
  if ((args.prompt ?? promptFile) === '-') return readStandardInput(io, promptLimit);
  return args.prompt ?? readBoundedFile(promptFile ?? '', promptLimit);
}
