import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { Agent, createServer, type IncomingMessage, get as request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../../src/kernel/log.ts';
import { openDatabase } from '../../../src/service/database/database.ts';
import { startEmbedded } from '../../../src/service/database/embedded/server.ts';
import { openNotifications } from '../../../src/service/database/notifications.ts';
import { createEventHub, type StreamLimits } from '../../../src/service/http/event-stream.ts';
import {
  formatCursor,
  latestCursor,
  parseCursor,
  sweepEvents,
} from '../../../src/service/runs/event-store.ts';
import { collectGarbage } from '../../support/garbage.ts';
import {
  adminKey,
  apiOnly,
  createTestFolder,
  eventually,
  startTestService,
  type TestService,
} from '../../support/service.js';

describe('following events', () => {
  it('opens with a place to resume from and shows each event with id, type and one line of JSON', async () => {
    const service = await startTestService({ settings: apiOnly });
    const stream = await follow(service);
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    expect(stream.text()).toMatch(/^retry: 1000\n: .+\nid: \d+-0\n\n$/);
    await emit(service, [{ type: 'run.completed', data: { id: 'r1', status: 'completed', note: 'a\nb ü' } }]);
    const [event] = await stream.take(1);
    expect(event).toMatchObject({ event: 'run.completed', id: expect.stringMatching(/^\d+-\d+$/) });
    expect(event?.data).toEqual({
      id: 'r1',
      status: 'completed',
      note: 'a\nb ü',
      projectId: service.projectId,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  it('shows every follower the same events in the order of their transactions, and no other project’s', async () => {
    const service = await startTestService({ settings: apiOnly });
    const other = await service.call('POST', '/projects', { name: 'Other' });
    const otherId = other.body.project.id;
    const mine = await Promise.all([1, 2, 3].map(() => follow(service, { projectId: service.projectId })));
    const theirs = await follow(service, { projectId: otherId });
    for (let round = 0; round < 10; round += 1) {
      await emit(service, numbered(round * 30, 30));
      await emit(service, [{ data: { n: 1_000 + round } }], otherId);
    }
    for (const stream of mine) {
      expect(numbersOf(await stream.take(300))).toEqual(upTo(300));
    }
    expect(numbersOf(await theirs.take(10))).toEqual(upTo(10).map((round) => 1_000 + round));
  });

  it('is woken by a notification, and without one looks by itself within about a second', async () => {
    const service = await startTestService({ settings: apiOnly });
    const stream = await follow(service);
    const tookMs: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      const startedAt = performance.now();
      await emit(service, numbered(n, 1));
      await stream.take(1);
      tookMs.push(performance.now() - startedAt);
    }
    // Any of them may have waited for a transaction of somebody else; by itself it looks once a second.
    expect(tookMs.toSorted((one, other) => one - other)[4]).toBeLessThan(700);
    const silentAt = performance.now();
    await insert(service, numbered(20, 1));
    expect(numbersOf(await stream.take(1))).toEqual([20]);
    expect(performance.now() - silentAt).toBeLessThan(15_000);
  });

  it('loses no event of a transaction that commits after later ones, for old and new followers', async () => {
    const service = await startTestService({ settings: apiOnly });
    const old = await follow(service);
    const slow = new pg.Client(service.databaseUrl);
    await slow.connect();
    onTestFinished(() => slow.end());
    await slow.query('begin');
    await insert({ ...service, query: (text, values) => slow.query(text, values) }, numbered(0, 1));
    await emit(service, numbered(1, 2));
    const young = await follow(service);
    // Both have looked at least once by now; what is behind the open transaction must wait for it.
    await delay(1_200);
    expect(old.seen()).toEqual([]);
    await slow.query('commit');
    expect(numbersOf(await old.take(3))).toEqual([0, 1, 2]);
    expect(numbersOf(await young.take(3))).toEqual([0, 1, 2]);
  });

  it('stays open while nothing happens, with a comment every 15 seconds', async () => {
    const service = await startTestService({ settings: apiOnly });
    const stream = await follow(service);
    const startedAt = performance.now();
    await stream.printed(/(: still here\n\n){2}/);
    expect(performance.now() - startedAt).toBeLessThan(45_000);
    // The time limit of request bodies is over by then.
    await delay(Math.max(0, 31_500 - (performance.now() - startedAt)));
    await emit(service, numbered(0, 1));
    expect(numbersOf(await stream.take(1))).toEqual([0]);
  });
});

describe('resuming', () => {
  it('goes on behind the last event by header or parameter, also from the opening of a stream without events', async () => {
    const service = await startTestService({ settings: apiOnly });
    const first = await follow(service);
    const opening = /id: (\S+)/.exec(first.text())?.[1] ?? '';
    await emit(service, numbered(0, 250));
    const seen = await first.take(250);
    first.leave();
    await emit(service, numbered(250, 5));
    const byHeader = await follow(service, { lastEventId: seen[99]?.id ?? '' });
    expect(numbersOf(await byHeader.take(155))).toEqual(upTo(255).slice(100));
    const byParameter = await follow(service, { parameter: seen[249]?.id ?? '' });
    expect(numbersOf(await byParameter.take(5))).toEqual(upTo(255).slice(250));
    const fromOpening = await follow(service, { lastEventId: opening });
    expect(numbersOf(await fromOpening.take(255))).toEqual(upTo(255));
    await emit(service, numbered(255, 1));
    for (const stream of [byHeader, byParameter, fromOpening]) {
      expect(numbersOf(await stream.take(1))).toEqual([255]);
    }
  });

  it('again and again while events pour in shows each of them exactly once', async () => {
    const service = await startTestService({ settings: apiOnly });
    const start = await follow(service);
    let lastEventId = /id: (\S+)/.exec(start.text())?.[1] ?? '';
    const total = 1_200;
    const writers = [0, 1, 2].map(async (writer) => {
      for (let n = writer; n < total; n += 30) {
        const own = upTo(10).map((step) => ({ data: { n: n + step * 3 } }));
        await emit(service, own);
      }
    });
    const seen: number[] = [];
    while (seen.length < total) {
      const stream = await follow(service, { lastEventId: lastEventId });
      const some = await stream.take(Math.min(70, total - seen.length));
      lastEventId = some.at(-1)?.id ?? '';
      seen.push(...numbersOf(some));
      stream.leave();
    }
    await Promise.all(writers);
    expect(seen.toSorted((one, other) => one - other)).toEqual(upTo(total));
    const whole = numbersOf(await start.take(total));
    expect(whole).toEqual(seen);
  });

  it('from a place that this database has not reached, as after a restore, shows what comes', async () => {
    const service = await startTestService({ settings: apiOnly });
    const stream = await follow(service, { lastEventId: '18446744073709551615-7' });
    await emit(service, numbered(0, 1));
    expect(numbersOf(await stream.take(1))).toEqual([0]);
  });
});

describe('access to events', () => {
  it('needs a key; a project key implies its project, and another’s does not exist for it', async () => {
    const service = await startTestService({ settings: apiOnly });
    const { body } = await service.call('POST', '/projects', { name: 'Other' });
    const otherId = body.project.id;
    const { body: issued } = await service.call('POST', `/projects/${otherId}/keys`, {});
    const key = issued.key.key;
    expect((await service.call('GET', '/events', undefined, { key: null })).status).toBe(401);
    const implied = await follow(service, { key });
    await emit(service, numbered(0, 1), otherId);
    expect(numbersOf(await implied.take(1))).toEqual([0]);
    expect((await follow(service, { key, projectId: otherId })).status).toBe(200);
    for (const projectId of [service.projectId, crypto.randomUUID(), 'nonsense']) {
      const answer = await service.call('GET', `/events?projectId=${projectId}`, undefined, { key });
      expect(answer).toMatchObject({
        status: 404,
        body: { error: 'NotFound', message: 'There is no such project.' },
      });
    }
  });

  it('with an admin key may leave the project out only while there is exactly one', async () => {
    const service = await startTestService({ settings: apiOnly });
    expect((await follow(service)).status).toBe(200);
    await service.call('POST', '/projects', { name: 'Second' });
    expect(await service.call('GET', '/events')).toMatchObject({
      status: 400,
      body: {
        error: 'ValidationError',
        message: 'projectId: is required with an admin key, since the service has several projects',
      },
    });
    expect((await service.call('GET', `/events?projectId=${crypto.randomUUID()}`)).status).toBe(404);
  });

  it('with a wrong Last-Event-ID is a 400 that names it', async () => {
    const service = await startTestService({ settings: apiOnly });
    const wrong = [
      '7',
      '7-',
      '-7',
      '7-7-7',
      '07-1',
      '7-1x',
      '0x7-1',
      '18446744073709551616-1',
      '1-9223372036854775808',
    ];
    for (const text of wrong) {
      for (const [path, name, headers] of [
        [`/events?lastEventId=${text}`, 'lastEventId', {}],
        ['/events?lastEventId=7-1', 'Last-Event-ID', { 'last-event-id': text }],
      ] as const) {
        expect(await service.call('GET', path, undefined, { headers })).toMatchObject({
          status: 400,
          body: { error: 'ValidationError', message: `${name}: must be the id of an event` },
        });
      }
    }
  });

  it('by HEAD shows the headers and follows nothing; other methods do not exist', async () => {
    const service = await startTestService({ settings: apiOnly });
    const head = await service.call('HEAD', '/events');
    expect(head.status).toBe(200);
    expect(head.headers.get('content-type')).toBe('text/event-stream');
    expect((await service.call('POST', '/events', {})).status).toBe(404);
  });

  it('ends within seconds when the key is revoked or the project deleted', async () => {
    const service = await startTestService({ settings: apiOnly });
    const { body } = await service.call('POST', '/projects', { name: 'Other' });
    const otherId = body.project.id;
    const { body: issued } = await service.call('POST', `/projects/${service.projectId}/keys`, {});
    const { id: keyId, key } = issued.key;
    const kept = await follow(service, { projectId: service.projectId });
    const revoked = await follow(service, { key });
    const deleted = await follow(service, { projectId: otherId });
    await service.call('DELETE', `/projects/${service.projectId}/keys/${keyId}`);
    await service.call('DELETE', `/projects/${otherId}`);
    const startedAt = performance.now();
    await deleted.ended;
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    await revoked.ended;
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    await emit(service, numbered(0, 1));
    expect(numbersOf(await kept.take(1))).toEqual([0]);
    expect(service.logged()).toContain('"route":"/api/v1/events"');
    kept.leave();
    await eventually(async () => expect(service.logged()).toContain('a follower of events has left'));
  });
});

describe('a database that fails', () => {
  it('by cutting every connection costs a follower nothing', async () => {
    const service = await startTestService({ settings: apiOnly });
    const stream = await follow(service);
    for (let round = 0; round < 3; round += 1) {
      await service.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name like 'gantry%'`,
      );
      await emit(service, numbered(round * 10, 10));
    }
    expect(numbersOf(await stream.take(30))).toEqual(upTo(30));
  });

  it('by a restart is survived by the same stream', async () => {
    const folder = await createTestFolder();
    const log = createLog('silent');
    const startDatabase = () => startEmbedded({ dataDir: join(folder, 'database'), log });
    let server = await startDatabase();
    onTestFinished(() => server.stop());
    const { user, password, host, port, database } = server.connection;
    const url = `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
    const query = async (text: string, values?: unknown[]) => {
      const client = new pg.Client(url);
      await client.connect();
      return client.query(text, values).finally(() => client.end());
    };
    await mkdir(join(folder, 'data'));
    const service = await startTestService({
      dataDir: join(folder, 'data'),
      database: { url, query },
      settings: apiOnly,
    });
    const stream = await follow(service);
    await emit(service, numbered(0, 5));
    expect(numbersOf(await stream.take(5))).toEqual(upTo(5));
    await server.stop();
    server = await startDatabase();
    await emit(service, numbered(5, 5));
    expect(numbersOf(await stream.take(5))).toEqual([5, 6, 7, 8, 9]);
  });
});

describe('many followers', () => {
  it('beyond four hundred of one project are refused with Retry-After until one leaves; other projects are not', async () => {
    const service = await startTestService({ settings: apiOnly });
    const { body } = await service.call('POST', '/projects', { name: 'Other' });
    const { projectId } = service;
    const streams: Awaited<ReturnType<typeof follow>>[] = [];
    // A few at a time: on a slow machine all at once would wait too long for the database.
    while (streams.length < 400)
      streams.push(...(await Promise.all(upTo(20).map(() => follow(service, { projectId })))));
    const refused = await service.call('GET', `/events?projectId=${projectId}`);
    expect(refused).toMatchObject({ status: 429, body: { error: 'RateLimited' } });
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(refused.headers.get('content-type')).toMatch(/^application\/json/);
    expect((await follow(service, { projectId: body.project.id })).status).toBe(200);
    streams[0]?.leave();
    await eventually(async () => expect((await follow(service, { projectId })).status).toBe(200));
    await emit(service, numbered(0, 3));
    for (const stream of streams.slice(1)) expect(numbersOf(await stream.take(3))).toEqual([0, 1, 2]);
  });

  it('are limited over all projects together, and share one read however many they are', async () => {
    const { service, url, statements } = await startHub({
      followers: 60,
      followersOfProject: 50,
      stalledMs: 60_000,
    });
    const { body } = await service.call('POST', '/projects', { name: 'Other' });
    const streams = await Promise.all(upTo(50).map(() => openStream(`${url}/${service.projectId}`)));
    expect((await openStream(`${url}/${service.projectId}`)).status).toBe(429);
    await Promise.all(upTo(10).map(() => openStream(`${url}/${body.project.id}`)));
    expect((await openStream(`${url}/${body.project.id}`)).status).toBe(429);
    const before = statements();
    const startedAt = performance.now();
    for (let n = 0; n < 20; n += 1) {
      await emit(service, numbered(n, 1));
      await Promise.all(streams.map((stream) => stream.take(1)));
    }
    const tookMs = performance.now() - startedAt;
    const lookedByItself = 2 * Math.ceil(tookMs / 1_000);
    // Every 50 ms for an event that waits for a transaction of somebody else.
    const lookedAgain = Math.ceil(tookMs / 50);
    expect(statements() - before).toBeLessThan(20 * 8 + lookedByItself + lookedAgain);
  });
});

describe('a follower that does not read', () => {
  it('costs a bounded buffer, delays nobody, and gets everything once it reads again', async () => {
    const service = await startTestService({ settings: apiOnly });
    const silent = await Promise.all(upTo(8).map(() => follow(service, { isSilent: true })));
    const reader = await follow(service, { keeps: false });
    const before = usedBytes();
    await insertMany(service, 20_000, 1_000);
    await notify(service);
    await reader.counted(20_000);
    // Unbounded, eight of them would hold 20 MB each, but for what the kernel takes.
    expect(usedBytes() - before).toBeLessThan(40 * 1024 * 1024);
    for (const late of silent.slice(0, 1)) {
      late.read();
      await late.counted(20_000);
      expect(numbersOf(late.seen())).toEqual(upTo(20_000));
    }
  });

  it('is dropped when it leaves its buffer full for too long, and only that one', async () => {
    const limits = { followers: 10, followersOfProject: 10, stalledMs: 4_000 };
    const { service, url, connections } = await startHub(limits);
    const reader = await openStream(`${url}/${service.projectId}`, { keeps: false });
    const silent = await openStream(`${url}/${service.projectId}`, { isSilent: true });
    await insertMany(service, 20_000, 1_000);
    await reader.counted(20_000);
    await eventually(async () => expect(await connections()).toBe(1));
    silent.leave();
    await emit(service, numbered(20_000, 1));
    await reader.counted(20_001);
  });
});

describe('a service that stops', () => {
  it('ends all streams at once, also of those who do not read, and does not wait for its grace time', async () => {
    const service = await startTestService({
      settings: { ...apiOnly, GANTRY_SHUTDOWN_GRACE_SECONDS: '60' },
    });
    const streams = await Promise.all(upTo(5).map(() => follow(service)));
    await follow(service, { isSilent: true });
    await insertMany(service, 20_000, 1_000);
    await Promise.all(streams.map((stream) => stream.take(20_000)));
    const startedAt = performance.now();
    await service.service.close();
    expect(performance.now() - startedAt).toBeLessThan(25_000);
    await Promise.all(streams.map((stream) => stream.ended));
  });
});

describe('the store of events', () => {
  it('forgets what is older than a day, in batches, and nothing younger', async () => {
    const service = await startTestService({ settings: apiOnly });
    const { db } = open(service);
    await service.query(
      `insert into events (project_id, type, data, at)
       select $1, 'run.queued', '{}', now() - interval '24 hours' - make_interval(secs => n) from generate_series(1, 2500) as n`,
      [service.projectId],
    );
    await service.query(
      `insert into events (project_id, type, data, at) values ($1, 'run.queued', '{}', now() - interval '23 hours')`,
      [service.projectId],
    );
    expect(await sweepEvents(db)).toEqual({ swept: 2_000, more: true });
    expect(await sweepEvents(db)).toEqual({ swept: 500, more: false });
    expect((await service.query('select count(*)::int as left from events')).rows).toEqual([{ left: 1 }]);
  });

  it('writes and reads its cursors without loss', () => {
    const xid = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    const id = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });
    fc.assert(
      fc.property(fc.record({ xid, id }), (cursor) => {
        expect(parseCursor(formatCursor(cursor))).toEqual(cursor);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        const cursor = parseCursor(text);
        expect(cursor === null || formatCursor(cursor) === text).toBe(true);
      }),
    );
  });
});

interface SeenEvent {
  id: string;
  event: string;
  data: Record<string, unknown>;
}

interface StreamOptions {
  projectId?: string;
  key?: string;
  lastEventId?: string;
  /** The same, as the parameter of the query. */
  parameter?: string;
  /** Takes nothing off its socket until `read` is called. */
  isSilent?: boolean;
  /** False for one that only counts what it sees, which must be numbered from zero. */
  keeps?: boolean;
}

function follow(service: TestService, options: StreamOptions = {}) {
  const query = new URLSearchParams({
    ...(options.projectId !== undefined && { projectId: options.projectId }),
    ...(options.parameter !== undefined && { lastEventId: options.parameter }),
  });
  return openStream(`${service.url}/api/v1/events?${query}`, options);
}

/** A client of server-sent events that is gone with the test. */
async function openStream(url: string, options: StreamOptions = {}) {
  const { key = adminKey, lastEventId, isSilent = false, keeps = true } = options;
  const agent = new Agent({ keepAlive: true });
  const call = request(url, {
    agent,
    headers: {
      authorization: `Bearer ${key}`,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  });
  call.on('error', () => undefined);
  onTestFinished(() => {
    call.destroy();
    agent.destroy();
  });
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  const changed = new EventTarget();
  const seen: SeenEvent[] = [];
  let taken = 0;
  let count = 0;
  let raw = '';
  let rest = '';
  response.on('error', () => undefined);
  const read = () =>
    response.setEncoding('utf8').on('data', (text: string) => {
      if (keeps) raw += text;
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const event of blocks.flatMap(parseBlock)) {
        if (keeps) seen.push(event);
        else if (event.data.n !== count) call.destroy(new Error(`${event.data.n} came instead of ${count}`));
        count += 1;
      }
      changed.dispatchEvent(new Event('change'));
    });
  const until = async (holds: () => boolean) => {
    while (!holds()) {
      if (response.closed) throw new Error(`the stream ended after ${count} events`);
      await once(changed, 'change');
    }
  };
  response.once('close', () => changed.dispatchEvent(new Event('change')));
  if (!isSilent) read();
  if (!isSilent && response.statusCode === 200) await until(() => raw !== '' || !keeps);
  return {
    status: response.statusCode,
    headers: response.headers,
    text: () => raw,
    seen: () => seen,
    ended: new Promise<void>((resolve) => response.once('close', resolve)),
    read,
    leave: () => void call.destroy(),
    printed: (pattern: RegExp) => until(() => pattern.test(raw)),
    counted: (wanted: number) => until(() => count >= wanted),
    async take(wanted: number): Promise<SeenEvent[]> {
      await until(() => seen.length >= taken + wanted);
      taken += wanted;
      return seen.slice(taken - wanted, taken);
    },
  };
}

function parseBlock(block: string): SeenEvent[] {
  const [, id, event, data] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(block) ?? [];
  return id === undefined || event === undefined || data === undefined
    ? []
    : [{ id, event, data: JSON.parse(data) }];
}

interface NewEvent {
  type?: string;
  data: object;
}

async function emit(service: TestService, events: NewEvent[], projectId = service.projectId): Promise<void> {
  await insert(service, events, projectId);
  await notify(service, projectId);
}

async function insert(
  { query, projectId: own }: Pick<TestService, 'query' | 'projectId'>,
  events: NewEvent[],
  projectId = own,
): Promise<void> {
  await query(
    `insert into events (project_id, type, data)
     select $1, coalesce(event->>'type', 'run.progress'), event->'data' from jsonb_array_elements($2) as event`,
    [projectId, JSON.stringify(events)],
  );
}

async function insertMany({ query, projectId }: TestService, count: number, bytes: number): Promise<void> {
  await query(
    `insert into events (project_id, type, data)
     select $1, 'run.progress', jsonb_build_object('n', n, 'text', repeat('x', $3::int))
     from generate_series(0, $2::int - 1) as n`,
    [projectId, count, bytes],
  );
}

/** As another process does. */
async function notify(service: TestService, projectId = service.projectId): Promise<void> {
  await service.query(`select pg_notify('gantry', $1)`, [`other events.${projectId}`]);
}

function numbered(from: number, count: number): NewEvent[] {
  return upTo(count).map((at) => ({ data: { n: from + at } }));
}

function numbersOf(events: SeenEvent[]): number[] {
  return events.map(({ data }) => Number(data.n));
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at);
}

/** What is really in use, once all garbage is gone. */
function usedBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function open(service: TestService) {
  const opened = openDatabase({
    connection: { connectionString: service.databaseUrl },
    poolSize: 2,
    log: createLog('silent'),
  });
  onTestFinished(() => opened.close());
  return opened;
}

/** A hub with limits of its own at a bare server, whose path names the project. */
async function startHub(limits: StreamLimits) {
  const service = await startTestService({ settings: apiOnly });
  const { db, pool } = open(service);
  const log = createLog('silent');
  const notifications = await openNotifications({ connectionString: service.databaseUrl }, log);
  onTestFinished(() => notifications.close());
  let statements = 0;
  pool.on('acquire', () => {
    statements += 1;
  });
  const hub = createEventHub({ db, notifications, log, limits });
  const server = createServer(async ({ url = '' }, response) => {
    const latest = await latestCursor(db);
    try {
      const isAllowed = async () => true;
      hub.follow({ projectId: url.slice(1), from: latest, latest, response, isAllowed }).pipe(response);
    } catch {
      response.writeHead(429).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    await hub.close();
    server.close();
    server.closeAllConnections();
  });
  return {
    service,
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    statements: () => statements,
    connections: () =>
      new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count))),
  };
}
