import type { BrowserContext, Page } from 'playwright-core';
import { ActionFailed } from '../../acting/device.ts';
import { createChangeNotifier } from './change-notifier.ts';
import { createPageWorld, type PageWorld } from './world.ts';

/** The tabs of a run, one of which is looked at. A new one comes to the front. */
export interface Tabs {
  current(): Page;
  all(): readonly Page[];
  show(page: Page): void;
  world(page: Page): PageWorld;
  /** How many tabs the browser has, by its own count. */
  expect(count: number): void;
  /** Resolves when every tab that the browser has is known here, or after `maxMs`. */
  caughtUp(maxMs: number, signal: AbortSignal): Promise<void>;
}

/** A page may open them without end. */
const maxTabs = 50;

export function observeTabs(context: BrowserContext, crashed: () => void): Tabs {
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
    current() {
      const page = order.at(-1);
      if (page === undefined)
        throw new ActionFailed('Every tab has been closed: there is no page to look at.');
      return page;
    },
    all: () => context.pages(),
    show(page) {
      order.splice(order.indexOf(page), 1);
      order.push(page);
    },
    world(page) {
      let world = worlds.get(page);
      if (world === undefined) {
        world = createPageWorld(page);
        worlds.set(page, world);
      }
      return world;
    },
    expect(count) {
      if (count < expected) missing = 0;
      expected = count;
      changes.notify();
    },
    async caughtUp(maxMs, signal) {
      const deadline = Date.now() + maxMs;
      while (order.length + missing < expected && Date.now() < deadline && !signal.aborted)
        await changes.wait(deadline - Date.now(), signal);
      missing = Math.max(expected - order.length, 0);
    },
  };
}
