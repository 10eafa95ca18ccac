import { PublicError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../database/database.ts';
import type { Swept } from '../database/sweep.ts';
import { createWaiter } from './waiter.ts';

/** Published when something was deleted or has ended: what it held may be removable now. */
export const sweepTopic = 'sweep';

export interface Sweep {
  run(db: Database): Promise<Swept>;
  everyMs: number;
  /** Costly and never urgent: it keeps to its interval when the others are woken. */
  ignoresWake?: boolean;
}

interface Sweeper {
  wake(): void;
  stop(): Promise<void>;
}

/**
 * Runs each sweep at its interval. Any number of processes do this on one database; each skips rows that another has
 * locked.
 */
export function startSweeper(options: {
  db: Database;
  sweeps: Readonly<Record<string, Sweep>>;
  onSwept(name: string, count: number): void;
  log: Log;
}): Sweeper {
  const { db, sweeps, onSwept, log } = options;
  const { wake, wait } = createWaiter();
  const dueAtMs = new Map<string, number>();
  let isWoken = false;
  let isStopping = false;

  async function loop(): Promise<void> {
    while (!isStopping) {
      const wasWoken = isWoken;
      isWoken = false;
      for (const [name, sweep] of Object.entries(sweeps)) {
        const isDue = performance.now() >= (dueAtMs.get(name) ?? 0);
        const isHastened = wasWoken && sweep.ignoresWake !== true;
        if (isStopping || (!isDue && !isHastened)) continue;
        dueAtMs.set(name, performance.now() + sweep.everyMs);
        await attempt(name, sweep);
      }
      await wait(Math.max(1, Math.min(...dueAtMs.values()) - performance.now()));
    }
  }

  /** One that fails must not keep the others from their turn. */
  async function attempt(name: string, sweep: Sweep): Promise<void> {
    try {
      let more = true;
      while (more && !isStopping) {
        const result = await sweep.run(db);
        if (result.swept > 0) onSwept(name, result.swept);
        more = result.more;
      }
    } catch (error) {
      const cause = error instanceof PublicError ? error.cause : error;
      log.warn({ err: cause, sweep: name }, 'a sweep failed and will be retried');
    }
  }

  const looping = loop();
  return {
    wake() {
      isWoken = true;
      wake();
    },
    async stop() {
      isStopping = true;
      wake();
      await looping;
    },
  };
}
