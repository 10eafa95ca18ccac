import { type Figure, figureOfPairs, median, type Pair, percentile } from './support/figure.ts';
import { startSupport } from './support/node-process.ts';
import {
  dueResults,
  forgetResults,
  type Receiver,
  resultBody,
  startReceiver,
  untilDelivered,
} from './support/results.ts';
import type { BenchService } from './support/service.ts';

const count = 20_000;
const connections = 32;
const rounds = 3;

export async function benchDeliveries(service: BenchService): Promise<Figure[]> {
  const receiver = await startReceiver();
  try {
    return [
      ...(await throughput(service, receiver)),
      await isolation(service, receiver),
      ...(await lateness(service, receiver)),
    ];
  } finally {
    await receiver.stop();
  }
}

async function throughput(service: BenchService, receiver: Receiver): Promise<Figure[]> {
  const rates: Array<Pair & { statements: number }> = [];
  await deliverAll(service, receiver, 2_000);
  for (let round = 0; round < rounds; round += 1) {
    const { perSecond, statements } = await deliverAll(service, receiver, count);
    rates.push({ value: perSecond, statements, baseline: await postAll(receiver.url('ok'), count) });
    await receiver.take();
  }
  const perDelivery = median(rates.map(({ statements }) => statements / count));
  return [
    figureOfPairs(
      `deliveries/s, ${count} due results`,
      rates,
      (perSecond) => `the same POSTs by a bare undici loop ${perSecond.toFixed(0)}/s`,
      { least: 0.4 },
    ),
    {
      name: 'SQL statements per delivery',
      value: perDelivery,
      baseline: 'one',
      ratio: perDelivery,
      target: '≤ 1',
      met: perDelivery <= 1,
      note: 'transactions of the whole database meanwhile, sweeps and polls included',
    },
  ];
}

async function deliverAll(
  service: BenchService,
  receiver: Receiver,
  results: number,
): Promise<{ perSecond: number; statements: number }> {
  await forgetResults(service);
  await dueResults(service, { count: results, url: receiver.url('ok'), afterMs: 1_500 });
  const before = await transactions(service);
  await untilDelivered(service, 50);
  const statements = (await transactions(service)) - before;
  const { rows } = await service.query(
    `select extract(epoch from max(started_at + duration_ms * interval '1 millisecond') - min(started_at))::float8 as seconds
     from delivery_attempts`,
  );
  const { rows: states } = await service.query(
    `select count(*)::int as delivered from runs where webhook_status = 'delivered'`,
  );
  if (states[0].delivered !== results) throw new Error(`${states[0].delivered} of ${results} were delivered`);
  return { perSecond: results / rows[0].seconds, statements };
}

async function transactions(service: BenchService): Promise<number> {
  // Each backend reports its counts at most once a second.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const { rows } = await service.query(
    `select xact_commit::int as commits from pg_stat_database where datname = current_database()`,
  );
  return rows[0].commits;
}

async function postAll(url: string, posts: number): Promise<number> {
  const node = startSupport(
    'bare-posts',
    JSON.stringify({ url, count: posts, connections, body: resultBody }),
  );
  const seconds = Number(await node.nextLine());
  await node.stop();
  return posts / seconds;
}

/** A steady stream to a healthy receiver, alone and beside others that take connections and never answer. */
async function isolation(service: BenchService, receiver: Receiver): Promise<Figure> {
  const healthy = 2_100;
  const everyMs = 4;
  const pairs: Pair[] = [];
  const hanging = await Promise.all([1, 2, 3].map(() => startReceiver()));
  try {
    for (let round = 0; round < rounds; round += 1) {
      const baseline = await p99(service, receiver, healthy, everyMs, []);
      pairs.push({ baseline, value: await p99(service, receiver, healthy, everyMs, hanging) });
    }
  } finally {
    await Promise.all(hanging.map((each) => each.stop()));
  }
  return figureOfPairs(
    'p99 of healthy receivers while 30 % of deliveries hang, ms',
    pairs,
    (ms) => `with none hanging ${ms.toFixed(1)} ms`,
    { most: 1.5, note: 'from due to its arrival' },
  );
}

async function p99(
  service: BenchService,
  receiver: Receiver,
  healthy: number,
  everyMs: number,
  hanging: Receiver[],
): Promise<number> {
  await forgetResults(service);
  await receiver.take();
  // 900 of 3,000 hang: three tenths of all.
  const hangingEach = Math.round((healthy * 3) / 7 / Math.max(hanging.length, 1));
  for (const { url } of hanging) {
    await dueResults(service, {
      count: hangingEach,
      url: url('hang'),
      everyMs: (healthy * everyMs) / hangingEach,
      afterMs: 1_000,
    });
  }
  await dueResults(service, { count: healthy, url: receiver.url('ok'), everyMs, afterMs: 1_000 });
  const { rows: due } = await service.query(
    `select 'msg_' || run_id as id, extract(epoch from next_attempt_at)::float8 * 1000 as due from deliveries where url = $1`,
    [receiver.url('ok')],
  );
  while ((await receiver.count()) < healthy) await new Promise((resolve) => setTimeout(resolve, 100));
  const arrivedAt = new Map((await receiver.take()).map(({ id, atMs }) => [id, atMs]));
  const latencies = due.map(({ id, due: dueAtMs }) => (arrivedAt.get(id) ?? Number.NaN) - dueAtMs);
  await service.query(`delete from jobs where name = 'delivery.attempt'`);
  return percentile(latencies, 0.99);
}

/** The second, third and fourth attempts, by the log: how much later than the schedule they began. */
async function lateness(service: BenchService, receiver: Receiver): Promise<Figure[]> {
  await forgetResults(service);
  await dueResults(service, { count: 500, url: receiver.url('fail') });
  await untilDelivered(service, 100);
  const { rows } = await service.query(
    `select number, extract(epoch from started_at - before.ended_at)::float8 * 1000 - 1000 * 2 ^ (number - 2) as late_ms
     from delivery_attempts join lateral (
       select started_at + duration_ms * interval '1 millisecond' as ended_at from delivery_attempts as earlier
       where earlier.run_id = delivery_attempts.run_id and earlier.number = delivery_attempts.number - 1
     ) as before on true`,
  );
  if (rows.length !== 1_500) throw new Error(`there were ${rows.length} retries`);
  const late = percentile(
    rows.map(({ late_ms }) => late_ms),
    0.99,
  );
  return [
    {
      name: 'lateness of retries under 500 failing deliveries, p99, ms',
      value: late,
      baseline: 'the schedule of 1, 2 and 4 s',
      ratio: late / 250,
      target: '≤ 250 ms',
      met: late <= 250,
      note: `p50 ${percentile(
        rows.map(({ late_ms }) => late_ms),
        0.5,
      ).toFixed(1)} ms; never early: ${rows.every(({ late_ms }) => late_ms > -2) ? 'yes' : 'no'}`,
    },
  ];
}
