import type { Batch, Run } from './api.ts';
import type { GantryClient } from './client.ts';
import { isOutage } from './errors.ts';
import { defaultOutageMs, type GantryEvent } from './events.ts';
import { wait } from './retry.ts';

export interface WaitOptions<State> {
  /** Called with the state at first and after each change, the end included. */
  onChange?: ((state: State) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** Without it, as long as it takes. */
  timeoutMs?: number | undefined;
  /** How long the service may be unreachable meanwhile. */
  outageMs?: number | undefined;
}

/** It did not end in the time that was given. It continues. */
export class WaitTimeoutError<State = Run | Batch> extends Error {
  override readonly name = 'WaitTimeoutError';
  /** What it was when it was last seen. */
  readonly last: State | undefined;

  constructor(message: string, last: State | undefined) {
    super(message);
    this.last = last;
  }
}

/** The run as it ended, in whatever way: look at `status`, and at `output.result` of a completed one. */
export function waitForRun(client: GantryClient, id: string, options: WaitOptions<Run> = {}): Promise<Run> {
  return waitForEnd(client, options, {
    what: `Run ${id}`,
    read: (signal) => client.call('getRun', { path: { id }, signal }),
    isTold: ({ type, data }) => type.startsWith('run.') && data.id === id,
  });
}

/** The batch when all of its runs have ended: `result` is `PASS`, `FAILED`, or `ERROR` where none failed but not each has a verdict. */
export function waitForBatch(
  client: GantryClient,
  id: string,
  options: WaitOptions<Batch> = {},
): Promise<Batch> {
  return waitForEnd(client, options, {
    what: `Batch ${id}`,
    read: async (signal) => (await client.call('getBatch', { path: { id }, signal })).batch,
    isTold: ({ data }) => data.id === id || data.batchId === id,
  });
}

interface Waited<State> {
  what: string;
  read(signal: AbortSignal): Promise<State>;
  isTold(event: GantryEvent): boolean;
}

/** While events come, one that got lost costs at most this. */
const lookAnywayMs = 15_000;
const firstPollMs = 500;
const longestPollMs = 5_000;
/** A large batch changes all the time. */
const betweenLooksMs = 200;

/** Events say when to look; without events it polls, less and less often. */
async function waitForEnd<State extends { projectId: string; completedAt: string | null }>(
  client: GantryClient,
  { onChange, signal, timeoutMs, outageMs = defaultOutageMs }: WaitOptions<State>,
  { what, read, isTold }: Waited<State>,
): Promise<State> {
  const over = new AbortController();
  const until = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => over.abort(timedOut), timeoutMs);
  const bell = createBell();
  let last: State | undefined;
  let isFollowing = false;
  let answeredAtMs = Date.now();

  async function follow(projectId: string): Promise<void> {
    const onOpen = () => {
      isFollowing = true;
      bell.ring();
    };
    for await (const event of client.events({ projectId, signal: until, onOpen, outageMs })) {
      if (isTold(event)) bell.ring();
    }
  }

  try {
    for (let pollMs = firstPollMs; ; pollMs = Math.min(longestPollMs, pollMs * 1.5)) {
      const state = await read(until).catch((error: unknown) => {
        if (!isOutage(error) || Date.now() - answeredAtMs > outageMs) throw error;
        return null;
      });
      if (state !== null) {
        answeredAtMs = Date.now();
        const isFirst = last === undefined;
        if (JSON.stringify(state) !== JSON.stringify(last)) onChange?.(state);
        last = state;
        if (state.completedAt !== null) return state;
        if (isFirst) {
          follow(state.projectId)
            .catch(() => undefined)
            .finally(() => {
              isFollowing = false;
              bell.ring();
            });
        }
      }
      await wait(betweenLooksMs, until);
      await bell.heard(isFollowing ? lookAnywayMs : pollMs, until);
    }
  } catch (error) {
    if (error !== timedOut) throw error;
    throw new WaitTimeoutError(`${what} has not ended within ${timeoutMs} ms.`, last);
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}

const timedOut = new Error('the time is over');

/** Rung at any time, it is heard by the next who listens. */
function createBell() {
  let isRung = false;
  let wake: (() => void) | null = null;
  return {
    ring() {
      isRung = true;
      wake?.();
    },
    async heard(atMostMs: number, signal: AbortSignal): Promise<void> {
      const heard = new AbortController();
      wake = () => heard.abort();
      if (!isRung) {
        await wait(atMostMs, AbortSignal.any([signal, heard.signal])).catch(() => signal.throwIfAborted());
      }
      signal.throwIfAborted();
      wake = null;
      isRung = false;
    },
  };
}
