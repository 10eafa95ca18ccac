import { setTimeout as delay } from 'node:timers/promises';
import { type Figure, figureOfPairs, measureInTurns } from './support/figure.ts';
import { startSupport } from './support/node-process.ts';
import type { BenchService } from './support/service.ts';

const count = 20_000;
const rounds = 7;
const target = 2;

/** Short jobs that do nothing, through the real worker, against graphile-worker on the same server. */
export async function benchJobs(service: BenchService): Promise<Figure[]> {
  const rival = startSupport('graphile', JSON.stringify(service.connection));
  try {
    await rival.nextLine();
    const runRival = async () => perSecond(Number(await rival.ask(count)));
    const runOurs = async () => perSecond(await measure(service));
    await runOurs();
    await runRival();
    const theRivals = 'graphile-worker 0.17 with a local queue of 500 and batched completion';
    return [
      figureOfPairs(
        'no-op short jobs/s, 20,000 queued',
        await measureInTurns(rounds, runOurs, runRival),
        (perSecond) => `${theRivals} ${perSecond.toFixed(0)}/s`,
        { least: target },
      ),
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
