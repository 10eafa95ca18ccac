import { setTimeout as wait } from 'node:timers/promises';
import type { AssistantModelMessage, JSONSchema7, ModelMessage, ToolSet } from 'ai';
import type { TSchema } from 'typebox';
import type { Log } from '../../kernel/log.ts';
import { networkReason } from '../../kernel/network-reason.ts';
import { oneLine } from '../../kernel/text.ts';
import { ExecutionFailure } from '../report.ts';
import type { Budget } from './budget.ts';
import { type FailedCall, faultOf, unreachable } from './call-fault.ts';
import { masked } from './masked.ts';
import type { Model } from './provider.ts';

/** A tool that the model may call: its calls come back, nothing is executed here. */
export interface OfferedTool {
  name: string;
  description: string;
  parameters: TSchema;
}

export interface ModelQuestion {
  /** The sentence that it is asked for. */
  about: string;
  system: string;
  messages: ModelMessage[];
  tools: readonly OfferedTool[];
}

export interface ToolCall {
  id: string;
  name: string;
  input: unknown;
  /** Why it can't be read, or that there is no such tool. */
  fault: string | null;
}

export interface ModelAnswer {
  calls: ToolCall[];
  text: string;
  /** What the model said, for the history of the conversation. */
  message: AssistantModelMessage;
}

export type AskModel = (question: ModelQuestion, signal: AbortSignal) => Promise<ModelAnswer>;

export interface ModelTimes {
  callTimeoutMs: number;
  /** After a failed call, when the provider asks for no time of its own. As many as there are further attempts. */
  retryWaitsMs: readonly number[];
  longestWaitMs: number;
}

export const patience: ModelTimes = {
  callTimeoutMs: 90_000,
  retryWaitsMs: [1_000, 4_000, 10_000],
  longestWaitMs: 120_000,
};

/** What is learnt of the model as it is used. */
export interface ImageSupport {
  takesImages: boolean;
}

interface AskOptions {
  model: Model;
  budget: Budget;
  eyesight: ImageSupport;
  /** Goes over everything that leaves. */
  mask(text: string): string;
  patience: ModelTimes;
  log: Log;
}

/** Asks the model under the run's budget, and again where a failed call may be repeated. */
export function createAsk(options: AskOptions): AskModel {
  const { model, budget, eyesight, mask, patience, log } = options;

  return async (question, signal) => {
    budget.takeCall();
    for (let failures = 0; ; ) {
      signal.throwIfAborted();
      const sent = eyesight.takesImages ? question : withoutImages(question);
      const beganAtMs = Date.now();
      const result = await callOnce(model, covered(sent, mask), patience.callTimeoutMs, signal);
      const ms = Date.now() - beganAtMs;
      if ('answer' in result) {
        budget.spendTokens(result.tokens);
        log.debug({ model: model.modelId, ms, tokens: result.tokens }, 'the model answered');
        if (result.refusal !== null) throw refused(question.about, result.refusal);
        return result.answer;
      }
      const { status, message } = result.failed;
      log.debug({ model: model.modelId, ms, status, reason: message }, 'a call of the model failed');
      const fault = faultOf(result.failed, { hasImages: hasImages(sent), model: model.modelId });
      if (fault.next === 'stop') throw fault.failure;
      if (fault.next === 'without images') {
        eyesight.takesImages = false;
        continue;
      }
      const waitMs = fault.waitMs ?? patience.retryWaitsMs[failures];
      if (waitMs === undefined || failures >= patience.retryWaitsMs.length) {
        throw unreachable(model.modelId, `${fault.reason}, after ${failures + 1} attempts`);
      }
      if (waitMs > Math.min(patience.longestWaitMs, budget.remainingMs())) {
        throw unreachable(
          model.modelId,
          `${fault.reason}, and asks to wait ${Math.ceil(waitMs / 1_000)} s, which is longer than the run may`,
        );
      }
      failures += 1;
      await pause(waitMs, signal);
    }
  };
}

/** Large, and needed only where there is a model. */
export function loadSdk(): Promise<typeof import('ai')> {
  return import('ai');
}

type CallResult = { answer: ModelAnswer; tokens: number; refusal: string | null } | { failed: FailedCall };

