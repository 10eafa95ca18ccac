import { type Job, PoolThread, type ThreadOptions } from './pool-thread.ts';
import { ThreadFault } from './thread-fault.ts';

export interface PoolOptions extends ThreadOptions {
  threads: number;
  /** Of one owner. */
  atOnce: number;
  /** Without a limit where left out. */
  mostWaiting?: { ofOne: number; ofAll: number };
}

/** Carries out in threads what would hold up the event loop. They are started when they are needed. */
interface ThreadPool<Asked, Question, Found> {
  /** Throws `ThreadFault` where the job could not be carried out. */
  run(job: Job<Asked, Question>): Promise<Found>;
  /** Ends the threads; jobs that run or wait are rejected. */
  close(): Promise<void>;
}

interface Waiting<Asked, Question> {
  job: Job<Asked, Question>;
  resolve(found: unknown): void;
  reject(error: unknown): void;
}

export function createThreadPool<Asked, Question, Found>(
  options: PoolOptions,
): ThreadPool<Asked, Question, Found> {
  const { ofOne, ofAll } = options.mostWaiting ?? {
    ofOne: Number.POSITIVE_INFINITY,
    ofAll: Number.POSITIVE_INFINITY,
  };
  const turns = createTurns<Waiting<Asked, Question>>(options.atOnce);
  const all = new Set<PoolThread>();
  const idle = new Set<PoolThread>();
  let isClosed = false;

  function dispatch(): void {
    while (idle.size > 0 || all.size < options.threads) {
      const turn = turns.take();
      if (turn === null) return;
      const [thread = start()] = idle;
      idle.delete(thread);
      void carryOut(thread, turn.owner, turn.job);
    }
  }

  async function carryOut(
    thread: PoolThread,
    owner: string,
    { job, resolve, reject }: Waiting<Asked, Question>,
  ) {
    // What the thread asks, and what it finds, is what its module is written for.
    await thread.run(job as Job<unknown, unknown>, resolve, reject);
    turns.ended(owner);
    if (thread.isUsable) idle.add(thread);
    dispatch();
  }

  function start(): PoolThread {
    const thread = new PoolThread(options, {
      onStop: () => idle.delete(thread),
      onExit() {
        all.delete(thread);
        dispatch();
      },
    });
    all.add(thread);
    return thread;
  }

  return {
    run(job) {
      if (isClosed) return Promise.reject(new ThreadFault('closed'));
      if (turns.waitingOf(job.owner) >= ofOne) return Promise.reject(new ThreadFault('owner-is-full'));
      if (turns.size >= ofAll) return Promise.reject(new ThreadFault('full'));
      return new Promise((resolve, reject) => {
        turns.add(job.owner, { job, resolve: (found) => resolve(found as Found), reject });
        dispatch();
      });
    },
    async close() {
      isClosed = true;
      for (const { reject } of turns.clear()) reject(new ThreadFault('closed'));
      await Promise.all([...all].map((thread) => thread.stop(new ThreadFault('closed'))));
    },
  };
}

/** Who waits for a thread, each owner with a line of its own. */
interface Turns<Job> {
  readonly size: number;
  waitingOf(owner: string): number;
  add(owner: string, job: Job): void;
  /** Of the owner whose turn it is: owners take turns, and whoever has as many under way as it may is passed over. */
  take(): { owner: string; job: Job } | null;
  /** A job that was taken has ended. */
  ended(owner: string): void;
  /** All that wait, which then wait no more. */
  clear(): Job[];
}

export function createTurns<Job>(atOnceOfOne: number): Turns<Job> {
  /** In the order of their turns. */
  const lines = new Map<string, Job[]>();
  const underWay = new Map<string, number>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    waitingOf: (owner) => lines.get(owner)?.length ?? 0,
    add(owner, job) {
      const line = lines.get(owner);
      if (line === undefined) lines.set(owner, [job]);
      else line.push(job);
      size += 1;
    },
    take() {
      for (const [owner, line] of lines) {
        const count = underWay.get(owner) ?? 0;
        const job = count < atOnceOfOne ? line.shift() : undefined;
        if (job === undefined) continue;
        size -= 1;
        underWay.set(owner, count + 1);
        // Its next one comes after one of each other owner.
        lines.delete(owner);
        if (line.length > 0) lines.set(owner, line);
        return { owner, job };
      }
      return null;
    },
    ended(owner) {
      const count = (underWay.get(owner) ?? 0) - 1;
      if (count > 0) underWay.set(owner, count);
      else underWay.delete(owner);
    },
    clear() {
      const jobs = [...lines.values()].flat();
      lines.clear();
      size = 0;
      return jobs;
    },
  };
}
