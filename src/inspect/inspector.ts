import { Worker } from 'node:worker_threads';
import { unavailable } from '../kernel/errors.ts';
import { type AppIcon, type AppInfo, type BinaryKind, NotAnApp } from './inspect.ts';
import type { RandomAccess } from './source.ts';
import type { Findings, FromThread, ToThread } from './thread-messages.ts';

/** Looks into binaries in threads of its own: a hostile file costs its thread, never the service's event loop. */
export interface Inspector {
  /** Throws `NotAnApp` for a fault of the file, and the source's own errors as they are. */
  inspect(source: RandomAccess, kind: BinaryKind): Promise<AppInfo>;
  /** Null where the app has none that can be shown. Throws when it can't be looked for, or not in time. */
  readIcon(source: RandomAccess, kind: BinaryKind): Promise<AppIcon | null>;
  /** Ends the threads; jobs that run or wait are rejected. */
  close(): Promise<void>;
}

export interface InspectorOptions {
  threads: number;
  /** Of one job, from the moment a thread takes it. */
  timeoutMs: number;
  /** Of a thread's heap. Buffers lie outside of it and are bounded by the limits of each reader. */
  memoryMb: number;
}

interface Job {
  task: keyof Findings;
  source: RandomAccess;
  kind: BinaryKind;
  timeoutMs: number;
  resolve(found: unknown): void;
  reject(error: unknown): void;
}

/** Nobody waits longer for a picture, which an app can do without. */
const iconTimeoutMs = 10_000;

export function createInspector(options: InspectorOptions): Inspector {
  const queue: Job[] = [];
  const idle: InspectorThread[] = [];
  const all = new Set<InspectorThread>();
  let closed = false;

  function dispatch(): void {
    while (queue.length > 0) {
      const thread = idle.pop() ?? (all.size < options.threads ? start() : undefined);
      const job = thread && queue.shift();
      if (!job) return;
      void thread.run(job).then((reusable) => {
        if (reusable) idle.push(thread);
        else all.delete(thread);
        dispatch();
      });
    }
  }

  function start(): InspectorThread {
    const thread = new InspectorThread(options, () => {
      all.delete(thread);
      const index = idle.indexOf(thread);
      if (index >= 0) idle.splice(index, 1);
    });
    all.add(thread);
    return thread;
  }

  function run<Task extends keyof Findings>(
    job: Pick<Job, 'source' | 'kind' | 'timeoutMs'> & { task: Task },
  ): Promise<Findings[Task]> {
    return new Promise((resolve, reject) => {
      if (closed) {
        reject(new Error('The inspector is closed.'));
        return;
      }
      // The thread answers with what the task looks for.
      queue.push({ ...job, resolve: (found) => resolve(found as Findings[Task]), reject });
      dispatch();
    });
  }

  return {
    inspect: (source, kind) => run({ task: 'info', source, kind, timeoutMs: options.timeoutMs }),
    readIcon: (source, kind) =>
      run({ task: 'icon', source, kind, timeoutMs: Math.min(options.timeoutMs, iconTimeoutMs) }),
    async close() {
      closed = true;
      for (const job of queue.splice(0)) job.reject(new Error('The inspector is closed.'));
      await Promise.all([...all].map((thread) => thread.stop(new Error('The inspector is closed.'))));
    },
  };
}

class InspectorThread {
  readonly #worker: Worker;
  #stopping = false;
  /** Reads of the current job that the source has not answered: a late job is then the source's fault, not the file's. */
  #reads = 0;
  #current: { job: Job; timer: NodeJS.Timeout | undefined; end(reusable: boolean): void } | null = null;

  constructor(options: InspectorOptions, onExit: () => void) {
    this.#worker = new Worker(new URL('./inspector-thread.js', import.meta.url), {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb, maxYoungGenerationSizeMb: 16 },
    });
    this.#worker.on('message', (message: FromThread) => this.#receive(message));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => {
      onExit();
      this.#fail(new Error('The inspector thread ended.'));
    });
    // A running job keeps the process alive; a thread that waits for one must not.
    this.#worker.unref();
  }

  /** Settles the job; resolves, once the thread is done with it, to whether the thread can take another. */
  run(job: Job): Promise<boolean> {
    return new Promise((end) => {
      this.#reads = 0;
      this.#current = { job, timer: undefined, end };
      this.#worker.ref();
      this.#send({ type: 'inspect', task: job.task, size: job.source.size, kind: job.kind });
    });
  }

  /** Called when the thread has taken the job: that a busy machine starts threads slowly is no fault of the file. */
  #startTimer(): void {
    if (!this.#current) return;
    const { timeoutMs } = this.#current.job;
    this.#current.timer = setTimeout(() => {
      const source = unavailable('storage', new Error('a read took too long'));
      void this.stop(this.#reads > 0 ? source : tooSlow(timeoutMs));
    }, timeoutMs);
  }

  async stop(reason: Error): Promise<void> {
    this.#stopping = true;
    this.#current?.job.reject(reason);
    await this.#worker.terminate();
    this.#finish(false);
  }

  #receive(message: FromThread): void {
    const job = this.#current?.job;
    // An answer that was under way when the thread was stopped must not make it look free for the next job.
    if (!job || this.#stopping) return;
    if (message.type === 'taken') {
      this.#startTimer();
      return;
    }
    if (message.type === 'read') {
      void this.#serve(job, message);
      return;
    }
    if (message.type === 'found') job.resolve(message.found);
    if (message.type === 'not-an-app') job.reject(new NotAnApp(message.message));
    if (message.type === 'broken') {
      const cause = new Error(message.message);
      if (message.stack !== undefined) cause.stack = message.stack;
      job.reject(new Error('The inspector failed on a file.', { cause }));
    }
    this.#finish(true);
  }

  async #serve(job: Job, { read, start, end }: Extract<FromThread, { type: 'read' }>): Promise<void> {
    let reply: ToThread;
    this.#reads += 1;
    try {
      reply = { type: 'bytes', read, bytes: ownBytes(await job.source.read(start, end)) };
    } catch (error) {
      // The thread gets a message, so that it ends the job; the caller gets the very error that the source threw.
      job.reject(error);
      reply = { type: 'failed', read };
    }
    this.#reads -= 1;
    // A reply that comes after its job was ended must not reach the job that the thread has now.
    if (this.#current?.job === job) this.#send(reply);
  }

  #send(message: ToThread): void {
    this.#worker.postMessage(message, message.type === 'bytes' ? [message.bytes.buffer as ArrayBuffer] : []);
  }

  #fail(error: Error): void {
    const outOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    this.#current?.job.reject(
      outOfMemory ? new NotAnApp('The file needs more memory to be read than any app does.') : error,
    );
    this.#finish(false);
  }

  #finish(reusable: boolean): void {
    if (!this.#current) return;
    const { timer, end } = this.#current;
    this.#current = null;
    clearTimeout(timer);
    this.#worker.unref();
    end(reusable);
  }
}

function tooSlow(timeoutMs: number): NotAnApp {
  return new NotAnApp(
    `The file could not be read within ${timeoutMs / 1000} seconds; no app was found in it.`,
  );
}

/** A buffer that shares its memory, as small ones do, can't be handed over: its neighbours would go with it. */
function ownBytes(buffer: Buffer): Uint8Array {
  const isWhole = buffer.buffer instanceof ArrayBuffer && buffer.byteLength === buffer.buffer.byteLength;
  return isWhole ? buffer : new Uint8Array(buffer);
}
