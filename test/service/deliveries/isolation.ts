import { expect } from 'vitest';
import { eventually } from '../../support/service.ts';
import { insertResults, openPlace, startDelivering, startReceiver } from './support.ts';

/** A receiver that misbehaves, and holds its place while it does or gives it back. */
export async function delaysNoOther(
  { holdsItsPlace }: { holdsItsPlace: boolean },
  misbehave: Parameters<typeof startReceiver>[0],
): Promise<void> {
  const place = await openPlace();
  const bad = await startReceiver(misbehave);
  const good = await startReceiver();
  await insertResults(place, Array(200).fill(bad.url));
  const runIds = await insertResults(place, Array(50).fill(good.url));
  startDelivering(place, { capacity: 100 });
  await good.hasReceived(50);
  // Behind the bad one's time-outs, these would come after more of its results than that.
  if (holdsItsPlace) expect(bad.received.length).toBeLessThanOrEqual(32);
  else await bad.hasReceived(200);
  expect(bad.peak()).toBeLessThanOrEqual(32);
  await eventually(async () => {
    const { rowCount } = await place.query(
      `select from runs where id = any($1) and webhook_status = 'delivered'`,
      [runIds],
    );
    expect(rowCount).toBe(50);
  });
  await place.outbound.close();
}
