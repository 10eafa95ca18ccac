import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids.ts';
import { eventually, startTestService, type TestService } from '../../support/service.ts';
import { insertResult, startReceiver } from './support.ts';

describe('redelivery', () => {
  it('sends the same id and bytes in a new round of attempts, and the log goes on', async () => {
    const service = await startTestService();
    const receiver = await startReceiver();
    const runId = await insertResult(service, receiver.url);
    await untilStatus(service, runId, 'delivered');

    const answer = await service.call('POST', `/runs/${runId}/redeliver`);
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ id: runId, webhookStatus: 'pending', webhookUrl: receiver.url });
    await untilStatus(service, runId, 'delivered');
    const [first, second] = receiver.received;
    expect(second?.headers['webhook-id']).toBe(`msg_${runId}`);
    expect(first?.headers['webhook-id']).toBe(`msg_${runId}`);
    expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);

    const { body } = await service.call('GET', `/runs/${runId}/deliveries`);
    expect(body.deliveries).toEqual(
      [1, 2].map((attempt) => ({
        attempt,
        url: receiver.url,
        startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        durationMs: expect.any(Number),
        waitedMs: expect.any(Number),
        status: 200,
        error: null,
        answer: 'ok',
      })),
    );
  });

  it('goes to another address when one is given, and to that one from then on', async () => {
    const service = await startTestService();
    const first = await startReceiver();
    const other = await startReceiver();
    const runId = await insertResult(service, first.url);
    await untilStatus(service, runId, 'delivered');
    await service.call('POST', `/runs/${runId}/redeliver`, { webhookUrl: other.url });
    await untilStatus(service, runId, 'delivered');
    await service.call('POST', `/runs/${runId}/redeliver`, { webhookUrl: null });
    await untilStatus(service, runId, 'delivered');
    expect(first.received).toHaveLength(1);
    expect(other.received).toHaveLength(2);
    expect(other.received[0]?.body.equals(first.received[0]?.body ?? Buffer.alloc(0))).toBe(true);
    const { body } = await service.call('GET', `/runs/${runId}`);
    expect(body.webhookUrl).toBe(other.url);
  });

  it('of a run that nobody was told of sends it as the API shows it', async () => {
    const service = await startTestService();
    const receiver = await startReceiver();
    const runId = await insertRun(service, { status: 'completed' });
    const refused = await service.call('POST', `/runs/${runId}/redeliver`);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      error: 'ValidationError',
      message: expect.stringMatching(/^webhookUrl: /),
    });
    const accepted = await service.call('POST', `/runs/${runId}/redeliver`, { webhookUrl: receiver.url });
    expect(accepted.status).toBe(202);
    await untilStatus(service, runId, 'delivered');
    expect(JSON.parse(receiver.received[0]?.body.toString() ?? '')).toEqual(accepted.body);
    const { body } = await service.call('GET', `/runs/${runId}`);
    expect(body).toEqual({ ...accepted.body, webhookStatus: 'delivered' });
  });

  it('is refused while the run has not ended or its result is under way', async () => {
    const service = await startTestService();
    const receiver = await startReceiver(() => undefined);
    const running = await insertRun(service, { status: 'running' });
    const pending = await insertResult(service, receiver.url);
    for (const runId of [running, pending]) {
      const { status, body } = await service.call('POST', `/runs/${runId}/redeliver`, {
        webhookUrl: receiver.url,
      });
      expect([status, body.error]).toEqual([409, 'Conflict']);
    }
  });

  it('is started once by many calls at once', async () => {
    const service = await startTestService();
    const receiver = await startReceiver((response, count) => {
      if (count === 1) response.end();
    });
    const runId = await insertResult(service, receiver.url);
    await untilStatus(service, runId, 'delivered');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => service.call('POST', `/runs/${runId}/redeliver`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(7).fill(409)]);
    await receiver.hasReceived(2);
    expect((await service.query(`select from jobs where name = 'delivery.attempt'`)).rowCount).toBe(1);
  });
});

describe('the deliveries of a run', () => {
  it('are none before the first attempt, and of very many the latest thousand', async () => {
    const service = await startTestService();
    const runId = await insertRun(service, { status: 'completed' });
    expect((await service.call('GET', `/runs/${runId}/deliveries`)).body).toEqual({
      deliveries: [],
      nextCursor: null,
    });
    await service.query(
      `insert into delivery_attempts (run_id, number, url, started_at, duration_ms, waited_ms, failure)
       select $1, number, 'http://127.0.0.1:1/', now(), 1, 0, 'Nobody listened.' from generate_series(1, 1001) as number`,
      [runId],
    );
    const { deliveries } = (await service.call('GET', `/runs/${runId}/deliveries`)).body;
    expect(deliveries).toHaveLength(1_000);
    expect(deliveries[0]).toMatchObject({
      attempt: 2,
      status: null,
      error: 'Nobody listened.',
      answer: null,
    });
    expect(deliveries[999].attempt).toBe(1_001);
  });
});

async function insertRun(
  { query, projectId }: TestService,
  { status }: { status: 'completed' | 'running' },
): Promise<string> {
  const id = newId();
  await query(
    `insert into runs (id, project_id, type, status, platform, completed_at)
     values ($1, $2, 'chat', $3, 'web', case when $3 = 'completed' then now() end)`,
    [id, projectId, status],
  );
  return id;
}

async function untilStatus({ call }: TestService, runId: string, status: string): Promise<void> {
  await eventually(async () => expect((await call('GET', `/runs/${runId}`)).body.webhookStatus).toBe(status));
}
