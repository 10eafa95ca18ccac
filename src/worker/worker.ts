import { sweeps } from '../apps/sweep.ts';
import type { Database } from '../database/database.ts';
import type { JobHandlers } from '../jobs/job.ts';
import { runDueJobs } from '../jobs/run-due-jobs.ts';
import { PublicError } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import type { Metrics } from '../kernel/metrics.ts';
import type { ObjectStore } from '../storage/object-store.ts';

export interface Worker {
  /** Something may be due: look now instead of at the next turn. */
  poke(): void;
  stop(): Promise<void>;
}

const turnEveryMs = 1_000;
const storageSweepEveryMs = 10 * 60_000;

/**
 * Does what falls due, turn by turn: sweeps move expired records out and write down what is to be deleted, then the
 * jobs delete it. Any number of processes do this on one database; rows that one has are skipped by the others.
 */
export function startWorker(parts: { db: Database; store: ObjectStore; metrics: Metrics; log: Log }): Worker {
  const { db, store, metrics, log } = parts;
  const stopping = new AbortController();
  const handlers: JobHandlers = { 'objects.delete': ({ keys }) => store.delete(keys) };
  let wake: () => void = () => undefined;
  let poked = false;
  let nextStorageSweepMs = 0;

  async function turn(): Promise<void> {
    for (const [name, sweep] of Object.entries(sweeps)) {
      await attempt(name, async () => {
        let more = true;
        while (more && !stopping.signal.aborted) {
          const result = await sweep(db);
          metrics.swept.inc({ sweep: name }, result.swept);
          more = result.more;
        }
      });
    }
    await attempt('jobs', async () => metrics.jobs.inc(await runDueJobs(db, handlers, log, stopping.signal)));
    if (performance.now() >= nextStorageSweepMs) {
      nextStorageSweepMs = performance.now() + storageSweepEveryMs;
      await attempt('storage', () => store.sweep());
    }
  }

  /** One that fails must not keep the others from their turn. */
  async function attempt(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const cause = error instanceof PublicError ? error.cause : error;
      log.warn({ err: cause, sweep: name }, 'a sweep failed and will be tried again');
    }
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      poked = false;
      await turn();
      if (!poked && !stopping.signal.aborted) await rest();
    }
  }

  function rest(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, turnEveryMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function poke(): void {
    poked = true;
    wake();
  }

  const looping = loop();
  return {
    poke,
    async stop() {
      stopping.abort();
      wake();
      await looping;
    },
  };
}
