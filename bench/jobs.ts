import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Figure, median } from './support/figure.ts';
import { startNode } from './support/node-process.ts';
import type { BenchService } from './support/service.ts';

const count = 20_000;
const rounds = 7;
const target = 2;

/** Short jobs that do nothing, through the real worker, against graphile-worker on the same server. */
export async function benchJobs(service: BenchService): Promise<Figure[]> {
  const rival = startNode([
    fileURLToPath(new URL('./support/graphile.js', import.meta.url)),
    JSON.stringify(service.connection),
  ]);
  try {
    await rival.nextLine();
    const runRival = async () => perSecond(Number(await rival.ask(count)));
    const runOurs = async () => perSecond(await measure(service));
    await runOurs();
    await runRival();
    const pairs: Array<{ ours: number; rival: number }> = [];
    for (let round = 0; round < rounds; round += 1) {
      if (round % 2 === 0) {
        const ours = await runOurs();
        pairs.push({ ours, rival: await runRival() });
      } else {
        const first = await runRival();
        pairs.push({ ours: await runOurs(), rival: first });
      }
    }
    const ratio = median(pairs.map((pair) => pair.ours / pair.rival));
    return [
      {
        name: 'no-op short jobs/s, 20,000 queued',
        value: median(pairs.map((pair) => pair.ours)),
        baseline: `graphile-worker 0.17 with a local queue of 500 and batched completion ${median(pairs.map((pair) => pair.rival)).toFixed(0)}/s`,
        ratio,
        target: `≥ ${target.toFixed(1)} ×`,
        met: ratio >= target,
        note: `ratios ${pairs.map((pair) => (pair.ours / pair.rival).toFixed(2)).join(' ')}`,
      },
    ];
  } finally {
    await rival.stop();
  }
}

/** From the commit that puts them all in, with its notification, until none is left. */
async function measure(service: BenchService): Promise<number> {
  await service.query('vacuum jobs');
  await service.query(
    `with added as (
       insert into jobs (queue, name, payload)
       select 'deliveries', 'objects.delete', '{"keys": []}' from generate_series(1, $1::int)
       returning 1
     )
     select pg_notify('gantry', 'bench queue.deliveries') from (select count(*) from added) as all_of_them`,
    [count],
  );
  const startedMs = performance.now();
  for (;;) {
    const { rowCount } = await service.query(`select from jobs where queue = 'deliveries' limit 1`);
    if (rowCount === 0) return performance.now() - startedMs;
    await delay(10);
  }
}

function perSecond(tookMs: number): number {
  return (count / tookMs) * 1_000;
}
