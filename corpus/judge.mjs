import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPilot } from '../dist/engine/acting/create-pilot.js';
import { findBrowser } from '../dist/engine/browser/program/find-browser.js';
import { launchBrowser } from '../dist/engine/browser/program/launch.js';
import { createWebPool } from '../dist/engine/browser/web-pool.js';
import { startBrowserProxy } from '../dist/kernel/outbound/browser-proxy.js';
import { createOutbound } from '../dist/kernel/outbound/outbound.js';

const promptMs = 180_000;
/** As a service has it that was told nothing else. */
const patience = { stepTimeoutMs: 15_000, assertTimeoutMs: 5_000 };

/** A browser as the service has it. What is to be closed afterwards is added to `closers`. */
export async function startPool(closers) {
  const folder = await mkdtemp(join(tmpdir(), 'gantry-corpus-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const outbound = createOutbound({
    policy: { allowPrivate: true, allowNetworks: [] },
    connectionsPerOrigin: 16,
  });
  closers.push(() => outbound.close());
  const proxy = await startBrowserProxy(outbound);
  closers.push(() => proxy.close());
  const found = await findBrowser({
    path: process.env.GANTRY_BROWSER_PATH,
    searchPath: process.env.PATH ?? '',
    cacheDir: fileURLToPath(new URL('../node_modules/.cache/gantry/browsers', import.meta.url)),
  });
  if (found === null)
    throw new Error('There is no browser on this machine; `gantry doctor` says what to do.');
  const browser = await launchBrowser({ ...(await found.program()), folder, sandbox: false });
  const pool = await createWebPool({ browser, proxy, folder });
  closers.push(() => pool.close());
  return pool;
}

/** What a service says of a prompt, on a page of its own, which is closed after `beforeClosing`. */
export async function judge({ prompt, url, stepTimeoutMs }, pool, beforeClosing = async () => {}) {
  const startedAtMs = performance.now();
  const signal = AbortSignal.timeout(promptMs);
  const report = createReport();
  const task = { prompt, steps: null, targetUrl: url, platform: 'web', variables: [] };
  let device = null;
  let got = 'PASS';
  let reason = '';
  try {
    const pilot = createPilot({ planner: null, ...patience, ...(stepTimeoutMs && { stepTimeoutMs }) });
    const journey = await pilot.prepare(task, signal);
    device = await pool.open(
      { platform: 'web', targetUrl: url, app: null, allowedHosts: null, secrets: [], phone: null },
      signal,
    );
    await journey.execute(device, report, signal);
    const issues = report.findings.filter(({ type }) => type === 'issue');
    if (issues.length > 0) got = 'FAILED';
    reason = issues.map(({ name, description }) => `${name}: ${description}`).join(' | ');
  } catch (error) {
    got = error.code ?? error.name ?? 'ERROR';
    reason = error.message ?? String(error);
  }
  if (device !== null) await beforeClosing();
  await device?.close().catch(() => undefined);
  const failedAt = report.steps.find(({ status }) => status === 'failed')?.title ?? null;
  return { got, reason, failedAt, ms: Math.round(performance.now() - startedAtMs) };
}

function createReport() {
  return {
    about: {},
    steps: [],
    findings: [],
    describe() {},
    step(step) {
      this.steps.push(step);
    },
    finding(finding) {
      this.findings.push(finding);
    },
    async screenshot() {
      return '/picture';
    },
    async scene() {
      return '/scene';
    },
    async trace() {},
  };
}
