import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { objectsIn } from '../../support/objects.js';
import { call, eventually, startTestService, type TestService } from '../../support/service.js';
import { confirm, stored, type Ticket } from '../../support/uploads.js';
import { insertApp, makeGroup, smallBuild } from './support.js';

const bundleId = 'com.example.app';
/** Runs stay queued, and with them their holds. */
const settings = { GANTRY_NO_DEVICE_GRACE_SECONDS: '600', GANTRY_DATABASE_POOL_SIZE: '10' };

interface Build {
  id: string;
  createdAt: string;
  /** It lives surely from here on… */
  confirmedAtMs: number;
  /** …and not before here. */
  bornAtMs: number;
  /** Surely until here… */
  livesUntilMs: number;
  /** …and not after here. */
  goneAtMs: number;
}

interface Call {
  beganAtMs: number;
  endedAtMs: number;
  status: number;
  appId: string | null;
}

describe('a bundle identifier', () => {
  it('means a build that is live, and none older than one that lives all through the call, whatever is confirmed, deleted and expires meanwhile', async () => {
    const service = await startTestService({ settings });
    const { webhookUrl } = await makeGroup(service, ['mobile', 'mobile']);
    const tickets: Ticket[] = [];
    for (let count = 0; count < 30; count += 1) tickets.push(await stored(service, smallBuild));
    const builds = new Map<string, Build>();
    const calls: Call[] = [];
    let isOver = false;

    const confirming = Promise.all([1, 2].map(() => confirmAll(service, tickets, builds)));
    const others = Promise.all([
      ...[1, 2].map(() => deleteNewest(service, builds, () => isOver)),
      ...[1, 2, 3, 4].map(async (turn) => {
        while (!isOver) calls.push(await start(service, webhookUrl, turn % 2 === 0));
      }),
    ]);
    await confirming.finally(() => {
      isOver = true;
    });
    await others;

    const faults = calls.flatMap((one) => faultOf(one, builds));
    expect(faults).toEqual([]);
    const started = calls.filter(({ status }) => status === 202);
    expect(started.length).toBeGreaterThan(10);
    expect(new Set(started.map(({ appId }) => appId)).size).toBeGreaterThan(3);
    await nothingIsRemovedUnderARun(service);
  });

  it('means the next newest when one after the other is deleted between choice and hold', async () => {
    const service = await startTestService({ settings });
    const { webhookUrl } = await makeGroup(service, ['mobile']);
    const last = await insertApp(service, { createdAt: '2026-01-01T00:00:00Z' });
    const doomed: pg.Client[] = [];
    for (let day = 9; day > 1; day -= 1) {
      const id = await insertApp(service, { createdAt: `2026-01-0${day}T00:00:00Z` });
      const client = await connect(service);
      await client.query('begin');
      await client.query('update apps set deleted_at = now() where id = $1', [id]);
      doomed.push(client);
    }
    const triggered = call(webhookUrl, 'POST', { mobile: { bundleId } }, { key: null });
    for (const client of doomed) {
      const { rows } = await client.query('select pg_backend_pid() as pid');
      await eventually(async () => {
        const waiting = 'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))';
        expect((await service.query(waiting, [rows[0].pid])).rowCount).toBe(1);
      });
      await client.query('commit');
    }
    expect(await triggered).toMatchObject({
      status: 202,
      body: { metadata: { mobile: { resolvedAppId: last } } },
    });
  });

  it('of builds that are as new as each other means the one with the greater id, and never an imported one', async () => {
    const service = await startTestService({ settings });
    const { webhookUrl } = await makeGroup(service, ['mobile']);
    const createdAt = '2026-01-01T00:00:00Z';
    const ids = await Promise.all([1, 2, 3, 4].map(() => insertApp(service, { createdAt })));
    const imported = await insertApp(service);
    await service.query(`update apps set source = 'group_webhook_artifact' where id = $1`, [imported]);
    const { body } = await call(webhookUrl, 'POST', { mobile: { bundleId } }, { key: null });
    expect(body.metadata.mobile.resolvedAppId).toBe(ids.sort().at(-1));
  });
});

