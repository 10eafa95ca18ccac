import type { BrowserContext, Page } from 'playwright-core';
import { ActionFailed } from '../../acting/device.ts';
import { createChangeNotifier } from './change-notifier.ts';
import { createPageWorld, type PageWorld } from './world.ts';

export type Tabs = ReturnType<typeof observeTabs>;

/** A page may open them without end. */
const maxTabs = 50;

/** The tabs of a run, one of which is looked at. A new one comes to the front. */
export function observeTabs(context: BrowserContext, crashed: () => void) {
  const worlds = new Map<Page, PageWorld>();
  /** The one that was looked at last is the last. */
  const order: Page[] = [];
  let expected = 0;
  /** Waited for in vain: a tab that only starts a download never becomes one. */
  let missing = 0;
  const changes = createChangeNotifier();

  function add(page: Page): void {
    if (order.length >= maxTabs) return void page.close().catch(() => undefined);
    order.push(page);
    worlds.set(page, createPageWorld(page));
    page.on('crash', crashed);
    page.on('close', () => {
      order.splice(order.indexOf(page), 1);
      worlds.delete(page);
      changes.notify();
    });
    changes.notify();
  }

  for (const page of context.pages()) add(page);
  context.on('page', add);

  return {
    current(): Page {
      const page = order.at(-1);
      if (page === undefined)
        throw new ActionFailed('Every tab has been closed: there is no page to look at.');
      return page;
    },
    all: (): readonly Page[] => context.pages(),
    show(page: Page) {
      order.splice(order.indexOf(page), 1);
      order.push(page);
    },
    world(page: Page): PageWorld {
      let world = worlds.get(page);
      if (world === undefined) {
        world = createPageWorld(page);
        worlds.set(page, world);
      }
      return world;
    },
    /** How many tabs the browser has, by its own count. */
    expect(count: number) {
      if (count < expected) missing = 0;
      expected = count;
      changes.notify();
    },
    /** Resolves when every tab that the browser has is known here, or after `maxMs`. */
    async caughtUp(maxMs: number, signal: AbortSignal) {
      const deadline = Date.now() + maxMs;
      while (order.length + missing < expected && Date.now() < deadline && !signal.aborted)
        await changes.wait(deadline - Date.now(), signal);
      missing = Math.max(expected - order.length, 0);
    },
  };
}
