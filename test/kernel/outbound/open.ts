import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { OpenedAnswer } from '../../../src/kernel/outbound/outbound.ts';

export const limits = { timeoutMs: 10_000, idleMs: 10_000, maxBytes: 1_000_000 };

export function bodyOf(answer: OpenedAnswer): Readable {
  if (answer.outcome !== 'answered') throw new Error(answer.reason);
  return answer.body;
}

export function sendChunks(response: ServerResponse, chunk: Buffer, count: number): void {
  let left = count;
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(chunk)) return;
    }
    if (left === 0) response.end();
  };
  response.on('drain', more);
  more();
}
