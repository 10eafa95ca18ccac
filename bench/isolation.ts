import { setTimeout as delay } from 'node:timers/promises';
import { folderBytes } from '../src/kernel/folder-bytes.ts';
import { type Figure, median, percentile } from './support/figure.ts';
import { startSupport } from './support/node-process.ts';
import type { BenchService } from './support/service.ts';
import { runsEnd, timed } from './support/shop-runs.ts';
import { treeBytes } from './support/tree-bytes.ts';

const healthyRuns = 5;
const requests = 1_000;
const settleMs = 60_000;
const mebibyte = 1024 * 1024;

/** What runs beside a hostile page, and the API, notice of it. */
export async function benchIsolation(service: BenchService): Promise<Figure[]> {
  const shop = startSupport('shop-site');
  const hostile = startSupport('hostile-site');
  try {
    const { url: shopUrl } = (await shop.nextLine()) as { url: string };
    const { url: hostileUrl } = (await hostile.nextLine()) as { url: string };
    const names = (await (await fetch(`${hostileUrl}/names`)).json()) as string[];
    const healthy = () => medianOf(healthyRuns, () => timed(() => runsEnd(service, shopUrl, 1)));
    await runsEnd(service, shopUrl, 4);
    const aloneMs = await healthy();
    const idleMs = await apiP99(service);
    const before = await used(service);
    const figures: Figure[] = [];
    for (const name of names) {
      const harassment = keepRunning(service, hostileUrl, name);
      await harassment.isUnderWay();
      const besideMs = await healthy();
      const busyMs = await apiP99(service);
      await harassment.stop();
      figures.push(
        ratio(`a run beside: ${name}, ms`, besideMs, aloneMs, 'alone', 1.5),
        ratio(`p99 of the API beside: ${name}, ms`, busyMs, idleMs, 'of an idle service', 2),
      );
    }
    await delay(settleMs);
    const after = await used(service);
    return [
      ...figures,
      ratio(`memory ${settleMs / 1_000} s after, MiB`, after.memoryMib, before.memoryMib, 'before', 1.1),
      // A mebibyte more on both sides: without a run there is hardly a file.
      ratio(
        `files of slots ${settleMs / 1_000} s after, MiB`,
        after.diskMib + 1,
        before.diskMib + 1,
        'before',
        1.1,
      ),
    ];
  } finally {
    await shop.stop();
    await hostile.stop();
  }
}

/** One run of the page at a time, for as long as it is asked for: one that ended is followed by the next. */
function keepRunning(service: BenchService, site: string, name: string) {
  let isOver = false;
  let current = '';
  const submit = async () => {
    const prompt = `Open ${site}/${encodeURIComponent(name)}. Wait up to 60 seconds for "Never". See "Never".`;
    const answer = await service.call('POST', '/runs', { prompt });
    current = ((await answer.json()) as { id: string }).id;
  };
  const isStatus = async (status: RegExp) => {
    const run = (await (await service.call('GET', `/runs/${current}`)).json()) as { status: string };
    return status.test(run.status);
  };
  const working = (async () => {
    while (!isOver) {
      await submit();
      while (!isOver && (await isStatus(/queued|running/))) await delay(200);
    }
    await service.call('POST', `/runs/${current}/cancel`);
  })();
  return {
    /** The page has been asked for, and has had time to do its worst. */
    async isUnderWay() {
      const isShown = async () => ((await (await fetch(`${site}/shown`)).json()) as string[]).includes(name);
      while (!(await isShown())) await delay(50);
      await delay(3_000);
    },
    async stop() {
      isOver = true;
      await working;
    },
  };
}

async function apiP99(service: BenchService): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < requests; count += 1)
    times.push(await timed(async () => void (await (await service.call('GET', '/runs?limit=10')).text())));
  return percentile(times, 0.99);
}

async function used({ pid, dataDir }: BenchService): Promise<{ memoryMib: number; diskMib: number }> {
  const limit = { bytes: Number.POSITIVE_INFINITY, files: Number.POSITIVE_INFINITY };
  const diskBytes = await folderBytes(`${dataDir}/slots`, limit);
  return { memoryMib: (await treeBytes(pid)) / mebibyte, diskMib: diskBytes / mebibyte };
}

async function medianOf(count: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let turn = 0; turn < count; turn += 1) values.push(await measure());
  return median(values);
}

function ratio(name: string, value: number, baseline: number, of: string, reach: number): Figure {
  return {
    name,
    value,
    baseline: `${of} ${baseline.toFixed(1)}`,
    ratio: value / baseline,
    target: `≤ ${reach} ×`,
    met: value / baseline <= reach,
  };
}
