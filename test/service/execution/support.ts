import { execFileSync } from 'node:child_process';
import { createServer, type RequestListener, type Server } from 'node:http';
import {
  type AddressInfo,
  createServer as createListener,
  type Server as Listener,
  type Socket,
} from 'node:net';
import { afterAll, onTestFinished } from 'vitest';
import { type EndedRun, runToEnd } from '../../sites/corpus.mjs';
import { browserPath } from '../../support/browser.ts';
import { type AtEnd, gatherClosers } from '../../support/database.ts';
import { quietPort } from '../../support/ports.ts';
import { adminKey, startTestService, type TestService } from '../../support/service.ts';

export const noBrowser = browserPath === null;
export const whyNot = noBrowser ? ' (skipped: there is no browser)' : '';

export interface RealService extends TestService {
  /** Submits a prompt and waits for its end. */
  run(prompt: string, body?: Record<string, unknown>): Promise<EndedRun>;
}

/** The whole service with its real browser and pilot; a check that fails is given up sooner than by default. */
export async function startRealService(
  settings: Record<string, string> = {},
  atEnd: AtEnd = onTestFinished,
): Promise<RealService> {
  const service = await startTestService({
    execution: 'real',
    atEnd,
    settings: {
      GANTRY_STEP_TIMEOUT_SECONDS: '20',
      GANTRY_ASSERT_TIMEOUT_SECONDS: '2',
      GANTRY_BROWSER_SLOTS: '1',
      ...settings,
    },
  });
  return {
    ...service,
    run: (prompt, body = {}) => runToEnd({ url: service.url, key: adminKey }, { prompt, ...body }),
  };
}

/** One for all tests of a file, started for the first of them. */
export function sharedRealService(settings: Record<string, string> = {}): () => Promise<RealService> {
  const { atEnd, close } = gatherClosers();
  let starting: Promise<RealService> | undefined;
  afterAll(close);
  return () => {
    starting ??= startRealService(settings, atEnd);
    return starting;
  };
}

/** `completed PASS`, or `failed SITE_TIMEOUT`. */
export function verdictOf({ status, output, error }: EndedRun): string {
  return [status, output.result ?? error?.code].join(' ');
}

export function html(body: string): string {
  return `<!doctype html><html lang="en"><head><title>Test</title><link rel="icon" href="data:,"></head><body>${body}</body></html>`;
}

/** A site for one test. */
export async function serve(handle: RequestListener): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    handle(request, response);
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, close: closer(server) };
}

/** A listener that does as it likes with what connects to it. */
export async function serveSockets(onSocket: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createListener((socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    onSocket(socket);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return `http://127.0.0.1:${await listen(server)}`;
}

/** A port of loopback on which nobody listens. */
export async function deadUrl(): Promise<string> {
  return `http://127.0.0.1:${await quietPort()}`;
}

export async function listen(server: Listener): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

function closer(server: Server): () => Promise<void> {
  const close = async () => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  onTestFinished(close);
  return close;
}

/** Processes of the browsers that this process has started. */
export function browserProcesses(): Array<{ pid: number; kind: string }> {
  return ownProcesses()
    .filter(({ command }) => /--headless|--type=/.test(command))
    .map(({ pid, command }) => ({ pid, kind: /--type=(\S+)/.exec(command)?.[1] ?? 'browser' }));
}

/** Processes of the slots that this process has started. */
export function slotProcesses(): number[] {
  return ownProcesses()
    .filter(({ command }) => command.includes('slot/main.mjs'))
    .map(({ pid }) => pid);
}

function ownProcesses(): Array<{ pid: number; command: string }> {
  const all = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
    });
  const below = new Set([process.pid]);
  for (const _ of all) {
    const before = below.size;
    for (const { pid, parent } of all) if (below.has(parent)) below.add(pid);
    if (below.size === before) break;
  }
  return all.filter(({ pid }) => below.has(pid));
}
