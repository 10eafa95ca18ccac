import { z } from 'zod';
import { type Batch, type GantryClient, records, verdictOf, waitForBatch } from '../../client/index.ts';
import { ToolRefusal } from './failure.ts';
import { members } from './members.ts';
import { oneLine } from './run-wording.ts';
import { startBody, startInput } from './start-input.ts';
import { creating, defineTool, type Reply, reading, type ToolCall, type ToolContext } from './tool.ts';
import { longestWaitSeconds, watch } from './watching.ts';

const record = members('Batch', [
  ...([
    'id',
    'groupId',
    'groupName',
    'status',
    'result',
    'count',
    'appId',
    'targetUrl',
    'commitSha',
  ] as const),
  ...(['createdAt', 'completedAt'] as const),
]);
const batchRun = members('BatchRun', [
  ...(['id', 'title', 'platform', 'status', 'result', 'error', 'durationMs'] as const),
]);
const batch = z.object({
  ...record,
  result: record.result.describe(
    'Null until all have ended. PASS: each test passed; FAILED: at least one failed; ERROR: none failed, but not each has a verdict',
  ),
  passed: z.int(),
  runs: z.array(z.object({ ...batchRun, id: batchRun.id.describe('get_run has its steps and issues') })),
});
const oneBatch = z.object({ batch });
const waitSeconds = z
  .int()
  .min(0)
  .max(longestWaitSeconds)
  .default(0)
  .describe(
    'Wait for the end up to so long; 0 answers at once. Many clients give up on a call after 60 seconds',
  );

export const batchTools = [
  defineTool({
    name: 'trigger_group',
    title: 'Start a group of tests',
    description:
      'Starts all tests of a group and answers with the batch of runs. A group with mobile tests needs exactly one of appId, bundleId and artifactUrl; one without takes none of them. Wait here by waitSeconds, or later by get_batch; get_run shows why a run of it has failed.',
    input: z.strictObject({
      group: z.string().min(1).describe('Id or name of the group (list_groups)'),
      targetUrl: z.url().optional().describe('What web tests test'),
      ...startInput,
      commitSha: z.string().min(1).optional().describe('Shown with the batch'),
      waitSeconds,
    }),
    output: oneBatch,
    hints: creating,
    async call(context, { group, targetUrl, commitSha, waitSeconds: seconds, ...input }, call) {
      const { client } = context;
      const { batchId } = await client.call('triggerGroup', {
        path: { id: await groupId(context, group, call.signal) },
        body: { targetUrl, commitSha, ...startBody(input) },
        signal: call.signal,
      });
      return watchBatch(client, batchId, seconds, call);
    },
  }),
  defineTool({
    name: 'get_batch',
    title: 'Read a batch',
    description:
      'Reads a batch: what trigger_group has started, with the verdict on each test. With waitSeconds it waits for the end and tells of each run meanwhile, as progress.',
    input: z.strictObject({ batchId: z.uuid().describe('Id of the batch'), waitSeconds }),
    output: oneBatch,
    hints: reading,
    call: ({ client }, { batchId, waitSeconds: seconds }, call) => watchBatch(client, batchId, seconds, call),
  }),
];

const uuid = z.uuid();

async function groupId(context: ToolContext, given: string, signal: AbortSignal): Promise<string> {
  if (uuid.safeParse(given).success) return given;
  const found: string[] = [];
  const query = { projectId: await context.namedProjectId() };
  for await (const { id, name } of records(context.client, 'listGroups', { query, signal })) {
    if (name === given) found.push(id);
  }
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  throw new ToolRefusal(
    only === undefined
      ? `No group is called "${given}"; list_groups has those that there are.`
      : `Several groups are called "${given}"; give the id of one: ${found.join(', ')}.`,
  );
}

type BatchReply = Reply<z.infer<typeof oneBatch>>;

async function watchBatch(
  client: GantryClient,
  id: string,
  seconds: number,
  call: ToolCall,
): Promise<BatchReply> {
  const ended = await watch(seconds, call, {
    read: async () => (await client.call('getBatch', { path: { id }, signal: call.signal })).batch,
    wait: (options) => waitForBatch(client, id, options),
    describe: progressOf,
  });
  return { text: batchText(ended), structured: { batch: shown(ended) } };
}

function progressOf({ status, count, counts, results }: Batch): string {
  const ended = counts.completed + counts.failed + counts.cancelled;
  return `${status}: ${ended} of ${count} runs have ended, ${results.PASS} passed`;
}

function batchText(given: Batch): string {
  const { id, groupName, runs, completedAt, count, results } = given;
  return [
    `Batch ${id} of "${oneLine(groupName, 80)}": ${verdictOf(given)}, ${results.PASS} of ${count} passed.`,
    ...runs.map((run) => {
      const why = run.error === null ? '' : `  ${run.error.code}: ${oneLine(run.error.message, 200)}`;
      return `${run.id}  ${verdictOf(run)}  ${oneLine(run.title, 80)}${why}`;
    }),
    ...(completedAt === null ? ['It has not ended: call get_batch with waitSeconds to wait for it.'] : []),
  ].join('\n');
}

function shown(given: Batch): z.infer<typeof batch> {
  return batch.parse({ ...given, passed: given.results.PASS });
}
