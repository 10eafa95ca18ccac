import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../src/engine/browser/program/find-browser.ts';
import { type Figure, figureOfPairs, median, type Pair } from './support/figure.ts';
import { startSupport } from './support/node-process.ts';
import { residentBytes } from './support/resident-bytes.ts';
import { type BenchService, newProject } from './support/service.ts';

const rounds = 7;
const followers = 200;
const idleMs = 20_000;
const ticksPerSecond = 100;

/** What a person waits for, measured in a real browser on the built page. */
export async function benchDashboard(service: BenchService): Promise<Figure[]> {
  const browser = await launch(service.dataDir);
  try {
    const page = await signedIn(browser, service);
    return [
      ...(await firstRows(service, page)),
      ...(await aLongRun(service, page)),
      ...(await manyFollowers(service)),
    ];
  } finally {
    await browser.close();
  }
}

async function firstRows(service: BenchService, page: Page): Promise<Figure[]> {
  const small = await projectWithRuns(service, 1_000);
  const large = await projectWithRuns(service, 1_000_000);
  await service.query('vacuum analyze runs');
  const measure = (projectId: string) =>
    shownAfterMs(page, `${service.url}/projects/${projectId}/runs`, () =>
      page.locator('tbody a').first().waitFor(),
    );
  for (const project of [small, large]) await measure(project);
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round += 1)
    pairs.push({ baseline: await measure(small), value: await measure(large) });
  const atAThousand = (ms: number) => `at 1,000 runs ${ms.toFixed(0)} ms`;
  return [figureOfPairs('first rows of Runs at 1,000,000 runs, ms', pairs, atAThousand, { most: 1.3 })];
}

/** A run of 50 steps that fails at the last, so that it has pictures and a recording. */
async function aLongRun(service: BenchService, page: Page): Promise<Figure[]> {
  const site = startSupport('shop-site');
  try {
    const { url: siteUrl } = (await site.nextLine()) as { url: string };
    const run = await carriedOut(service, `${siteUrl}/shop`);
    const url = `${service.url}/projects/${service.projectId}/runs/${run}`;
    const usable = await severalMs(() =>
      shownAfterMs(page, url, () => page.getByRole('button', { name: 'Picture of step 50' }).waitFor()),
    );
    const opened = await severalMs(async () => {
      await page.goto(url);
      const button = page.getByRole('button', { name: 'Open the recording' });
      await button.waitFor();
      const startedMs = performance.now();
      await button.click();
      await page.frameLocator('iframe').locator('.action-title').first().waitFor();
      return performance.now() - startedMs;
    });
    return [
      within('a run of 50 steps with pictures is usable, ms', usable, 1_000),
      within('its recording is open, ms', opened, 1_500),
    ];
  } finally {
    await site.stop();
  }
}

/** Each open dashboard holds one event stream. */
async function manyFollowers(service: BenchService): Promise<Figure[]> {
  const before = await residentBytes(service.pid);
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${service.key}` };
  const streams = await Promise.all(
    Array.from({ length: followers }, () =>
      fetch(`${service.url}/api/v1/events?projectId=${service.projectId}`, {
        headers,
        signal: leaving.signal,
      }),
    ),
  );
  try {
    await delay(2_000);
    const startedAt = await processorSeconds(service.pid);
    await delay(idleMs);
    const share = ((await processorSeconds(service.pid)) - startedAt) / (idleMs / 1_000);
    const grown = ((await residentBytes(service.pid)) - before) / 1024 ** 2;
    const open = streams.filter(({ ok }) => ok).length;
    return [
      {
        name: `memory of ${open} open dashboards, MiB`,
        value: grown,
        baseline: `without them ${(before / 1024 ** 2).toFixed(0)} MiB`,
        ratio: grown / 100,
        target: '< 100 MiB',
        met: open === followers && grown < 100,
      },
      {
        name: `processor time of ${open} open dashboards, share of a core`,
        value: share,
        baseline: 'while nothing happens',
        ratio: share / 0.05,
        target: '< 0.05',
        met: open === followers && share < 0.05,
      },
    ];
  } finally {
    leaving.abort();
  }
}

function within(name: string, values: number[], limitMs: number): Figure {
  const value = median(values);
  return {
    name,
    value,
    baseline: `the limit of ${limitMs} ms`,
    ratio: value / limitMs,
    target: `≤ ${limitMs} ms`,
    met: value <= limitMs,
    note: values.map((ms) => ms.toFixed(0)).join(' '),
  };
}

async function severalMs(measure: () => Promise<number>): Promise<number[]> {
  await measure();
  const values: number[] = [];
  for (let round = 0; round < rounds; round += 1) values.push(await measure());
  return values;
}

async function shownAfterMs(page: Page, url: string, isShown: () => Promise<void>): Promise<number> {
  await page.goto('about:blank');
  const startedMs = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await isShown();
  return performance.now() - startedMs;
}

async function launch(cacheDir: string): Promise<Browser> {
  const found = await findBrowser({
    path: process.env.GANTRY_BROWSER_PATH,
    searchPath: process.env.PATH ?? '',
    cacheDir,
  });
  if (found === null) throw new Error('There is no browser on this machine.');
  const { executablePath, args = [], env = {} } = await found.program();
  return chromium.launch({ executablePath, args: [...args, '--no-sandbox'], env: { ...env } });
}

async function signedIn(browser: Browser, service: BenchService): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const { code } = (await (await service.call('POST', '/sign-in-codes', {})).json()) as { code: string };
  await page.goto(`${service.url}/sign-in#${code}`);
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  return page;
}

async function projectWithRuns(service: BenchService, count: number): Promise<string> {
  const projectId = await newProject(service, `with ${count} runs`);
  await service.query(
    `insert into runs (
       id, project_id, type, status, result, platform, prompt, feature_name, output, created_at, started_at, completed_at
     )
     select gen_random_uuid(), $1::uuid, 'chat', 'completed', case n % 9 when 0 then 'FAILED' else 'PASS' end, 'web', 'See "Welcome".', 'Run ' || n,
       '{"issues": [], "steps": []}', at, at, at + interval '5 seconds'
     from (select n, date_trunc('milliseconds', now()) - n * interval '10 seconds' as at from generate_series(1, $2::int) n) as made`,
    [projectId, count],
  );
  return projectId;
}

async function carriedOut(service: BenchService, targetUrl: string): Promise<string> {
  const prompt = `${Array.from({ length: 48 }, () => 'See "Shop".').join(' ')} See "Nothing like this".`;
  const body = { projectId: service.projectId, targetUrl, prompt };
  const { id } = (await (await service.call('POST', '/runs', body)).json()) as { id: string };
  for (;;) {
    const run = (await (await service.call('GET', `/runs/${id}`)).json()) as {
      completedAt: string | null;
      output: { traceUrl: string | null; steps: unknown[] };
      error: unknown;
    };
    if (run.completedAt !== null) {
      if (run.output.traceUrl === null || run.output.steps.length !== 50)
        throw new Error(`not the run that is meant: ${JSON.stringify(run.error)} ${run.output.steps.length}`);
      return id;
    }
    await delay(500);
  }
}

/** Of all threads of the process, as the kernel counts it. */
async function processorSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
