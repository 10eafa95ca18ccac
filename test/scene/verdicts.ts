import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { type DevicePool, ExecutionFailure } from '../../dist/devices/device.js';
import { createPilot } from '../../dist/pilots/create-pilot.js';
import { startPool } from '../devices/web/support.ts';
import { keptReport } from '../pilots/scripted-device.ts';
import { browserProgram } from '../support/browser.ts';

/** What is said of a page: PASS, FAILED, or the code of what ended the run. */
export type VerdictOn = (body: string, steps: readonly string[]) => Promise<string>;

/** Short ones are enough: what is not there at once on these pages never comes. */
const limits = { stepTimeoutMs: 2_500, assertTimeoutMs: 1_500 };

/** Runs sentences on pages in a real browser, as a run of the service does; null where there is no browser. */
export function useVerdicts(): VerdictOn | null {
  let server: Server;
  let pool: DevicePool;
  let stop: () => Promise<void>;
  let html = '';
  let url = '';
  if (browserProgram === null) return null;

  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url !== '/') return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    ({ pool, stop } = await startPool({ allowPrivate: true }));
  });
  afterAll(async () => {
    await stop();
    await new Promise((resolve) => server.close(resolve));
  });

  return async (body, steps) => {
    html = `<!doctype html><meta charset="utf-8"><title>Page</title><body>${body}`;
    const signal = AbortSignal.timeout(60_000);
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
      await device.close();
    }
    return report.findings.some(({ type }) => type === 'issue') ? 'FAILED' : 'PASS';
  };
}
