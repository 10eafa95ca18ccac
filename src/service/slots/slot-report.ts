import type { RunReport } from '../../engine/report.ts';
import type { FromSlot, ToSlot } from './messages.ts';

/** What the worker says to what it was sent or asked. */
export type WorkerAnswer = Extract<ToSlot, { call: number }>;

/** What a slot's pilot reports, sent to the worker. */
export interface SlotReport extends RunReport {
  answered(answer: WorkerAnswer): void;
}

export function createSlotReport(send: (message: FromSlot) => void): SlotReport {
  const waiting = new Map<number, (answer: WorkerAnswer) => void>();
  let calls = 0;

  function ask(messageOf: (call: number) => FromSlot): Promise<WorkerAnswer> {
    calls += 1;
    const call = calls;
    const answer = new Promise<WorkerAnswer>((resolve) => waiting.set(call, resolve));
    send(messageOf(call));
    return answer;
  }

  async function keep(messageOf: (call: number) => FromSlot): Promise<string> {
    const answer = await ask(messageOf);
    if (answer.type !== 'kept' || answer.address === null) throw new Error('the file could not be kept');
    return answer.address;
  }

  return {
    describe: (about) => send({ type: 'describe', about }),
    step: (step) => send({ type: 'step', step }),
    finding: (finding) => send({ type: 'finding', finding }),
    screenshot: (bytes) => keep((call) => ({ type: 'screenshot', call, bytes })),
    scene: (bytes) => keep((call) => ({ type: 'scene', call, bytes })),
    trace: async (bytes) => void (await keep((call) => ({ type: 'trace', call, bytes }))),
    device: (details) => send({ type: 'device', details }),
    file: (kind, bytes) => keep((call) => ({ type: 'file', call, kind, bytes })),
    propose: ({ picture, png, difference }) =>
      keep((call) => ({
        type: 'proposal',
        call,
        picture,
        bytes: png,
        difference: difference && { bytes: difference.png, pixels: difference.pixels },
      })),
    async baseline(picture) {
      const answer = await ask((call) => ({ type: 'baseline', call, picture }));
      if (answer.type !== 'baseline' || !answer.isKnown) throw new Error('the picture could not be read');
      return answer.bytes && Buffer.from(answer.bytes);
    },
    answered(answer) {
      waiting.get(answer.call)?.(answer);
      waiting.delete(answer.call);
    },
  };
}
