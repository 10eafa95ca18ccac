import { GantryError, passingAnswers, UnreachableError } from './errors.ts';

export interface Retry {
  /** What is done again, such as `submitRun`. */
  what: string;
  /** Of the attempt that failed, from 1. */
  attempt: number;
  delayMs: number;
  error: GantryError | UnreachableError;
}

export interface RetryPolicy {
  retries: number;
  onRetry?: ((retry: Retry) => void) | undefined;
}

export interface Attempts {
  what: string;
  /** Whether doing it twice does no harm. Otherwise it is done again only when it was certainly not done. */
  isRepeatable: boolean;
  /** Answers after which another attempt makes sense. */
  passing?: readonly number[];
  signal?: AbortSignal | undefined;
}

const firstDelayMs = 500;
const longestDelayMs = 10_000;
/** A longer wait is reported at once instead. */
const longestRetryAfterMs = 60_000;

export async function retrying<Result>(
  policy: RetryPolicy,
  { what, isRepeatable, passing = passingAnswers, signal }: Attempts,
  attemptOnce: (attempt: number) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await attemptOnce(attempt);
    } catch (error) {
      const delayMs = delayAfter(error, attempt, { isRepeatable, passing });
      if (delayMs === null || attempt > policy.retries) throw error;
      policy.onRetry?.({ what, attempt, delayMs, error: error as GantryError | UnreachableError });
      await wait(delayMs, signal);
    }
  }
}

/** Rejects with the reason of the signal. */
export function wait(delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, delayMs);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Doubles from attempt to attempt; spread, so that many who failed together do not come back together. */
export function backoffMs(attempt: number): number {
  const fullMs = Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1));
  return Math.round(fullMs * (0.5 + Math.random() / 2));
}

/** Null where another attempt would be useless or could do something twice. */
function delayAfter(
  error: unknown,
  attempt: number,
  { isRepeatable, passing }: { isRepeatable: boolean; passing: readonly number[] },
): number | null {
  if (error instanceof UnreachableError) {
    return isRepeatable || wasNeverSent(error.cause) ? backoffMs(attempt) : null;
  }
  if (!(error instanceof GantryError) || !passing.includes(error.status)) return null;
  // One over its rate was turned away before anything was done.
  if (!isRepeatable && error.status !== 429) return null;
  const { retryAfterMs = 0 } = error;
  return retryAfterMs > longestRetryAfterMs ? null : Math.max(retryAfterMs, backoffMs(attempt));
}

const neverSent = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH'];

/** Node says why a connection failed, as the cause of what `fetch` throws; browsers do not. */
function wasNeverSent(failure: unknown): boolean {
  const cause = failure instanceof Error ? failure.cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return code === 'UND_ERR_CONNECT_TIMEOUT' || neverSent.some((known) => known === code);
}
