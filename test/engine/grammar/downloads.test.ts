import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPilot } from '../../../src/engine/acting/create-pilot.ts';
import type { DevicePool } from '../../../src/engine/acting/device.ts';
import { browserProgram } from '../../support/browser.ts';
import { keptReport } from '../acting/scripted-device.ts';
import { listen, type Site, startPool } from '../browser/support.ts';

const patienceMs = 300_000;

const html = `<!doctype html><title>Reports</title><meta charset="utf-8"><h1>Reports</h1>
<button onclick="save('people.csv', 'Name,Age,City\\r\\nAlice,30,New York\\r\\nBob,1200.50,&quot;1,200.50&quot;\\r\\n')">People</button>
<button onclick="save('empty.csv', '')">Empty</button>
<button onclick="pages += 1; count.textContent = pages + ' pages'; if (pages === 3) setTimeout(() => save('pages.txt', 'done'), 500)">Next</button>
<p id="count">0 pages</p>
<script>let pages = 0;
function save(name, content) { const a = document.createElement('a'); a.download = name; a.href = URL.createObjectURL(new Blob([content])); a.click(); }
</script>`;

describe.skipIf(browserProgram === null)(
  'files that a page hands out (skipped where there is no browser)',
  { timeout: patienceMs },
  () => {
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

    async function run(prompt: string, assertTimeoutMs = 15_000) {
      const signal = AbortSignal.timeout(patienceMs - 10_000);
      const variables = [{ name: 'name', value: 'people.csv', isSecret: false }];
      const pilot = createPilot({ planner: null, stepTimeoutMs: 20_000, assertTimeoutMs });
      const task = { prompt, steps: null, targetUrl: site.url, platform: 'web', variables } as const;
      const journey = await pilot.prepare(task, signal);
      const device = await pool.open(
        {
          runName: 'a run',
          platform: 'web',
          targetUrl: site.url,
          app: null,
          allowedHosts: null,
          secrets: [],
          phone: null,
        },
        signal,
      );
      const report = keptReport();
      try {
        await journey.execute(device, report, signal);
      } finally {
        await device.close();
      }
      return report.steps.slice(1);
    }

    const statuses = (steps: Awaited<ReturnType<typeof run>>) =>
      steps.map(({ status, title, error }) => (status === 'passed' ? title : `${title}: ${error}`));

    it('are looked into by sentences', async () => {
      const right = [
        'No file is downloaded',
        'Download {{name}} by clicking "People"',
        'The file {{name}} is downloaded',
        '"people.csv" was downloaded',
        'A file is downloaded',
        'The file "other.csv" is not downloaded',
        'The file "people.csv" contains "Alice"',
        'The file "people.csv" contains "30" and "New York"',
        'The file "people.csv" contains "1,200.50"',
        'The file "people.csv" contains the line "Alice,30,New York"',
        'The file "people.csv" starts with "Name,Age"',
        `The file "people.csv" ends with '"1,200.50"'`,
        'The file "people.csv" has 3 lines',
        'The file "people.csv" has between 2 and 5 lines',
        'The file "people.csv" is not empty',
        'The downloaded file does not contain "Mallory"',
        'The downloaded file does not contain "lice"',
        'Click "Empty"',
        'The downloaded file is empty',
        'The file "empty.csv" has 0 lines',
        'The file "people.csv" is not empty',
      ];
      expect(statuses(await run(right.join('\n')))).toEqual(right);
    });

    it('are told from what they are not', async () => {
      const wrong = {
        'The file "people.csv" contains "Mallory"':
          'it does not; it begins with "Name,Age,City", "Alice,30,New York", "Bob,1200.50,"1,200.50""',
        'The file "people.csv" contains "alice"': 'it does not;',
        'The file "people.csv" contains "lice"': 'it does not;',
        'The file "people.csv" contains "50"': 'it does not;',
        'The file "people.csv" contains "Alice" and "Mallory"': 'to contain "Mallory" failed: it does not',
        'The file "people.csv" does not contain "ALICE"': 'it does;',
        'The file "people.csv" contains the line "Alice,30"': 'it does not;',
        'The file "people.csv" starts with "Alice"': 'it does not;',
        'The file "people.csv" has the text "Alice"': 'it does not;',
        'The file "people.csv" has 2 lines': 'it has 3 lines;',
        'The file "people.csv" is empty': 'it has 58 bytes;',
        'The file "People.csv" is downloaded': 'what was downloaded is called "people.csv"',
        'The file "people.csv" is not downloaded': '"people.csv" (58 bytes) is downloaded',
        'No file is downloaded': '"people.csv" (58 bytes) is downloaded',
        'The file "other.csv" does not contain "Alice"': 'what was downloaded is called "people.csv"',
      };
      const [, ...steps] = await run(`Click "People"\n${Object.keys(wrong).join('\n')}`, 100);
      const missed = Object.values(wrong).filter((actual, at) => steps[at]?.error?.includes(actual) !== true);
      expect(missed, statuses(steps).join('\n')).toEqual([]);
    });

    it('go with condition, repetition and time', async () => {
      const prompt = `If a file is downloaded, click "Empty"
        If no file is downloaded, click "Next" until the file "pages.txt" is downloaded
        See "3 pages"
        Within 30 seconds, the file "pages.txt" has the text "done"
        Click "People"
        Wait until the file "people.csv" contains "Alice"
        Wait for the download to finish
        If the file "people.csv" contains "Bob", click "Next"
        See "4 pages"
        The file "empty.csv" is not downloaded`;
      const steps = await run(prompt);
      expect(statuses(steps)).toEqual(steps.map(({ title }) => title));
    });
  },
);
