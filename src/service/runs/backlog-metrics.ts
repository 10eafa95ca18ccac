import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import { platforms } from '../../engine/task.ts';
import type { Database } from '../database/database.ts';
import { queues } from '../jobs/job.ts';

/** Beyond this a backlog is no longer counted exactly: a scrape must not cost more the worse things are. */
const countedUpTo = 100_000;

/** What waits in the database, the same in every process. A scrape that can't reach it shows none of these. */
export function watchBacklog(registry: Registry, db: Database): void {
  const registers = [registry];
  let reading: Promise<Backlog | null> | null = null;
  /** The gauges of one scrape are collected side by side and share what is read. */
  const read = () => {
    reading ??= readBacklog(db)
      .catch(() => null)
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  new Gauge({
    name: 'gantry_queue_depth',
    help: `Jobs that are due and not claimed, by queue; counted up to ${countedUpTo}`,
    labelNames: ['queue'],
    registers,
    async collect() {
      const backlog = await read();
      this.reset();
      for (const { queue, count } of backlog?.queues ?? []) this.set({ queue }, count);
    },
  });
  new Gauge({
    name: 'gantry_queue_age_seconds',
    help: 'How long the oldest of them has been due, by queue',
    labelNames: ['queue'],
    registers,
    async collect() {
      const backlog = await read();
      this.reset();
      for (const { queue, ageSeconds } of backlog?.queues ?? []) this.set({ queue }, ageSeconds);
    },
  });
  new Gauge({
    name: 'gantry_runs',
    help: `Runs that have not ended, by status; counted up to ${countedUpTo}`,
    labelNames: ['status'],
    registers,
    async collect() {
      const backlog = await read();
      this.reset();
      for (const { status, count } of backlog?.runs ?? []) this.set({ status }, count);
    },
  });
}

interface Backlog {
  queues: Array<{ queue: string; count: number; ageSeconds: number }>;
  runs: Array<{ status: string; count: number }>;
}

const watchedQueues = [
  queues.cleanup,
  queues.deliveries,
  queues.imports,
  queues.retries,
  ...platforms.map(queues.runs),
];

async function readBacklog(db: Database): Promise<Backlog> {
  const waiting = await sql<Backlog['queues'][number]>`
    select watched.queue, due.count, coalesce(extract(epoch from now() - due.oldest), 0)::float8 as "ageSeconds"
    from unnest(${watchedQueues}::text[]) as watched (queue)
    cross join lateral (
      select count(*) as count, min(due_at) as oldest from (
        select due_at from jobs where jobs.queue = watched.queue and due_at <= now()
        order by due_at limit ${countedUpTo}
      ) as first
    ) as due
  `.execute(db);
  const unfinished = await sql<Backlog['runs'][number]>`
    select watched.status, (
      select count(*) from (select from runs where runs.status = watched.status limit ${countedUpTo}) as first
    ) as count
    from unnest(array['queued', 'running']) as watched (status)
  `.execute(db);
  return { queues: waiting.rows, runs: unfinished.rows };
}
