import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/service.ts';
import { startDatabaseWay } from '../../support/way.ts';
import { attemptsOf, insertResult, openPlace, startDelivering, startReceiver, statusOf } from './support.ts';

describe('the record of an attempt', () => {
  it('survives an outage of the database', async () => {
    const way = await startDatabaseWay();
    const place = await openPlace(way.url);
    const receiver = await startReceiver((response) => {
      way.close();
      response.end('ok');
    });
    const runId = await insertResult(place, receiver.url);
    startDelivering(place);
    await receiver.hasReceived(1);
    setTimeout(() => way.open(), 1_500);
    await eventually(async () => expect(await statusOf(place, runId)).toBe('delivered'));
    expect(receiver.received).toHaveLength(1);
    expect(await attemptsOf(place, runId)).toHaveLength(1);
  });
});
