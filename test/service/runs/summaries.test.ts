import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, type GantryEvent } from '../../../src/client/index.ts';
import { newId } from '../../../src/kernel/ids.ts';
import type { RunRecord } from '../../../src/service/runs/run-record.ts';
import { createOldDatabase } from '../../support/old-database.js';
import { startReceiver } from '../../support/receiver.mjs';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { adminKey, apiOnly, eventually, startTestService, type TestService } from '../../support/service.js';
import { insertPastRuns, type PastRun } from './history.js';

describe('the short list of runs', () => {
  it('has what each event has said of a run, which says no more than how far it is', async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const service = await startTestService({ execution: scriptedExecution() });
    const client = createClient({ url: service.url, apiKey: adminKey });
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    const told: GantryEvent[] = [];
    const events = client.events({
      signal: leaving.signal,
      onOpen: () => {
        const body = { prompt: 'act open\nwarn slow\nmiss Total', webhookUrl: receiver.url };
        void client.call('submitRun', { body });
      },
    });
    for await (const event of events) {
      told.push(event);
      if (event.type === 'run.delivered') break;
    }
    expect(told.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['run.queued', 'run.running', 'run.completed', 'run.delivered']),
    );
    const [listed] = (await list(service)).body.runs;
    const of = { id: listed.id, projectId: service.projectId, batchId: null, at: expect.any(String) };
    const queued = { ...of, status: 'queued', result: null, steps: 0, webhookStatus: 'pending' };
    expect(told[0]?.data).toEqual(queued);
    const delivered = { ...of, status: 'completed', result: 'FAILED', steps: 2, webhookStatus: 'delivered' };
    expect(told.at(-1)?.data).toEqual(delivered);
    expect(listed).toMatchObject({ title: 'Scripted', issueCount: 1, stepCount: 2, result: 'FAILED' });
  });

  it('shows what a row needs, and names a run by its test, its feature or its prompt', async () => {
    const service = await startTestService({ settings: apiOnly });
    const testId = newId();
    await insertPastRuns(service, [
      { testId, title: 'Checkout', featureName: 'Pay', createdAt: '2026-05-01T10:00:04.000Z' },
      { featureName: 'Pay', createdAt: '2026-05-01T10:00:03.000Z' },
      { prompt: '\n  Open the shop.\r\nSee "Welcome".', createdAt: '2026-05-01T10:00:02.000Z' },
      { prompt: '😀'.repeat(300), createdAt: '2026-05-01T10:00:01.000Z' },
      {
        status: 'failed',
        result: null,
        errorCode: 'NO_DEVICE',
        startedAt: '2026-05-01T10:00:01.000Z',
        completedAt: '2026-05-01T10:00:02.500Z',
        createdAt: '2026-05-01T10:00:00.000Z',
      },
    ]);
    const { body } = await list(service);
    expect(body.nextCursor).toBeNull();
    expect(body.runs.map(({ title }: { title: string }) => title)).toEqual([
      'Checkout',
      'Pay',
      'Open the shop.',
      '😀'.repeat(200),
      'see a',
    ]);
    expect(body.runs[4]).toEqual({
      id: expect.any(String),
      projectId: service.projectId,
      type: 'chat',
      title: 'see a',
      status: 'failed',
      result: null,
      platform: 'web',
      targetUrl: null,
      appId: null,
      testId: null,
      batchId: null,
      issueCount: 0,
      stepCount: 0,
      error: { code: 'NO_DEVICE', message: 'NO_DEVICE' },
      durationMs: 1_500,
      createdAt: '2026-05-01T10:00:00.000Z',
      startedAt: '2026-05-01T10:00:01.000Z',
      completedAt: '2026-05-01T10:00:02.500Z',
      webhookStatus: null,
    });
  });

  it('gives by any combination of filters what a plain filter gives, in pages of any size', async () => {
    const service = await startTestService({ settings: apiOnly });
    const [tests, apps, batches] = [ids(2), ids(2), ids(3)];
    const texts = [null, 'Pay 100%', 'pay_100', 'Ünlock Über', 'ünlock über', 'C:\\path', "O'Hara"];
    const endings = [
      { status: 'completed', result: 'PASS' },
      { status: 'completed', result: 'FAILED' },
      { status: 'failed', result: null, errorCode: 'NO_DEVICE' },
      { status: 'cancelled', result: null },
      { status: 'queued', result: null },
      { status: 'running', result: null },
    ];
    const past = Array.from({ length: 240 }, (_, at): PastRun & { id: string; createdAt: string } => ({
      id: newId(),
      ...endings[at % endings.length],
      platform: ['web', 'web', 'ios', 'android'][at % 4],
      testId: [null, ...tests][at % 3],
      appId: [null, null, ...apps][at % 4],
      batchId: [null, null, ...batches][at % 5],
      title: texts[at % 7],
      featureName: texts[(at + 2) % 7],
      prompt: texts[(at + 3) % 7] ?? 'see a',
      targetUrl: at % 11 === 0 ? 'https://shop.example.com/Cart' : null,
      // Several at the same moment: their ids decide.
      createdAt: new Date(Date.UTC(2026, 4, 1) + Math.floor(at / 3) * 60_000).toISOString(),
    }));
    await insertPastRuns(service, past);
    const newestFirst = past.toSorted((a, b) =>
      a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1,
    );
    const known = <T>(values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
    const time = known(past.map(({ createdAt }) => createdAt));
    const filters = fc.record({
      status: known(endings.map(({ status }) => status)),
      outcome: known(['passed', 'failed', 'unfinished', 'cancelled']),
      platform: known(['web', 'ios', 'android']),
      testId: known([...tests, newId()]),
      appId: known([...apps, newId()]),
      batchId: known([...batches, newId()]),
      search: known([
        'PAY',
        '100%',
        'y_1',
        '%',
        '\\',
        'ÜBER',
        "o'hara",
        'SHOP.example',
        'no_dev',
        past[7]?.id,
        batches[1],
      ]),
      from: time,
      to: time,
    });
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 60 }), async (filter, limit) => {
        const expected = newestFirst.filter((run) => matches(run, filter)).map(({ id }) => id);
        expect(await walk(service, filter, limit)).toEqual(expected);
      }),
      { numRuns: 120 },
    );
  }, 60_000);

  it('looks at 5,000 runs a call: a page may be empty while others follow, and the walk still finds all', async () => {
    const service = await startTestService({ settings: apiOnly });
    await service.query(
      `insert into runs (id, project_id, type, status, result, platform, prompt, created_at, completed_at)
       select gen_random_uuid(), $1, 'chat', 'completed', 'PASS', 'web', case when n in (9000, 10000, 10001) then 'needle' else 'hay' end,
         timestamptz '2026-05-01' - n * interval '1 second', timestamptz '2026-05-01'
       from generate_series(1, 10100) n`,
      [service.projectId],
    );
    const pages: number[] = [];
    let cursor: string | null = null;
    do {
      const { body } = await list(service, { search: 'Needle', ...(cursor !== null && { cursor }) });
      pages.push(body.runs.length);
      cursor = body.nextCursor;
    } while (cursor !== null);
    // The ten-thousandth is the last that the second page looks at.
    expect(pages).toEqual([0, 2, 1]);
  });

  it('says of a run what the run itself says, from its end on', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    for (const prompt of ['see a', 'miss the total', 'act alone']) {
      await service.call('POST', '/runs', { prompt, targetUrl: 'https://shop.example.com' });
    }
    await eventually(async () => {
      expect((await list(service, { outcome: 'unfinished' })).body.runs).toEqual([]);
    });
    const { runs } = (await service.call('GET', '/runs')).body;
    const shown = (runs as RunRecord[]).map(
      ({ name, source, input, output, prompt, webhookUrl, ...run }) => ({
        ...withoutDevice(run),
        title: 'Scripted',
        result: output.result,
        issueCount: output.issues.filter(({ type }) => type === 'issue').length,
        stepCount: output.steps.length,
      }),
    );
    expect((await list(service)).body.runs).toEqual(shown);
    const results = async (outcome: string) =>
      (await list(service, { outcome })).body.runs.map(({ result }: { result: string | null }) => result);
    expect(await results('passed')).toEqual(['PASS']);
    expect((await results('failed')).sort()).toEqual(['FAILED', null]);
  });

  it('has the runs of its project alone, also by their ids, and a deleted project is not found', async () => {
    const service = await startTestService({ settings: apiOnly });
    const other = (await service.call('POST', '/projects', { name: 'Other' })).body.project.id;
    const [batchId, testId, appId] = ids(3);
    const [run] = await insertPastRuns({ ...service, projectId: other }, [{ batchId, testId, appId }]);
    for (const filter of [{ batchId }, { testId }, { appId }, { search: run }, { search: batchId }]) {
      expect((await list(service, filter)).body).toEqual({ runs: [], nextCursor: null });
      expect((await list({ ...service, projectId: other }, filter)).body.runs).toHaveLength(1);
    }
    await service.call('DELETE', `/projects/${other}`);
    expect(await list({ ...service, projectId: other })).toMatchObject({ status: 404 });
    expect(await list({ ...service, projectId: newId() })).toMatchObject({ status: 404 });
  });

  it('is narrowed by nothing where only blanks are sought, and from a time before all others', async () => {
    const service = await startTestService({ settings: apiOnly });
    expect((await list(service, { search: '  ', from: '0001-01-01T00:00:00+01:00' })).status).toBe(200);
  });
});

