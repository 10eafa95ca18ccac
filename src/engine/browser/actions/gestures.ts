import type { ElementHandle, Locator, Page } from 'playwright-core';
import type { Modifier } from '../../acting/catalogue/pointer.ts';
import { type ActionFailed, type Limits, mismatch } from '../../acting/device.ts';
import { createLookClock, createPatience } from '../../acting/look-clock.ts';
import { find } from '../../scene/find.ts';
import { centreOf } from '../../scene/rect.ts';
import type { Purpose } from '../../scene/search.ts';
import type { Target } from '../../scene/target.ts';
import type { ScrollDirection } from '../in-page/viewing.ts';
import { type LocatedElement, locate } from '../page/locate.ts';
import { type ActionContext, actOnTarget } from './act-on-target.ts';
import { actionFault } from './action-fault.ts';
import { awaitOnPage } from './await-page.ts';
import { watchDrag } from './clipboard-guard.ts';

interface ClickOptions {
  readonly button?: 'left' | 'right' | 'middle';
  readonly clickCount?: number;
  readonly modifiers?: Modifier[];
  readonly timeout: number;
}

interface TargetClick extends Omit<ClickOptions, 'timeout'> {
  readonly purpose?: Purpose;
}

/** Where something is dragged to. It is held: what is dragged moves the others. */
interface Goal {
  readonly element: ElementHandle;
  readonly words: string;
}

/** How often a drawn control is looked at until nothing covers it any more. */
const coveredPauseMs = 100;
/** What is not there yet may come by itself; only then the page is searched by scrolling. */
const patienceMs = 1_000;
/** How long a feed may take to load more. */
const feedMs = 2_000;
const scrollPauseMs = 120;
const makingRoomMs = 80;
/** To its end, or by about what it shows. */
const wheels: Record<ScrollDirection, readonly [number, number]> = {
  up: [0, -300],
  down: [0, 300],
  left: [-300, 0],
  right: [300, 0],
  top: [0, -1_000_000],
  bottom: [0, 1_000_000],
};

/** Clicks on what was found, where it was found. */
export async function clickOn(
  context: ActionContext,
  spot: LocatedElement,
  options: ClickOptions,
): Promise<void> {
  // What opens or closes at the moment takes no click, and a person waits for it.
  if (spot.movesForMs > 0) await context.sleep(spot.movesForMs, spot.signal);
  if (spot.label !== null) return spot.label.click(options);
  if (spot.isDrawnOver) return clickDrawn(context, spot, options);
  await spot.locator.click({ ...options, ...(spot.point && { position: spot.point }) });
}

/** Finds something and clicks on it. */
export function clickTarget(
  context: ActionContext,
  target: Target,
  limits: Limits,
  { purpose = 'click', ...options }: TargetClick = {},
) {
  const ask = { target, purpose, doing: 'Clicking', isSingle: true };
  return actOnTarget(context, ask, limits, (spot, timeout) =>
    clickOn(context, spot, { ...options, timeout }),
  );
}

/** A control that lies unseen below a drawn one: the click goes to its place, and whatever is drawn there gets it. */
async function clickDrawn(
  context: ActionContext,
  spot: LocatedElement,
  { timeout, modifiers: held = [], ...options }: ClickOptions,
): Promise<void> {
  const { page, locator, element, point, words } = spot;
  const isTooLate = createPatience(timeout);
  await locator.scrollIntoViewIfNeeded({ timeout }).catch(() => undefined);
  for (;;) {
    const box = await locator.boundingBox({ timeout });
    if (box === null) throw notPossible(words, 'it is not visible');
    const { x, y } = point === null ? centreOf(box) : { x: box.x + point.x, y: box.y + point.y };
    if (await context.world(page).isHitAt(element, { x: x - element.x, y: y - element.y }))
      return holding(page, held, () => page.mouse.click(x, y, options));
    if (isTooLate()) throw notPossible(words, 'something else covers it');
    await context.sleep(coveredPauseMs, spot.signal);
  }
}

async function holding(page: Page, keys: readonly Modifier[], work: () => Promise<void>): Promise<void> {
  try {
    for (const key of keys) await page.keyboard.down(key);
    await work();
  } finally {
    for (const key of keys) await page.keyboard.up(key);
  }
}

function notPossible(words: string, actual: string): ActionFailed {
  return mismatch(`Clicking ${words} was not possible`, {
    expected: `Clicking ${words} is possible`,
    actual,
  });
}

