import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { launchBrowser } from '../../../../src/engine/browser/program/launch.ts';
import {
  type BrowserProxy,
  type ProxyPass,
  startBrowserProxy,
} from '../../../../src/kernel/outbound/browser-proxy.ts';
import { createOutbound, type OutboundOptions } from '../../../../src/kernel/outbound/outbound.ts';
import { browserProgram } from '../../../support/browser.ts';

const openPolicy = { allowPrivate: true, allowNetworks: [] };

export async function launchTestBrowser(): Promise<Browser> {
  if (browserProgram === null) throw new Error('there is no browser');
  const folder = await mkdtemp(join(tmpdir(), 'gantry-test-'));
  const browser = await launchBrowser({ ...browserProgram, folder, sandbox: false });
  browser.once('disconnected', () => void rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return browser;
}

/** A proxy behind its own guard, ended with the test. */
export async function startProxy(options: Partial<OutboundOptions> = {}): Promise<BrowserProxy> {
  const outbound = createOutbound({ policy: openPolicy, ...options });
  const proxy = await startBrowserProxy(outbound);
  onTestFinished(async () => {
    await proxy.close();
    await outbound.close();
  });
  return proxy;
}

export async function openContext(browser: Browser, pass: ProxyPass): Promise<BrowserContext> {
  const { server, username, password } = pass;
  const context = await browser.newContext({ proxy: { server, username, password } });
  onTestFinished(() => context.close());
  return context;
}

export interface Site {
  readonly port: number;
  readonly url: string;
  /** Connections ever made to it. */
  connections(): number;
}

export async function startSite(onRequest: RequestListener, host = '127.0.0.1'): Promise<Site> {
  const server = createServer(onRequest);
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen({ host, port: 0 }, resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://${host}:${port}`, connections: () => connections };
}

export function htmlPage(body: string): string {
  return `<!doctype html><meta charset="utf-8"><title>test</title><body>${body}`;
}
