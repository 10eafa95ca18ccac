import { ExecutionFailure } from '../../engine/report.ts';
import { PublicError } from '../../kernel/errors.ts';
import { ThreadFault } from '../threads/thread-fault.ts';
import { createThreadPool } from '../threads/thread-pool.ts';
import type { Circumstances, Reading, SentenceReading, Text, WasRead } from './sentence-reading.ts';

/** Reads sentences in threads of its own: what a caller wants to have read never holds up the calls of others. */
export interface StepReader {
  /**
   * Says of each sentence of a prompt or of stored steps what a run would do, and runs nothing. Throws `ExecutionFailure`
   * for more sentences than a run takes, and a `PublicError` where too many readings wait.
   */
  read(projectId: string, text: Text, circumstances: Circumstances): Promise<SentenceReading[]>;
  /** Ends the threads. */
  close(): Promise<void>;
}

const threads = 2;
/** The rest is for the other projects. */
const atOnce = 1;
const mostWaiting = { ofOne: 64, ofAll: 512 };
/** The longest text takes a tenth of a second. */
const timeoutMs = 10_000;
const idleMs = 60_000;
const memoryMb = 256;

export function createStepReader(): StepReader {
  const pool = createThreadPool<Reading, never, WasRead>({
    module: new URL('./reading-thread.js', import.meta.url),
    threads,
    memoryMb,
    idleMs,
    atOnce,
    mostWaiting,
  });
  return {
    async read(projectId, text, circumstances) {
      const asked = { text, circumstances };
      const read = await pool.run({ owner: projectId, asked, timeoutMs }).catch((error: unknown) => {
        throw error instanceof ThreadFault ? asPublic(error) : error;
      });
      if ('failure' in read) throw new ExecutionFailure(read.failure.code, read.failure.message);
      return read.sentences;
    },
    close: () => pool.close(),
  };
}

function asPublic(fault: ThreadFault): Error {
  switch (fault.reason) {
    case 'owner-is-full':
      return new PublicError(
        'RateLimited',
        `${mostWaiting.ofOne} texts of this project wait to be read already; try again shortly.`,
        { cause: fault, retryAfterSeconds: 1 },
      );
    case 'full':
    case 'late':
    case 'closed':
      return new PublicError(
        'Unavailable',
        'The service has more texts to read than it can at the moment; try again shortly.',
        { cause: fault, retryAfterSeconds: 1 },
      );
    default:
      return fault;
  }
}
