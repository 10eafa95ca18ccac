import { setImmediate } from 'node:timers/promises';
import { PublicError } from '../../kernel/errors.ts';
import { createLoader } from '../../kernel/loader.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../database/database.ts';
import { type Job, type JobHandlers, type JobOutcome, type Lease, retryDelaySeconds } from './job.ts';
import { claim, nextDueInMs, putBack, settle } from './job-store.ts';
import { createLeaseKeeper } from './lease-keeper.ts';
import { createWaiter } from './waiter.ts';

export interface JobLoop {
  /** Something may be due: look now instead of at the next turn. */
  wake(): void;
  /** Claims nothing more, and waits for the jobs it has. Safe to call twice. */
  stop(): Promise<void>;
}

export interface ShortLoopOptions {
  db: Database;
  /** Earlier ones go first. */
  queues: readonly string[];
  handlers: Partial<JobHandlers>;
  /** Jobs that this process has at once. */
  capacity: number;
  /** Jobs of one claim: what a claim brings is parsed in one go, while everyone else waits. */
  batchSize: number;
  log: Log;
  /** Called when a job has ended and is not to be repeated. */
  onDone?: (job: Job) => void;
}

interface Claim {
  room: number;
  /** Null when the database could not be asked. */
  claimed: Promise<Job[] | null>;
}

/** Notifications are a hint: losing one costs at most this. */
const longestRestMs = 1_000;
/** What is due and was not to be had is locked by someone who withdraws or claims it. */
const lockedRestMs = 20;
const fullRestMs = 100;
const renewalCheckMs = 2_000;

/** Claims short jobs in batches and settles them in batches, as many at once as there is room for. */
export function startShortLoop(options: ShortLoopOptions): JobLoop {
  const { db, queues, handlers, capacity, batchSize, log } = options;
  const keeper = createLeaseKeeper(db, log, renewalCheckMs);
  const { wake, wait } = createWaiter();
  // Small claims cost as much as large ones, so a busy loop waits until there is room for a good part of a batch.
  const enoughRoom = Math.ceil(Math.min(batchSize, capacity) / 4);
  let inHand = 0;
  let isFull = false;
  let isStopping = false;
  let stopping: Promise<void> | undefined;
  let onEmpty: () => void = () => undefined;

  const settleJob = createLoader<Lease, boolean>(async (leases) => {
    const settled = await ending('settled', leases, () => settle(db, leases));
    return leases.map(({ id }) => settled?.has(id) ?? false);
  }, capacity);

  const putJobBack = createLoader<Parameters<typeof putBack>[1][number], void>(async (jobs) => {
    await ending('put back', jobs, () => putBack(db, jobs));
    // The loop may rest for longer than these have to wait.
    wake();
    return jobs.map(() => undefined);
  }, capacity);

  async function loop(): Promise<void> {
    let next: Claim | null = null;
    while (!isStopping) {
      next ??= claimWhatFits();
      if (next === null) {
        await wait(fullRestMs);
        // Where the jobs in hand do not end, a little room is all there will be.
        next = claimWhatFits(1);
        if (next === null) continue;
      }
      const jobs: Job[] | null = await next.claimed;
      if (isStopping) break;
      inHand += jobs?.length ?? 0;
      const hasMore: boolean = jobs?.length === next.room;
      next = hasMore ? claimWhatFits() : null;
      // The next claim is on its way before these jobs keep the thread busy.
      if (next !== null) await setImmediate();
      for (const job of jobs ?? []) run(job).catch(report);
      if (jobs === null) await wait(longestRestMs);
      else if (!hasMore) await wait(await untilNextMs());
    }
    await handBack((await next?.claimed) ?? []);
  }

  /** Null while there is not enough room; a job that ends wakes the loop. */
  function claimWhatFits(leastRoom = enoughRoom): Claim | null {
    const room = Math.min(capacity - inHand, batchSize);
    isFull = room < leastRoom;
    return isFull ? null : { room, claimed: claimSome(room) };
  }

  async function claimSome(room: number): Promise<Job[] | null> {
    try {
      return await claim(db, queues, room);
    } catch (error) {
      log.warn({ err: reasonOf(error), queues }, 'jobs could not be claimed; trying again');
      return null;
    }
  }

  async function untilNextMs(): Promise<number> {
    const ms = await nextDueInMs(db, queues).catch(() => null);
    if (ms === null) return longestRestMs;
    return ms > 0 ? Math.min(ms, longestRestMs) : lockedRestMs;
  }

  async function handBack(jobs: Job[]): Promise<void> {
    await Promise.all(jobs.map((job) => putJobBack({ ...job, delayMs: 0, counts: false })));
  }

  async function run(job: Job): Promise<void> {
    const release = keeper.keep(job, () => undefined);
    try {
      await finish(job, await attempt(job));
    } finally {
      release();
      inHand -= 1;
      if (inHand === 0) onEmpty();
      if (isFull && capacity - inHand >= enoughRoom) wake();
    }
  }

  async function attempt(job: Job): Promise<JobOutcome | 'failed'> {
    try {
      return await handlerOf(handlers, job)(job);
    } catch (error) {
      const { name, attempts } = job;
      const delaySeconds = retryDelaySeconds(attempts);
      log.warn(
        { err: reasonOf(error), job: name, attempts, delaySeconds },
        'a job failed and will be retried',
      );
      return 'failed';
    }
  }

  async function finish(job: Job, outcome: JobOutcome | 'failed'): Promise<void> {
    if (outcome === 'failed') {
      await putJobBack({ ...job, delayMs: retryDelaySeconds(job.attempts) * 1_000, counts: true });
    } else if (typeof outcome === 'object') {
      await putJobBack({ ...job, delayMs: outcome.againInMs, counts: false });
    } else if (outcome === 'settled' || (await settleJob(job))) {
      options.onDone?.(job);
    }
  }

  /** A failure here is harmless: the lease expires, and the jobs are due again. */
  async function ending<Result>(
    verb: string,
    jobs: readonly Lease[],
    end: () => Promise<Result>,
  ): Promise<Result | null> {
    try {
      return await end();
    } catch (error) {
      log.warn(
        { err: reasonOf(error), queues, jobs: jobs.length },
        `jobs could not be ${verb} and will be repeated when their lease has ended`,
      );
      return null;
    }
  }

  function report(error: unknown): void {
    log.error({ err: error }, 'the job loop failed');
  }

  async function end(): Promise<void> {
    isStopping = true;
    wake();
    await looping;
    if (inHand > 0) await new Promise<void>((resolve) => (onEmpty = resolve));
    keeper.close();
  }

  const looping = loop();
  return {
    wake,
    stop() {
      stopping ??= end();
      return stopping;
    },
  };
}

type Handler = (job: Job) => Promise<JobOutcome>;

/** A job of a kind that only a newer version knows waits for that one. */
function handlerOf(handlers: Partial<JobHandlers>, { name }: Job): Handler {
  const handler = Object.hasOwn(handlers, name) ? (handlers as Record<string, Handler>)[name] : undefined;
  if (handler === undefined) throw new Error(`there is no handler for ${name}`);
  return handler;
}

function reasonOf(error: unknown): unknown {
  return error instanceof PublicError && error.cause !== undefined ? error.cause : error;
}
