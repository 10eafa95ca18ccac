import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/service.ts';
import { delaysNoOther } from './isolation.ts';
import { attemptsOf, insertResults, openPlace, startDelivering, startReceiver } from './support.ts';

describe('a receiver that', () => {
  it.each<[string, { holdsItsPlace: boolean }, Parameters<typeof startReceiver>[0]]>([
    [
      'answers a byte at a time',
      { holdsItsPlace: true },
      (response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write('.'), 50);
        response.once('close', () => clearInterval(timer));
      },
    ],
    [
      'sends without end',
      { holdsItsPlace: false },
      (response) => {
        const chunk = Buffer.alloc(16_384, 'x');
        const send = () => {
          while (!response.destroyed && response.write(chunk));
        };
        response.on('drain', send);
        send();
      },
    ],
  ])('%s delays no other', (_name, how, misbehave) => delaysNoOther(how, misbehave));

  it('hangs holds few sockets, and its deliveries do not churn through the database', async () => {
    const place = await openPlace();
    const bad = await startReceiver(() => undefined);
    await insertResults(place, Array(1_000).fill(bad.url));
    startDelivering(place, { capacity: 100, timeoutMs: 1_500 });
    await bad.hasReceived(8);
    expect(bad.peak()).toBeLessThanOrEqual(8);
    await eventually(async () => {
      const { rows } = await place.query(
        `select count(*)::int as away from jobs where claim_token is null and due_at > now() + interval '5 seconds'`,
      );
      expect(rows[0].away).toBeGreaterThan(500);
    });
    await place.outbound.close();
  });
});

describe('a thousand deliveries', () => {
  it('cost far less than one statement each', async () => {
    const place = await openPlace();
    const receiver = await startReceiver();
    const runIds = await insertResults(place, Array(1_000).fill(receiver.url));
    let statements = 0;
    const db = place.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1;
        return result;
      },
    });
    startDelivering(place, { db });
    await eventually(async () => {
      expect((await place.query(`select from runs where webhook_status = 'delivered'`)).rowCount).toBe(1_000);
    });
    expect(statements).toBeLessThan(250);
    expect(receiver.received).toHaveLength(1_000);
    expect(receiver.peak()).toBeLessThanOrEqual(32);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1_000);
    expect(await attemptsOf(place, runIds[999] ?? '')).toHaveLength(1);
    expect((await place.query('select from jobs')).rowCount).toBe(0);
  });
});
