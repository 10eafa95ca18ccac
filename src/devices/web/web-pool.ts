import type { BrowserContext } from 'playwright-core';
import type { Log } from '../../kernel/log.ts';
import type { BrowserProxy } from '../../outbound/browser-proxy.ts';
import { type DevicePool, ExecutionFailure } from '../device.ts';
import type { BrowserKeeper } from './browser-keeper.ts';
import { createFreshPages } from './fresh-page.ts';
import { createNavigationPolicy } from './navigation-policy.ts';
import { createPageDevice } from './page-device.ts';
import { registerEngine } from './page-library.ts';

export interface WebPoolOptions {
  readonly keeper: BrowserKeeper;
  readonly proxy: Pick<BrowserProxy, 'server' | 'admit'>;
  readonly slots: number;
  readonly log: Log;
  readonly viewport?: { readonly width: number; readonly height: number };
}

const closeMs = 5_000;

/** Pages of the one warm browser, each run in a context of its own. */
export function createWebPool(options: WebPoolOptions): DevicePool {
  const { keeper, proxy, slots, log, viewport = { width: 1280, height: 720 } } = options;
  const freshPages = createFreshPages(proxy.server, viewport);
  return {
    platforms: ['web'],
    slots,

    async open(request, signal) {
      await registerEngine();
      const { browser, release } = await keeper.take(signal);
      const pass = proxy.admit();
      let context: BrowserContext | null = null;
      let unwatch: () => void = () => undefined;
      const close = async () => {
        unwatch();
        pass.close();
        if (context !== null) await closedInTime(context, log);
        release();
        freshPages.prepare(browser);
      };
      try {
        const fresh = await freshPages.take(browser);
        context = fresh.context;
        signal.throwIfAborted();
        const device = createPageDevice({ ...fresh, pass, request, viewport, close });
        unwatch = fresh.guard.watch(fresh.contextId, {
          policy: createNavigationPolicy(request.allowedHosts, request.targetUrl),
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

    async warm() {
      // A page that is made before does not know the engine.
      await registerEngine().catch(() => undefined);
      const browser = await keeper.warm();
      if (browser !== null) freshPages.prepare(browser);
    },

    close: () => keeper.close(),
  };
}

/** A browser that hangs must not hold the run: it is replaced with its next death. */
async function closedInTime(context: BrowserContext, log: Log): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      log.warn('a browser context did not close in time');
      resolve();
    }, closeMs);
  });
  await Promise.race([context.close().catch(() => undefined), late]);
  clearTimeout(timer);
}

function hostNotAllowed(host: string): ExecutionFailure {
  return new ExecutionFailure(
    'HOST_NOT_ALLOWED',
    `The test led to ${host}, which it may not visit. Add it to the project's allowedHosts if it belongs to the tested site.`,
  );
}
