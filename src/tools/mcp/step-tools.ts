import { z } from 'zod';
import type { TestProblem } from '../../client/index.ts';
import { clip } from './run-view.ts';
import { defineTool, reading } from './tool.ts';

const sentence = z.object({
  sentence: z.string(),
  understood: z.boolean().describe('Whether a run would carry it out'),
  type: z.enum(['act', 'assert', 'screenshot']).nullable(),
  reading: z.string().nullable().describe('What would be done; null where it is not understood'),
  readBefore: z
    .string()
    .nullable()
    .describe(
      'What earlier versions did, which took names without quotes by the letter; null where it means the same',
    ),
  problem: z.string().nullable().describe('Why it is not understood; null where it is'),
  nearest: z.array(z.string()).describe('Sentences that would be understood instead'),
});

export const stepTools = [
  defineTool({
    name: 'read_steps',
    title: 'Read sentences without running them',
    description:
      'Says of each sentence of a prompt what a run would do, or why it is not understood and which sentences would be. Runs nothing: use it before submit_run when you are not sure of the wording.',
    input: z.strictObject({
      prompt: z.string().min(1).max(20_000).describe('Sentences that end in a period or a line break'),
      platform: z
        .enum(['web', 'mobile', 'ios', 'android'])
        .default('web')
        .describe('mobile is either kind of phone'),
    }),
    output: z.object({ sentences: z.array(sentence) }),
    hints: reading,
    async call(context, { prompt, platform }, { signal }) {
      const body = { prompt, platform, projectId: await context.namedProjectId() };
      const { sentences } = await context.client.call('readSteps', { body, signal });
      const shown = sentences.map((read) => sentence.parse(read));
      const text = shown.length === 0 ? 'There is no sentence in it.' : shown.map(sentenceText).join('\n');
      return { text, structured: { sentences: shown } };
    },
  }),
];

function sentenceText(read: Sentence): string {
  const { sentence: said, understood, reading: done, readBefore, problem, nearest } = read;
  const before = readBefore === null ? '' : `\n  did before: ${clip(readBefore)}`;
  if (understood) return `understood: ${clip(said)}\n  would do: ${clip(done ?? '')}${before}`;
  return problemText({ sentence: said, problem: problem ?? '', nearest });
}

/** Why a sentence is not understood, and what would be. */
export function problemText({ sentence: said, problem, nearest }: TestProblem): string {
  const instead = nearest.map((other) => `\n  would be understood: ${clip(other)}`).join('');
  return `NOT understood: ${clip(said)}\n  ${clip(problem)}${instead}`;
}

type Sentence = z.infer<typeof sentence>;
