import { setTimeout as delay } from 'node:timers/promises';
import { ActionFailed, type Limits, type Role, type Target } from '../device.ts';
import { type Direction, opposite, swipe } from './gestures.ts';
import { lookUp } from './locate.ts';
import { ancestorsOf, type UiNode, type UiTree } from './ui-node.ts';
import type { View } from './view.ts';
import { ambiguous, nodeInWords, notFound, targetInWords } from './wording.ts';

interface SeekOptions {
  /** The roles that the action can use. */
  readonly wanted?: readonly Role[];
  /** Whether it must be possible to use it now. */
  readonly mustBeEnabled?: boolean;
}

const firstPauseMs = 100;
const longestPauseMs = 500;
/** What is not there may still be on its way; only then the screen is searched by scrolling. */
const patienceMs = 2_000;
const maxSwipes = 40;

/**
 * The one visible element that the target names. Waits for it, and scrolls to it when it lies off the screen: towards
 * it where the tree knows it (iOS), else to the end and back through what can be scrolled (Android shows only what is
 * on the screen). Throws `ActionFailed` when there is none, or more than one.
 */
export async function seek(
  view: View,
  target: Target,
  limits: Limits,
  options: SeekOptions = {},
): Promise<UiNode> {
  const startedAtMs = performance.now();
  const deadlineMs = startedAtMs + limits.timeoutMs;
  const searchFromMs = startedAtMs + Math.min(patienceMs, limits.timeoutMs / 3);
  const search = searchBySwiping(view, limits.signal);
  let fault: ActionFailed | null = null;
  let wasAmbiguous = false;
  let wasGone = false;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    const tree = await view.look(limits.signal);
    const found = lookUp(tree, target, options.wanted);
    const visible = found.filter((node) => node.isVisible && node.seen !== null);
    const [node] = visible;
    if (target.ref !== undefined && node !== undefined) assertAsShown(view, node);
    if (visible.length > 1) {
      fault = ambiguous(target, visible, view.cover);
      // Twice in a row: while one screen slides over another, both are there for a moment.
      if (wasAmbiguous) throw fault;
    } else if (node === undefined) {
      fault = notFound(target, tree, view.cover);
      // Waiting brings back no reference; a new snapshot does.
      if (target.ref !== undefined && found.length === 0 && wasGone) throw fault;
    } else if (options.mustBeEnabled === true && !node.isEnabled) {
      fault = disabled(node, view);
    } else {
      return node;
    }
    wasAmbiguous = visible.length > 1;
    wasGone = found.length === 0;
    const nowMs = performance.now();
    if (nowMs >= deadlineMs) throw fault;
    const isSought = found.length > 0 || (nowMs >= searchFromMs && target.ref === undefined);
    const isSearched = visible.length === 0 && isSought;
    if (isSearched && (await search(tree, found[0]))) continue;
    await delay(Math.min(pauseMs, deadlineMs - nowMs), undefined, { signal: limits.signal });
  }
}

/** Swipes once towards the element, or onward through the screen; false when there is nothing left to swipe. */
function searchBySwiping(view: View, signal: AbortSignal) {
  let direction: Direction = 'up';
  let before: string | null = null;
  let turns = 0;
  let swipes = 0;
  return async (tree: UiTree, hidden: UiNode | undefined): Promise<boolean> => {
    const area = areaToScroll(tree, hidden);
    if (area?.seen == null || swipes >= maxSwipes) return false;
    const known = hidden === undefined ? null : wayTo(hidden, area.seen);
    if (known !== null) {
      direction = known;
      if (before === tree.source) return false;
    } else if (before === tree.source) {
      turns += 1;
      if (turns > 1) return false;
      direction = opposite(direction);
    }
    before = tree.source;
    swipes += 1;
    const { seen } = area;
    await view.session.call(signal, (client) => swipe(client, seen, direction));
    return true;
  };
}

/** The finger moves the other way: what is below comes by a swipe up. */
function wayTo({ bounds }: UiNode, area: NonNullable<UiNode['seen']>): Direction | null {
  if (bounds === null) return null;
  if (bounds.top >= area.bottom) return 'up';
  if (bounds.bottom <= area.top) return 'down';
  if (bounds.left >= area.right) return 'left';
  return bounds.right <= area.left ? 'right' : null;
}

/** What holds the element, else the largest. */
export function areaToScroll(tree: UiTree, hidden?: UiNode): UiNode | null {
  const holding = hidden && [...ancestorsOf(hidden)].find((node) => node.isScrollable && node.seen !== null);
  if (holding !== undefined) return holding;
  const scrollable = tree.nodes.filter((node) => node.isScrollable && node.isVisible && node.seen !== null);
  return scrollable.reduce<UiNode | null>((best, node) => (sizeOf(node) > sizeOf(best) ? node : best), null);
}

function sizeOf(node: UiNode | null): number {
  return node?.seen == null ? 0 : (node.seen.right - node.seen.left) * (node.seen.bottom - node.seen.top);
}

function assertAsShown(view: View, node: UiNode): void {
  const before = view.wasShownOtherwise(node);
  if (before === null) return;
  throw new ActionFailed(
    `The element ${node.ref} was ${before} and is ${nodeInWords(node, view.cover)} now: take a new snapshot.`,
  );
}

function disabled(node: UiNode, view: View): ActionFailed {
  return new ActionFailed(view.cover.text(`${capitalised(nodeInWords(node, view.cover))} is disabled.`), {
    expected: 'enabled',
    actual: 'disabled',
  });
}

/** Waits until nothing, or something, is as asked. */
export async function waitUntil(
  view: View,
  limits: Limits,
  isAsAsked: (tree: UiTree) => boolean,
  fault: (tree: UiTree) => ActionFailed,
): Promise<void> {
  const deadlineMs = performance.now() + limits.timeoutMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    const tree = await view.look(limits.signal);
    if (isAsAsked(tree)) return;
    const leftMs = deadlineMs - performance.now();
    if (leftMs <= 0) throw fault(tree);
    await delay(Math.min(pauseMs, leftMs), undefined, { signal: limits.signal });
  }
}

export function stillThere(target: Target, view: View): ActionFailed {
  return new ActionFailed(view.cover.text(`${capitalised(targetInWords(target))} is still on the screen.`), {
    expected: 'gone',
    actual: 'still there',
  });
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
