import { describe, expect, it } from 'vitest';
import { objectsIn } from '../../support/objects.js';
import { call, startTestService, type TestService } from '../../support/service.js';
import { confirm, stored, type Ticket } from '../../support/uploads.js';
import { makeGroup, smallBuild } from './support.js';

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
