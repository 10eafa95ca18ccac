import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startDatabaseWay } from '../../support/way.ts';
import { expectAllDelivered, keepSubmitting, type Load } from './load.ts';
import { openPlace, ownPostgres, type Place, until } from './place.ts';

describe.concurrent('under load, without a restart of any process', () => {
  it('PostgreSQL stopped and started again loses no accepted run and no result', async (context) => {
    const postgres = await ownPostgres(context);
    const place = await openPlace(context, postgres);
    await Promise.all([place.fleet.start('worker'), place.fleet.start('worker')]);
    const members = [...place.fleet.members];
    const load = keepSubmitting(place);
    for (const pauseMs of [2_500, 0]) {
      await accepts(load, 30);
      await postgres.stop();
      await delay(pauseMs);
      await postgres.start();
    }
    await accepts(load, 30);
    await load.stop();
    expect(load.refusals()).toBeGreaterThan(0);
    await expectAllDelivered(place, load.accepted, 60_000);
    expect([...place.fleet.members]).toEqual(members);
  }, 480_000);

  it('connections that are reset, and then ones that fall silent without notice, lose no accepted run and no result', async (context) => {
    const postgres = await ownPostgres(context);
    const way = await startDatabaseWay(postgres.socketPath, context);
    const place = await openPlace(context, postgres, {
      way: way.url,
      // Each connection that fell silent keeps one caller waiting for 35 s; with few, all do so at once.
      settings: { GANTRY_DATABASE_POOL_SIZE: '2' },
    });
    await Promise.all([place.fleet.start('worker'), place.fleet.start('worker')]);
    const members = [...place.fleet.members];
    const load = keepSubmitting(place);
    for (let times = 0; times < 5; times += 1) {
      await accepts(load, 10);
      way.cut();
    }
    await accepts(load, 30);
    way.silence();
    await accepts(load, 30);
    await load.stop();
    await expectAllDelivered(place, load.accepted, 60_000);
    expect([...place.fleet.members]).toEqual(members);
    await isReady(place);
  }, 480_000);
});

/** Waits until so many more runs were accepted. */
async function accepts(load: Load, more: number): Promise<void> {
  const enough = load.accepted.size + more;
  await until(`${more} more runs are accepted`, () => load.accepted.size >= enough, 70_000);
}

async function isReady({ fleet }: Place): Promise<void> {
  for (const { role, url } of fleet.members) {
    await until(`the ${role} is ready`, async () => (await fetch(`${url}/readyz`)).status === 200);
  }
}
