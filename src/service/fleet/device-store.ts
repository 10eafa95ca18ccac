import { type RawBuilder, sql } from 'kysely';
import type { RequestedDevice } from '../../engine/requested-device.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { Row } from '../database/tables.ts';
import { queues } from '../jobs/job.ts';
import { claiming, leaseEnd } from '../jobs/job-store.ts';
import { type ClaimedRun, type StartedRow, starting, toClaimed } from '../runs/run-store.ts';

type Device = Row<'devices'>;
type PhonePlatform = Device['platforms'][number];

/** A device as the worker that has it describes it. */
export type NewDevice = Pick<
  Device,
  'id' | 'phone' | 'name' | 'kind' | 'platforms' | 'version' | 'model' | 'labels' | 'is_real'
>;

/** A device that is this worker's, for one run. */
export interface HeldDevice {
  id: string;
  claimToken: string;
}

/**
 * Says that the worker has these devices and still uses those that it holds. `isAnew` for a worker that has just come up:
 * the restart may have repaired the device.
 */
export async function registerDevices(
  db: Database,
  workerId: string,
  devices: readonly NewDevice[],
  { held, isAnew }: { held: readonly HeldDevice[]; isAnew: boolean },
): Promise<void> {
  const tokens = held.map(({ claimToken }) => claimToken);
  await sql`
  insert into devices (id, phone, name, kind, platforms, version, model, labels, is_real, worker_id)
  select id, phone, name, kind, platforms, version, model, labels, is_real, ${workerId}::uuid
  from jsonb_to_recordset(${JSON.stringify(devices)}::jsonb) as (
    id uuid, phone uuid, name text, kind text, platforms text[], version text, model text, labels text[], is_real boolean
  )
  order by id
  on conflict (id) do update
  set name = excluded.name, kind = excluded.kind, platforms = excluded.platforms, version = excluded.version,
    model = excluded.model, labels = excluded.labels, is_real = excluded.is_real, worker_id = excluded.worker_id,
    seen_at = now(),
    claimed_until = case when devices.claim_token = any (${tokens}::uuid[]) then ${leaseEnd} else devices.claimed_until end,
    failures = case when ${isAnew} then 0 else devices.failures end,
    rests_until = case when ${isAnew} then null else devices.rests_until end
  `.execute(db);
}

/** Whether a device has what a run asks for; both are names of relations. */
function fits(device: string, run: string): RawBuilder<unknown> {
  const of = sql.table(device);
  const wanted = sql.ref(`${run}.device`);
  return sql`(
    ${sql.table(run)}.platform = any (${of}.platforms)
    and to_jsonb(${of}.labels) @> coalesce(${wanted}->'labels', '[]')
    and (
      ${wanted}->>'version' is null or ${of}.version = ${wanted}->>'version'
      or starts_with(${of}.version, (${wanted}->>'version') || '.')
    )
  )`;
}

/** An iPhone takes no build for the simulator, nor the simulator one for an iPhone. */
function takesBuild(device: string, builtFor: string): RawBuilder<unknown> {
  const [isReal, build] = [sql.ref(`${device}.is_real`), sql.ref(builtFor)];
  return sql`(${isReal} is null or ${build} is null or ${isReal} = (${build} = 'device'))`;
}

/**
 * The oldest run that a free place of the phone can take, with the place. The runs that wait in a queue are no more than
 * their projects execute at once, so those in front that want another device are few.
 */
