import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export async function countRuns({ postgres }) {
  const { rows } = await postgres.query(
    `select (select count(*) from runs where completed_at is not null)::int as ended,
       (select count(*) from runs where webhook_status in ('delivered', 'failed'))::int as reported,
       (select jsonb_object_agg(name, count) from (
         select coalesce(error_code, status) as name, count(*) from runs group by 1) as run) as runs,
       (select jsonb_object_agg(name, count) from (
         select coalesce(webhook_status, 'none') as name, count(*) from runs group by 1) as result) as results,
       (select count(*) from delivery_attempts)::int as attempts`,
  );
  return rows[0];
}

/** How long it took until nothing was left to do, or its patience: what is left then is found as a fault. */
export async function untilQuiet({ postgres }, patienceMs) {
  const startedAtMs = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedAtMs);
  const open = `select from jobs union all select from runs where completed_at is null limit 1`;
  while (elapsedMs() < patienceMs && (await postgres.query(open)).rowCount > 0) await delay(250);
  return elapsedMs();
}

/** One sentence for each promise that was not kept. */
export async function findFaults(site, clients) {
  const faults = [
    ...(await lostRuns(site, clients.accepted)),
    ...(await brokenRules(site)),
    ...(await wrongDeliveries(site)),
  ];
  // Not before the rules: the deletion makes a job of its own, which they would take for one that is left.
  await clients.deleteApp();
  faults.push(...(await leftOvers(site)));
  for (const collapse of site.collapses) faults.push(`a process ended by itself: ${collapse}`);
  return faults;
}

async function lostRuns({ postgres }, accepted) {
  const { rows } = await postgres.query('select id, webhook_url from runs');
  const known = new Map(rows.map(({ id, webhook_url }) => [id, webhook_url]));
  return [
    ...those(
      'accepted runs are not there',
      [...accepted.keys()].filter((id) => !known.has(id)),
    ),
    ...those(
      'runs are there that nobody was told of',
      [...known.keys()].filter((id) => !accepted.has(id)),
    ),
    ...those(
      'runs report to another address than was asked for',
      [...accepted]
        .filter(([id, { webhookUrl }]) => known.has(id) && known.get(id) !== webhookUrl)
        .map(([id]) => id),
    ),
  ];
}

/** Each selects what must not be, by id. */
const rules = {
  'runs have not ended': `select id from runs where completed_at is null`,
  'runs ended for a reason that nobody gave them': `
    select id from runs where error_code not in ('WORKER_LOST', 'EXECUTION_FAILED')`,
  'runs do not have exactly one end among the events, that of their status': `
    select runs.id from runs left join (
      select data->>'id' as id, array_agg(type) as types from events
      where type in ('run.completed', 'run.failed', 'run.cancelled')
      group by 1
    ) as told on told.id = runs.id::text
    where told.types is distinct from array['run.' || runs.status]`,
  'results are neither delivered nor given up': `
    select id from runs where webhook_url is not null and webhook_status not in ('delivered', 'failed')`,
  'results were given up with other than four failed attempts in their log': `
    select id from runs where webhook_status = 'failed' and 4 is distinct from (
      select count(*) filter (where failure is not null) from delivery_attempts where run_id = runs.id)`,
  'delivered results have a log that does not end with its only success': `
    select id from runs where webhook_status = 'delivered' and not exists (
      select from delivery_attempts where run_id = runs.id
      having count(*) filter (where failure is null) = 1
        and max(number) = max(number) filter (where failure is null) and max(number) <= 4)`,
  'attempts are not numbered as they are counted': `
    select run_id as id from deliveries where attempts is distinct from (
      select case when count(*) = max(number) and min(number) = 1 then count(*) end
      from delivery_attempts where run_id = deliveries.run_id)`,
  'apps are still held': `select app_id as id from app_holds union select id from apps where hold_count <> 0`,
  'projects still count active runs': `select id from projects where active_runs <> 0`,
  'jobs are left': `select name || ' ' || id as id from jobs`,
};

async function brokenRules({ postgres }) {
  const faults = [];
  for (const [rule, statement] of Object.entries(rules)) {
    const { rows } = await postgres.query(statement);
    faults.push(
      ...those(
        rule,
        rows.map(({ id }) => id),
      ),
    );
  }
  return faults;
}

async function wrongDeliveries({ postgres, receivers }) {
  const { rows } = await postgres.query(
    `select 'msg_' || run_id as id, encode(sha256(convert_to(body, 'UTF8')), 'hex') as hash, webhook_status
     from deliveries join runs on runs.id = run_id`,
  );
  const written = new Map(rows.map(({ id, hash }) => [id, hash]));
  const got = receivers.flatMap((receiver) => receiver.got);
  const acceptedIds = new Set(got.filter(({ wasAccepted }) => wasAccepted).map(({ webhookId }) => webhookId));
  const hashOf = (body) => createHash('sha256').update(body).digest('hex');
  const wrong = got.filter(({ webhookId, body }) => written.get(webhookId) !== hashOf(body));
  return [
    ...those('results came with other bytes than were written down', [
      ...new Set(wrong.map(({ webhookId }) => webhookId)),
    ]),
    ...those(
      'results count as delivered that no receiver accepted',
      rows
        .filter(({ id, webhook_status }) => webhook_status === 'delivered' && !acceptedIds.has(id))
        .map(({ id }) => id),
    ),
  ];
}

/** The app was deleted just now; its bytes go by a job. What a killed process was receiving goes by a sweep of its own. */
async function leftOvers({ postgres, dataDir }) {
  for (let times = 0; times < 240; times += 1) {
    const { rowCount } = await postgres.query('select from apps union all select from jobs');
    if (rowCount === 0) break;
    await delay(250);
  }
  const { rows } = await postgres.query(
    'select object_key from run_files union all select object_key from apps',
  );
  const known = new Set(rows.map(({ object_key }) => object_key));
  const root = join(dataDir, 'objects');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const objects = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  return [
    ...those(
      'apps are left after their deletion',
      (await postgres.query('select id from apps')).rows.map(({ id }) => id),
    ),
    ...those(
      'objects belong to nothing',
      objects.filter((key) => !key.startsWith('tmp/') && !known.has(key)),
    ),
  ];
}

function those(what, ids) {
  if (ids.length === 0) return [];
  return [`${ids.length} ${what}: ${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ' …' : ''}`];
}
