import type { Browser, BrowserContext, Page } from 'playwright-core';
import { emptyClipboard } from './clipboard.ts';
import { acceptDownloads, type Downloads } from './downloads.ts';
import { guardOf, type NavigationGuard } from './navigation-guard.ts';
import { type Recording, startRecording } from './recording.ts';

/** A context that no run has used, with its first tab. */
export interface FreshPage {
  readonly browser: Browser;
  readonly guard: NavigationGuard;
  readonly context: BrowserContext;
  /** The browser's own name of the context. */
  readonly contextId: string;
  readonly recording: Recording;
  readonly downloads: Downloads;
  /** Its process may die before any run has used it. */
  isAlive(): boolean;
}

interface FreshPages {
  take(browser: Browser): Promise<FreshPage>;
  /** Makes one ahead: the next run on this browser begins a quarter of a second earlier. False when it can't be made. */
  prepare(browser: Browser): Promise<boolean>;
}

export function createFreshPages(options: {
  /** Of the proxy. */
  readonly server: string;
  readonly viewport: { readonly width: number; readonly height: number };
  /** Where recordings grow. */
  readonly recordings: string;
  /** Where each run has its folder for what its pages download. */
  readonly downloads: string;
}): FreshPages {
  const { server, viewport, recordings } = options;
  let spare: { browser: Browser; made: Promise<FreshPage | null> } | null = null;

  async function make(browser: Browser): Promise<FreshPage> {
    const [guard, context] = await Promise.all([
      guardOf(browser),
      browser.newContext({ viewport, proxy: { server }, acceptDownloads: false, permissions: [] }),
    ]);
    try {
      const page = await context.newPage();
      await emptyClipboard(page);
      const recording = await startRecording(context, recordings);
      let isAlive = true;
      page.once('crash', () => {
        isAlive = false;
      });
      const contextId = await contextIdOf(page);
      const downloads = await acceptDownloads(browser, contextId, options.downloads);
      return { browser, guard, context, recording, downloads, contextId, isAlive: () => isAlive };
    } catch (error) {
      await context.close().catch(() => undefined);
      throw error;
    }
  }

  return {
    async take(browser) {
      const ready = spare;
      spare = null;
      const page = (await ready?.made) ?? null;
      if (page?.browser === browser && browser.isConnected() && page.isAlive()) return page;
      void page?.context.close().catch(() => undefined);
      void page?.downloads.remove();
      return make(browser);
    },

    async prepare(browser) {
      if (spare?.browser !== browser) spare = { browser, made: make(browser).catch(() => null) };
      return (await spare.made) !== null;
    },
  };
}

async function contextIdOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  await session.detach();
  return targetInfo.browserContextId ?? '';
}
