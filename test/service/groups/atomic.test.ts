import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { apiOnly, call, startTestService, type TestService } from '../../support/service.js';
import { insertApp, makeGroup, webStep } from './support.js';

const bundleId = 'com.example.app';
const tables = [
  'batches',
  'runs',
  'app_holds',
  'apps',
  'jobs',
  'events',
  'imports',
  'idempotency_keys',
  'projects',
];

describe('a call that can not be carried out', () => {
  it('leaves no batch, run, hold, job, event, import or key behind, whatever is wrong with it', async () => {
    const place = await openPlace(['mobile', 'ios', 'mobile']);
    const { service, groupId } = place;
    await insertApp(service, { platform: 'android', bundleId: 'com.example.android' });
    const key = { 'idempotency-key': 'taken' };
    expect((await place.trigger({ mobile: { bundleId } }, key)).status).toBe(202);
    const before = await everything(service);
    const wrong: Array<[unknown, number, Record<string, string>?]> = [
      [{ mobile: { bundleId: 'com.example.android' } }, 400],
      [{ mobile: { appId: '00000000-0000-7000-8000-000000000000' } }, 404],
      [{ mobile: { bundleId: 'com.example.nothing' } }, 404],
      [{}, 400],
      [{ mobile: { bundleId }, commitSha: 'other' }, 409, key],
      ['{"mobile"', 400],
    ];
    for (const [body, status, headers = { 'idempotency-key': 'fresh' }] of wrong) {
      expect((await place.trigger(body, headers)).status).toBe(status);
      expect(await everything(service)).toEqual(before);
    }
    await service.call('PATCH', `/groups/${groupId}/webhook`, { enabled: false });
    expect((await place.trigger({ mobile: { bundleId } })).status).toBe(403);
    expect(await everything(service)).toEqual(before);
  });

  it('because the group has nothing to run, or its project is being deleted, does so too', async () => {
    const place = await openPlace(['web']);
    const { service, groupId, testIds } = place;
    await service.call('PATCH', `/tests/${testIds[0]}`, { enabled: false });
    const before = await everything(service);
    expect((await place.trigger({})).status).toBe(409);
    await service.call('PATCH', `/tests/${testIds[0]}`, { enabled: true });
    const deletion = new pg.Client(service.databaseUrl);
    await deletion.connect();
    onTestFinished(() => deletion.end());
    await deletion.query('begin');
    await deletion.query('update projects set deleted_at = now()');
    const triggered = place.trigger({});
    const blocked = 'select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))';
    await expect.poll(async () => (await deletion.query(blocked)).rowCount).toBe(1);
    await deletion.query('commit');
    expect((await triggered).status).toBe(404);
    expect((await place.trigger({})).status).toBe(404);
    expect((await service.call('POST', `/groups/${groupId}/runs`, {})).status).toBe(404);
    await service.query('update projects set deleted_at = null');
    expect(await everything(service)).toEqual(before);
  });

  it('because the database fails at any of its inserts does so too, and the same key then starts it', async () => {
    const place = await openPlace(['mobile', 'mobile', 'mobile', 'web']);
    const { service } = place;
    await service.call('PATCH', `/projects/${service.projectId}`, { concurrency: 100 });
    await service.query(`
      create sequence inserted;
      create function refuse() returns trigger language plpgsql as $$
      begin
        if nextval('inserted') = tg_argv[0]::int then raise exception 'no more'; end if;
        return new;
      end $$`);
    const inserts: Array<[string, number]> = [
      ['batches', 1],
      ['app_holds', 3],
      ['runs', 3],
      ['jobs', 2],
      ['events', 4],
    ];
    for (const [table, at] of inserts) {
      const before = await everything(service);
      await service.query('alter sequence inserted restart');
      await service.query(
        `create trigger refuse before insert on ${table} for each row execute function refuse(${at})`,
      );
      const headers = { 'idempotency-key': table };
      const refused = await place.trigger({ mobile: { bundleId } }, headers);
      expect(refused.status, table).toBe(500);
      expect(JSON.stringify(refused.body)).not.toContain('no more');
      expect(await everything(service)).toEqual(before);
      await service.query(`drop trigger refuse on ${table}`);
      const again = await place.trigger({ mobile: { bundleId } }, headers);
      expect(again).toMatchObject({ status: 202, body: { count: 4 } });
    }
  });
});

