import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/kernel/clock.ts';
import { createDeliverer } from '../../../src/service/deliveries/deliver.ts';
import { type EndedAttempt, recordAttempts } from '../../../src/service/deliveries/delivery-store.ts';
import { createReceiverGate } from '../../../src/service/deliveries/receiver-gate.ts';
import type { ResultSender } from '../../../src/service/deliveries/send.ts';
import { type JobOf, queues } from '../../../src/service/jobs/job.ts';
import { claim } from '../../../src/service/jobs/job-store.ts';
import { eventually } from '../../support/service.ts';
import { startDatabaseWay } from '../../support/way.ts';
import {
  attemptsOf,
  type DeliveryPlace,
  insertResult,
  log,
  openPlace,
  startDelivering,
  startReceiver,
  statusOf,
} from './support.ts';

describe('a worker that is lost between the POST and its record', () => {
  it('is followed by one that sends the same id and bytes, and writes nothing when it comes back', async () => {
    const place = await openPlace();
    const receiver = await startReceiver();
    const runId = await insertResult(place, receiver.url);
    const { sender, wake } = frozenAfterSending(place.outbound);
    const lost = deliverer(place, sender)(await claimOne(place));
    await receiver.hasReceived(1);
    expect(await attemptsOf(place, runId)).toEqual([]);
    await place.query('update jobs set due_at = now()');
    startDelivering(place);
    await eventually(async () => expect(await statusOf(place, runId)).toBe('delivered'));
    const before = await contents(place);

    wake();
    expect(await lost).toBe('settled');
    expect(await contents(place)).toEqual(before);
    const [first, second] = receiver.received;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);
    expect(await attemptsOf(place, runId)).toMatchObject([{ number: 1 }]);
  });
});

describe('the record of an attempt', () => {
  it.each(['delivered', 'to be retried'])('that was %s changes nothing under a stale token', async (kind) => {
    const place = await openPlace();
    const runId = await insertResult(place, 'http://127.0.0.1:1/');
    const job = await claimOne(place);
    await place.query('update jobs set due_at = now()');
    const successor = await claimOne(place);
    expect(successor.claimToken).not.toBe(job.claimToken);
    const before = await contents(place);
    const written = await recordAttempts(place.db, [endedAttempt(place, job, kind === 'delivered')]);
    expect(written).toEqual(new Set());
    expect(await contents(place)).toEqual(before);
    expect(await statusOf(place, runId)).toBe('pending');
  });

  it('of a stale and a live claim in one batch writes the live one only', async () => {
    const place = await openPlace();
    const runId = await insertResult(place, 'http://127.0.0.1:1/');
    const zombie = await claimOne(place);
    await place.query('update jobs set due_at = now()');
    const holder = await claimOne(place);
    await recordAttempts(place.db, [
      { ...endedAttempt(place, zombie, true), answer: 'zombie' },
      { ...endedAttempt(place, holder, true), answer: 'holder' },
    ]);
    expect(await attemptsOf(place, runId)).toMatchObject([{ number: 1, answer: 'holder' }]);
  });

  it('puts the next attempt at the end of this one plus its wait, by the time of the database', async () => {
    const place = await openPlace();
    await insertResult(place, 'http://127.0.0.1:1/');
    const job = await claimOne(place);
    const attempt = { ...endedAttempt(place, job, false), retryInMs: 60_000 };
    await recordAttempts(place.db, [{ ...attempt, endedAtMs: performance.now() - 20_000 }]);
    const { rows } = await place.query(
      `select queue, payload, attempts, claim_token, due_at = (select next_attempt_at from deliveries) as agrees,
         extract(epoch from due_at - clock_timestamp()) * 1000 as ms from jobs`,
    );
    expect(rows).toMatchObject([
      {
        queue: 'retries',
        payload: { runId: job.payload.runId, attempt: 2 },
        attempts: 0,
        claim_token: null,
        agrees: true,
      },
    ]);
    expect(Number(rows[0].ms)).toBeGreaterThan(20_000);
    expect(Number(rows[0].ms)).toBeLessThanOrEqual(40_000);
  });

  it('is written once when the answer to it gets lost, and the retry is in time', async () => {
    const way = await startDatabaseWay();
    const place = await openPlace(way.url);
    const receiver = await startReceiver((response, count) => {
      if (count === 1) way.loseAnswerTo('insert into delivery_attempts');
      response.writeHead(count === 1 ? 500 : 200).end();
    });
    const runId = await insertResult(place, receiver.url);
    startDelivering(place);
    await eventually(async () => expect(await statusOf(place, runId)).toBe('delivered'));
    expect(await attemptsOf(place, runId)).toMatchObject([
      { number: 1, status_code: 500 },
      { number: 2, status_code: 200 },
    ]);
    const [first, second] = receiver.received;
    const gapMs = (second?.atMs ?? 0) - (first?.atMs ?? 0);
    expect(gapMs).toBeGreaterThanOrEqual(1_000);
  });
});