describe('a database of an earlier version', () => {
  it('shows the results of the runs that it has', async () => {
    const database = await createOldDatabase('0008');
    const projectId = newId();
    await database.query("insert into projects (id, name) values ($1, 'Old')", [projectId]);
    await database.query(
      `insert into runs (id, project_id, type, status, platform, prompt, output, created_at, completed_at)
       select gen_random_uuid(), $1, 'chat', status, 'web', 'see a', output::jsonb, now() - n * interval '1 s',
         case when status <> 'queued' then now() end
       from (values
         (1, 'completed', '{"result":"PASS","featureName":"Pay","steps":[{},{}]}'), (2, 'completed', '{"result":"FAILED","issues":[{"type":"issue"},{"type":"warning"}]}'),
         (3, 'failed', '{"featureName":"Sign in"}'), (4, 'cancelled', null), (5, 'queued', null)
       ) as old (n, status, output)`,
      [projectId],
    );
    const service = await startTestService({ settings: apiOnly, database });
    const { runs } = (await list({ ...service, projectId })).body;
    expect(
      runs.map(({ title, result, stepCount, issueCount }: Record<string, unknown>) => [
        title,
        result,
        stepCount,
        issueCount,
      ]),
    ).toEqual([
      ['Pay', 'PASS', 2, 0],
      ['see a', 'FAILED', 0, 1],
      ['Sign in', null, 0, 0],
      ['see a', null, 0, 0],
      ['see a', null, 0, 0],
    ]);
    expect((await list({ ...service, projectId }, { outcome: 'failed' })).body.runs).toHaveLength(2);
  });
});

