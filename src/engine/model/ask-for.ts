import type { ModelMessage } from 'ai';
import type { TSchema } from 'typebox';
import { faultIn } from '../../kernel/schema-fault.ts';
import { ExecutionFailure } from '../report.ts';
import type { AskModel, ModelAnswer, OfferedTool } from './ask.ts';
import { withoutNulls } from './without-nulls.ts';

/** An answer that the model must give in a fixed form: as the input of the one tool that it is offered, which is a `Value`. */
export interface Form<Value> {
  tool: OfferedTool;
  /** What is wrong with an answer that has the right form; null when nothing is. */
  faultIn?(value: Value): string | null;
}

const attempts = 3;

/** Tells the model what is wrong with its answer and asks again, a few times. */
export async function askFor<Value>(
  ask: AskModel,
  form: Form<Value>,
  question: { about: string; system: string; messages: ModelMessage[] },
  signal: AbortSignal,
): Promise<Value> {
  const read = readerOf(form);
  const messages = [...question.messages];
  let fault = '';
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const answer = await ask({ ...question, messages, tools: [form.tool] }, signal);
    const reading = read(answer);
    if ('value' in reading) return reading.value;
    fault = reading.fault;
    messages.push(answer.message, ...reply(answer, `${fault} Call ${form.tool.name} again, rightly.`));
  }
  throw new ExecutionFailure(
    'MODEL_CONFUSED',
    `The model gave no usable answer on "${question.about}" in ${attempts} attempts: ${fault}`,
  );
}

/** What is wrong with the input of a tool, for the model to read; null when nothing is. */
export function faultOfInput(schema: TSchema, input: unknown): string | null {
  const fault = faultIn(schema, input);
  return fault === null ? null : `The input is not as the schema wants it: ${fault}.`;
}

/** Every call must be answered before the conversation may continue. */
export function reply(answer: ModelAnswer, text: string): ModelMessage[] {
  if (answer.calls.length === 0) return [{ role: 'user', content: text }];
  return [
    {
      role: 'tool',
      content: answer.calls.map(({ id, name }) => ({
        type: 'tool-result',
        toolCallId: id,
        toolName: name,
        output: { type: 'error-text', value: text },
      })),
    },
  ];
}

function readerOf<Value>({ tool, ...form }: Form<Value>) {
  return (answer: ModelAnswer): { value: Value } | { fault: string } => {
    const call = answer.calls.find(({ name }) => name === tool.name) ?? answer.calls[0];
    if (call !== undefined && call.fault !== null) return { fault: call.fault };
    const input = withoutNulls(call === undefined ? jsonIn(answer.text) : call.input);
    if (input === undefined) return { fault: `There was no call of ${tool.name}.` };
    const fault = faultOfInput(tool.parameters, input);
    if (fault !== null) return { fault };
    const value = input as Value;
    const deeper = form.faultIn?.(value) ?? null;
    return deeper === null ? { value } : { fault: deeper };
  };
}

/** Small models write the answer down instead of calling the tool. */
function jsonIn(text: string): unknown {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (start < 0 || end < start) return undefined;
  try {
    return JSON.parse(text.slice(start, end + 1));
  } catch {
    return undefined;
  }
}