async function confirmAll(
  service: TestService,
  tickets: Ticket[],
  builds: Map<string, Build>,
): Promise<void> {
  for (let ticket = tickets.pop(); ticket !== undefined; ticket = tickets.pop()) {
    const bornAtMs = Date.now();
    const expires = tickets.length % 3 === 0;
    const { status, body } = await confirm(service, ticket, expires ? { removeAfter: 1 } : {});
    expect(status).toBe(201);
    const { id, createdAt, expiresAt } = body.app;
    const endsAtMs = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
    const confirmedAtMs = Date.now();
    builds.set(id, {
      id,
      createdAt,
      bornAtMs,
      confirmedAtMs,
      livesUntilMs: endsAtMs,
      goneAtMs: endsAtMs,
    });
  }
}

/** Those that expire are left to their time. */
async function deleteNewest(
  { call: ask, projectId }: TestService,
  builds: Map<string, Build>,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const newest = [...builds.values()]
      .filter(({ livesUntilMs }) => livesUntilMs === Number.POSITIVE_INFINITY)
      .at(-1);
    if (newest === undefined || builds.size % 2 === 0) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      continue;
    }
    newest.livesUntilMs = Math.min(newest.livesUntilMs, Date.now());
    await ask('DELETE', `/projects/${projectId}/mobile/${newest.id}`);
    newest.goneAtMs = Math.min(newest.goneAtMs, Date.now());
  }
}

async function start(service: TestService, webhookUrl: string, isRun: boolean): Promise<Call> {
  const beganAtMs = Date.now();
  const mobile = { bundleId };
  const { status, body } = isRun
    ? await service.call('POST', '/runs', { prompt: 'see a', mobile })
    : await call(webhookUrl, 'POST', { mobile }, { key: null });
  const appId = status === 202 ? (isRun ? body.appId : body.metadata.mobile.resolvedAppId) : null;
  return { beganAtMs, endedAtMs: Date.now(), status, appId };
}

function faultOf({ beganAtMs, endedAtMs, status, appId }: Call, builds: Map<string, Build>): object[] {
  const all = [...builds.values()];
  const span = { beganAtMs, endedAtMs };
  if (appId === null) {
    if (status !== 404) return [{ fault: 'another answer', status, ...span }];
    return isCovered(all, beganAtMs, endedAtMs) ? [{ fault: 'not found, though one lived', ...span }] : [];
  }
  const taken = builds.get(appId);
  if (taken === undefined) return [{ fault: 'an unknown build', appId }];
  if (taken.goneAtMs < beganAtMs || taken.bornAtMs > endedAtMs)
    return [{ fault: 'not live', taken, ...span }];
  const newer = all.find(
    (other) =>
      other.confirmedAtMs < beganAtMs &&
      other.livesUntilMs > endedAtMs &&
      `${other.createdAt} ${other.id}` > `${taken.createdAt} ${taken.id}`,
  );
  return newer === undefined ? [] : [{ fault: 'an older one', taken, newer, ...span }];
}

/** Whether one or another surely lived at every moment between. */
function isCovered(builds: Build[], fromMs: number, toMs: number): boolean {
  let reachedMs = fromMs;
  for (;;) {
    const ends = builds
      .filter(({ confirmedAtMs }) => confirmedAtMs < reachedMs)
      .map(({ livesUntilMs }) => livesUntilMs);
    const furthestMs = Math.max(reachedMs, ...ends);
    if (furthestMs > toMs) return true;
    if (furthestMs === reachedMs) return false;
    reachedMs = furthestMs;
  }
}

async function nothingIsRemovedUnderARun({ query, dataDir }: TestService): Promise<void> {
  const { rows } = await query(`
    select count(*) filter (where apps.id is null)::int as without_app,
      count(*) filter (where app_holds is null)::int as without_hold
    from runs left join apps on apps.id = runs.app_id left join app_holds on app_holds.holder_id = runs.id
    where completed_at is null`);
  expect(rows).toEqual([{ without_app: 0, without_hold: 0 }]);
  const counted = await query(`
    select from apps where hold_count <> (select count(*) from app_holds where app_id = apps.id)`);
  expect(counted.rowCount).toBe(0);
  const held = await query('select object_key from apps where hold_count > 0');
  expect(await objectsIn(dataDir)).toEqual(
    expect.arrayContaining(held.rows.map(({ object_key }) => object_key)),
  );
}

async function connect({ databaseUrl }: TestService): Promise<pg.Client> {
  const client = new pg.Client(databaseUrl);
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}