type Query = Readonly<Record<string, string | number | undefined>>;

function list({ call, projectId }: Pick<TestService, 'call' | 'projectId'>, query: Query = {}) {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
  return call('GET', `/projects/${projectId}/runs?${given}`);
}

async function walk(service: TestService, filter: Query, limit: number): Promise<string[]> {
  const walked: string[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await list(service, { ...filter, limit, cursor });
    expect(body.runs.length).toBeLessThanOrEqual(limit);
    walked.push(...body.runs.map(({ id }: { id: string }) => id));
    cursor = body.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return walked;
}

function matches(run: PastRun & { id: string; createdAt: string }, filter: Query): boolean {
  const { status, outcome, platform, testId, appId, batchId, search, from, to } = filter;
  const text = String(search ?? '').toLowerCase();
  const said = [run.title, run.featureName, run.prompt, run.targetUrl, run.errorCode];
  const ended =
    { PASS: 'passed', FAILED: 'failed' }[run.result ?? ''] ??
    { queued: 'unfinished', running: 'unfinished' }[run.status ?? ''] ??
    run.status;
  return (
    (status === undefined || run.status === status) &&
    (outcome === undefined || ended === outcome) &&
    (platform === undefined || run.platform === platform) &&
    (testId === undefined || run.testId === testId) &&
    (appId === undefined || run.appId === appId) &&
    (batchId === undefined || run.batchId === batchId) &&
    (search === undefined ||
      [run.id, run.batchId].includes(text) ||
      said.some((words) => words?.toLowerCase().includes(text))) &&
    (from === undefined || run.createdAt >= String(from)) &&
    (to === undefined || run.createdAt < String(to))
  );
}

function ids(count: number): string[] {
  return Array.from({ length: count }, () => newId());
}

function withoutDevice(run: Partial<RunRecord>): object {
  const { device, deviceName, deviceModel, deviceVersion, deviceSessionUrl, ...rest } = run;
  return rest;
}
