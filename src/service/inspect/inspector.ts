import { unavailable } from '../../kernel/errors.ts';
import { ThreadFault } from '../threads/thread-fault.ts';
import { createThreadPool } from '../threads/thread-pool.ts';
import { type AppIcon, type AppInfo, type BinaryKind, NotAnApp } from './inspect.ts';
import type { Findings, Found, Looking, Range } from './inspector-thread.ts';
import type { RandomAccess } from './source.ts';

/** Looks into binaries in threads of its own: a hostile file costs its thread, never the service's event loop. */
export interface Inspector {
  /** Throws `NotAnApp` for a fault of the file, and the source's own errors as they are. Projects take turns. */
  inspect(source: RandomAccess, kind: BinaryKind, projectId?: string): Promise<AppInfo>;
  /** Null where the app has none that can be shown. Throws when it can't be looked for, or not in time. */
  readIcon(source: RandomAccess, kind: BinaryKind, projectId?: string): Promise<AppIcon | null>;
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

/** Shorter, since an app can do without its picture. */
const iconTimeoutMs = 10_000;
const idleMs = 60_000;

export function createInspector({ threads, timeoutMs, memoryMb }: InspectorOptions): Inspector {
  const pool = createThreadPool<Looking, Range, Found>({
    module: new URL('./inspector-thread.js', import.meta.url),
    threads,
    memoryMb,
    idleMs,
    atOnce: threads,
  });

  async function look<Task extends keyof Findings>(
    task: Task,
    source: RandomAccess,
    { kind, timeoutMs, projectId }: { kind: BinaryKind; timeoutMs: number; projectId: string },
  ): Promise<Findings[Task]> {
    const found = await pool
      .run({
        owner: projectId,
        asked: { task, size: source.size, kind },
        timeoutMs,
        answer: ({ start, end }) => source.read(start, end),
      })
      .catch((error: unknown) => {
        throw error instanceof ThreadFault ? asFault(error, timeoutMs) : error;
      });
    if ('notAnApp' in found) throw new NotAnApp(found.notAnApp);
    // The thread answers with what the task looks for.
    return found.found as Findings[Task];
  }

  return {
    inspect: (source, kind, projectId = '') => look('info', source, { kind, timeoutMs, projectId }),
    readIcon: (source, kind, projectId = '') =>
      look('icon', source, { kind, timeoutMs: Math.min(timeoutMs, iconTimeoutMs), projectId }),
    close: () => pool.close(),
  };
}

function asFault(fault: ThreadFault, timeoutMs: number): Error {
  switch (fault.reason) {
    case 'late':
      return new NotAnApp(
        `The file could not be read within ${timeoutMs / 1000} seconds; no app was found in it.`,
      );
    case 'unanswered':
      return unavailable('storage', new Error('a read took too long'));
    case 'out-of-memory':
      return new NotAnApp('The file needs more memory to be read than any app does.');
    case 'closed':
      return new Error('The inspector is closed.');
    default:
      return new Error('The inspector failed on a file.', { cause: fault.cause });
  }
}
