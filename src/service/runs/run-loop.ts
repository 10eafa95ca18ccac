import { setTimeout as delay } from 'node:timers/promises';
import { ExecutionFailure } from '../../engine/report.ts';
import type { Runner } from '../../engine/runner.ts';
import type { Platform } from '../../engine/task.ts';
import type { Log } from '../../kernel/log.ts';
import { type Sealer, UnsealError } from '../../kernel/sealed.ts';
import { findAppForRun } from '../apps/app-store.ts';
import type { Notifications } from '../database/notifications.ts';
import { type DeviceRegistry, phoneId } from '../fleet/device-registry.ts';
import { claimRunForPhone, type SessionOutcome } from '../fleet/device-store.ts';
import { type Lease, queues, queueTopic } from '../jobs/job.ts';
import type { LeaseKeeper } from '../jobs/lease-keeper.ts';
import { createWaiter } from '../jobs/waiter.ts';
import { openVariables } from '../projects/variable.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { createAppFile } from './app-file.ts';
import { type Ending, type EndRunParts, endRun } from './end-run.ts';
import { eventsTopic } from './event.ts';
import { executeRun, type RunContext } from './execute-run.ts';
import { gatherReport } from './gather-report.ts';
import { runTopic } from './run.ts';
import { type ClaimedRun, claimRuns, handBackRun } from './run-store.ts';
import { createViewers } from './run-viewers.ts';

export interface RunLoop {
  /** Claims nothing more; runs that outlast the grace time are handed back. */
  stop(graceMs: number): Promise<void>;
}

export interface RunLoopParts extends EndRunParts {
  store: ObjectStore;
  notifications: Notifications;
  keeper: LeaseKeeper;
  runner: Runner;
  devices: DeviceRegistry;
  /** Who has them executed. */
  workerId: string;
  sealer: Sealer;
  runTimeoutMs: number;
  log: Log;
}

/** A run, and where it takes place on a phone the claim on that. */
interface HeldRun {
  claim: ClaimedRun;
  device: ReturnType<DeviceRegistry['hold']> | null;
}

/** Why a run was stopped without an end of its own: nothing of it may be written any more. */
class LeaseLost extends Error {}
class HandBack extends Error {}

const longestRestMs = 1_000;
/** For a phone to be free again when the worker stops. */
const freeingPatienceMs = 8_000;
/** The result of long work outlives a restart of the database. */
const endingPatienceMs = 5 * 60_000;

/** Has the runs of one runner executed: one claim per free slot, never more. */
export function startRunLoop(parts: RunLoopParts): RunLoop {
  const { db, store, sealer, runner, devices, workerId } = parts;
  const { notifications, keeper, log, metrics } = parts;
  const { wake, wait } = createWaiter();
  const running = new Map<AbortController, Promise<void>>();
  const unsubscribe = runner.platforms.map((platform) =>
    notifications.subscribe(queueTopic(queues.runs(platform)), wake),
  );
  let isStopping = false;
  let giveUp: (isFreed: false) => void = () => undefined;
  const hasNoPatience = new Promise<false>((resolve) => {
    giveUp = resolve;
  });

  async function loop(): Promise<void> {
    let order = [...runner.platforms];
    while (!isStopping) {
      let found = 0;
      for (const platform of order) {
        const free = runner.slots - running.size;
        if (free <= 0) break;
        const claims = await claim(platform, free).catch((error: unknown) => {
          log.warn({ err: error, platform }, 'runs could not be claimed; trying again');
          return [];
        });
        found += claims.length;
        for (const claimed of claims) start(claimed);
      }
      // No platform of a runner goes first for ever.
      order = [...order.slice(1), ...order.slice(0, 1)];
      if (found === 0 || running.size >= runner.slots) await wait(longestRestMs);
    }
  }

  async function claim(platform: Platform, free: number): Promise<HeldRun[]> {
    const { phone } = runner;
    if (phone === undefined || platform === 'web')
      return (await claimRuns(db, platform, free, workerId)).map((run) => ({
        claim: run,
        device: null,
      }));
    const held = await claimRunForPhone(db, { phone: phoneId(phone), platform, workerId });
    return held === null ? [] : [{ claim: held.claim, device: devices.hold(held.device) }];
  }

  function start({ claim, device }: HeldRun): void {
    metrics.dispatchSeconds.observe({ platform: claim.run.platform }, claim.waitedMs / 1_000);
    const stopping = new AbortController();
    let freed: Promise<unknown> = Promise.resolve();
    const inUse = (until: Promise<void>) => {
      freed = until;
    };
    const work = execute(claim, stopping, inUse)
      .catch((error: unknown) => {
        log.error({ err: error, runId: claim.run.id }, 'a run was left to its lease');
        return null;
      })
      .then(async (ending) => {
        if (device === null) return;
        const isFreed = await Promise.race([freed.then(() => true), hasNoPatience]);
        if (isFreed) await device.release(experienceOf(ending));
      })
      .finally(() => {
        running.delete(stopping);
        wake();
      });
    running.set(stopping, work);
  }

  /** How it ended, where it was begun. */
  async function execute(
    claim: ClaimedRun,
    stopping: AbortController,
    inUse: (until: Promise<void>) => void,
  ): Promise<Ending | null> {
    const { run, lease, isLost } = claim;
    const loseLease = () => stopping.abort(new LeaseLost());
    const release = keeper.keep(lease, loseLease);
    // Published when it was cancelled: a check of the lease then shows that it is gone.
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
        return null;
      }
      const report = gatherReport({
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
        return null;
      }
      const ending = await executeRun(parts, run, { ...surroundings, inUse }, report, stopping.signal);
      // Not a fault after its end: a run that was executed is not started again.
      const isBrokenOff = stopping.signal.reason instanceof HandBack;
      await report.written();
      if (stopping.signal.reason instanceof LeaseLost) {
        log.info({ runId: run.id }, 'a run was cancelled or taken over');
      } else if (isBrokenOff) await handBack(run.id, run.platform, lease);
      else await end(run.id, ending, lease);
      return ending;
    } finally {
      clearTimeout(timeLimit);
      unsubscribeRun();
      await viewers.close();
      release();
    }
  }

  async function findSurroundings({ run, lease, settings }: ClaimedRun): Promise<RunContext> {
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
      // The claim on a phone that is not free by then ends by itself.
      const patience = setTimeout(() => giveUp(false), graceMs + freeingPatienceMs);
      await Promise.all(running.values());
      clearTimeout(timer);
      clearTimeout(patience);
    },
  };
}

/** What keeps a phone from giving sessions, whatever app is tested. */
const faultsOfDevices = new Set([
  'APPIUM_UNREACHABLE',
  'DEVICE_BUSY',
  'DEVICE_LOST',
  'DEVICE_NOT_PREPARED',
  'NO_DEVICE_SESSION',
]);

function experienceOf(ending: Ending | null): SessionOutcome {
  if (ending?.change === 'complete') return 'good';
  if (ending?.change !== 'fail' || !faultsOfDevices.has(ending.error.code)) return 'unknown';
  return { failure: ending.error.message };
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
    message: 'The worker that executed the run was lost twice; submit the run again.',
  },
};