async function callOnce(
  model: Model,
  question: ModelQuestion,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<CallResult> {
  const sdk = await loadSdk();
  // Its warnings would go to the console, past the log.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const tooLong = new AbortController();
  const timer = setTimeout(() => tooLong.abort(), timeoutMs);
  const tools: ToolSet = Object.fromEntries(
    question.tools.map(({ name, description, parameters }) => [
      name,
      // Not strict: strict mode makes every optional member one that the model has to invent.
      sdk.tool({
        description,
        inputSchema: sdk.jsonSchema<Record<string, unknown>>(plainSchema(parameters)),
        strict: false,
      }),
    ]),
  );
  try {
    const { system, messages } = question;
    const result = await sdk.generateText({
      model,
      system,
      messages,
      tools,
      toolChoice: 'required',
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, tooLong.signal]),
      // What is on the tested screen is not for the provider to keep.
      providerOptions: { openai: { store: false } },
    });
    const calls = result.toolCalls.map((call) => ({
      id: call.toolCallId,
      name: call.toolName,
      input: call.input as unknown,
      fault: call.invalid === true ? faultOfTool(call.toolName, tools) : null,
    }));
    const message = result.response.messages.find((candidate) => candidate.role === 'assistant');
    return {
      answer: { calls, text: result.text, message: message ?? spoken(result.text) },
      tokens: result.usage.totalTokens ?? estimate(question) + result.text.length / 4,
      refusal: calls.length === 0 && result.finishReason === 'content-filter' ? result.text : null,
    };
  } catch (error) {
    signal.throwIfAborted();
    if (sdk.ToolChoiceViolationError.isInstance(error)) {
      const text = error.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
      return {
        answer: { calls: [], text, message: spoken(text) },
        tokens: estimate(question) + text.length / 4,
        refusal: error.finishReason === 'content-filter' ? text : null,
      };
    }
    if (tooLong.signal.aborted) {
      return { failed: unanswered(`no answer came within ${Math.round(timeoutMs / 1_000)} s`) };
    }
    if (sdk.APICallError.isInstance(error)) {
      const { statusCode, message, responseHeaders, responseBody } = error;
      return {
        failed: {
          status: statusCode ?? null,
          message: statusCode === undefined ? networkReason(error) : message,
          headers: responseHeaders ?? {},
          body: typeof responseBody === 'string' ? responseBody : '',
        },
      };
    }
    // What the SDK can't make sense of: an empty list of choices, a broken stream.
    return { failed: unanswered(error instanceof Error ? error.message : 'the answer made no sense') };
  } finally {
    clearTimeout(timer);
  }
}

function refused(about: string, text: string): ExecutionFailure {
  const words = oneLine(text).slice(0, 300);
  return new ExecutionFailure(
    'MODEL_REFUSED',
    `The model refuses to work on "${about}"${words === '' ? '' : `: ${words}`}`,
  );
}

function faultOfTool(name: string, tools: object): string {
  return Object.hasOwn(tools, name)
    ? `The input of "${name}" is not readable as JSON.`
    : `There is no tool "${name}"; there are ${Object.keys(tools).join(', ')}.`;
}

function unanswered(message: string): FailedCall {
  return { status: null, message, headers: {}, body: '' };
}

function spoken(text: string): AssistantModelMessage {
  return { role: 'assistant', content: text === '' ? '(nothing)' : text };
}

/** TypeBox marks its schemas with symbols and hidden members; providers get plain JSON. */
function plainSchema(schema: TSchema): JSONSchema7 {
  return JSON.parse(JSON.stringify(schema)) as JSONSchema7;
}

/** The tools stay as they are: their names and schemas are ours, and a covered name could not be called. */
function covered(question: ModelQuestion, mask: (text: string) => string): ModelQuestion {
  const { system, messages } = question;
  return { ...question, ...masked({ system, messages }, mask) };
}

function withoutImages(question: ModelQuestion): ModelQuestion {
  return {
    ...question,
    messages: question.messages.map((message) =>
      message.role === 'user' && typeof message.content !== 'string'
        ? { ...message, content: message.content.filter((part) => part.type !== 'image') }
        : message,
    ),
  };
}

function hasImages(question: ModelQuestion): boolean {
  return question.messages.some(
    ({ role, content }) =>
      role === 'user' && typeof content !== 'string' && content.some((part) => part.type === 'image'),
  );
}

/** For servers that don't count; four characters make about a token. */
function estimate(question: ModelQuestion): number {
  const text = JSON.stringify([question.system, withoutImages(question).messages]);
  return text.length / 4 + (hasImages(question) ? 1_000 : 0);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}