describe('a process that was frozen', () => {
  it('sends nothing when its lease may end before the attempt does', async () => {
    const place = await openPlace();
    const receiver = await startReceiver();
    await insertResult(place, receiver.url);
    const job = await claimOne(place);
    await place.query(`update jobs set due_at = now() + interval '10 seconds'`);
    expect(await deliverer(place, place.outbound)(job)).toEqual({ againInMs: 0 });
    expect(receiver.received).toHaveLength(0);
  });

  it('sends nothing when another has taken the job over', async () => {
    const place = await openPlace();
    const receiver = await startReceiver();
    await insertResult(place, receiver.url);
    const job = await claimOne(place);
    await place.query('update jobs set due_at = now()');
    await claimOne(place);
    expect(await deliverer(place, place.outbound)(job)).toBe('settled');
    expect(receiver.received).toHaveLength(0);
  });
});

describe('a service that is closing', () => {
  it('gives back what it did not get to send, and counts no attempt', async () => {
    const place = await openPlace();
    const receiver = await startReceiver(() => undefined);
    const runId = await insertResult(place, receiver.url);
    const delivering = deliverer(place, place.outbound)(await claimOne(place));
    await receiver.hasReceived(1);
    await place.outbound.close();
    expect(await delivering).toEqual({ againInMs: 250 });
    expect(await attemptsOf(place, runId)).toEqual([]);
  });
});

function deliverer(place: DeliveryPlace, outbound: ResultSender) {
  return createDeliverer({
    ...place,
    outbound,
    clock: systemClock,
    log,
    gate: createReceiverGate({ capacity: 8 }),
  });
}

async function claimOne({ db }: DeliveryPlace): Promise<JobOf<'delivery.attempt'>> {
  const [job] = await claim(db, [queues.retries, queues.deliveries], 1);
  if (job?.name !== 'delivery.attempt') throw new Error('nothing was due');
  return job;
}

/** Sends, and then hears of nothing until it is woken. */
function frozenAfterSending(outbound: ResultSender): { sender: ResultSender; wake: () => void } {
  let wake: () => void = () => undefined;
  const woken = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const sender: ResultSender = {
    async post(url, options) {
      const answer = await outbound.post(url, options);
      await woken;
      return answer;
    },
  };
  return { sender, wake };
}

function endedAttempt(
  { projectId }: DeliveryPlace,
  job: JobOf<'delivery.attempt'>,
  isDelivered: boolean,
): EndedAttempt {
  const nowMs = performance.now();
  return {
    lease: job,
    ...job.payload,
    projectId,
    url: 'http://127.0.0.1:1/',
    wantedAtMs: nowMs - 20,
    startedAtMs: nowMs - 10,
    endedAtMs: nowMs,
    statusCode: isDelivered ? 200 : 500,
    failure: isDelivered ? null : 'The receiver answered with status 500.',
    answer: '',
    isDelivered,
    retryInMs: isDelivered ? null : 1_000,
  };
}

/** Everything that a delivery may change. */
async function contents({ query }: DeliveryPlace): Promise<unknown> {
  const tables = ['jobs', 'deliveries', 'delivery_attempts', 'runs', 'events'];
  const rows = tables.map((table) => query(`select * from ${table} order by 1, 2`));
  return (await Promise.all(rows)).map((result) => result.rows);
}
