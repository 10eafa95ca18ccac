import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { errorCode } from '../../kernel/durable-file.ts';
import type { FoundProcess } from './process-tree.ts';

/** What a slot is to the service, and a greedy slot to the others: beside those it gets a third of the processor, or a tenth; alone, all of it. */
export const priorities = { usual: 5, low: 15 };
const windowMs = 2_000;
/** A run of an ordinary site keeps less than this busy, */
const greedyCores = 1.5;
/** and is over before it has used so much. Beside others, one that never ends gets only a part of what it would take. */
const greedyMs = 5_000;
const busyCores = 0.8;

interface GreedWatch {
  /** A run begins. */
  reset(): void;
  /** From look to look: whether processes take more of the processor than a run needs. */
  isGreedy(found: readonly FoundProcess[], nowMs: number): boolean;
}

export function createGreedWatch(): GreedWatch {
  let before = new Map<number, number>();
  let looks: Array<{ atMs: number; usedMs: number }> = [];
  let usedMs = 0;
  return {
    reset() {
      looks = [];
      usedMs = 0;
    },
    isGreedy(found, nowMs) {
      for (const { pid, processorMs } of found) usedMs += processorMs - (before.get(pid) ?? 0);
      before = new Map(found.map(({ pid, processorMs }) => [pid, processorMs]));
      looks.push({ atMs: nowMs, usedMs });
      const first = looks.findLast(({ atMs }) => nowMs - atMs >= windowMs);
      if (first === undefined) return false;
      looks = looks.slice(looks.indexOf(first));
      const cores = (usedMs - first.usedMs) / (nowMs - first.atMs);
      return cores > greedyCores || (usedMs > greedyMs && cores > busyCores);
    },
  };
}

/**
 * Linux knows a priority for each thread, and where it groups by session, as outside of containers, one for each of those:
 * that of the service itself is never touched. Who is not root can't raise the first again, and may change the second only
 * once in a tenth of a second. Returns those that are to be retried.
 */
export function setPriorities(pids: readonly number[], priority: number): number[] {
  return pids.filter((pid) => {
    for (const thread of threadsOf(pid)) quietly(() => setPriority(thread, priority));
    return !isSessionSet(pid, priority);
  });
}

/** Also where there is nothing to be set. */
function isSessionSet(pid: number, priority: number): boolean {
  try {
    const session = sessionOf(pid);
    if (session.name !== sessionOf('self').name && session.priority !== priority)
      writeFileSync(`/proc/${pid}/autogroup`, `${priority}`);
    return true;
  } catch (error) {
    return errorCode(error) !== 'EAGAIN';
  }
}

/** As the kernel reports it: `/autogroup-12 nice 0`. */
function sessionOf(pid: number | 'self'): { name: string | undefined; priority: number } {
  const [name, , priority] = readFileSync(`/proc/${pid}/autogroup`, 'utf8').split(' ');
  return { name, priority: Number(priority) };
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}

/** What is gone meanwhile, or not to be had on this system, is left as it is. */
function quietly(change: () => void): void {
  try {
    change();
  } catch {
    // It runs on as before.
  }
}
