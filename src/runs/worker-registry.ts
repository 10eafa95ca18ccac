import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Database, planEachTime } from '../database/database.ts';
import { type Platform, platforms } from '../devices/device.ts';
import { queues } from '../jobs/job.ts';
import type { Swept } from '../jobs/sweeper.ts';
import { newId } from '../kernel/ids.ts';
import type { Log } from '../kernel/log.ts';
import { type EndRunParts, endRun } from './end-run.ts';

export interface WorkerRegistration {
  readonly id: string;
  /** Ends runs that no live worker can carry out. */
  failUnserved(parts: EndRunParts): Promise<Swept>;
  stop(): Promise<void>;
}

const batchSize = 100;

/** Says that this worker lives and which platforms it serves, for as long as it does. */
export function registerWorker(options: {
  db: Database;
  /** The machine that it runs on, for people. */
  name: string;
  /** How many runs of each platform that it serves are executed at once. */
  slots: Readonly<Partial<Record<Platform, number>>>;
  /** How long a platform may be without a worker before its runs are given up. */
  graceMs: number;
  log: Log;
}): WorkerRegistration {
  const { db, name, slots, graceMs, log } = options;
  const id = newId();
  const served = platforms.filter((platform) => slots[platform] !== undefined);
  const beatMs = Math.min(2_000, graceMs / 4);
  /** Its own ones it serves also where it was too slow to say so in time. */
  const others = platforms.filter((platform) => !served.includes(platform));
  const stopping = new AbortController();
  /** Null while the database is out of reach: then the others could not say that they live either. */
  let steadySinceMs: number | null = null;

  async function beat(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await sql`
          insert into workers (id, name, platforms, slots) values (${id}, ${name}, ${served}, ${JSON.stringify(slots)})
          on conflict (id) do update set seen_at = now(), platforms = excluded.platforms
        `.execute(db);
        steadySinceMs ??= performance.now();
      } catch (error) {
        steadySinceMs = null;
        log.debug({ err: error }, 'a worker could not say that it lives');
      }
      await delay(beatMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const beating = beat();
  return {
    id,
    async failUnserved(parts) {
      // Whoever has just come up, or come back, has not heard of the others yet.
      if (steadySinceMs === null || performance.now() - steadySinceMs < graceMs + beatMs) return nothing;
      const unserved = await findUnserved(db, others, graceMs);
      let swept = 0;
      for (const { id: runId, platform } of unserved) {
        const error = { code: 'NO_DEVICE', message: whatToConfigure[platform] };
        if (await endRun(parts, runId, { change: 'fail', error }, 'nobody-holding-it')) swept += 1;
      }
      return { swept, more: unserved.length === batchSize && swept > 0 };
    },
    async stop() {
      stopping.abort();
      // Its row stays: the grace time of its platforms begins now, and a worker that is only restarted loses no run.
      await beating;
    },
  };
}

/** Runs that wait, and those whose worker was lost, on such of these platforms as had nobody for the grace time. */
async function findUnserved(
  db: Database,
  among: readonly Platform[],
  graceMs: number,
): Promise<Array<{ id: string; platform: Platform }>> {
  const grace = sql`make_interval(secs => ${graceMs / 1_000})`;
  const { rows } = await sql<{ id: string; platform: Platform }>`${sql.raw(planEachTime)}
    with unserved as materialized (
      select platform, queue from unnest(${among}::text[], ${among.map(queues.runs)}::text[]) as known (platform, queue)
      where not exists (
        select from workers where known.platform = any (workers.platforms) and seen_at > now() - ${grace}
      )
    )
    select waiting.id, waiting.platform from unserved cross join lateral (
      (
        select id, platform from runs
        where runs.platform = unserved.platform and status = 'queued' and created_at < now() - ${grace}
        order by created_at
        limit ${batchSize}
      )
      union
      (
        select runs.id, runs.platform from jobs join runs on runs.id = (jobs.payload->>'runId')::uuid
        where jobs.queue = unserved.queue and jobs.due_at < now() - ${grace}
        order by jobs.due_at
        limit ${batchSize}
      )
    ) as waiting
    limit ${batchSize}
  `.execute(db);
  return rows;
}

const nothing: Swept = { swept: 0, more: false };

const whatToConfigure: Record<Platform, string> = {
  web: 'No running worker has a browser: start a worker that finds Chrome or Chromium, or name one by GANTRY_BROWSER_PATH.',
  ios: 'No running worker has an iOS device: start one with GANTRY_APPIUM_URL set to an Appium server that serves iOS.',
  android:
    'No running worker has an Android device: start one with GANTRY_APPIUM_URL set to an Appium server that serves Android.',
};
