import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/service.ts';
import { attemptsOf, insertResult, openPlace, startDelivering, startReceiver, statusOf } from './support.ts';

describe('a result', () => {
  it('is sent exactly four times to a receiver that fails, no sooner than 1, 2 and 4 s after each end, with one id and the same bytes', async () => {
    const place = await openPlace();
    const endedAtMs: number[] = [];
    const receiver = await startReceiver((response) => {
      setTimeout(() => {
        endedAtMs.push(performance.now());
        response.writeHead(500).end('out of order');
      }, 100);
    });
    const runId = await insertResult(place, receiver.url);
    startDelivering(place);
    await eventually(async () => expect(await statusOf(place, runId)).toBe('failed'));

    const { received } = receiver;
    expect(received).toHaveLength(4);
    const attempts = await attemptsOf(place, runId);
    [1_000, 2_000, 4_000].forEach((waitMs, at) => {
      const gapMs = (received[at + 1]?.atMs ?? 0) - (endedAtMs[at] ?? 0);
      // The receiver's clock stops a moment before ours does.
      expect(gapMs).toBeGreaterThanOrEqual(waitMs - 5);
    });
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([`msg_${runId}`]));
    expect(new Set(received.map(({ body }) => body.toString('hex'))).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(4);
    expect(new Set(received.map(({ headers }) => headers['webhook-signature'])).size).toBe(4);
    for (const { headers, body } of received) new Webhook(place.secret).verify(body, headers);

    expect(attempts).toMatchObject(
      [1, 2, 3, 4].map((number) => ({
        number,
        status_code: 500,
        failure: 'The receiver answered with status 500.',
        answer: 'out of order',
      })),
    );
    for (const { duration_ms } of attempts) expect(duration_ms).toBeGreaterThanOrEqual(99);
    const { rows } = await place.query('select type, data from events order by id');
    expect(rows).toMatchObject([
      ...[1, 2, 3].map((number) => ({
        type: 'delivery.attempted',
        data: { id: runId, attempts: number },
      })),
      { type: 'run.undelivered', data: { id: runId, webhookStatus: 'failed' } },
    ]);
    expect((await place.query('select from jobs')).rowCount).toBe(0);
    const delivery = await place.query('select attempts, next_attempt_at from deliveries');
    expect(delivery.rows).toEqual([{ attempts: 4, next_attempt_at: null }]);
  });
});
