import { describe, expect, it } from 'vitest';
import { eventually, startTestService } from '../../support/service.js';
import { follow } from './delivery-events.ts';
import { insertResult, startReceiver } from './support.ts';

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
});
