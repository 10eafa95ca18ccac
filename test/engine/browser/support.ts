import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import type { ActionName } from '../../../src/engine/acting/catalogue.ts';
import type { Device, DevicePool, DeviceRequest, Secret } from '../../../src/engine/acting/device.ts';
import { launchBrowser } from '../../../src/engine/browser/program/launch.ts';
import { createWebPool } from '../../../src/engine/browser/web-pool.ts';
import { find } from '../../../src/engine/scene/find.ts';
import { nameOf } from '../../../src/engine/scene/names.ts';
import { screenLines, textOf } from '../../../src/engine/scene/painted-text.ts';
import { copyOf, type Thing } from '../../../src/engine/scene/scene.ts';
import { heldBy } from '../../../src/engine/scene/seeing.ts';
import type { Target } from '../../../src/engine/scene/target.ts';
import { startBrowserProxy } from '../../../src/kernel/outbound/browser-proxy.ts';
import { createOutbound } from '../../../src/kernel/outbound/outbound.ts';
import { browserProgram } from '../../support/browser.ts';

export const never = new AbortController().signal;
export const noBrowser = browserProgram === null;
export const why = noBrowser ? ' (skipped: no browser on this machine)' : '';

/** A pool as the service builds it, for the tests of one file. */
export function usePool(policy = { allowPrivate: true }): () => Promise<DevicePool> {
  let started: Promise<{ pool: DevicePool; stop(): Promise<void> }> | undefined;
  afterAll(async () => (await started)?.stop());
  return async () => {
    started ??= startPool(policy);
    return (await started).pool;
  };
}

export async function startPool(policy: { allowPrivate: boolean }) {
  if (browserProgram === null) throw new Error('There is no browser on this machine.');
  const folder = await mkdtemp(join(tmpdir(), 'gantry-test-'));
  const outbound = createOutbound({ policy: { ...policy, allowNetworks: [] } });
  const proxy = await startBrowserProxy(outbound);
  const browser = await launchBrowser({ ...browserProgram, folder, sandbox: false });
  const pool = await createWebPool({ browser, proxy, folder });
  const stop = async () => {
    await pool.close();
    await proxy.close();
    await outbound.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { pool, browser, proxy, folder, stop };
}

/** A thing that a target names, with what there is to say of it. */
export interface Sighting extends Omit<Thing, 'value'> {
  readonly name: string;
  readonly text: string;
  readonly value: string | null;
}

export interface Hand {
  readonly device: Device;
  /** Performs an action by its name. */
  act(name: ActionName, input?: unknown, timeoutMs?: number): Promise<string>;
  open(url: string): Promise<string>;
  click(name: string, more?: Partial<Target>, timeoutMs?: number): Promise<string>;
  type(name: string, text: string): Promise<string>;
  find(target: Target | string): Promise<Sighting[]>;
  text(): Promise<string>;
}

export async function openDevice(pool: DevicePool, request: Partial<DeviceRequest> = {}): Promise<Hand> {
  const hand = await takeDevice(pool, request);
  onTestFinished(() => hand.device.close());
  return hand;
}

/** Asks for nothing but a browser. */
export const webRequest: DeviceRequest = {
  runName: 'a run',
  platform: 'web',
  targetUrl: null,
  app: null,
  allowedHosts: null,
  secrets: [],
  phone: null,
};

export async function takeDevice(pool: DevicePool, request: Partial<DeviceRequest> = {}): Promise<Hand> {
  const device = await pool.open({ ...webRequest, ...request }, never);
  const act = (name: ActionName, input: unknown = {}, timeoutMs = 30_000) =>
    device.perform(name, input, { signal: never, timeoutMs });
  return {
    device,
    act,
    open: (url) => act('open', { url }),
    click: (name, more = {}, timeoutMs) => act('click', { target: { name, ...more } }, timeoutMs),
    type: (name, text) => act('type', { target: { name }, text }),
    async find(target) {
      const scene = await device.scene(never);
      const { matches, isSeen } = find(scene, typeof target === 'string' ? { name: target } : target);
      return matches.map(({ thing }) => ({
        ...copyOf(thing),
        name: nameOf(scene, thing),
        text: textOf(scene, thing),
        value: heldBy(scene, thing),
        isVisible: isSeen,
      }));
    },
    text: async () =>
      screenLines(await device.scene(never))
        .map(({ text }) => text)
        .join('\n'),
  };
}

export type Answer = string | ((request: IncomingMessage, response: ServerResponse) => void);

export interface Site {
  readonly url: string;
  readonly host: string;
  /** `GET /path`, in the order in which they came; without those for the site's icon. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** A site on 127.0.0.1: pages by path. */
export async function serve(pages: Record<string, Answer>): Promise<Site> {
  const site = await listen(pages);
  onTestFinished(site.close);
  return site;
}

/** The same, for whoever closes it. */
export async function listen(pages: Record<string, Answer>): Promise<Site> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    if (path === '/favicon.ico') return void response.writeHead(404).end();
    requests.push(`${request.method} ${path}`);
    const answer = pages[path];
    if (answer === undefined) return void response.writeHead(404).end('There is nothing here.');
    if (typeof answer === 'function') return answer(request, response);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { url: `http://${host}`, host, requests, close };
}

/** One device for the tests of a file: shows one page after another, which is quicker than a device for each. */
export function useHand(pool: () => Promise<DevicePool>): (html: string) => Promise<Hand> {
  let started: Promise<{ hand: Hand; url: string; close(): Promise<void> }> | undefined;
  let html = '';
  afterAll(async () => (await started)?.close());
  const start = async () => {
    const site = await listen({
      '/': (_request, response) =>
        void response.setHeader('content-type', 'text/html; charset=utf-8').end(html),
    });
    const hand = await takeDevice(await pool(), {});
    const close = async () => {
      await hand.device.close();
      await site.close();
    };
    return { hand, url: site.url, close };
  };
  return async (page) => {
    html = page;
    started ??= start();
    const { hand, url } = await started;
    await hand.open(url);
    return hand;
  };
}

/** Where a page tells what was done on it: `say('clicked')`. */
export const log =
  '<output id=log></output><script>function say(text) { log.textContent += text + " "; }</script>';

/** Secrets that may go wherever the run may. */
export function secretsNamed(...values: string[]): Secret[] {
  return values.map((value) => ({ name: 'secret', value, hosts: null }));
}

/** Opens one page of the given HTML. */
export async function show(
  pool: DevicePool,
  html: string,
  request: Partial<DeviceRequest> = {},
): Promise<Hand> {
  const site = await serve({ '/': html });
  const hand = await openDevice(pool, request);
  await hand.open(site.url);
  return hand;
}
