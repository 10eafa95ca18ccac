import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { formatCursor, parseCursor, sweepEvents } from '../../../src/service/runs/event-store.ts';
import { apiOnly, eventually, startTestService } from '../../support/service.js';
import {
  emit,
  follow,
  insert,
  insertMany,
  numbered,
  numbersOf,
  open,
  openStream,
  startHub,
  upTo,
} from './event-streams.ts';

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

  it('is woken by a notification, and without one looks by itself once a second', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const service = await startTestService({ settings: apiOnly, isNew: true });
    const stream = await follow(service);
    await emit(service, numbered(0, 1));
    expect(numbersOf(await stream.take(1))).toEqual([0]);
    await insert(service, numbered(1, 1));
    vi.advanceTimersByTime(1_000);
    expect(numbersOf(await stream.take(1))).toEqual([1]);
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
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const service = await startTestService({ settings: apiOnly, isNew: true });
    const stream = await follow(service);
    vi.advanceTimersByTime(15_000);
    await stream.printed(/: still here\n\n/);
    vi.advanceTimersByTime(15_000);
    await stream.printed(/(: still here\n\n){2}/);
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
  it('by a project key are those of its project alone, also where it names none', async () => {
    const service = await startTestService({ settings: apiOnly });
    const { body } = await service.call('POST', '/projects', { name: 'Other' });
    const otherId = body.project.id;
    const { body: issued } = await service.call('POST', `/projects/${otherId}/keys`, {});
    const key = issued.key.key;
    const implied = await follow(service, { key });
    await emit(service, numbered(7, 1));
    await emit(service, numbered(0, 1), otherId);
    expect(numbersOf(await implied.take(1))).toEqual([0]);
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
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const service = await startTestService({ settings: apiOnly, isNew: true });
    const { body } = await service.call('POST', '/projects', { name: 'Other' });
    const otherId = body.project.id;
    const { body: issued } = await service.call('POST', `/projects/${service.projectId}/keys`, {});
    const { id: keyId, key } = issued.key;
    const kept = await follow(service, { projectId: service.projectId });
    const revoked = await follow(service, { key });
    const deleted = await follow(service, { projectId: otherId });
    await service.call('DELETE', `/projects/${service.projectId}/keys/${keyId}`);
    await service.call('DELETE', `/projects/${otherId}`);
    vi.advanceTimersByTime(10_000);
    await deleted.ended;
    await revoked.ended;
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
});

describe('many followers', () => {
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
  it('is dropped when it leaves its buffer full for too long, and only that one', async () => {
    const limits = { followers: 10, followersOfProject: 10, stalledMs: 2_000 };
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
    const streams = await Promise.all(upTo(2).map(() => follow(service, { keeps: false })));
    await follow(service, { isSilent: true });
    await insertMany(service, 20_000, 1_000);
    await Promise.all(streams.map((stream) => stream.counted(20_000)));
    await service.service.close();
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
