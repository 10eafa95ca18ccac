import { onTestFinished } from 'vitest';
import type { PlannedStep } from '../../../src/engine/acting/planned-step.ts';
import type { ReadSentence, Understand } from '../../../src/engine/acting/planner.ts';
import { createRunValues } from '../../../src/engine/acting/run-values.ts';
import { understand as understandSentence } from '../../../src/engine/grammar/understand.ts';
import { createModelPlanner } from '../../../src/engine/model/planner.ts';
import { createModel } from '../../../src/engine/model/provider.ts';
import type { Task } from '../../../src/engine/task.ts';
import { createLog } from '../../../src/kernel/log.ts';
import type { Variable } from '../../../src/kernel/variables.ts';
import { keptReport } from '../acting/scripted-device.ts';
import { type ModelServer, startModelServer, type Turn } from './model-server.ts';
import { createScriptedDevice, type ScriptedDevice } from './scripted-device.ts';
import type { Said } from './wire.ts';

export const key = 'sk-test-0123456789abcdef';

/** The way from the server's root to where each provider's paths begin. */
export const providers = [
  { model: 'openai/gpt-4.1', prefix: '/v1', path: '/v1/responses' },
  { model: 'anthropic/claude-sonnet-4-5', prefix: '/v1', path: '/v1/messages' },
  {
    model: 'google/gemini-2.5-flash',
    prefix: '/v1beta',
    path: '/v1beta/models/gemini-2.5-flash:generateContent',
  },
  { model: 'openai-compatible/local-model', prefix: '/v1', path: '/v1/chat/completions' },
] as const;

export type Provider = (typeof providers)[number];

export interface Setup {
  turns: readonly Turn[];
  provider?: Provider;
  limits?: Partial<{ callsPerRun: number; tokensPerRun: number; msPerRun: number }>;
  patience?: Partial<{ callTimeoutMs: number; retryWaitsMs: number[]; longestWaitMs: number }>;
}

/** A planner whose provider is a scripted server that goes away with the test. */
export async function setUp({ turns, provider = providers[0], limits, patience }: Setup) {
  const server = await startModelServer(turns);
  onTestFinished(() => server.close());
  const model = await createModel({
    model: provider.model,
    baseUrl: `${server.url}${provider.prefix}`,
    apiKey: key,
  });
  const planner = createModelPlanner({
    model,
    limits: { callsPerRun: 50, tokensPerRun: 100_000, msPerRun: 120_000, ...limits },
    log: createLog('silent'),
    patience: { callTimeoutMs: 20_000, retryWaitsMs: [5, 5], longestWaitMs: 2_000, ...patience },
  });
  return { server, planner };
}

export function taskOf(given: Partial<Task>): Task {
  return { prompt: null, steps: null, targetUrl: null, platform: 'web', variables: [], ...given };
}

const unread = { type: null, step: null, reading: null, readBefore: null, problem: null, nearest: [] };

/** Stored steps that the vocabulary does not have. */
export function stored(...steps: Array<[ReadSentence['type'], string]>): ReadSentence[] {
  return steps.map(([type, sentence]) => ({ ...unread, type, sentence }));
}

/** Sentences of a prompt; those that `understand` takes have their step. */
export function prompt(understand: Understand, ...sentences: string[]): ReadSentence[] {
  return sentences.map((sentence) => {
    const step = understand(sentence);
    return { ...unread, sentence, step: 'execute' in step ? step : null };
  });
}

/** Knows `See "…"` and `Click "…"`; notes the steps that it made and what it was given to do. */
export function smallVocabulary(): { understand: Understand; own: PlannedStep[]; done: string[] } {
  const done: string[] = [];
  const own: PlannedStep[] = [];
  const step = (type: 'act' | 'assert', title: string): PlannedStep => {
    const made = { type, title, execute: () => Promise.resolve(`Did ${done.push(title)}.`) };
    own.push(made);
    return made;
  };
  return {
    done,
    own,
    understand: (sentence) => {
      if (/^See ".*"\.?$/.test(sentence)) return step('assert', sentence);
      if (/^Click ".*"\.?$/.test(sentence)) return step('act', sentence);
      return { problem: 'It is not understood.', nearest: ['See "Welcome"'] };
    },
  };
}

export const understandsNothing: Understand = () => ({
  problem: 'It is not understood.',
  nearest: [],
});

/** The real one, for a run of its own. */
export function grammar(variables: readonly Variable[] = []): Understand {
  const context = { platform: 'web', targetUrl: null, variables, values: createRunValues() } as const;
  return (sentence, type) =>
    understandSentence(sentence, { ...context, ...(type !== undefined && { type }) });
}

export interface Run {
  turns: readonly Turn[];
  steps: ReadonlyArray<[ReadSentence['type'], string]>;
  device?: ScriptedDevice;
  task?: Partial<Task>;
  setup?: Omit<Setup, 'turns'>;
  understand?: Understand;
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** Carries out stored steps, one after the other, until one throws. */
export async function execute({ turns, steps, device, task, setup, timeoutMs = 300, ...others }: Run) {
  const { signal, understand = understandsNothing } = others;
  const { server, planner } = await setUp({ turns, ...setup });
  const used = device ?? createScriptedDevice(['heading "Shop"', 'button "Buy"']);
  const report = keptReport();
  const over = signal ?? new AbortController().signal;
  const planned = await planner.plan(taskOf(task ?? {}), stored(...steps), understand, over);
  const summaries: string[] = [];
  let error: unknown = null;
  try {
    for (const step of planned) {
      summaries.push(await step.execute({ device: used, report, signal: over, timeoutMs }));
    }
  } catch (thrown) {
    error = thrown;
  }
  return { server, device: used, report, summaries, error, planned };
}

export function call(name: string, input: unknown): Said {
  return { calls: [{ name, input }] };
}

/** A turn that never does the same twice. */
export function busyTurns(count: number, tokens = 100): Said[] {
  return Array.from({ length: count }, (_, turn) => ({ ...call('press', { key: `F${turn}` }), tokens }));
}

export const done = call('done', { summary: 'It is done.' });

export function verdict(
  holds: boolean,
  evidence: string,
  actual = 'The screen is as it is.',
  sentence?: string,
): Said {
  return call('verdict', { holds, evidence, actual, sentence });
}

/** Every text that left for the provider. */
export function sent(server: ModelServer): string {
  return server.requests.map(({ text }) => text).join('\n');
}
