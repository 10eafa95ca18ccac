import { hostname } from 'node:os';
import type { Runner } from '../../engine/runner.ts';
import { newId } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import type { Metrics } from '../../kernel/metrics.ts';
import type { Sealer } from '../../kernel/sealed.ts';
import { forgetCloudUploads } from '../apps/cloud-upload-store.ts';
import type { ImportParts } from '../apps/import-app.ts';
import { importCapacity } from '../apps/import-limits.ts';
import { admitWaitingImports, forgetImports } from '../apps/import-store.ts';
import { appSweeps } from '../apps/sweep.ts';
import type { Database } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import { registerPhones } from '../fleet/device-registry.ts';
import { registerWorker, type WorkerRegistration } from '../fleet/worker-registry.ts';
import { forgetBatches } from '../groups/batch-store.ts';
import { type JobHandlers, queues, queueTopic } from '../jobs/job.ts';
import { createLeaseKeeper } from '../jobs/lease-keeper.ts';
import { type JobLoop, startShortLoop } from '../jobs/short-loop.ts';
import { type Sweep, startSweeper, sweepTopic } from '../jobs/sweeper.ts';
import { signInSweeps } from '../projects/sweep.ts';
import type { EndRunParts } from '../runs/end-run.ts';
import { sweepEvents } from '../runs/event-store.ts';
import { createImporter } from '../runs/import-for-runs.ts';
import { startRunLoop } from '../runs/run-loop.ts';
import { createRunSweeps } from '../runs/sweep.ts';

export interface Worker {
  /** Claims nothing more; what it has gets this long to end, and is handed back then. */
  stop(graceMs: number): Promise<void>;
}

/** What executes runs. */
export interface Execution {
  readonly runners: readonly Runner[];
  close(): Promise<void>;
}

export interface WorkerParts extends EndRunParts, ImportParts {
  notifications: Notifications;
  deliver: JobHandlers['delivery.attempt'];
  execution: Execution;
  sealer: Sealer;
  limits: { runTimeoutMs: number; noDeviceGraceMs: number; runRetentionDays: number };
  metrics: Metrics;
  log: Log;
}

const sweepEveryMs = 1_000;
const rareSweepEveryMs = 60_000;
const storageSweepEveryMs = 10 * 60_000;
const leaseCheckEveryMs = 1_000;
/** Attempts that one process has in hand at once. */
export const deliveryCapacity = 1_024;

export function startWorker(parts: WorkerParts): Worker {
  const { db, store, notifications, limits, metrics, log } = parts;
  const { runners } = parts.execution;
  const importer = createImporter(parts);
  const handlers: JobHandlers = {
    'objects.delete': async ({ payload }) => {
      await store.delete(payload.keys);
      return 'done';
    },
    'delivery.attempt': parts.deliver,
    'artifact.import': importer.handle,
  };
  const onDone = () => metrics.jobs.inc();
  const cleanup = startShortLoop({
    db,
    handlers,
    queues: [queues.cleanup],
    capacity: 2,
    batchSize: 2,
    log,
    onDone,
  });
  const deliveries = startShortLoop({
    db,
    handlers,
    queues: [queues.retries, queues.deliveries],
    capacity: deliveryCapacity,
    batchSize: 500,
    log,
    onDone,
  });
  const imports = startShortLoop({
    db,
    handlers,
    queues: [queues.imports],
    capacity: importCapacity,
    batchSize: 1,
    log,
    onDone,
  });
  const keeper = createLeaseKeeper(db, log, leaseCheckEveryMs);
  const workerId = newId();
  const beatMs = Math.min(2_000, limits.noDeviceGraceMs / 4);
  const devices = registerPhones({
    db,
    workerId,
    phones: runners.flatMap(({ phone }) => phone ?? []),
    beatMs,
    log,
  });
  const registration = registerWorker({
    id: workerId,
    db,
    name: hostname(),
    slots: Object.fromEntries(
      runners.flatMap(({ platforms, slots }) => platforms.map((platform) => [platform, slots])),
    ),
    phones: devices.phones,
    graceMs: limits.noDeviceGraceMs,
    beatMs,
    log,
  });
  const runLoops = runners.map((runner) =>
    startRunLoop({
      ...parts,
      runner,
      keeper,
      devices,
      workerId,
      runTimeoutMs: limits.runTimeoutMs,
    }),
  );
  const sweeps = sweepsOf(parts, registration);
  // A counter that has not counted yet is shown too.
  for (const name of Object.keys(sweeps)) metrics.swept.inc({ sweep: name }, 0);
  const sweeper = startSweeper({
    db,
    sweeps,
    log,
    onSwept(name, count) {
      metrics.swept.inc({ sweep: name }, count);
      cleanup.wake();
    },
  });
  const unsubscribe = [
    notifications.subscribe(sweepTopic, () => sweeper.wake()),
    listen(cleanup, queues.cleanup),
    listen(deliveries, queues.deliveries),
    listen(deliveries, queues.retries),
    listen(imports, queues.imports),
  ];

  function listen(loop: JobLoop, queue: string): () => void {
    return notifications.subscribe(queueTopic(queue), loop.wake);
  }

  return {
    async stop(graceMs) {
      for (const end of unsubscribe) end();
      importer.stop();
      await Promise.all([
        sweeper.stop(),
        cleanup.stop(),
        deliveries.stop(),
        imports.stop(),
        ...runLoops.map((loop) => loop.stop(graceMs)),
      ]);
      keeper.close();
      await Promise.all([registration.stop(), devices.stop()]);
    },
  };
}

function sweepsOf(parts: WorkerParts, registration: WorkerRegistration): Record<string, Sweep> {
  const { store, notifications, limits } = parts;
  const sweeps = createRunSweeps({ retentionDays: limits.runRetentionDays, notifications });
  const {
    removeOldRuns,
    forgetIdempotencyKeys,
    forgetScreens,
    forgetLostWorkers,
    forgetLostDevices,
    ...others
  } = sweeps;
  const { admitWaitingRuns, ...runSweeps } = others;
  const often = { ...appSweeps, ...runSweeps, failUnservedRuns: () => registration.failUnserved(parts) };
  const rarely = {
    removeOldRuns,
    forgetIdempotencyKeys,
    forgetCloudUploads,
    forgetScreens,
    forgetLostWorkers,
    forgetLostDevices,
    sweepEvents,
    ...signInSweeps,
    forgetBatches: (db: Database) => forgetBatches(db, limits.runRetentionDays),
    forgetImports: (db: Database) => forgetImports(db, limits.runRetentionDays),
  };
  return {
    ...every(sweepEveryMs, often),
    ...every(sweepEveryMs * 5, { admitWaitingRuns, admitWaitingImports }),
    ...every(rareSweepEveryMs, rarely),
    storage: {
      everyMs: storageSweepEveryMs,
      ignoresWake: true,
      run: async () => {
        await store.sweep();
        return { swept: 0, more: false };
      },
    },
  };
}

function every(everyMs: number, sweeps: Record<string, Sweep['run']>): Record<string, Sweep> {
  return Object.fromEntries(Object.entries(sweeps).map(([name, run]) => [name, { run, everyMs }]));
}
