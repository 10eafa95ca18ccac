import { afterAll, beforeAll } from 'vitest';
import { createPilot } from '../../../src/engine/acting/create-pilot.ts';
import type { DevicePool } from '../../../src/engine/acting/device.ts';
import type { Step } from '../../../src/engine/report.ts';
import { keptReport } from '../acting/scripted-device.ts';
import { listen, type Site, startPool, webRequest } from '../browser/support.ts';

export const patienceMs = 300_000;

const html = `<!doctype html><title>Reports</title><meta charset="utf-8"><h1>Reports</h1>
<button onclick="save('people.csv', 'Name,Age,City\\r\\nAlice,30,New York\\r\\nBob,1200.50,&quot;1,200.50&quot;\\r\\n')">People</button>
<button onclick="save('empty.csv', '')">Empty</button>
<button onclick="pages += 1; count.textContent = pages + ' pages'; if (pages === 3) setTimeout(() => save('pages.txt', 'done'), 500)">Next</button>
<p id="count">0 pages</p>
<script>let pages = 0;
function save(name, content) { const a = document.createElement('a'); a.download = name; a.href = URL.createObjectURL(new Blob([content])); a.click(); }
</script>`;

/** Runs sentences on a page that hands out reports. */
export function useReports(): (prompt: string, assertTimeoutMs?: number) => Promise<Step[]> {
  let site: Site;
  let pool: DevicePool;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    site = await listen({ '/': html });
    ({ pool, stop } = await startPool({ allowPrivate: true }));
  });
  afterAll(async () => {
    await stop();
    await site.close();
  });

  return async (prompt, assertTimeoutMs = 15_000) => {
    const signal = AbortSignal.timeout(patienceMs - 10_000);
    const variables = [{ name: 'name', value: 'people.csv', isSecret: false }];
    const pilot = createPilot({ planner: null, stepTimeoutMs: 20_000, assertTimeoutMs });
    const task = { prompt, steps: null, targetUrl: site.url, platform: 'web', variables } as const;
    const journey = await pilot.prepare(task, signal);
    const device = await pool.open({ ...webRequest, targetUrl: site.url }, signal);
    const report = keptReport();
    try {
      await journey.execute(device, report, signal);
    } finally {
      await device.close();
    }
    return report.steps.slice(1);
  };
}

export const statuses = (steps: readonly Step[]) =>
  steps.map(({ status, title, error }) => (status === 'passed' ? title : `${title}: ${error}`));
