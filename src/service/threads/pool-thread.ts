import { Worker } from 'node:worker_threads';
import { ThreadFault } from './thread-fault.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

export interface ThreadOptions {
  /** What the thread executes: a module that calls `serveJobs`. */
  module: URL;
  /** Of its heap. Buffers lie outside of it. */
  memoryMb: number;
  /** Without a job for so long, it ends. */
  idleMs: number;
}

export interface Job<Asked, Question> {
  /** Whose turn it takes. */
  owner: string;
  asked: Asked;
  /** From the moment a thread takes it: that a busy machine starts threads slowly is no fault of the job. */
  timeoutMs: number;
  /** What the thread asks meanwhile. Its error ends the job as it is. */
  answer?(question: Question): Promise<Buffer>;
}

interface Current {
  job: Job<unknown, unknown>;
  resolve(found: unknown): void;
  reject(error: unknown): void;
  timer: NodeJS.Timeout | undefined;
  /** Questions that have no answer yet: a late job is then not the thread's fault. */
  questions: number;
  end(): void;
}

/** The service's side of one thread. */
export class PoolThread {
  readonly #worker: Worker;
  readonly #idleMs: number;
  readonly #onStop: () => void;
  #isStopping = false;
  #idleTimer: NodeJS.Timeout | undefined;
  #current: Current | null = null;

  /** `onStop`: it takes no more jobs. `onExit`: another one may be started in its place. */
  constructor(
    { module, memoryMb, idleMs }: ThreadOptions,
    { onStop, onExit }: { onStop(): void; onExit(): void },
  ) {
    this.#onStop = onStop;
    this.#idleMs = idleMs;
    this.#worker = new Worker(module, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
    });
    this.#worker.on('message', (message: FromThread) => this.#receive(message));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => {
      this.#fail(new ThreadFault('ended'));
      onExit();
    });
    // A running job keeps the process alive; a thread that waits for one must not.
    this.#worker.unref();
  }

  /** Whether it takes another job. */
  get isUsable(): boolean {
    return !this.#isStopping;
  }

  /** Settles the job by `resolve` or `reject`; resolves once the thread is done with it. */
  run(job: Job<unknown, unknown>, resolve: Current['resolve'], reject: Current['reject']): Promise<void> {
    return new Promise((end) => {
      clearTimeout(this.#idleTimer);
      this.#current = { job, resolve, reject, timer: undefined, questions: 0, end };
      this.#worker.ref();
      this.#send({ type: 'job', asked: job.asked });
    });
  }

  async stop(reason: ThreadFault): Promise<void> {
    this.#takeNoMore();
    this.#current?.reject(reason);
    await this.#worker.terminate();
    this.#finish();
  }

  #receive(message: FromThread): void {
    const current = this.#current;
    // An answer that was under way when the thread was stopped must not make it look free for the next job.
    if (current === null || this.#isStopping) return;
    switch (message.type) {
      case 'taken':
        current.timer = setTimeout(
          () => void this.stop(new ThreadFault(current.questions > 0 ? 'unanswered' : 'late')),
          current.job.timeoutMs,
        );
        return;
      case 'question':
        void this.#answer(current, message);
        return;
      case 'found':
        current.resolve(message.found);
        break;
      case 'broken': {
        const cause = new Error(message.message);
        if (message.stack !== undefined) cause.stack = message.stack;
        current.reject(new ThreadFault('broken', cause));
      }
    }
    this.#finish();
  }

  async #answer(
    current: Current,
    { question, asked }: Extract<FromThread, { type: 'question' }>,
  ): Promise<void> {
    const { job, reject } = current;
    let reply: ToThread = { type: 'no-answer', question };
    current.questions += 1;
    try {
      if (job.answer !== undefined)
        reply = { type: 'answer', question, bytes: ownBytes(await job.answer(asked)) };
    } catch (error) {
      // The thread gets a message, so that it ends the job; the caller gets the very error.
      reject(error);
    }
    current.questions -= 1;
    // A reply that comes after its job was ended must not reach the job that the thread has now.
    if (this.#current === current) this.#send(reply);
  }

  #send(message: ToThread): void {
    this.#worker.postMessage(message, message.type === 'answer' ? [message.bytes.buffer as ArrayBuffer] : []);
  }

  #fail(error: Error): void {
    const isOutOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    this.#takeNoMore();
    this.#current?.reject(isOutOfMemory ? new ThreadFault('out-of-memory', error) : error);
    this.#finish();
  }

  #takeNoMore(): void {
    this.#isStopping = true;
    clearTimeout(this.#idleTimer);
    this.#onStop();
  }

  #finish(): void {
    const current = this.#current;
    if (current === null) return;
    this.#current = null;
    clearTimeout(current.timer);
    this.#worker.unref();
    if (!this.#isStopping) {
      this.#idleTimer = setTimeout(() => void this.stop(new ThreadFault('ended')), this.#idleMs).unref();
    }
    current.end();
  }
}

/** A buffer that shares its memory, as small ones do, can't be handed over: its neighbours would go with it. */
function ownBytes(buffer: Buffer): Uint8Array {
  const isWhole = buffer.buffer instanceof ArrayBuffer && buffer.byteLength === buffer.buffer.byteLength;
  return isWhole ? buffer : new Uint8Array(buffer);
}
