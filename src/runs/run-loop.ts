import { setTimeout as delay } from 'node:timers/promises';
import { findAppForRun } from '../apps/app-store.ts';
import type { Database } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import { ExecutionFailure } from '../devices/device.ts';
import { type Lease, queues, queueTopic } from '../jobs/job.ts';
import type { LeaseKeeper } from '../jobs/lease-keeper.ts';
import { createRest } from '../jobs/rest.ts';
import type { Log } from '../kernel/log.ts';
import { type Sealer, UnsealError } from '../kernel/sealed.ts';
import { openVariables } from '../projects/variable.ts';
import type { Runner } from '../slots/runner.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { createAppFile } from './app-file.ts';
import { type Ending, type EndRunParts, endRun } from './end-run.ts';
import { eventsTopic } from './event.ts';
import { executeRun, type Surroundings } from './execute-run.ts';
import { runTopic } from './run.ts';
import { createReport } from './run-report.ts';
import { type ClaimedRun, claimRuns, handBackRun } from './run-store.ts';
import { createViewers } from './run-viewers.ts';

export interface RunLoop {
  /** Claims nothing more; runs that outlast the grace time are handed back. */
  stop(graceMs: number): Promise<void>;
}

export interface RunLoopParts extends EndRunParts {
  claimsDb: Database;
  store: ObjectStore;
  notifications: Notifications;
  keeper: LeaseKeeper;
  runner: Runner;
  /** Who has them executed. */
  workerId: string;
  sealer: Sealer;
  runTimeoutMs: number;
  log: Log;
}

/** Why a run was stopped without an end of its own: nothing of it may be written any more. */
class LeaseLost extends Error {}
class HandBack extends Error {}

const longestRestMs = 1_000;
/** The result of long work outlives a restart of the database. */
const endingPatienceMs = 5 * 60_000;

/** Has the runs of one runner executed: one claim per free slot, never more. */
export function startRunLoop(parts: RunLoopParts): RunLoop {
  const { db, claimsDb, store, sealer, runner, workerId, notifications, keeper, log, metrics } = parts;
  const { wake, rest } = createRest();
  const running = new Map<AbortController, Promise<void>>();
  const unsubscribe = runner.platforms.map((platform) =>
    notifications.subscribe(queueTopic(queues.runs(platform)), wake),
  );
  let isStopping = false;

  async function loop(): Promise<void> {
    let order = [...runner.platforms];
    while (!isStopping) {
      let found = 0;
      for (const platform of order) {
        const free = runner.slots - running.size;
        if (free <= 0) break;
        const claims = await claimRuns(claimsDb, platform, free, workerId).catch((error: unknown) => {
          log.warn({ err: error, platform }, 'runs could not be claimed; trying again');
          return [];
        });
        found += claims.length;
        for (const claim of claims) start(claim);
      }
      // No platform of a runner goes first for ever.
      order = [...order.slice(1), ...order.slice(0, 1)];
      if (found === 0 || running.size >= runner.slots) await rest(longestRestMs);
    }
  }

  function start(claim: ClaimedRun): void {
    metrics.dispatchSeconds.observe({ platform: claim.run.platform }, claim.waitedMs / 1_000);
    const stopping = new AbortController();
    const work = carryOut(claim, stopping)
      .catch((error: unknown) =>
        log.error({ err: error, runId: claim.run.id }, 'a run was left to its lease'),
      )
      .finally(() => {
        running.delete(stopping);
        wake();
      });
    running.set(stopping, work);
  }

  async function carryOut(claim: ClaimedRun, stopping: AbortController): Promise<void> {
    const { run, lease, isLost } = claim;
    const loseLease = () => stopping.abort(new LeaseLost());
    const release = keeper.keep(lease, loseLease);
    // Told of when it was cancelled: a look at the lease then shows that it is gone.
    const unsubscribeRun = notifications.subscribe(runTopic(run.id), () => void keeper.check());
    const timeLimit = setTimeout(() => {
      stopping.abort(new ExecutionFailure('RUN_TIMEOUT', `The run took longer than ${limitText()}.`));
    }, parts.runTimeoutMs);
    const viewers = createViewers({ db, notifications, runId: run.id, lease, log });
    const tellProgress = () => notifications.publish(eventsTopic(run.project_id));
    try {
      tellProgress();
      if (isLost) {
        await end(run.id, workerLost, lease);
        return;
      }
      const report = createReport({
        ...parts,
        run,
        lease,
        viewers,
        onWritten: tellProgress,
        onLost: loseLease,
      });
      const surroundings = await findSurroundings(claim).catch(orUnreadable);
      if ('change' in surroundings) {
        await end(run.id, surroundings, lease);
        return;
      }
      const ending = await executeRun(parts, run, surroundings, report, stopping.signal);
      // Not what comes after its end: a run that is carried out is not begun again.
      const isBrokenOff = stopping.signal.reason instanceof HandBack;
      await report.written();
      if (stopping.signal.reason instanceof LeaseLost) {
        log.info({ runId: run.id }, 'a run was cancelled or taken over');
      } else if (isBrokenOff) await handBack(run.id, run.platform, lease);
      else await end(run.id, ending, lease);
    } finally {
      clearTimeout(timeLimit);
      unsubscribeRun();
      await viewers.close();
      release();
    }
  }

  async function findSurroundings({ run, lease, settings }: ClaimedRun): Promise<Surroundings> {
    const app = run.app_id === null ? null : await findAppForRun(db, run.app_id);
    const place = { db, store, run, lease, lifetimeMs: parts.runTimeoutMs };
    return {
      app: app && createAppFile(app, place),
      variables: openVariables(sealer, run.project_id, settings.variables),
      allowedHosts: settings.allowed_hosts,
    };
  }

  async function end(runId: string, ending: Ending, lease: Lease): Promise<void> {
    const giveUpAtMs = performance.now() + endingPatienceMs;
    for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, 2_000)) {
      try {
        const run = await endRun(parts, runId, ending, lease);
        if (run === null) log.info({ runId }, 'the end of a run came too late and was dropped');
        return;
      } catch (error) {
        if (performance.now() > giveUpAtMs) throw error;
        log.warn({ err: error, runId }, 'the end of a run could not be written; trying again');
        await delay(waitMs);
      }
    }
  }

  async function handBack(runId: string, platform: string, lease: Lease): Promise<void> {
    if (!(await handBackRun(db, lease, runId))) return;
    log.info({ runId }, 'a run was handed back');
    notifications.publish(queueTopic(queues.runs(platform)));
  }

  function limitText(): string {
    const minutes = parts.runTimeoutMs / 60_000;
    return minutes >= 1 ? `${minutes} minutes` : `${parts.runTimeoutMs / 1_000} seconds`;
  }

  const looping = loop();
  return {
    async stop(graceMs) {
      isStopping = true;
      for (const end of unsubscribe) end();
      wake();
      await looping;
      const timer = setTimeout(() => {
        for (const stopping of running.keys()) stopping.abort(new HandBack());
      }, graceMs);
      await Promise.all(running.values());
      clearTimeout(timer);
    },
  };
}

/** A secret that does not open now will not do so at the next try either. */
function orUnreadable(error: unknown): Ending {
  if (!(error instanceof UnsealError)) throw error;
  return { change: 'fail', error: { code: 'SECRET_UNREADABLE', message: error.message } };
}

const workerLost: Ending = {
  change: 'fail',
  error: {
    code: 'WORKER_LOST',
    message: 'The worker that carried out the run was lost twice; submit the run again.',
  },
};
