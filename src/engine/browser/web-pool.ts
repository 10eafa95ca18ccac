import { rm } from 'node:fs/promises';
import type { Browser, BrowserContext } from 'playwright-core';
import type { BrowserProxy } from '../../kernel/outbound/browser-proxy.ts';
import { within } from '../../kernel/within.ts';
import type { DevicePool } from '../acting/device.ts';
import { ExecutionFailure } from '../report.ts';
import { createFreshPages, type FreshPage } from './page/fresh-page.ts';
import { registerEngine } from './page/library.ts';
import { createNavigationPolicy } from './page/navigation-policy.ts';
import { createPageDevice } from './page-device.ts';
import { downloadsIn, recordingsIn } from './program/launch.ts';

interface WebPoolOptions {
  readonly browser: Browser;
  readonly proxy: Pick<BrowserProxy, 'server' | 'admit'>;
  /** The folder that the browser writes to. */
  readonly folder: string;
}

const viewport = { width: 1280, height: 720 };
/** A browser that is gone says so by itself; on a busy machine a page takes half a minute. */
const openMs = 60_000;
const closeMs = 5_000;

/** Pages of one browser, each run in a context of its own. Closing a device fails when the browser does not react. */
export async function createWebPool(options: WebPoolOptions): Promise<DevicePool> {
  const { browser, proxy, folder } = options;
  // A page that is made before does not know the engine.
  await registerEngine();
  const recordings = recordingsIn(folder);
  const freshPages = createFreshPages({
    browser,
    server: proxy.server,
    viewport,
    recordings,
    downloads: downloadsIn(folder),
  });
  let openDevices = 0;
  if (!(await freshPages.prepare()))
    throw new ExecutionFailure('NO_BROWSER', 'The browser starts, but shows no page.');
  return {
    async open(request, signal) {
      openDevices += 1;
      const pass = proxy.admit();
      let taken: FreshPage | null = null;
      let unwatch: () => void = () => undefined;
      const close = async () => {
        unwatch();
        pass.close();
        if (taken !== null) await closedInTime(taken.context).finally(taken.downloads.remove);
        openDevices -= 1;
        if (openDevices === 0) await removeRecordings(recordings);
        void freshPages.prepare();
      };
      try {
        const taking = freshPages.take();
        const fresh = await within(openMs, taking, () => {
          void taking.then((late) => late.context.close()).catch(() => undefined);
          throw new ExecutionFailure('BROWSER_CRASHED', 'The browser did not open a page in time.');
        });
        taken = fresh;
        fresh.recording.watch();
        signal.throwIfAborted();
        const policy = createNavigationPolicy(request.allowedHosts, request.targetUrl);
        const device = createPageDevice({ ...fresh, browser, pass, request, policy, viewport, close });
        unwatch = fresh.guard.watch(fresh.contextId, {
          policy,
          credentials: pass,
          tabsExpected: device.tabs.expect,
          refused: (host) => device.ending.fail(hostNotAllowed(host)),
        });
        return device;
      } catch (error) {
        await close();
        signal.throwIfAborted();
        if (error instanceof ExecutionFailure) throw error;
        throw new ExecutionFailure('BROWSER_CRASHED', 'The browser could not open a page.', { cause: error });
      }
    },

    close: () => browser.close().catch(() => undefined),
  };
}

/** Playwright keeps the files of every recording until the browser ends, and may still be writing one. */
async function removeRecordings(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
}

async function closedInTime(context: BrowserContext): Promise<void> {
  await within(
    closeMs,
    context.close().catch(() => undefined),
    () => {
      throw new Error('a browser context did not close in time');
    },
  );
}

function hostNotAllowed(host: string): ExecutionFailure {
  return new ExecutionFailure(
    'HOST_NOT_ALLOWED',
    `The test led to ${host}, which it may not visit. Add it to the project's allowedHosts if it belongs to the tested site.`,
  );
}
