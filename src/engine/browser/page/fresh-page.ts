import type { Browser, BrowserContext, Page } from 'playwright-core';
import { emptyClipboard } from './clipboard.ts';
import { acceptDownloads, type Downloads } from './downloads.ts';
import { type NavigationGuard, startGuard } from './navigation-guard.ts';
import { type Recording, startRecording } from './recording.ts';

/** A context that no run has used, with its first tab. */
export interface FreshPage {
  readonly guard: NavigationGuard;
  readonly context: BrowserContext;
  /** The browser's own name of the context. */
  readonly contextId: string;
  readonly recording: Recording;
  readonly downloads: Downloads;
  /** Its process may die before any run has used it. */
  isAlive(): boolean;
}

export function createFreshPages(options: {
  readonly browser: Browser;
  /** Of the proxy. */
  readonly server: string;
  readonly viewport: { readonly width: number; readonly height: number };
  /** Where recordings grow. */
  readonly recordings: string;
  /** Where each run has its folder for what its pages download. */
  readonly downloads: string;
}) {
  const { browser, server, viewport, recordings } = options;
  let spare: Promise<FreshPage | null> | null = null;
  let guarding: Promise<NavigationGuard> | null = null;

  function guardOfBrowser(): Promise<NavigationGuard> {
    guarding ??= startGuard(browser).catch((error) => {
      guarding = null;
      throw error;
    });
    return guarding;
  }

  async function make(): Promise<FreshPage> {
    const [guard, context] = await Promise.all([
      guardOfBrowser(),
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
      return { guard, context, recording, downloads, contextId, isAlive: () => isAlive };
    } catch (error) {
      await context.close().catch(() => undefined);
      throw error;
    }
  }

  return {
    async take(): Promise<FreshPage> {
      const ready = spare;
      // Before it is awaited: another run must not take the same one.
      spare = null;
      const page = await ready;
      if (page !== null && browser.isConnected() && page.isAlive()) return page;
      void page?.context.close().catch(() => undefined);
      void page?.downloads.remove();
      return make();
    },

    /** Makes one ahead: the next run begins a quarter of a second earlier. False when it can't be made. */
    async prepare(): Promise<boolean> {
      spare ??= make().catch(() => null);
      return (await spare) !== null;
    },
  };
}

async function contextIdOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  await session.detach();
  return targetInfo.browserContextId ?? '';
}
