import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Device } from '../src/devices/device.ts';
import { findBrowser } from '../src/devices/web/find-browser.ts';
import { launchBrowser } from '../src/devices/web/launch.ts';
import { createWebPool } from '../src/devices/web/web-pool.ts';
import { startBrowserProxy } from '../src/outbound/browser-proxy.ts';
import { createOutbound } from '../src/outbound/outbound.ts';
import type { Figure } from './support/figure.ts';

const rounds = 9;
const sizes = [
  { rows: 833, elements: '5,000', maxMs: 40 },
  { rows: 8_333, elements: '50,000', maxMs: 400 },
] as const;

/** What it takes to look at a whole page, against the same look at an empty one. */
export async function benchScene(): Promise<Figure[]> {
  const browser = await findBrowser({
    path: process.env.GANTRY_BROWSER_PATH,
    searchPath: process.env.PATH ?? '',
    cacheDir: 'node_modules/.cache/gantry-chromium',
  });
  if (browser === null) return [];
  const folder = await mkdtemp(join(tmpdir(), 'gantry-bench-'));
  const policy = { allowPrivate: true, allowNetworks: [] };
  const outbound = createOutbound({ policy, connectionsPerOrigin: 16 });
  const proxy = await startBrowserProxy(outbound);
  const launched = await launchBrowser({ ...(await browser.program()), folder, sandbox: false });
  const pool = await createWebPool({ browser: launched, proxy, folder });
  const site = await servePages();
  const signal = new AbortController().signal;
  const request = {
    platform: 'web',
    targetUrl: site.url,
    app: null,
    allowedHosts: null,
    secrets: [],
  } as const;
  const device = await pool.open(request, signal);
  try {
    const emptyMs = await look(device, `${site.url}/0`);
    const figures: Figure[] = [];
    for (const { rows, elements, maxMs } of sizes) {
      const ms = await look(device, `${site.url}/${rows}`);
      figures.push({
        name: `a scene of a page with ${elements} elements, ms (median of ${rounds})`,
        value: ms,
        baseline: `of an empty page ${emptyMs.toFixed(1)} ms`,
        ratio: ms / emptyMs,
        target: `≤ ${maxMs} ms`,
        met: ms <= maxMs,
      });
    }
    return figures;
  } finally {
    await device.close();
    await pool.close();
    await proxy.close();
    await outbound.close();
    await site.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function look(device: Device, url: string): Promise<number> {
  const signal = new AbortController().signal;
  const open = device.actions.find(({ name }) => name === 'open');
  await open?.perform({ url }, { signal, timeoutMs: 60_000 });
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = performance.now();
    await device.scene(signal);
    times.push(performance.now() - before);
  }
  return times.sort((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0;
}

/** A table of so many rows, six elements each. */
async function servePages(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const rows = Array.from(
      { length: Number(request.url?.slice(1)) || 0 },
      (_, row) =>
        `<tr><td>Row ${row}</td><td><a href="#">Open ${row}</a></td><td><button>Edit</button></td></tr>`,
    );
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Rows</title><table>${rows.join('')}</table>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
