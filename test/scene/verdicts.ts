import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DevicePool, ExecutionFailure } from '../../dist/devices/device.js';
import { createPilot } from '../../dist/pilots/create-pilot.js';
import { listen, startPool } from '../devices/web/support.ts';
import { keptReport } from '../pilots/scripted-device.ts';
import { browserProgram } from '../support/browser.ts';

/** What is said of a page: PASS, FAILED, or the code of what ended the run. */
type VerdictOn = (page: Page) => Promise<string>;

interface Page {
  id: string;
  body: string;
  steps: string[];
  expect: string;
}

/** What is there is found at once; the long time is for a machine that is busy. */
const passLimits = { stepTimeoutMs: 60_000, assertTimeoutMs: 20_000 };
/** What is not there at once on these pages never comes. */
const otherLimits = { stepTimeoutMs: 2_500, assertTimeoutMs: 1_500 };

/** Runs sentences on pages in a real browser, as a run of the service does; null where there is no browser. */
function useVerdicts(): VerdictOn | null {
  let pool: DevicePool;
  let stop: () => Promise<void>;
  if (browserProgram === null) return null;

  beforeAll(async () => {
    ({ pool, stop } = await startPool({ allowPrivate: true }));
  });
  afterAll(() => stop());

  return async (page) => {
    if (page.expect === 'PASS') return judge(page, passLimits);
    const verdict = await judge(page, otherLimits);
    // On a busy machine the page itself may take longer than that.
    return /TIMEOUT/.test(verdict) ? judge(page, passLimits) : verdict;
  };

  async function judge({ body, steps }: Page, limits: typeof passLimits): Promise<string> {
    const site = await listen({
      '/': `<!doctype html><meta charset="utf-8"><title>Page</title><body>${body}`,
    });
    const url = `${site.url}/`;
    const signal = AbortSignal.timeout(300_000);
    const task = { prompt: steps.join('\n'), steps: null, targetUrl: url, variables: [] };
    const journey = await createPilot({ planner: null, ...limits }).prepare(
      { ...task, platform: 'web' },
      signal,
    );
    const request = { platform: 'web', targetUrl: url, app: null, allowedHosts: null, secrets: [] } as const;
    const device = await pool.open(request, signal);
    const report = keptReport();
    try {
      await journey.carryOut(device, report, signal);
    } catch (error) {
      if (error instanceof ExecutionFailure) return error.code;
      throw error;
    } finally {
      // A browser that is slow to close changes no verdict.
      await device.close().catch(() => undefined);
      await site.close();
    }
    return report.findings.some(({ type }) => type === 'issue') ? 'FAILED' : 'PASS';
  }
}

/** Small pages, each with the verdict that a person gives. */
export function judgePages(file: string): void {
  const pages: Page[] = JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
  describe('a person and Gantry give the same verdict', () => {
    const verdictOn = useVerdicts();
    // Most of their time they wait for what does not come.
    const judge = verdictOn === null ? it.skip : it.concurrent;
    judge.each(pages)('on $id', async (page) => {
      expect(await verdictOn?.(page)).toEqual(page.expect);
    });
  });
}
