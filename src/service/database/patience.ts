import { setTimeout as delay } from 'node:timers/promises';
import { PublicError, StartupError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { networkReason } from '../../kernel/network-reason.ts';

export interface Patience {
  log: Log;
  patienceMs: number;
  signal?: AbortSignal | undefined;
}

const againAfterMs = 500;

/**
 * For what a start needs of the database, and may be done twice: one that starts at the same time as we do, or restarts
 * just then, gets a moment to come up.
 */
export async function retryUntil<Result>(
  work: () => Promise<Result>,
  { log, patienceMs, signal }: Patience,
): Promise<Result> {
  const giveUpAtMs = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StartupError) throw error;
      const reason = error instanceof PublicError && error.code === 'Unavailable' ? error.cause : error;
      if (reason === error || performance.now() >= giveUpAtMs) {
        throw new StartupError(
          `The database can't be used (${networkReason(reason)}): check GANTRY_DATABASE_URL.`,
          { cause: error },
        );
      }
      if (signal?.aborted) throw new StartupError('The start was broken off.');
      log.warn({ reason: networkReason(reason) }, 'the database is unreachable; trying again');
      await delay(againAfterMs);
    }
  }
}
