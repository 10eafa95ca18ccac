import { describe, expect, it } from 'vitest';
import { delaysNoOther } from './isolation.ts';
import { insertProject, insertResults, openPlace, startDelivering, startReceiver } from './support.ts';

describe('a receiver that', () => {
  it.each<[string, { holdsItsPlace: boolean }, Parameters<typeof startReceiver>[0]]>([
    ['hangs', { holdsItsPlace: true }, () => undefined],
    ['resets', { holdsItsPlace: false }, (_response, _count, request) => request.socket.resetAndDestroy()],
  ])('%s delays no other', (_name, how, misbehave) => delaysNoOther(how, misbehave));
});

describe('a project whose receivers all hang', () => {
  it('leaves room for the results of others', async () => {
    const place = await openPlace();
    const bad = await Promise.all(Array.from({ length: 20 }, () => startReceiver(() => undefined)));
    const good = await startReceiver();
    await insertResults(
      place,
      Array.from({ length: 400 }, (_, at) => bad[at % 20]?.url ?? ''),
    );
    const other = { ...place, projectId: await insertProject(place.query) };
    await insertResults(other, Array(50).fill(good.url));
    startDelivering(place, { capacity: 64 });
    await good.hasReceived(50);
    await place.outbound.close();
  });
});

describe('retries', () => {
  it('go before the two thousand first attempts that are due', async () => {
    const place = await openPlace();
    const failing = await startReceiver((response) => response.writeHead(500).end());
    const slow = await startReceiver((response) => setTimeout(() => response.end('ok'), 50));
    await insertResults(place, Array(20).fill(failing.url));
    startDelivering(place, { capacity: 200 });
    await failing.hasReceived(20);
    await insertResults(place, Array(2_000).fill(slow.url));
    await failing.hasReceived(40);
    // Behind the first attempts, or after a lease, they would come when all of these are over.
    expect(slow.received.length).toBeLessThan(2_000);
    expect(slow.peak()).toBeLessThanOrEqual(96);
  });
});
