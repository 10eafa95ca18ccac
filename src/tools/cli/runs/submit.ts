import type { GantryClient, Run } from '../../../client/index.ts';
import { type CallOf, defineCommand } from '../command.ts';
import { connect } from '../connect.ts';
import { UsageError } from '../errors.ts';
import { findTests } from '../find-named.ts';
import {
  anId,
  connectionOptions,
  idempotencyOption,
  quietOption,
  runArgument,
  runOptions,
  testArgument,
  waitOptions,
} from '../options.ts';
import { readBoundedFile, readStandardInput } from '../read-input.ts';
import { idempotencyHeaders, startRequest } from './start-request.ts';
import { watchRun } from './watch-run.ts';

export const runsSubmit = defineCommand({
  path: 'runs submit',
  summary: 'start a run from plain sentences',
  args: [
    {
      name: 'prompt',
      description: 'what to test, in sentences; - reads them from standard input',
      isOptional: true,
    },
  ],
  options: {
    promptFile: { kind: 'file', description: 'read the sentences from this file; - is standard input' },
    ...runOptions,
  },
  examples: [
    'gantry runs submit \'Open https://example.com. See "Example Domain".\' --wait',
    'gantry runs submit - --wait < checkout.txt',
    'gantry runs submit --prompt-file checkout.txt --target-url http://localhost:3000 --wait --timeout 10m',
    'gantry runs submit \'Tap "Sign in". See "Welcome".\' --bundle-id com.example.shop',
  ],
  async run(call): Promise<number | undefined> {
    const { options } = call;
    requireWait(options);
    const { headers, body } = startRequest(options);
    const prompt = await promptOf(call);
    const { client, namedProjectId } = await connect(call);
    const projectId = await namedProjectId();
    const run = await client.call('submitRun', { headers, body: { ...body, prompt, projectId } });
    return tellOf(call, client, run, run);
  },
});

export const runsRerun = defineCommand({
  path: 'runs rerun',
  summary: 'start a run again: the same prompt or test as it was, on the same build',
  args: [runArgument],
  options: { ...idempotencyOption, ...waitOptions, ...connectionOptions, ...quietOption },
  examples: [`gantry runs rerun ${anId}`, `gantry runs rerun ${anId} --wait`],
  async run(call): Promise<number | undefined> {
    const { args, options } = call;
    requireWait(options);
    const headers = idempotencyHeaders(options.idempotencyKey);
    const { client } = await connect(call);
    const run = await client.call('rerunRun', { path: { id: args.run }, headers });
    return tellOf(call, client, run, run);
  },
});

/** Starts one stored test. */
export const testsRun = defineCommand({
  path: 'tests run',
  summary: 'run one stored test, outside its groups',
  details: 'It runs the test as it is now, even if the test is disabled. A test for phones needs an app.',
  args: [testArgument],
  options: runOptions,
  examples: [
    'gantry tests run "Sign in" --wait',
    'gantry tests run "Sign in" --environment Staging --wait --timeout 10m',
  ],
  async run(call): Promise<number | undefined> {
    const { args, options } = call;
    requireWait(options);
    const request = startRequest(options);
    const connection = await connect(call);
    const [id = ''] = await findTests(connection, [args.test]);
    const { client } = connection;
    const started = await client.call('runTest', { path: { id }, ...request });
    return tellOf(call, client, started, { id: started.runId, status: started.status });
  },
});

type WaitOptions = Pick<CallOf<typeof runsRerun>['options'], 'wait' | 'timeout'>;

function requireWait({ timeout, wait }: WaitOptions): void {
  if (timeout !== undefined && !wait) throw new UsageError('--timeout needs --wait.');
}

async function tellOf(
  {
    options,
    printer,
    signal,
  }: Pick<CallOf<typeof runsRerun>, 'printer' | 'signal'> & { options: WaitOptions },
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

async function promptOf({ args, options, io }: CallOf<typeof runsSubmit>): Promise<string> {
  const { promptFile } = options;
  if ((args.prompt === undefined) === (promptFile === undefined)) {
    throw new UsageError('Give the sentences either as <prompt> or by --prompt-file.');
  }
  if ((args.prompt ?? promptFile) === '-') return readStandardInput(io, promptLimit);
  return args.prompt ?? readBoundedFile(promptFile ?? '', promptLimit);
}
