import type { RunReport } from '../pilots/pilot.ts';
import type { FromSlot } from './messages.ts';

/** What a slot's pilot reports, sent to the worker. */
export interface SlotReport extends RunReport {
  /** The worker's answer to a file. */
  kept(call: number, address: string | null): void;
}

export function createSlotReport(send: (message: FromSlot) => void): SlotReport {
  const waiting = new Map<number, (address: string | null) => void>();
  let calls = 0;

  async function keep(type: 'screenshot' | 'scene' | 'trace', bytes: Buffer): Promise<string> {
    calls += 1;
    const call = calls;
    const answered = new Promise<string | null>((resolve) => waiting.set(call, resolve));
    send({ type, call, bytes });
    const address = await answered;
    if (address === null) throw new Error('the file could not be kept');
    return address;
  }

  return {
    describe: (about) => send({ type: 'describe', about }),
    step: (step) => send({ type: 'step', step }),
    finding: (finding) => send({ type: 'finding', finding }),
    screenshot: (png) => keep('screenshot', png),
    scene: (json) => keep('scene', json),
    trace: async (zip) => void (await keep('trace', zip)),
    kept(call, address) {
      waiting.get(call)?.(address);
      waiting.delete(call);
    },
  };
}
