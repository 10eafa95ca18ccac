import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, type GantryEvent } from '../../../src/client/index.ts';
import { adminKey, eventually, startTestService, type TestService } from '../../support/service.js';
import { insertResult, insertResults, startReceiver } from './support.ts';

describe('whoever follows a project', () => {
  it('hears of each attempt and of a new round in the order in which they happened', async () => {
    const service = await startTestService();
    const receiver = await startReceiver((response, count) => {
      response.writeHead([500, 200, 503][count - 1] ?? 204).end('secret words of the receiver');
    });
    const told = await follow(service);
    const runId = await insertResult(service, receiver.url);
    await eventually(async () =>
      expect(told.map(({ type }) => type)).toEqual(['delivery.attempted', 'run.delivered']),
    );
    expect((await service.call('POST', `/runs/${runId}/redeliver`)).status).toBe(202);
    await eventually(async () => expect(told).toHaveLength(5));

    expect(told.slice(2).map(({ type }) => type)).toEqual([
      'delivery.requeued',
      'delivery.attempted',
      'run.delivered',
    ]);
    const [first, , requeued, second] = told.map(({ data }) => data);
    const of = { id: runId, projectId: service.projectId, at: expect.any(String) };
    expect([first, requeued, second]).toEqual([1, 2, 3].map((attempts) => ({ ...of, attempts })));
    expect(JSON.stringify(told)).not.toContain('secret words');
  });

  it('hears of many results that are delivered again by one event, which names their runs', async () => {
    const service = await startTestService();
    const receiver = await startReceiver();
    const runIds = await insertResults(service, [receiver.url, receiver.url, receiver.url]);
    const told = await follow(service);
    await eventually(async () => expect(told.filter(({ type }) => type === 'run.delivered')).toHaveLength(3));
    told.length = 0;
    const answer = await service.call('POST', `/projects/${service.projectId}/deliveries/redeliver`, {
      from: '2026-01-01T00:00:00Z',
      status: 'delivered',
    });
    expect(answer.body.count).toBe(3);
    await eventually(async () => expect(told).toHaveLength(4));
    const [requeued, ...delivered] = told;
    expect(requeued).toMatchObject({
      type: 'deliveries.requeued',
      data: { id: service.projectId, projectId: service.projectId, count: 3 },
    });
    expect(new Set(requeued?.data.runIds)).toEqual(new Set(runIds));
    expect(delivered.map(({ type }) => type)).toEqual(Array(3).fill('run.delivered'));
  });

  it('hears nothing of a round that was refused', async () => {
    const service = await startTestService();
    const receiver = await startReceiver(() => undefined);
    const told = await follow(service);
    const runId = await insertResult(service, receiver.url);
    await receiver.hasReceived(1);
    expect((await service.call('POST', `/runs/${runId}/redeliver`)).status).toBe(409);
    const many = await service.call('POST', `/projects/${service.projectId}/deliveries/redeliver`, {
      from: '2026-01-01T00:00:00Z',
    });
    expect(many.body.count).toBe(0);
    expect((await service.query('select type from events')).rows).toEqual([]);
    expect(told).toEqual([]);
  });
});

/** What is told from now on. */
async function follow(service: TestService): Promise<GantryEvent[]> {
  const client = createClient({ url: service.url, apiKey: adminKey });
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const told: GantryEvent[] = [];
  await new Promise<void>((onOpen) => {
    const gather = async () => {
      for await (const event of client.events({ signal: leaving.signal, onOpen })) told.push(event);
    };
    gather().catch(() => undefined);
  });
  return told;
}
