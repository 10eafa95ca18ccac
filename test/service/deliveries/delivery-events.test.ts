import { describe, expect, it } from 'vitest';
import { eventually, startTestService } from '../../support/service.js';
import { follow } from './delivery-events.ts';
import { insertResult, insertResults, startReceiver } from './support.ts';

describe('whoever follows a project', () => {
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
