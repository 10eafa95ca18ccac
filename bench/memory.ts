import { setTimeout as delay } from 'node:timers/promises';
import type { Figure } from './support/figure.ts';
import { startSupport } from './support/node-process.ts';
import type { BenchService } from './support/service.ts';
import { runsEnd } from './support/shop-runs.ts';
import { treeBytes } from './support/tree-bytes.ts';

const mebibyte = 1024 * 1024;
const few = 20;
const step = 98;
const many = 1_000;
const restMs = 10_000;
const looks = 10;

/** What the service and its slots hold after many runs. Slots are replaced on the way, so it is looked at after each hundred. */
export async function benchMemory(service: BenchService): Promise<Figure[]> {
  const site = startSupport('shop-site');
  try {
    const { url } = (await site.nextLine()) as { url: string };
    await runsEnd(service, url, few);
    const fewBytes = await bytesAtRest(service.pid);
    const later: number[] = [];
    for (let done = few; done < many; done += step) {
      await runsEnd(service, url, step);
      later.push(await bytesAtRest(service.pid));
      console.error(`  ${done + step} runs, ${mib(later.at(-1) ?? 0)} MiB`);
    }
    const most = Math.max(...later);
    return [
      {
        name: `memory of the service and its slots, the most of ten looks until ${many} runs, MiB`,
        value: most / mebibyte,
        baseline: `after ${few} runs ${mib(fewBytes)} MiB; at the end ${mib(later.at(-1) ?? 0)} MiB`,
        ratio: most / fewBytes,
        target: '≤ 1.1 ×',
        met: most <= fewBytes * 1.1,
      },
    ];
  } finally {
    await site.stop();
  }
}

/** A slot that is being replaced counts twice for a moment: the least of some looks is what stays. */
async function bytesAtRest(pid: number): Promise<number> {
  const found: number[] = [];
  for (let look = 0; look < looks; look += 1) {
    await delay(restMs / looks);
    found.push(await treeBytes(pid));
  }
  return Math.min(...found);
}

function mib(bytes: number): string {
  return (bytes / mebibyte).toFixed(0);
}
