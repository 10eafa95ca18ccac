import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids.ts';
import { createOldDatabase } from '../../support/old-database.js';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { apiOnly, eventually, startTestService, type TestService } from '../../support/service.js';
import { startReceiver } from './support.ts';

const from = '2026-05-01T00:00:00.000Z';

describe('the deliveries of a project', () => {
  it('are shown with how their last attempt ended, newest first, by state and receiver', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    const good = await startReceiver();
    const bad = await startReceiver((response) => response.writeHead(503).end());
    const submit = async (prompt: string, webhookUrl: string) =>
      (await service.call('POST', '/runs', { prompt, webhookUrl })).body.id;
    const delivered = await submit('see a', good.url);
    await settled(service, 1);
    const failed = await submit('see b', bad.url);
    await settled(service, 2);

    const { body } = await list(service);
    expect(body).toEqual({
      deliveries: [
        {
          runId: failed,
          title: 'Scripted',
          url: bad.url,
          status: 'failed',
          attempts: 4,
          lastAttemptAt: expect.any(String),
          lastStatus: 503,
          lastError: expect.any(String),
          nextAttemptAt: null,
          createdAt: expect.any(String),
        },
        expect.objectContaining({
          runId: delivered,
          status: 'delivered',
          attempts: 1,
          lastStatus: 200,
          lastError: null,
        }),
      ],
      nextCursor: null,
    });
    const { completedAt } = (await service.call('GET', `/runs/${failed}`)).body;
    expect(body.deliveries[0].createdAt).toBe(completedAt);
    const found = async (query: Query) =>
      (await list(service, query)).body.deliveries.map(({ runId }: { runId: string }) => runId);
    expect(await found({ status: 'failed' })).toEqual([failed]);
    expect(await found({ receiver: new URL(good.url).host })).toEqual([delivered]);
    expect(await found({ receiver: '127.0.0.1' })).toEqual([]);
  });

  it('are found by any combination of filters, in pages of any size', async () => {
    const service = await startTestService({ settings: apiOnly });
    const statuses = ['pending', 'delivered', 'delivered', 'failed'];
    const receivers = ['ci.example.com', 'ci.example.com:8443', '[::1]:3000'];
    const results = Array.from({ length: 90 }, (_, at) => ({
      id: newId(),
      status: statuses[at % 4] ?? '',
      receiver: receivers[at % 3] ?? '',
      at: new Date(Date.parse(from) + Math.floor(at / 2) * 1_000).toISOString(),
    }));
    await insertResults(service, results);
    const newestFirst = results.toSorted((a, b) =>
      a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1,
    );
    const known = <T>(values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
    const filters = fc.record({
      status: known(statuses),
      receiver: known([...receivers, 'CI.example.com', 'example.com']),
      from: known(results.map(({ at }) => at)),
      to: known(results.map(({ at }) => at)),
    });
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 50 }), async (filter, limit) => {
        const expected = newestFirst.filter(
          ({ status, receiver, at }) =>
            (filter.status === undefined || status === filter.status) &&
            (filter.receiver === undefined || receiver === filter.receiver.toLowerCase()) &&
            (filter.from === undefined || at >= filter.from) &&
            (filter.to === undefined || at < filter.to),
        );
        expect(await walk(service, filter, limit)).toEqual(expected.map(({ id }) => id));
      }),
      { numRuns: 60 },
    );
  });

  it('of a database of an earlier version are there too', async () => {
    const database = await createOldDatabase('0008');
    const projectId = newId();
    await database.query("insert into projects (id, name) values ($1, 'Old')", [projectId]);
    await database.query(
      `with ran as (
         insert into runs (id, project_id, type, status, platform, prompt, webhook_url, webhook_status, completed_at)
         select gen_random_uuid(), $1, 'chat', 'completed', 'web', 'see a', url, status, timestamptz '2026-05-01' + n * interval '1 s'
         from (values
           (1, 'https://CI.example.com:443/hook?a=b', 'delivered'), (2, 'http://ci.example.com:443/', 'failed'),
           (3, 'http://[::1]:80', 'pending'), (4, 'https://ci.example.com?x', 'failed')
         ) as old (n, url, status)
         returning *
       )
       insert into deliveries (run_id, project_id, url, body) select id, project_id, webhook_url, '{}' from ran`,
      [projectId],
    );
    const service = { ...(await startTestService({ settings: apiOnly, database })), projectId };
    const shown = async (query: Query) =>
      (await list(service, query)).body.deliveries.map(({ status, createdAt }: Record<string, string>) => [
        status,
        createdAt,
      ]);
    expect(await shown({ receiver: 'ci.example.com' })).toEqual([
      ['failed', '2026-05-01T00:00:04.000Z'],
      ['delivered', '2026-05-01T00:00:01.000Z'],
    ]);
    expect(await shown({ receiver: 'ci.example.com:443', status: 'failed' })).toHaveLength(1);
    expect(await shown({ receiver: '[::1]', status: 'pending' })).toHaveLength(1);
  });
});