describe('a trigger', () => {
  it('takes at most 12 statements, authentication and commit included, however many tests the group has', async () => {
    const service = await startTestService({ settings: apiOnly });
    await insertApp(service);
    const statements = await Promise.all(
      [1, 50].map(async (count) => {
        const { webhookUrl, groupId, testIds } = await makeGroup(service, ['mobile']);
        await fillGroup(service, groupId, testIds, count);
        return { webhookUrl, groupId, count };
      }),
    );
    const sent = listStatements();
    const counted: number[] = [];
    for (const { webhookUrl, groupId, count } of statements) {
      for (const send of [
        () => call(local(service, webhookUrl), 'POST', { mobile: { bundleId } }, options),
        () => service.call('POST', `/groups/${groupId}/runs`, { mobile: { bundleId } }, options),
      ]) {
        const from = sent.length;
        expect(await send()).toMatchObject({ status: 202, body: { count } });
        counted.push(sent.length - from);
      }
    }
    const [byWebhook, byKey, ...more] = counted;
    expect(more).toEqual([byWebhook, byKey]);
    expect(Math.max(...counted)).toBeLessThanOrEqual(12);
  });
});

describe('a wrong webhook id and a wrong webhook secret', () => {
  it('are answered alike, to the last header, after the same statements', async () => {
    const service = await startTestService({ settings: apiOnly });
    const { webhookUrl, groupId } = await makeGroup(service, ['web']);
    const url = local(service, webhookUrl);
    const [secret = '', id = ''] = url.split('/').reverse();
    const wrongId = url.replace(
      id,
      id.replace(/.$/, (end) => (end === '0' ? '1' : '0')),
    );
    const wrongSecret = url.replace(secret, `${secret.slice(1)}x`);
    const noId = url.replace(id, 'nonsense');
    const shortSecret = url.replace(secret, 'x');
    const sent = listStatements();
    const answer = async (address: string, body?: unknown) => {
      const from = sent.length;
      const { status, headers, body: got } = await call(address, 'POST', body, { key: null });
      const { requestId, ...rest } = got;
      const shown = [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
      return { status, shown, rest, texts: sent.slice(from) };
    };
    const first = await answer(wrongId);
    expect(first).toMatchObject({ status: 404, rest: { error: 'NotFound' } });
    expect(first.texts).toHaveLength(1);
    for (const address of [wrongSecret, noId, shortSecret]) expect(await answer(address)).toEqual(first);
    await service.call('PATCH', `/groups/${groupId}/webhook`, { enabled: false });
    expect(await answer(wrongSecret)).toEqual(first);
    for (const body of ['{"mobile"', { mobile: 7 }])
      expect(await answer(wrongSecret, body)).toEqual(await answer(wrongId, body));
  });
});

const options = { headers: { 'idempotency-key': 'build-7' } };

async function openPlace(platforms: string[]) {
  const service = await startTestService({ settings: apiOnly });
  const group = await makeGroup(service, platforms);
  await insertApp(service);
  const url = local(service, group.webhookUrl);
  return {
    ...group,
    service,
    trigger: (body: unknown, headers = {}) => call(url, 'POST', body, { key: null, headers }),
  };
}

/** An API alone hands out addresses of its public name. */
function local(service: TestService, address: string): string {
  return service.url + new URL(address).pathname;
}

async function everything({ query }: TestService): Promise<Record<string, unknown>> {
  const shown = tables.map(async (table) => {
    const { rows } = await query(`select to_jsonb(${table}) as row from ${table} order by 1`);
    return [table, rows.map(({ row }) => row)];
  });
  return Object.fromEntries(await Promise.all(shown));
}

async function fillGroup(service: TestService, groupId: string, testIds: string[], count: number) {
  const { projectId } = service;
  const test = { projectId, title: 'One more', platform: 'mobile', steps: [webStep] };
  while (testIds.length < count) testIds.push((await service.call('POST', '/tests', test)).body.test.id);
  await service.call('PUT', `/groups/${groupId}/tests`, { testIds });
}

/** The text of every statement that leaves this process, except hints to others, which nobody waits for. */
function listStatements(): string[] {
  const texts: string[] = [];
  const send = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [statement] = given as [string | { text: string }];
    const text = typeof statement === 'string' ? statement : statement.text;
    if (!text.includes('pg_notify')) texts.push(text);
    return Reflect.apply(send, this, given);
  });
  onTestFinished(() => spy.mockRestore());
  return texts;
}
