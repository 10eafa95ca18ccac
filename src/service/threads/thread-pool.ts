import { type Job, PoolThread, type ThreadOptions } from './pool-thread.ts';
import { ThreadFault } from './thread-fault.ts';
import { createTurns } from './turns.ts';

export interface PoolOptions extends ThreadOptions {
  threads: number;
  /** Of one owner. */
  atOnce: number;
  /** Without a limit where left out. */
  mostWaiting?: { ofOne: number; ofAll: number };
}

/** Carries out in threads what would hold up the event loop. They are started when they are needed. */
export interface ThreadPool<Asked, Question, Found> {
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
