import { type WaitOptions, WaitTimeoutError } from '../../client/index.ts';
import type { ToolCall } from './tool.ts';

/** The longest that one call may wait. */
export const longestWaitSeconds = 600;
/** Clients give up on a call after a minute unless they are told otherwise. */
export const usualWaitSeconds = 45;

/** An agent should learn that the service is gone rather than see stale data. */
const outageMs = 15_000;

interface Watched<State> {
  read(): Promise<State>;
  wait(options: WaitOptions<State>): Promise<State>;
  /** A few words for the client that watches. */
  describe(state: State): string;
}

/** What it is at its end, or when the time is over. */
export async function watch<State extends { completedAt: string | null }>(
  seconds: number,
  { signal, progress }: ToolCall,
  { read, wait, describe }: Watched<State>,
): Promise<State> {
  const first = await read();
  if (first.completedAt !== null || seconds === 0) return first;
  const onChange = (state: State) => progress.say(describe(state));
  onChange(first);
  try {
    return await wait({ onChange, signal, timeoutMs: seconds * 1_000, outageMs });
  } catch (error) {
    if (!(error instanceof WaitTimeoutError)) throw error;
    return error.last ?? first;
  }
}
