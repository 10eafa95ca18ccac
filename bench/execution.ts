import { findBrowser } from '../src/engine/browser/program/find-browser.ts';
import { type Figure, median } from './support/figure.ts';
import { startSupport } from './support/node-process.ts';
import { type BenchService, startBenchService } from './support/service.ts';
import { runsEnd, timed } from './support/shop-runs.ts';

const rounds = 7;
const coldRounds = 3;
const many = 20;
const manyRounds = 3;

/** A run of ten steps with a screenshot each, against the same as a script that launches its own browser. */
export async function benchExecution(service: BenchService): Promise<Figure[]> {
  const site = startSupport('shop-site');
  const script = startSupport('bare-playwright');
  try {
    const { url } = (await site.nextLine()) as { url: string };
    const executablePath = await browserPath(service);
    const bare = async () => (await script.ask({ url, executablePath })) as number;
    const run = (on = service) => timed(() => runsEnd(on, url, 1));
    for (const warmUp of [bare, run]) await warmUp();
    const bareMs: number[] = [];
    const warmMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      bareMs.push(await bare());
      warmMs.push(await run());
    }
    const coldMs: number[] = [];
    for (let round = 0; round < coldRounds; round += 1) coldMs.push(await coldRun(service, run));
    const inTurnMs: number[] = [];
    const manyMs: number[] = [];
    // Until now one slot was enough for all.
    await runsEnd(service, url, 4);
    for (let round = 0; round < manyRounds; round += 1) {
      inTurnMs.push(
        await timed(async () => {
          for (let turn = 0; turn < many; turn += 1) await bare();
        }),
      );
      manyMs.push(await timed(() => runsEnd(service, url, many)));
    }
    const against = (name: string, value: number, baselineMs: number, reach: number): Figure => ({
      name,
      value,
      baseline: `a bare Playwright script that launches its browser ${baselineMs.toFixed(0)} ms`,
      ratio: value / baselineMs,
      target: `≤ ${reach} ×`,
      met: value / baselineMs <= reach,
    });
    return [
      against('a run of ten steps with screenshots, warm, ms', median(warmMs), median(bareMs), 1),
      against('the same on a service just started, ms', median(coldMs), median(bareMs), 1.3),
      against(`${many} such runs, two at a time, ms`, median(manyMs), median(inTurnMs), 0.7),
    ];
  } finally {
    await site.stop();
    await script.stop();
  }
}

/** The first run of a service that has just said that it listens. */
async function coldRun(service: BenchService, run: (on: BenchService) => Promise<number>): Promise<number> {
  const fresh = await startBenchService(service.directory);
  try {
    return await run(fresh);
  } finally {
    await fresh.stop();
  }
}

async function browserPath({ dataDir }: BenchService): Promise<string> {
  const found = await findBrowser({ searchPath: process.env.PATH ?? '', cacheDir: dataDir });
  if (found === null) throw new Error('there is no browser to measure with');
  return (await found.program()).executablePath;
}