/** Moves the mouse onto what was found. */
export async function pointAt({ page, locator, point }: LocatedElement, timeout: number): Promise<void> {
  await locator.hover({ timeout, ...(point && { position: point }) });
  await nudge(page, locator, timeout);
}

/** Scrolls what is named, and not the page. Of several, the one that can be scrolled is meant. */
export async function scrollWithin(
  context: ActionContext,
  target: Target,
  direction: ScrollDirection,
  limits: Limits,
): Promise<string> {
  const { found } = await awaitOnPage(context, limits, (scene) => {
    const [area, ...others] = find(scene, target).matches.filter(({ thing }) => thing.isScrollable);
    return area !== undefined && others.length === 0 ? area.thing.key : null;
  });
  const spot = await locate(context, found === null ? target : { ref: found }, 'look', {
    ...limits,
    timeoutMs: found === null ? 0 : limits.timeoutMs,
  });
  await pointAt(spot, limits.timeoutMs);
  const [x, y] = wheels[direction];
  await spot.page.mouse.wheel(x, y);
  await context.sleep(scrollPauseMs, limits.signal);
  return `Scrolled ${spot.words}.`;
}

/** Menus that follow the mouse open only when it moves on them. */
async function nudge(page: Page, locator: Locator, timeout: number): Promise<void> {
  const box = await locator.boundingBox({ timeout }).catch(() => null);
  if (box === null) return;
  const { x, y } = centreOf(box);
  await page.mouse.move(x - 2, y);
  await page.mouse.move(x, y, { steps: 2 });
}

export async function dragTo(
  context: ActionContext,
  spot: LocatedElement,
  goal: Goal,
  timeout: number,
): Promise<void> {
  const { page, locator } = spot;
  const drag = await watchDrag(context, spot);
  await locator.hover({ timeout, ...(spot.point && { position: spot.point }) });
  await page.mouse.down();
  try {
    const own = await locator.boundingBox({ timeout });
    const from = own && centreOf(own);
    if (from !== null) await page.mouse.move(from.x + 6, from.y + 6, { steps: 3 });
    await goal.element.scrollIntoViewIfNeeded({ timeout }).catch(() => undefined);
    const box = await goal.element.boundingBox();
    if (box === null) throw new Error(`${goal.words} is detached from its page.`);
    const to = centreOf(box);
    await page.mouse.move(to.x, to.y, { steps: 5 });
    // A list makes room for what is dragged over it, and takes the second of two places for the goal.
    await context.sleep(makingRoomMs, spot.signal);
    await page.mouse.move(to.x + 1, to.y, { steps: 2 });
    await context.sleep(makingRoomMs, spot.signal);
    await drag.mayDrop();
  } catch (error) {
    // Released, it would be dropped where it is.
    await page.keyboard.press('Escape').catch(() => undefined);
    throw error;
  } finally {
    await page.mouse.up();
  }
}

/** Brings something into view; what the page does not know yet is looked for by scrolling on. */
export async function scrollTo(
  context: ActionContext,
  target: Target,
  direction: ScrollDirection,
  limits: Limits,
): Promise<string> {
  const passedMs = createLookClock();
  const onward = direction === 'top' || direction === 'bottom' ? 'down' : direction;
  let waitedMs = 0;
  let stuckSince: number | null = null;
  while (waitedMs < limits.timeoutMs) {
    const page = context.page();
    const { scene } = await context.look(page);
    waitedMs = passedMs();
    if (find(scene, target).isSeen) break;
    if (waitedMs >= Math.min(patienceMs, limits.timeoutMs / 4)) {
      const hasMoved = await context.world(page).scroll(page.mainFrame(), onward);
      stuckSince = hasMoved ? null : (stuckSince ?? waitedMs);
      if (stuckSince !== null && waitedMs - stuckSince > feedMs) break;
    }
    await context.pause(scrollPauseMs, limits.signal);
    limits.signal.throwIfAborted();
  }
  const leftMs = Math.max(limits.timeoutMs - waitedMs, 0);
  const aMoment = { ...limits, timeoutMs: Math.min(leftMs, feedMs) };
  const spot = await locate(context, target, 'look', aMoment, limits.timeoutMs);
  const timeout = Math.max(leftMs, feedMs);
  await spot.locator.scrollIntoViewIfNeeded({ timeout }).catch((error: unknown) => {
    throw actionFault(error, `Scrolling to ${spot.words}`, { ...limits, rect: null });
  });
  return `Scrolled to ${spot.words}.`;
}