export async function claimRunForPhone(
  db: Database,
  { phone, platform, workerId }: { phone: string; platform: PhonePlatform; workerId: string },
): Promise<{ claim: ClaimedRun; device: HeldDevice } | null> {
  const due = sql`
    select jobs.ctid, jobs.due_at
    from device cross join jobs join runs on runs.id = (jobs.payload->>'runId')::uuid left join apps on apps.id = runs.app_id
    where jobs.queue = ${queues.runs(platform)} and jobs.due_at <= now()
      and ${fits('device', 'runs')} and ${takesBuild('device', 'apps.built_for')}
    order by jobs.due_at
    limit (select 1)
    for update of jobs skip locked`;
  const { rows } = await sql<StartedRow & { held_device_id: string }>`
  with device as materialized (
    select * from devices
    where phone = ${phone}::uuid and (claimed_until is null or claimed_until < now())
      and (rests_until is null or rests_until < now())
    order by id
    limit 1
    for update skip locked
  ), ${claiming(due, 1)}, held as (
    update devices
    set claim_token = claimed.claim_token, run_id = (claimed.payload->>'runId')::uuid, claimed_until = ${leaseEnd}
    from claimed, device
    where devices.id = device.id
    returning devices.id as held_device_id
  ), ${starting(workerId, sql`(select held_device_id from held) as held_device_id`)}
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const { held_device_id: id, ...started } = row;
  return { claim: toClaimed(started), device: { id, claimToken: started.claim_token } };
}

/** How a device did: it gave a session, it did not, or nobody asked for one. */
export type SessionOutcome = 'good' | 'unknown' | { failure: string };

const failuresUntilRest = 3;
const firstRestMinutes = 5;
const longestRestMinutes = 60;

/** Lets the next run have it, unless it has failed too often: then it rests first, each time longer. */
export async function releaseDevice(
  db: Database,
  { id, claimToken }: HeldDevice,
  outcome: SessionOutcome,
): Promise<void> {
  const failed = typeof outcome === 'object';
  const failures = failed ? sql`failures + 1` : outcome === 'good' ? sql`0` : sql`failures`;
  const restMinutes = sql`least(${firstRestMinutes} * 2 ^ (failures + 1 - ${failuresUntilRest}), ${longestRestMinutes})`;
  await sql`
    update devices
    set claim_token = null, run_id = null, claimed_until = null, failures = ${failures},
      rests_until = case when ${failed} and failures + 1 >= ${failuresUntilRest}
        then now() + make_interval(mins => (${restMinutes})::int) end,
      rest_reason = case when ${failed} then ${failed ? outcome.failure : null} else rest_reason end
    where id = ${id} and claim_token = ${claimToken}
  `.execute(db);
}

/** A run that waits, and that no device of a live worker can take. */
export interface UnfitRun {
  id: string;
  platform: PhonePlatform;
  device: RequestedDevice | null;
  builtFor: 'simulator' | 'device' | null;
  /** There would be one, if the build were another. */
  isOfBuild: boolean;
}

const runsLookedAt = 1_000;

/** Those of `ownPhones` live, also where their worker was too slow to say so in time. */
export async function findUnfitRuns(
  db: Database,
  { graceMs, ownPhones, limit }: { graceMs: number; ownPhones: readonly string[]; limit: number },
): Promise<UnfitRun[]> {
  const grace = sql`make_interval(secs => ${graceMs / 1_000})`;
  const served = (build: RawBuilder<unknown>) => sql`exists (
      select from devices
      where (seen_at > now() - ${grace} or phone = any (${ownPhones}::uuid[])) and ${fits('devices', 'waiting')} and ${build}
    )`;
  const { rows } = await sql<UnfitRun>`
      with waiting as materialized (
        select runs.id, runs.platform, runs.device, apps.built_for
        from jobs join runs on runs.id = (jobs.payload->>'runId')::uuid left join apps on apps.id = runs.app_id
        where jobs.queue = any (${phoneQueues}::text[]) and jobs.due_at < now() - ${grace}
        order by jobs.due_at
        limit ${runsLookedAt}
      )
      select id, platform, device, built_for as "builtFor", ${served(sql`true`)} as "isOfBuild" from waiting
      where not ${served(takesBuild('devices', 'waiting.built_for'))}
        and exists (
          select from workers where waiting.platform = any (platforms) and seen_at > now() - ${grace}
        )
        and not exists (
          select from workers
          where waiting.platform = any (platforms) and seen_at > now() - ${grace} and not lists_devices
        )
      limit ${limit}
  `.execute(db);
  return rows;
}

/** What kinds of builds the phones take that are there for a run; none where no such phone is known. */
export async function buildsThatFit(
  db: DatabaseTransaction,
  platform: PhonePlatform,
  device: RequestedDevice | null,
): Promise<Array<'simulator' | 'device'>> {
  const { rows } = await sql<{ takes: 'simulator' | 'device' | null }>`
    select distinct case when is_real then 'device' when not is_real then 'simulator' end as takes
    from devices, (select ${platform}::text as platform, ${device && JSON.stringify(device)}::jsonb as device) as wanted
    where seen_at > now() - interval '1 minute' and ${fits('devices', 'wanted')}
  `.execute(db);
  const known = rows.flatMap(({ takes }) => takes ?? []);
  return known.length < rows.length ? [] : known;
}

const phoneQueues = (['ios', 'android'] as const).map(queues.runs);

const devicesShown = 1_000;

export type ShownDevice = Device & {
  state: 'free' | 'busy' | 'resting' | 'offline';
  /** Of the run that has it. */
  project_id: string | null;
};

/** Those of the last day, by name. */
export async function listDevices(db: Database): Promise<ShownDevice[]> {
  const { rows } = await sql<ShownDevice>`
    select devices.*, runs.project_id,
      case
        when claimed_until > now() then 'busy'
        when seen_at < now() - interval '1 minute' then 'offline'
        when rests_until > now() then 'resting'
        else 'free'
      end as state
    from devices left join runs on runs.id = devices.run_id
    order by name, id
    limit ${devicesShown}
  `.execute(db);
  return rows;
}
