import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPilot } from '../../../src/engine/acting/create-pilot.ts';
import type { Device, DevicePool } from '../../../src/engine/acting/device.ts';
import type { Step } from '../../../src/engine/report.ts';
import { ExecutionFailure } from '../../../src/engine/report.ts';
import { greyPng } from '../../../src/kernel/png.ts';
import { browserProgram } from '../../support/browser.ts';
import { keptReport } from '../acting/scripted-device.ts';
import { listen, startPool, webRequest } from '../browser/support.ts';

/** Sentences on a page, and the verdict that a person gives: PASS, FAILED, or the code of what ended the run. */
export interface Case {
  body: string;
  steps: string[];
  expect: string;
  /** How long a check looks for what is not there; for a page on which nothing changes by itself, not long. */
  missMs?: number;
}

interface Page extends Case {
  id: string;
}

export interface Judged {
  readonly verdict: string;
  /** What was found, or why the run ended. */
  readonly why: string[];
  /** One for each sentence, without the opening of the page. */
  readonly steps: Step[];
}

type Judge = (page: Case) => Promise<Judged>;

/** What is there is found at once; the long time is for a machine that is busy. */
const passLimits = { stepTimeoutMs: 60_000, assertTimeoutMs: 20_000 };
/** What is not there at once on these pages never comes. */
const otherLimits = { stepTimeoutMs: 1_500, assertTimeoutMs: 700 };

/** Runs sentences on pages in a real browser, and keeps no pictures; null where there is no browser. */
export function useJudge(): Judge | null {
  let pool: DevicePool;
  let stop: () => Promise<void>;
  /** They have shown other pages before: a device for each page takes most of the time. */
  const idle: Device[] = [];
  if (browserProgram === null) return null;

  beforeAll(async () => {
    ({ pool, stop } = await startPool({ allowPrivate: true }));
  });
  afterAll(async () => {
    await Promise.all(idle.map((device) => device.close()));
    await stop();
  });

  return async (page) => {
    if (page.expect === 'PASS') return judge(page, passLimits);
    const { assertTimeoutMs } = otherLimits;
    const judged = await judge(page, { ...otherLimits, assertTimeoutMs: page.missMs ?? assertTimeoutMs });
    // On a busy machine the page itself may take longer than that.
    return /TIMEOUT/.test(judged.verdict) ? judge(page, passLimits) : judged;
  };

  async function judge({ body, steps }: Case, limits: typeof passLimits): Promise<Judged> {
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
    const device = idle.pop() ?? (await pool.open({ ...webRequest, allowedHosts: ['127.0.0.1'] }, signal));
    const report = keptReport();
    const carriedOut = () => report.steps.slice(1);
    try {
      await journey.execute(withoutEvidence(device), report, signal);
      idle.push(device);
    } catch (error) {
      // A browser that is slow to close changes no verdict.
      await device.close().catch(() => undefined);
      if (!(error instanceof ExecutionFailure)) throw error;
      return { verdict: error.code, why: [error.message], steps: carriedOut() };
    } finally {
      await site.close();
    }
    const issues = report.findings.filter(({ type }) => type === 'issue');
    const why = issues.map(({ description }) => description);
    return { verdict: issues.length > 0 ? 'FAILED' : 'PASS', why, steps: carriedOut() };
  }
}

const picture = greyPng(1_280, 720, 0);

function withoutEvidence(device: Device): Device {
  return { ...device, screenshot: async () => picture, trace: async () => null };
}

/** Small pages, each with the verdict that a person gives. */
export function judgePages(file: string): void {
  const pages: Page[] = JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
  describe('a person and Gantry give the same verdict', () => {
    const judge = useJudge();
    // Most of their time they wait for what does not come.
    const test = judge === null ? it.skip : it.concurrent;
    test.each(pages)('on $id', async (page) => {
      expect((await judge?.(page))?.verdict).toEqual(page.expect);
    });
  });
}
