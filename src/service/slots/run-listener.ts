import type { RestartableReport } from '../../engine/report.ts';
import { ExecutionFailure } from '../../engine/report.ts';
import type { FromSlot, RunOutcome, ToSlot } from './messages.ts';

export interface RunListener {
  hear(message: FromSlot): void;
  fail(error: Error): void;
}

interface Ending {
  resolve(): void;
  reject(error: unknown): void;
}

/** What a slot reports of its run goes to the report, until the run has ended. */
export function listenTo(
  report: RestartableReport,
  send: (message: ToSlot) => void,
  ending: Ending,
): RunListener {
  function keep(call: number, keeping: Promise<string>): void {
    keeping.then(
      (address) => send({ type: 'kept', call, address }),
      () => send({ type: 'kept', call, address: null }),
    );
  }

  function lookUp(call: number, looking: Promise<Buffer | null>): void {
    looking.then(
      (bytes) => send({ type: 'baseline', call, isKnown: true, bytes }),
      () => send({ type: 'baseline', call, isKnown: false, bytes: null }),
    );
  }

  return {
    fail: ending.reject,
    hear(message) {
      if (message.type === 'describe') report.describe(message.about);
      if (message.type === 'step') report.step(message.step);
      if (message.type === 'finding') report.finding(message.finding);
      if (message.type === 'screenshot') keep(message.call, report.screenshot(asBuffer(message.bytes)));
      if (message.type === 'screen') report.viewers.show(asBuffer(message.bytes));
      if (message.type === 'scene') keep(message.call, report.scene(asBuffer(message.bytes)));
      if (message.type === 'baseline') lookUp(message.call, report.baseline(message.picture));
      if (message.type === 'proposal') {
        const { call, picture, bytes, difference } = message;
        const { pixels = 0 } = difference ?? {};
        const png = difference && asBuffer(difference.bytes);
        keep(call, report.propose({ picture, png: asBuffer(bytes), difference: png && { png, pixels } }));
      }
      if (message.type === 'trace') {
        const stored = report.trace(asBuffer(message.bytes));
        keep(
          message.call,
          stored.then(() => ''),
        );
      }
      if (message.type === 'device') report.device(message.details);
      if (message.type === 'file') keep(message.call, report.file(message.kind, asBuffer(message.bytes)));
      if (message.type === 'ended') settle(message.outcome, ending);
    },
  };
}

function settle(outcome: RunOutcome, { resolve, reject }: Ending): void {
  if (outcome.kind === 'done') resolve();
  else if (outcome.kind === 'failure') reject(new ExecutionFailure(outcome.code, outcome.message));
  else reject(new Error(outcome.cause));
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
