import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { describeRequest } from '../../engine/requested-device.ts';
import { type Platform, platforms } from '../../engine/task.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../database/database.ts';
import type { Swept } from '../database/sweep.ts';
import { queues } from '../jobs/job.ts';
import { type EndRunParts, endRun } from '../runs/end-run.ts';
import { findUnfitRuns, listDevices, type ShownDevice, type UnfitRun } from './device-store.ts';

export interface WorkerRegistration {
  readonly id: string;
  /** Ends runs that no live worker can execute. */
  failUnserved(parts: EndRunParts): Promise<Swept>;
  stop(): Promise<void>;
}

const batchSize = 100;

/** Says that this worker lives and which platforms it serves, for as long as it does. */
export function registerWorker(options: {
  id: string;
  db: Database;
  /** The machine that it runs on, for people. */
  name: string;
  /** How many runs of each platform that it serves are executed at once. */
  slots: Readonly<Partial<Record<Platform, number>>>;
  /** Those that it has in the registry of devices. */
  phones: readonly string[];
  /** How long a platform may be without a worker before its runs are given up. */
  graceMs: number;
  beatMs: number;
  log: Log;
}): WorkerRegistration {
  const { id, db, name, slots, phones, graceMs, beatMs, log } = options;
  const served = platforms.filter((platform) => slots[platform] !== undefined);
  /** Its own ones it serves also where it was too slow to say so in time. */
  const others = platforms.filter((platform) => !served.includes(platform));
  const stopping = new AbortController();
  /** Null while the database is unreachable: then the others can't report that they live either. */
  let steadySinceMs: number | null = null;

  async function beat(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await sql`
          insert into workers (id, name, platforms, slots, lists_devices)
          values (${id}, ${name}, ${served}, ${JSON.stringify(slots)}, true)
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
      // A worker that has just started, or reconnected, does not know the others yet.
      if (steadySinceMs === null || performance.now() - steadySinceMs < graceMs + beatMs) return nothing;
      const unserved = await findUnserved(db, others, graceMs);
      let swept = 0;
      for (const { id: runId, platform } of unserved) {
        const error = { code: 'NO_DEVICE', message: whatToConfigure[platform] };
        if (await endRun(parts, runId, { change: 'fail', error }, 'nobody-holding-it')) swept += 1;
      }
      // Where phones are, some worker has them; the others need not ask.
      const unfit =
        phones.length === 0 ? [] : await findUnfitRuns(db, { graceMs, ownPhones: phones, limit: batchSize });
      const devices = unfit.length === 0 ? [] : await listDevices(db);
      for (const run of unfit) {
        const error = whyUnfit(run, devices);
        if (await endRun(parts, run.id, { change: 'fail', error }, 'nobody-holding-it')) swept += 1;
      }
      return { swept, more: Math.max(unserved.length, unfit.length) === batchSize && swept > 0 };
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
  const { rows } = await sql<{ id: string; platform: Platform }>`
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

const devicesNamed = 10;

function whyUnfit(
  { platform, device, builtFor, isOfBuild }: UnfitRun,
  devices: readonly ShownDevice[],
): { code: string; message: string } {
  const there = devices.filter(
    ({ state, platforms: served }) => state !== 'offline' && served.includes(platform),
  );
  const named = there.slice(0, devicesNamed).map(describeDevice).join('; ');
  const further = there.length > devicesNamed ? `; and ${there.length - devicesNamed} more` : '';
  const list = there.length === 0 ? '' : ` There are: ${named}${further}.`;
  const wanted = describeRequest(platform, device ?? {});
  if (!isOfBuild) return { code: 'NO_DEVICE', message: `No running worker has ${wanted}.${list}` };
  const [build, phones] =
    builtFor === 'simulator' ? ['the iOS simulator', 'simulator'] : ['real iPhones', 'real iPhone'];
  return {
    code: 'APP_NOT_FOR_DEVICE',
    message: `The build is for ${build}, and no running worker has ${wanted} that is a ${phones}.${list}`,
  };
}

function describeDevice({ name, version, labels, is_real }: ShownDevice): string {
  const facts = [
    ...(version === null ? [] : [`version ${version}`]),
    ...(is_real === null ? [] : [is_real ? 'real' : 'virtual']),
    ...(labels.length === 0 ? [] : [`labels ${labels.join(', ')}`]),
  ];
  return facts.length === 0 ? name : `${name} (${facts.join(', ')})`;
}

const nothing: Swept = { swept: 0, more: false };

const whatToConfigure: Record<Platform, string> = {
  web: 'No running worker has a browser: start a worker that finds Chrome or Chromium, or name one by GANTRY_BROWSER_PATH.',
  ios: 'No running worker has an iOS device: list one in GANTRY_DEVICES, or set GANTRY_APPIUM_URL to an Appium server that serves iOS.',
  android:
    'No running worker has an Android device: list one in GANTRY_DEVICES, or set GANTRY_APPIUM_URL to an Appium server that serves Android.',
};
