import { z } from 'zod';
import { type GantryClient, type Run, waitForRun } from '../../client/index.ts';
import { detail, runDetails, runStatus, runSummary, summarize } from './run-view.ts';
import { progressOf, runLine, runText } from './run-wording.ts';
import { startBody, startInput } from './start-input.ts';
import { creating, defineTool, type Reply, reading, type ToolCall } from './tool.ts';
import { longestWaitSeconds, usualWaitSeconds, watch } from './watching.ts';

const runId = z.uuid().describe('Id of the run');
const waitSeconds = z.int().min(0).max(longestWaitSeconds);
const oneRun = z.object({ run: runDetails });

export const runTools = [
  defineTool({
    name: 'submit_run',
    title: 'Submit a run',
    description: `Starts one automated test from a prompt and answers with the run. It continues without you: give waitSeconds, or call watch_run, to learn the verdict (PASS or FAILED). Without a language model on the service every sentence of the prompt must be one of get_steps_reference, such as: Open /login. Type "alice" into "Username". Click "Sign in". See "Welcome, alice". A prompt that checks nothing has no verdict. Without an app it runs in a browser on targetUrl; with one it runs on a phone.`,
    input: z.strictObject({
      prompt: z
        .string()
        .min(1)
        .max(20_000)
        .describe('What to test, in sentences that end in a period or a line break'),
      targetUrl: z
        .url()
        .optional()
        .describe('The site to test, such as https://staging.example.com; the project may have a default'),
      ...startInput,
      waitSeconds: waitSeconds
        .default(0)
        .describe(
          'Wait for the end up to so long; 0 answers at once. Many clients give up on a call after 60 seconds',
        ),
    }),
    output: oneRun,
    hints: creating,
    async call(context, { prompt, targetUrl, waitSeconds: seconds, ...input }, call) {
      const { client } = context;
      const projectId = await context.namedProjectId();
      const body = { prompt, targetUrl, projectId, ...startBody(input) };
      const { id } = await client.call('submitRun', { body, signal: call.signal });
      return watchRun(client, id, seconds, call);
    },
  }),
  defineTool({
    name: 'get_run',
    title: 'Read a run',
    description:
      'Reads a run: its status, verdict, steps and issues. Answers at once, also while it is under way.',
    input: z.strictObject({ runId }),
    output: oneRun,
    hints: reading,
    async call({ client }, { runId: id }, { signal }) {
      return show(await client.call('getRun', { path: { id }, signal }));
    },
  }),
  defineTool({
    name: 'watch_run',
    title: 'Wait for a run',
    description:
      'Waits until a run has ended and tells of each step meanwhile, as progress. When the time is over it answers with what the run is by then; the run continues, so call again. Taking the call back does not cancel the run: that is cancel_run.',
    input: z.strictObject({
      runId,
      waitSeconds: waitSeconds.min(1).default(usualWaitSeconds).describe('How long to wait at most'),
    }),
    output: oneRun,
    hints: reading,
    call: ({ client }, { runId: id, waitSeconds: seconds }, call) => watchRun(client, id, seconds, call),
  }),
  defineTool({
    name: 'list_runs',
    title: 'List runs',
    description: 'Lists runs, newest first, without their steps. get_run has the rest.',
    input: z.strictObject({
      status: runStatus.optional().describe('Only runs in this status'),
      batchId: z.uuid().optional().describe('Only runs of this batch'),
      limit: z.int().min(1).max(100).default(20),
      cursor: z.string().min(1).optional().describe('nextCursor of the page before'),
    }),
    output: z.object({ runs: z.array(runSummary), nextCursor: z.string().nullable() }),
    hints: reading,
    async call(context, query, { signal }) {
      const projectId = await context.namedProjectId();
      const { runs, nextCursor } = await context.client.call('listRuns', {
        query: { ...query, projectId },
        signal,
      });
      const more = nextCursor === null ? [] : [`There are more: cursor ${nextCursor}`];
      const text = runs.length === 0 ? 'There are no such runs.' : [...runs.map(runLine), ...more].join('\n');
      return { text, structured: { runs: runs.map(summarize), nextCursor } };
    },
  }),
  defineTool({
    name: 'cancel_run',
    title: 'Cancel a run',
    description: 'Ends a run that has not ended. It can not be taken up again, and there is no verdict.',
    input: z.strictObject({ runId }),
    output: oneRun,
    hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    async call({ client }, { runId: id }, { signal }) {
      return show(await client.call('cancelRun', { path: { id }, signal }));
    },
  }),
];

type RunReply = Reply<z.infer<typeof oneRun>>;

async function watchRun(
  client: GantryClient,
  id: string,
  seconds: number,
  call: ToolCall,
): Promise<RunReply> {
  const run = await watch(seconds, call, {
    read: () => client.call('getRun', { path: { id }, signal: call.signal }),
    wait: (options) => waitForRun(client, id, options),
    describe: progressOf,
  });
  return show(run);
}

function show(run: Run): RunReply {
  const shown = detail(run);
  return { text: runText(shown), structured: { run: shown } };
}
