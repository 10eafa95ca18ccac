import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

interface ConnectionCounts {
  readonly idleCount: number;
  readonly totalCount: number;
  readonly waitingCount: number;
}

export function createMetrics(pool: ConnectionCounts) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'gantry_database_connections',
    help: 'Connections of this process to the database, by state',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'awaited' }, pool.waitingCount);
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
    jobs: new Counter({ name: 'gantry_jobs_total', help: 'Jobs carried out', registers }),
  };
}
