import type { Log } from '../../kernel/log.ts';
import type { Database } from '../database/database.ts';
import type { Lease } from './job.ts';
import { leaseMs, renew, stillOurs } from './job-store.ts';

export interface LeaseKeeper {
  /** Renews the lease until it is released; calls back once when another has the job or it is gone. */
  keep(lease: Lease, onLost: () => void): () => void;
  /** Looks now whether all are still ours. */
  check(): Promise<void>;
  close(): void;
}

interface Kept {
  lease: Lease;
  onLost: () => void;
  sinceMs: number;
}

const renewEveryMs = leaseMs / 3;
/** A look that hangs on a connection which was cut without notice must not keep the next one from its turn. */
const patienceMs = leaseMs / 5;

/**
 * All leases of a process are renewed in one statement, and looked after every `checkEveryMs`. While the database is out
 * of reach nobody can take a job over, so that is no reason to stop working.
 */
export function createLeaseKeeper(db: Database, log: Log, checkEveryMs: number): LeaseKeeper {
  const kept = new Map<number, Kept>();
  let renewedAtMs = performance.now();
  let running: Promise<void> | null = null;
  const timer = setInterval(() => void check(), checkEveryMs);
  timer.unref();

  function check(): Promise<void> {
    if (running !== null) return running;
    const current = look().finally(() => {
      clearTimeout(impatience);
      if (running === current) running = null;
    });
    const impatience = setTimeout(() => {
      if (running === current) running = null;
    }, patienceMs);
    impatience.unref();
    running = current;
    return current;
  }

  async function look(): Promise<void> {
    const nowMs = performance.now();
    const isRenewal = nowMs - renewedAtMs >= renewEveryMs - checkEveryMs;
    // A lease that began only now has its time before it; most jobs end before their first renewal.
    const due = [...kept.values()].filter(({ sinceMs }) => !isRenewal || nowMs - sinceMs >= checkEveryMs);
    if (due.length === 0) return;
    const leases = due.map(({ lease }) => lease);
    try {
      const ours = await (isRenewal ? renew(db, leases) : stillOurs(db, leases));
      if (isRenewal) renewedAtMs = nowMs;
      for (const one of due) if (!ours.has(one.lease.id)) lose(one);
    } catch (error) {
      log.warn({ err: error }, 'leases could not be renewed; trying again');
    }
  }

  function lose(one: Kept): void {
    if (kept.get(one.lease.id) !== one) return;
    kept.delete(one.lease.id);
    one.onLost();
  }

  return {
    keep(lease, onLost) {
      // This process has claimed the job again: work under the former claim must stop.
      const former = kept.get(lease.id);
      if (former !== undefined) lose(former);
      const one = { lease, onLost, sinceMs: performance.now() };
      kept.set(lease.id, one);
      return () => {
        if (kept.get(lease.id) === one) kept.delete(lease.id);
      };
    },
    check,
    close: () => clearInterval(timer),
  };
}
