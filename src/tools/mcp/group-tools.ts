import { z } from 'zod';
import type { GroupTest, Test } from '../../client/index.ts';
import { listed, listLimit, withOneMore } from './listing.ts';
import { clip } from './run-view.ts';
import { problemText } from './step-tools.ts';
import { defineTool, reading } from './tool.ts';

const group = z.object({
  id: z.string(),
  name: z.string(),
  runMode: z.enum(['concurrent', 'sequential']),
  createdAt: z.string(),
});

const test = z.object({
  id: z.string(),
  title: z.string(),
  platform: z.enum(['web', 'mobile', 'ios', 'android']).describe('mobile runs on either kind of phone'),
  enabled: z.boolean(),
  steps: z.array(z.object({ type: z.enum(['act', 'assert', 'screenshot']), title: z.string() })),
  problems: z
    .array(z.object({ sentence: z.string(), problem: z.string(), nearest: z.array(z.string()) }))
    .describe('Steps that a run would not understand, and the nearest sentences that it would'),
});

export const groupTools = [
  defineTool({
    name: 'list_groups',
    title: 'List groups of tests',
    description:
      'Lists the groups of stored tests, newest first. trigger_group starts one by its id or name.',
    input: z.strictObject({ limit: listLimit }),
    output: z.object({ groups: z.array(group), hasMore: z.boolean() }),
    hints: reading,
    async call(context, query, { signal }) {
      const projectId = await context.namedProjectId();
      const { groups } = await context.client.call('listGroups', {
        query: { ...withOneMore(query), projectId },
        signal,
      });
      const line = ({ id, name, runMode }: z.infer<typeof group>) => `${id}  ${name}  ${runMode}`;
      const { records, hasMore, text } = listed(groups, query.limit, { nouns: 'groups', line });
      return { text, structured: { groups: records.map((record) => group.parse(record)), hasMore } };
    },
  }),
  defineTool({
    name: 'list_tests',
    title: 'List stored tests',
    description:
      'Lists stored tests with their steps: those of one group in their order, or all, newest first. Names the steps that a run would not understand.',
    input: z.strictObject({
      groupId: z.uuid().optional().describe('Only the tests of this group'),
      limit: listLimit,
    }),
    output: z.object({ tests: z.array(test), hasMore: z.boolean() }),
    hints: reading,
    async call(context, { groupId, limit }, { signal }) {
      const { client } = context;
      const tests =
        groupId === undefined
          ? (
              await client.call('listTests', {
                query: { ...withOneMore({ limit }), projectId: await context.namedProjectId() },
                signal,
              })
            ).tests
          : (await client.call('listTestsOfGroup', { path: { id: groupId }, signal })).tests.map(ofGroup);
      const { records, hasMore, text } = listed(tests, limit, { nouns: 'tests', line: testText });
      return { text, structured: { tests: records.map(shown), hasMore } };
    },
  }),
];

/** One that is not enabled in the group does not run there. */
function ofGroup({ test: member, enabled }: GroupTest): Test {
  return { ...member, enabled: member.enabled && enabled };
}

function testText({ id, title, platform, enabled, steps, problems }: Test): string {
  const head = `${id}  ${title}  ${platform}${enabled ? '' : '  (does not run)'}`;
  return [
    head,
    ...steps.map((step) => `  ${step.type}: ${clip(step.title)}`),
    ...problems.map((problem) => indented(problemText(problem))),
  ].join('\n');
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}

function shown({ id, title, platform, enabled, steps, problems }: Test): z.infer<typeof test> {
  return {
    id,
    title,
    platform,
    enabled,
    steps: steps.map(({ type, title: sentence }) => ({ type, title: clip(sentence) })),
    problems: problems.map(({ sentence, problem, nearest }) => ({
      sentence: clip(sentence),
      problem: clip(problem),
      nearest: nearest.map(clip),
    })),
  };
}
