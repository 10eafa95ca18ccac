import type { Page } from 'playwright-core';
import { within } from '../../../kernel/within.ts';
import type { Dialogs } from './dialogs.ts';
import type { Tabs } from './tabs.ts';
import { createPageWorld, type PageWorld } from './world.ts';

/** A picture that has not come by then is of a page that was replaced, or is too busy to be disturbed. */
const glimpseMs = 3_000;
/** The second one for a page whose pictures are too large by the first. */
const qualities = [50, 20] as const;
const largestBytes = 256 * 1024;

/**
 * Pictures beside whatever the run does. They are taken through a world of their own: a frame that is slow to answer here must not count as
 * silent for the run. Nothing is covered, since what covers changes the page: while something secret is shown there is no
 * picture. Without clip or scale, for which the browser would lay out the page anew.
 */
export function createGlimpses(
  tabs: Pick<Tabs, 'current'>,
  dialogs: Pick<Dialogs, 'open'>,
  secrets: readonly string[],
): () => Promise<Buffer | null> {
  const worlds = new WeakMap<Page, PageWorld>();
  let quality: (typeof qualities)[number] = qualities[0];

  function worldOf(page: Page): PageWorld {
    const known = worlds.get(page) ?? createPageWorld(page);
    worlds.set(page, known);
    return known;
  }

  async function take(): Promise<Buffer | null> {
    // A page that waits for an answer draws nothing.
    if (dialogs.open() !== null) return null;
    const world = worldOf(tabs.current());
    const showsSecrets = async () => secrets.length > 0 && (await world.shows(secrets));
    if (await showsSecrets()) return null;
    const jpeg = await world.glimpse(quality);
    if (jpeg.length > largestBytes) quality = qualities[1];
    return jpeg.length > largestBytes || (await showsSecrets()) ? null : jpeg;
  }

  return () => within(glimpseMs, take(), () => null);
}
