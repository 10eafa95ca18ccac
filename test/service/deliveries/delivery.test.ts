import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { queues } from '../../../src/service/jobs/job.ts';
import { eventually } from '../../support/service.ts';
import {
  attemptsOf,
  insertResult,
  openPlace,
  startDelivering,
  startReceiver,
  statusOf,
  unusedUrl,
} from './support.ts';

describe('a result', () => {
  it('arrives once, signed, with the bytes that were stored', async () => {
    const place = await openPlace();
    const receiver = await startReceiver();
    const body = JSON.stringify({ text: 'naïve “quotes” \u{1F680}', spaces: '  ' }, null, 2);
    const runId = await insertResult(place, receiver.url, body);
    startDelivering(place);
    await eventually(async () => expect(await statusOf(place, runId)).toBe('delivered'));

    expect(receiver.received).toHaveLength(1);
    const [{ headers, body: sent, path } = never()] = receiver.received;
    expect(path).toBe('/results');
    expect(sent.equals(Buffer.from(body))).toBe(true);
    expect(headers).toMatchObject({
      'webhook-id': `msg_${runId}`,
      'content-type': 'application/json',
      'user-agent': 'gantry',
    });
    expect(new Webhook(place.secret).verify(sent, headers)).toEqual(JSON.parse(body));
    expect(await attemptsOf(place, runId)).toMatchObject([
      { number: 1, url: receiver.url, status_code: 200, failure: null, answer: 'ok' },
    ]);
    expect((await place.query('select from jobs')).rowCount).toBe(0);
    const { rows } = await place.query('select project_id, type, data from events');
    expect(rows).toMatchObject([
      {
        project_id: place.projectId,
        type: 'run.delivered',
        data: {
          id: runId,
          projectId: place.projectId,
          batchId: null,
          status: 'completed',
          webhookStatus: 'delivered',
        },
      },
    ]);
  });
});

describe('an attempt fails', () => {
  /** The next one would come while the first is looked at. */
  const once = { from: [queues.deliveries] };
  const impatient = { ...once, timeoutMs: 300 };

  it.each([
    ['a status that is no 2xx', 404, 'The receiver answered with status 404.'],
    [
      'a redirect, which is not followed',
      302,
      'The receiver answered with status 302; redirects are not followed.',
    ],
    [
      'a redirect that keeps the method',
      308,
      'The receiver answered with status 308; redirects are not followed.',
    ],
  ])('by %s', async (_name, status, failure) => {
    const place = await openPlace();
    const inside = await startReceiver();
    const receiver = await startReceiver((response) => {
      response.writeHead(status, { location: inside.url }).end();
    });
    const runId = await insertResult(place, receiver.url);
    startDelivering(place, once);
    await eventually(async () => expect(await attemptsOf(place, runId)).toHaveLength(1));
    expect(await attemptsOf(place, runId)).toMatchObject([{ status_code: status, failure }]);
    expect(inside.received).toHaveLength(0);
    expect(await statusOf(place, runId)).toBe('pending');
  });

  it('by silence until its time is over', async () => {
    const place = await openPlace();
    const receiver = await startReceiver(() => undefined);
    const runId = await insertResult(place, receiver.url);
    startDelivering(place, impatient);
    await eventually(async () => expect(await attemptsOf(place, runId)).toHaveLength(1));
    const [attempt = never()] = await attemptsOf(place, runId);
    expect(attempt).toMatchObject({ status_code: null, answer: null });
    expect(attempt.failure).toMatch(/^[A-Z].*\.$/);
    expect(attempt.duration_ms).toBeGreaterThanOrEqual(295);
  });

  it.each([
    ['where nobody listens', unusedUrl],
    ['that the guard refuses', async () => 'http://169.254.169.254/latest/meta-data'],
    ['that is no web address', async () => 'gopher://127.0.0.1/'],
    ['that is no address at all', async () => 'not a URL'],
  ])('at an address %s', async (_name, urlOf) => {
    const place = await openPlace();
    const runId = await insertResult(place, await urlOf());
    startDelivering(place, once);
    await eventually(async () => expect(await attemptsOf(place, runId)).toHaveLength(1));
    expect(await attemptsOf(place, runId)).toMatchObject([
      { status_code: null, answer: null, failure: expect.stringMatching(/^\S.*\.$/) },
    ]);
    expect(await statusOf(place, runId)).toBe('pending');
  });
});

describe('the log of attempts', () => {
  it('keeps whatever a receiver says as it was said', async () => {
    const place = await openPlace();
    const words = `'; drop table runs; -- \\'; \\u0000 "{}" $1 \\ \n\t \u{1F680}`;
    const receiver = await startReceiver((response) => response.end(words));
    const runId = await insertResult(place, `${receiver.url}?a='b'&c=%5C`);
    startDelivering(place);
    await eventually(async () => expect(await statusOf(place, runId)).toBe('delivered'));
    expect(await attemptsOf(place, runId)).toMatchObject([
      { answer: words, url: `${receiver.url}?a='b'&c=%5C` },
    ]);
  });

  it('keeps 2 KiB of the answer, as text that PostgreSQL takes', async () => {
    const place = await openPlace();
    const answer = Buffer.concat([Buffer.from('a\0b'), Buffer.of(0xff, 0xfe), Buffer.alloc(100_000, 'x')]);
    const receiver = await startReceiver((response) => response.end(answer));
    const runId = await insertResult(place, receiver.url);
    startDelivering(place);
    await eventually(async () => expect(await statusOf(place, runId)).toBe('delivered'));
    const [{ answer: kept } = never()] = await attemptsOf(place, runId);
    expect(kept).toBe(`ab\u{FFFD}\u{FFFD}${'x'.repeat(2_048 - 5)}`);
  });
});

describe('a delivery', () => {
  it('whose run is gone ends without a call', async () => {
    const place = await openPlace();
    const receiver = await startReceiver();
    await insertResult(place, receiver.url);
    await place.query('with gone as (delete from runs) delete from deliveries');
    startDelivering(place);
    await eventually(async () => expect((await place.query('select from jobs')).rowCount).toBe(0));
    expect(receiver.received).toHaveLength(0);
  });

  it('of a project whose secret can not be opened waits, unsent and unharmed, while others go on', async () => {
    const place = await openPlace();
    const receiver = await startReceiver();
    const broken = await insertResult(place, receiver.url);
    await place.query(`update signing_secrets set secret = '\\x00'`);
    const other = { ...place, projectId: crypto.randomUUID() };
    await place.query(`insert into projects (id, name) values ($1, 'Other')`, [other.projectId]);
    const healthy = await insertResult(other, receiver.url);
    startDelivering(place);
    await eventually(async () => expect(await statusOf(place, healthy)).toBe('delivered'));
    expect(receiver.received).toHaveLength(1);
    expect(await statusOf(place, broken)).toBe('pending');
    expect((await place.query('select from jobs')).rowCount).toBe(1);
  });
});

function never(): never {
  throw new Error('nothing was there');
}