describe('redelivery of many', () => {
  it('sends the failed ones again, once each, with the same id and bytes, however many ask at once', async () => {
    const service = await startTestService({ settings: { GANTRY_RUN_RETENTION_DAYS: '36500' } });
    const receiver = await startReceiver();
    const other = await startReceiver();
    const late = { at: '2026-05-01T00:00:05.000Z' };
    const result = (values: Partial<PastResult>) => ({
      id: newId(),
      status: 'failed',
      url: receiver.url,
      at: from,
      ...values,
    });
    const wanted = [result({}), result({ at: '2026-05-01T00:00:04.000Z' })];
    const others = [
      result({ status: 'delivered' }),
      result({ at: '2026-04-30T23:59:59.999Z' }),
      result(late),
      result({ url: other.url }),
    ];
    await insertResults(service, [...wanted, ...others]);
    const request = { from, to: late.at, receiver: new URL(receiver.url).host };
    const answers = await Promise.all(Array.from({ length: 4 }, () => redeliver(service, request)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    expect(answers.reduce((sum, { body }) => sum + body.count, 0)).toBe(wanted.length);
    expect(answers[0]?.body).toMatchObject({ remaining: false, nextFrom: null });
    await eventually(async () => {
      for (const { id } of wanted) {
        expect((await service.call('GET', `/runs/${id}`)).body.webhookStatus).toBe('delivered');
      }
    });
    expect(receiver.received.map(({ headers }) => headers['webhook-id']).sort()).toEqual(
      wanted.map(({ id }) => `msg_${id}`).sort(),
    );
    for (const { headers, body } of receiver.received) {
      expect(`msg_${JSON.parse(body.toString()).id}`).toBe(headers['webhook-id']);
    }
    expect(other.received).toEqual([]);
    expect(await redeliver(service, { from, status: 'delivered', receiver: request.receiver })).toMatchObject(
      { status: 202, body: { count: 3 } },
    );
  });

  it('takes 1,000 a call, the oldest first, and says where the next one begins', async () => {
    const service = await startTestService({ settings: apiOnly });
    await insertResults(
      service,
      Array.from({ length: 1_003 }, (_, at) => ({
        id: newId(),
        status: 'failed',
        at: new Date(Date.parse(from) + at).toISOString(),
      })),
    );
    const first = (await redeliver(service, { from })).body;
    expect(first).toEqual({ count: 1_000, remaining: true, nextFrom: '2026-05-01T00:00:00.999Z' });
    const second = (await redeliver(service, { from: first.nextFrom })).body;
    expect(second).toEqual({ count: 3, remaining: false, nextFrom: null });
    const { rows } = await service.query(
      `select count(*)::int as jobs, count(distinct payload->>'runId')::int as runs from jobs`,
    );
    expect(rows).toEqual([{ jobs: 1_003, runs: 1_003 }]);
    expect((await redeliver(service, { from })).body).toMatchObject({ count: 0, remaining: false });
  });
});

type Query = Readonly<Record<string, string | number | undefined>>;

interface PastResult {
  id: string;
  status: string;
  at: string;
  url?: string;
  receiver?: string;
}

/** Results of runs that ended in the past, without a job. */
async function insertResults({ query, projectId }: TestService, results: PastResult[]): Promise<void> {
  const given = results.map(
    ({ url, receiver = new URL(url ?? 'https://ci.example.com').host, ...result }) => ({
      ...result,
      receiver,
      url: url ?? `https://${receiver}/hook`,
    }),
  );
  await query(
    `with given as (
       select * from jsonb_to_recordset($2::jsonb) as given (id uuid, status text, at timestamptz, url text, receiver text)
     ), ran as (
       insert into runs (id, project_id, type, status, platform, prompt, webhook_url, webhook_status, created_at, completed_at)
       select id, $1, 'chat', 'completed', 'web', 'see a', url, status, at, at from given
     )
     insert into deliveries (run_id, project_id, url, receiver, status, body, created_at)
     select id, $1, url, receiver, status, jsonb_build_object('id', id)::text, at from given`,
    [projectId, JSON.stringify(given)],
  );
}

function list({ call, projectId }: Pick<TestService, 'call' | 'projectId'>, query: Query = {}) {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
  return call('GET', `/projects/${projectId}/deliveries?${given}`);
}

async function walk(service: TestService, filter: Query, limit: number): Promise<string[]> {
  const walked: string[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await list(service, { ...filter, limit, cursor });
    walked.push(...body.deliveries.map(({ runId }: { runId: string }) => runId));
    cursor = body.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return walked;
}

function redeliver({ call, projectId }: Pick<TestService, 'call' | 'projectId'>, body: unknown) {
  return call('POST', `/projects/${projectId}/deliveries/redeliver`, body);
}

async function settled(service: TestService, count: number): Promise<void> {
  await eventually(async () => {
    const { deliveries } = (await list(service)).body;
    expect(deliveries.map(({ status }: { status: string }) => status === 'pending')).toEqual(
      Array.from({ length: count }, () => false),
    );
  });
}
