import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { version } from './version.ts';

export type Metrics = ReturnType<typeof createMetrics>;

interface ConnectionCounts {
  readonly idleCount: number;
  readonly totalCount: number;
  readonly waitingCount: number;
}

export function createMetrics(pools: readonly ConnectionCounts[]) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'gantry_build_info',
    help: 'Always 1; its label is the version of this process',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);
  new Gauge({
    name: 'gantry_database_connections',
    help: 'Connections of this process to the database, by state',
    labelNames: ['state'],
    registers,
    collect() {
      const sum = (count: (pool: ConnectionCounts) => number) =>
        pools.reduce((all, pool) => all + count(pool), 0);
      this.set(
        { state: 'idle' },
        sum(({ idleCount }) => idleCount),
      );
      this.set(
        { state: 'busy' },
        sum(({ totalCount, idleCount }) => totalCount - idleCount),
      );
      this.set(
        { state: 'awaited' },
        sum(({ waitingCount }) => waitingCount),
      );
    },
  });
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'gantry_http_request_seconds',
      help: 'Time from the head of a request to the end of its answer',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600],
      registers,
    }),
    uploadedBytes: new Counter({
      name: 'gantry_uploaded_bytes_total',
      help: 'Bytes received into the data directory',
      registers,
    }),
    appsConfirmed: new Counter({
      name: 'gantry_apps_confirmed_total',
      help: 'App records created',
      labelNames: ['platform'],
      registers,
    }),
    swept: new Counter({
      name: 'gantry_swept_total',
      help: 'Records that the sweeps removed, by sweep',
      labelNames: ['sweep'],
      registers,
    }),
    dispatchSeconds: new Histogram({
      name: 'gantry_run_dispatch_seconds',
      help: 'Time from when a run may start to its start',
      labelNames: ['platform'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
      registers,
    }),
    runsEnded: new Counter({
      name: 'gantry_runs_ended_total',
      help: 'Runs that ended in this process, by their last status',
      labelNames: ['status'],
      registers,
    }),
    deliveryAttemptSeconds: new Histogram({
      name: 'gantry_delivery_attempt_seconds',
      help: 'Time of one attempt, from name look-up to the end of the answer',
      labelNames: ['outcome'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    deliveries: new Counter({
      name: 'gantry_deliveries_total',
      help: 'Results that were delivered or given up',
      labelNames: ['outcome'],
      registers,
    }),
    deliveriesPutBack: new Counter({
      name: 'gantry_deliveries_put_back_total',
      help: 'Attempts that had to wait because their receiver was at its cap',
      registers,
    }),
    jobs: new Counter({ name: 'gantry_jobs_total', help: 'Jobs that have ended', registers }),
  };
}
