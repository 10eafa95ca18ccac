import type { Socket } from 'node:net';
import { expect } from 'vitest';
import { quickly } from './servers.ts';

/** Long enough to get as far as each test wants. */
export const soon = { ...quickly, timeoutMs: 1_500 };

export async function expectTimeout(post: () => Promise<unknown>, step: string): Promise<void> {
  const since = performance.now();
  expect(await post()).toMatchObject({
    outcome: 'timeout',
    reason: `The time limit of 1.5 s was reached while ${step}.`,
  });
  expect(performance.now() - since).toBeGreaterThanOrEqual(1_495);
}

export function dribble(socket: Socket, text: string, size = 1): void {
  let at = 0;
  const timer = setInterval(() => {
    socket.write(text.slice(at, at + size));
    at = (at + size) % text.length;
    if (size === 1 && text.length > 1 && at === 0) clearInterval(timer);
  }, 10);
  socket.on('close', () => clearInterval(timer));
}
