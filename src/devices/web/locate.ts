import type { Frame, Locator, Page } from 'playwright-core';
import { ActionFailed, ExecutionFailure, type Limits, type Target } from '../device.ts';
import { within } from '../within.ts';
import type { PageQuery, Purpose } from './in-page/matching.ts';
import type { ElementView, MatchView } from './in-page/viewing.ts';
import { ambiguous, missing, tooFew } from './locate-fault.ts';
import { actingSelector, viewFunction } from './page-library.ts';
import type { PageWorld } from './page-world.ts';
import { queryFor, wordsFor } from './role-words.ts';

/** What a search needs to see. */
export interface Sight {
  page(): Page;
  world(page: Page): PageWorld;
  /** Something is still on its way that may change the page. */
  isBusy(): boolean;
  /** Resolves after the time, or earlier with the signal. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

/** One thing that was found, and the way to act on it. */
export interface Spot {
  readonly page: Page;
  readonly frame: Frame;
  readonly locator: Locator;
  /** What is clicked in the place of a box that only its label shows. */
  readonly label: Locator;
  readonly view: ElementView;
  /** How it is now; null when it has gone. */
  review(): Promise<ElementView | null>;
  /** `the button "Save"` */
  readonly words: string;
}

interface FrameMatch extends MatchView {
  readonly frame: Frame;
  readonly query: PageQuery;
}

/** Two of a name may be there for a moment, while one takes the place of the other. */
const ambiguityGraceMs = 800;
/** A name that only resembles may be waiting for the one that is meant. */
const resemblanceGraceMs = 1_000;
/** The last look has this long, however little is left. */
const leastLookMs = 2_000;
/** What a reference names is there or has gone. */
const referenceMs = 1_000;

/** Waits until the target names one thing. */
export async function locate(sight: Sight, target: Target, purpose: Purpose, limits: Limits): Promise<Spot> {
  if (target.ref !== undefined) return byReference(sight, target, target.ref);
  const startMs = Date.now();
  const query = queryFor(target, purpose);
  for (let pauseMs = 15; ; pauseMs = Math.min(pauseMs * 2, 120)) {
    const page = sight.page();
    const leftMs = Math.max(startMs + limits.timeoutMs - Date.now(), leastLookMs);
    const matches = await lookEverywhere(sight, page, query, leftMs);
    const best = bestOf(matches);
    const waitedMs = Date.now() - startMs;
    const isLate = waitedMs >= limits.timeoutMs;
    const total = best.reduce((sum, match) => sum + match.total, 0);
    const isSeen = best.some((match) => match.isSeen);
    if (isSeen && (total === 1 || (query.nth !== null && query.nth <= total))) {
      const isCertain =
        best.every((match) => match.isExact) || !(sight.isBusy() || best.some((one) => one.isLoading));
      if (isCertain || isLate || waitedMs >= resemblanceGraceMs)
        return spotOf(sight, page, target, best, query.nth ?? 1);
    } else if (isSeen && query.nth === null && (isLate || waitedMs >= ambiguityGraceMs)) {
      throw ambiguous(
        target,
        best.flatMap((match) => match.views),
        total,
      );
    } else if (isLate) {
      if (isSeen) throw tooFew(target, total);
      throw missing(target, await namesEverywhere(sight, page, query), {
        hidden: total,
        isWithinMissing: await isWithinMissing(sight, page, target, purpose),
        timeoutMs: limits.timeoutMs,
      });
    }
    await sight.pause(Math.min(pauseMs, Math.max(limits.timeoutMs - waitedMs, 1)), limits.signal);
    limits.signal.throwIfAborted();
  }
}

/** All that a target names right now, seen or hidden. */
export async function survey(sight: Sight, target: Target): Promise<ElementView[]> {
  const page = sight.page();
  if (target.ref !== undefined) {
    const spot = await byReference(sight, target, target.ref).catch(() => null);
    return spot === null ? [] : [spot.view];
  }
  const query = queryFor(target, 'look');
  const best = bestOf(await lookEverywhere(sight, page, query));
  if (query.nth === null) return best.flatMap((match) => match.views);
  const total = best.reduce((sum, match) => sum + match.total, 0);
  if (query.nth > total || total === 0) return [];
  return [(await spotOf(sight, page, target, best, query.nth)).view];
}

/** In all frames; `nth` counts through all of them, so it is taken here. */
async function lookEverywhere(
  sight: Sight,
  page: Page,
  query: PageQuery,
  maxMs?: number,
): Promise<FrameMatch[]> {
  const all = { ...query, nth: null };
  const world = sight.world(page);
  const looks = page.frames().map(async (frame): Promise<FrameMatch | null> => {
    const found = await world.look(frame, all, maxMs).catch((error: unknown) => {
      // A frame within may go; the page itself has to answer.
      if (error instanceof ExecutionFailure && frame === page.mainFrame()) throw error;
      return null;
    });
    return found === null ? null : { ...found, frame, query: all };
  });
  return (await Promise.all(looks)).filter((match) => match !== null);
}

/** What is called exactly so goes before what only contains it, and what is seen before what is hidden. */
function bestOf(matches: FrameMatch[]): FrameMatch[] {
  const found = matches.filter((match) => match.total > 0);
  const rank = (match: FrameMatch) => (match.isSeen ? 2 : 0) + (match.isExact ? 1 : 0);
  const best = Math.max(...found.map(rank));
  return found.filter((match) => rank(match) === best);
}

async function spotOf(
  sight: Sight,
  page: Page,
  target: Target,
  best: FrameMatch[],
  nth: number,
): Promise<Spot> {
  const total = best.reduce((sum, match) => sum + match.total, 0);
  let index = nth === -1 ? total - 1 : nth - 1;
  for (const match of best) {
    if (index >= match.total) {
      index -= match.total;
      continue;
    }
    const query = match.total === 1 ? match.query : { ...match.query, nth: index + 1 };
    const view = match.views[index] ?? (await sight.world(page).look(match.frame, query)).views[0];
    if (view === undefined) break;
    const words = wordsFor(target);
    const { frame } = match;
    return {
      page,
      frame,
      view,
      words,
      locator: frame.locator(actingSelector(query)).describe(words),
      label: frame.locator(actingSelector(query, { byLabel: true })).describe(words),
      review: async () => (await sight.world(page).look(frame, query)).views[0] ?? null,
    };
  }
  throw tooFew(target, total);
}

async function namesEverywhere(sight: Sight, page: Page, query: PageQuery) {
  const world = sight.world(page);
  const lists = await Promise.all(page.frames().map((frame) => world.names(frame, query).catch(() => [])));
  return lists.flat();
}

async function isWithinMissing(sight: Sight, page: Page, target: Target, purpose: Purpose): Promise<boolean> {
  if (target.within === undefined) return false;
  const { within: _, ...elsewhere } = target;
  const anywhere = await lookEverywhere(sight, page, queryFor(elsewhere, purpose));
  return anywhere.some((match) => match.isSeen);
}

async function byReference(sight: Sight, target: Target, ref: string): Promise<Spot> {
  const page = sight.page();
  const stale = () =>
    new ActionFailed(
      `There is no ${ref} on the page any more: look at it again and take a reference from there.`,
    );
  if (!/^(f\d+)?e\d+$/.test(ref)) throw stale();
  const locator = page.locator(`aria-ref=${ref}`);
  const handle = await locator.elementHandle({ timeout: referenceMs }).catch(() => null);
  const owner = handle?.ownerFrame().catch(() => null) ?? null;
  const frame = await within(referenceMs, Promise.resolve(owner), () => null);
  void handle?.dispose().catch(() => undefined);
  const review = () => locator.evaluate(viewFunction, undefined, { timeout: referenceMs }).catch(() => null);
  const view = await review();
  if (frame === null || view === null) throw stale();
  const name = target.name ?? view.name;
  return { page, frame, locator, label: locator, view, review, words: name === '' ? ref : `"${name}"` };
}
