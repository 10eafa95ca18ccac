import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../support/database.js';
import { collectGarbage } from '../../support/garbage.ts';
import { apiOnly, eventually, startTestService } from '../../support/service.js';
import { startDatabaseWay } from '../../support/way.js';
import { emit, follow, insertMany, notify, numbered, numbersOf, upTo } from './event-streams.ts';

describe('followers', () => {
  it('outlive the time limit of request bodies', async () => {
    const service = await startTestService({ settings: apiOnly });
    const stream = await follow(service);
    await delay(31_500);
    await emit(service, numbered(0, 1));
    expect(numbersOf(await stream.take(1))).toEqual([0]);
  });

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

  it('that do not read cost a bounded buffer, delay nobody, and get everything once they read again', async () => {
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
});

describe('a database that fails', () => {
  it('by being out of reach for a while is survived by the same stream', async () => {
    const database = await createTestDatabase();
    const way = await startDatabaseWay();
    const onWay = { ...database, url: way.url(database.url) };
    const service = await startTestService({ settings: apiOnly, database: onWay });
    const stream = await follow(service);
    way.close();
    await emit(service, numbered(0, 5));
    // Long enough for it to have looked in vain.
    await delay(1_200);
    way.open();
    await emit(service, numbered(5, 5));
    expect(numbersOf(await stream.take(10))).toEqual(upTo(10));
  });
});

/** What is really in use, once all garbage is gone. */
function usedBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
