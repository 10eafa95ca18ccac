import type { RunReport } from '../../engine/report.ts';
import { type Answer, askedMethods, type SlotCall, type SlotMethods, toldMethods } from './messages.ts';

/** What a slot's pilot reports, sent to the worker. */
export interface SlotReport {
  readonly report: RunReport;
  answered(answer: Answer): void;
}

export function createSlotReport(send: (call: SlotCall) => void): SlotReport {
  const waiting = new Map<number, (answer: Answer) => void>();
  let questions = 0;

  async function ask(method: SlotCall['method'], args: readonly unknown[]): Promise<unknown> {
    questions += 1;
    const question = questions;
    const answered = new Promise<Answer>((resolve) => waiting.set(question, resolve));
    send({ method, question, args });
    const { isDone, value } = await answered;
    if (!isDone) throw new Error(`the service could not do what the report asked for: ${method}`);
    return value;
  }

  const methods = [
    ...toldMethods.map((method) => [method, (...args: unknown[]) => send({ method, question: null, args })]),
    ...askedMethods.map((method) => [method, (...args: unknown[]) => ask(method, args)]),
  ];
  return {
    report: Object.fromEntries(methods),
    answered(answer) {
      waiting.get(answer.question)?.(answer);
      waiting.delete(answer.question);
    },
  };
}

export function tell<Method extends keyof SlotMethods>(
  method: Method,
  ...args: Parameters<SlotMethods[Method]>
): SlotCall {
  return { method, question: null, args };
}
