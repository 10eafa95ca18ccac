import type { Limits } from '../../acting/device.ts';
import { ExecutionFailure } from '../../report.ts';
import type { Rect } from '../../scene/rect.ts';
import type { Purpose } from '../../scene/search.ts';
import type { Target } from '../../scene/target.ts';
import type { Clipboard } from '../page/clipboard.ts';
import type { DialogAnswer, Dialogs } from '../page/dialogs.ts';
import type { Downloads } from '../page/downloads.ts';
import { type LocatedElement, locate, type SearchContext } from '../page/locate.ts';
import type { SecretPlaces } from '../page/secret-places.ts';
import type { Tabs } from '../page/tabs.ts';
import { errors } from '../program/playwright.ts';
import { actionFault, isStale } from './action-fault.ts';

/** What actions need of a page. */
export interface ActionContext extends SearchContext {
  readonly tabs: Tabs;
  readonly dialogs: Dialogs;
  readonly downloads: Downloads;
  readonly secrets: SecretPlaces;
  readonly clipboard: Clipboard;
  /** Before something secret is given to a page by an action that was not told it. */
  dropRecording(): Promise<void>;
  /** The whole time, where `pause` may end with any change. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  open(url: string, limits: Limits): Promise<void>;
  /** What the dialog said that was answered; null when the answer waits for the next one. */
  answerDialog(answer: DialogAnswer, limits: Limits): Promise<string | null>;
}

/** What is to be done, and with what. */
interface TargetQuery {
  readonly target: Target;
  readonly purpose: Purpose;
  /** Begins the sentence for when it can't be done: "Clicking". */
  readonly doing: string;
  /** One act that was done or was not: where it could not be done, it may be retried. */
  readonly isSingle?: boolean;
}

/** What can't be done for this long is looked for again, since something else may be meant by then; each time it has twice as long. */
const firstActMs = 3_000;
/** Time for the act itself where finding its target has used up nearly all. */
const leastActMs = 1_000;
/** Also where the machine stood still during the first. */
const leastAttempts = 2;
const rectMs = 500;

/**
 * Finds the target and does something with it. An element that is replaced meanwhile is looked for again.
 */
export async function actOnTarget<T>(
  context: ActionContext,
  { target, purpose, doing, isSingle = false }: TargetQuery,
  limits: Limits,
  act: (spot: LocatedElement, timeoutMs: number) => Promise<T>,
): Promise<{ spot: LocatedElement; result: T | null }> {
  const deadline = Date.now() + limits.timeoutMs;
  for (let attempts = 1, longestMs = firstActMs; ; attempts += 1, longestMs *= 2) {
    const leftMs = Math.max(deadline - Date.now(), 0);
    const spot = await locate(context, target, purpose, { ...limits, timeoutMs: leftMs });
    try {
      const leastMs = Math.max(deadline - Date.now(), leastActMs);
      const timeoutMs = isSingle ? Math.min(leastMs, longestMs) : leastMs;
      return { spot, result: await context.dialogs.unlessHeld(() => act(spot, timeoutMs)) };
    } catch (error) {
      limits.signal.throwIfAborted();
      if (error instanceof ExecutionFailure) throw error;
      if (wasDone(error, spot)) return { spot, result: null };
      const isWorthIt = isStale(error) || (isSingle && isRefused(error));
      if (!isWorthIt || (Date.now() >= deadline && attempts >= leastAttempts))
        throw actionFault(error, `${doing} ${spot.words}`, { ...limits, rect: await rectNow(spot) });
    }
  }
}

/** To act on it may have scrolled the page. */
async function rectNow({ locator, thing }: LocatedElement): Promise<Rect | null> {
  return (await locator.boundingBox({ timeout: rectMs }).catch(() => null)) ?? thing.rect;
}

function isRefused(error: unknown): boolean {
  return error instanceof errors.TimeoutError;
}

/** And the page is slow to react or to come, or has closed itself: that is judged by the code that waits for pages. */
function wasDone(error: unknown, { page }: LocatedElement): boolean {
  if (!(error instanceof errors.TimeoutError || (error instanceof Error && page.isClosed()))) return false;
  const done = error.message.lastIndexOf('performing click action');
  return done >= 0 && done > error.message.lastIndexOf('attempting click action');
}
