import { setTimeout as delay } from 'node:timers/promises';
import type { Direction } from '../acting/catalogue/pointer.ts';
import { ActionFailed, ambiguity, failure, type Limits } from '../acting/device.ts';
import { seconds } from '../acting/seconds.ts';
import { find, isElsewhere } from '../scene/find.ts';
import type { Scene, Thing } from '../scene/scene.ts';
import type { Found, Match, Purpose } from '../scene/search.ts';
import { settled } from '../scene/settle.ts';
import type { Target } from '../scene/target.ts';
import { ambiguous, capital, missing, tooFew, wordsFor } from '../scene/wording.ts';
import { opposite, swipe } from './gestures.ts';
import { boundsOf, sceneOfTree, scrolledSceneOf } from './phone-scene.ts';
import type { PhoneView } from './phone-view.ts';
import { isOfAlert } from './system-alert.ts';
import { ancestorsOf, type Bounds, subtreeOf, type UiNode, type UiTree } from './ui-node.ts';

/** What an action looks for. */
export interface ElementQuery {
  readonly target: Target;
  readonly purpose: Purpose;
  /** Whether it must be possible to use it now. */
  readonly mustBeEnabled?: boolean;
}

/** One thing that was found, and where a finger reaches it. */
export interface FoundElement {
  readonly tree: UiTree;
  readonly thing: Thing;
  readonly node: UiNode;
  readonly place: Bounds;
  /** `the button "Save"`, with what is secret covered. */
  readonly words: string;
}

const firstPauseMs = 100;
const longestPauseMs = 500;
/** What is not there may still be on its way; only then the screen is searched by scrolling. */
const patienceMs = 2_000;
const maxSwipes = 40;

/**
 * The one thing on the screen that the target names. Waits for it, and scrolls to it when it is off the screen:
 * towards it where the tree knows it (iOS), else to the end and back through what can be scrolled (Android shows only
 * what is on the screen). Throws `ActionFailed` when there is none, `STEP_AMBIGUOUS` when there is more than one, and in
 * both cases `STEP_NOT_UNDERSTOOD` where its name was not in quotes.
 */
export function findOnScreen(view: PhoneView, ask: ElementQuery, limits: Limits): Promise<FoundElement> {
  return findOnScreenOr<never>(view, ask, limits, () => null);
}

/** The same; or what else is meant, in view of those on the screen that are called so. */
export async function findOnScreenOr<Else>(
  view: PhoneView,
  ask: ElementQuery,
  limits: Limits,
  elseIn: (tree: UiTree, named: readonly FoundElement[]) => Else | null,
): Promise<FoundElement | Else> {
  const { target, purpose, mustBeEnabled = false } = ask;
  assertMeant(target);
  const startedAtMs = performance.now();
  const deadlineMs = startedAtMs + limits.timeoutMs;
  const searchFromMs = startedAtMs + Math.min(patienceMs, limits.timeoutMs / 3);
  const search = searchBySwiping(view, limits.signal);
  let wasAmbiguous = false;
  let wasGone = false;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    const tree = await view.look(limits.signal);
    const scene = sceneOfTree(tree);
    const found = find(scene, target, purpose);
    const { onScreen, beyond } = spotsOf(view, tree, found, ask);
    const other = elseIn(tree, found.isExact ? onScreen : []);
    if (other !== null) return other;
    const [spot] = onScreen;
    const isDisabled = spot !== undefined && mustBeEnabled && spot.thing.isDisabled;
    const isGone = spot === undefined && beyond === null;
    // Twice in a row: while one screen slides over another, both are there for a moment.
    if (onScreen.length > 1 && wasAmbiguous) throw ambiguityOf(view, scene, ask, onScreen);
    // Waiting brings back no reference; a new snapshot does.
    if (target.ref !== undefined && isGone && wasGone) throw stale(target.ref);
    if (spot !== undefined && onScreen.length === 1) {
      if (target.ref !== undefined) assertAsShown(view, spot);
      if (!isDisabled) return spot;
    }
    wasAmbiguous = onScreen.length > 1;
    wasGone = isGone;
    const nowMs = performance.now();
    if (nowMs >= deadlineMs) {
      if (wasAmbiguous) throw ambiguityOf(view, scene, ask, onScreen);
      if (isDisabled) throw disabled(spot);
      if (tree.alert !== null && found.isSeen) throw behindAlert(view, tree, tree.alert, found);
      throw notFound(view, scene, ask, limits);
    }
    if (isGone && (await view.noticeAlert(limits.signal))) continue;
    const isSearched =
      beyond !== null || (nowMs >= searchFromMs && target.ref === undefined && tree.alert === null);
    if (spot === undefined && isSearched && (await search(tree, beyond))) continue;
    await delay(Math.min(pauseMs, deadlineMs - nowMs), undefined, { signal: limits.signal });
  }
}

function assertMeant({ ref, name, role }: Target): void {
  if (ref !== undefined || role !== undefined || (name !== undefined && name.trim() !== '')) return;
  throw new ActionFailed('Say what is meant: a name, a role, or a reference from the snapshot.');
}

/**
 * What is on the screen, and the nearest that scrolling would bring there. "Item 2" further down means more than
 * "Item 2 of 7" on the screen.
 */
function spotsOf(
  view: PhoneView,
  tree: UiTree,
  found: Found,
  { target, purpose }: ElementQuery,
): { onScreen: FoundElement[]; beyond: UiNode | null } {
  const onScreen = found.isSeen ? toTouch(view, tree, found.matches) : [];
  // An alert of the system lets no finger through to the app.
  if (tree.alert !== null)
    return { onScreen: onScreen.filter(({ node }) => isOfAlert(tree, node)), beyond: null };
  if ((onScreen.length > 0 && found.isExact) || !tree.nodes.some(({ isOffScreen }) => isOffScreen))
    return { onScreen, beyond: null };
  const further = find(scrolledSceneOf(tree), target, purpose);
  if (!further.isSeen || (onScreen.length > 0 && !further.isExact)) return { onScreen, beyond: null };
  const nodes = further.matches.flatMap(({ thing }) => tree.nodes[thing.index] ?? []);
  const hidden = nodes.find(({ isOffScreen }) => isOffScreen);
  if (hidden !== undefined) return { onScreen: [], beyond: hidden };
  // Only its row begins above the screen.
  return { onScreen: onScreen.length > 0 ? onScreen : toTouch(view, tree, further.matches), beyond: null };
}

function toTouch(view: PhoneView, tree: UiTree, matches: readonly Match[]): FoundElement[] {
  return matches.flatMap(({ thing, words }) => {
    const node = tree.nodes[thing.index];
    if (node?.seen == null) return [];
    const place = words === null ? handleOf(tree, node, node.seen) : boundsOf(tree, words);
    return [{ tree, thing, node, place, words: view.inWords(tree, thing) }];
  });
}

/** A switch of SwiftUI is as wide as its row, and turns only where its knob is, which stands at its end. */
function handleOf({ platform }: UiTree, node: UiNode, seen: Bounds): Bounds {
  if (platform !== 'ios' || node.role !== 'switch') return seen;
  const inner = [...subtreeOf(node)].findLast(({ role }) => role === 'switch');
  if (inner?.seen != null && inner !== node) return inner.seen;
  const height = seen.bottom - seen.top;
  return seen.right - seen.left > 4 * height ? { ...seen, left: seen.right - 2 * height } : seen;
}

/** Swipes once towards the element, or onward through the screen; false when there is nothing left to swipe. */
function searchBySwiping(view: PhoneView, signal: AbortSignal) {
  let direction: Direction = 'up';
  let before: string | null = null;
  let turns = 0;
  let swipes = 0;
  return async (tree: UiTree, beyond: UiNode | null): Promise<boolean> => {
    const area = areaToScroll(tree, beyond);
    if (area?.seen == null || swipes >= maxSwipes) return false;
    const known = beyond === null ? null : wayTo(beyond, area.seen);
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
function wayTo({ bounds }: UiNode, area: Bounds): Direction | null {
  if (bounds === null) return null;
  if (bounds.top >= area.bottom) return 'up';
  if (bounds.bottom <= area.top) return 'down';
  if (bounds.left >= area.right) return 'left';
  return bounds.right <= area.left ? 'right' : null;
}

/** What holds the element, else the largest. */
export function areaToScroll(tree: UiTree, beyond: UiNode | null = null): UiNode | null {
  const around = beyond === null ? [] : [...ancestorsOf(beyond)];
  const holding = around.find((node) => node.isScrollable && node.seen !== null);
  if (holding !== undefined) return holding;
  const scrollable = tree.nodes.filter((node) => node.isScrollable && node.isVisible && node.seen !== null);
  return scrollable.reduce<UiNode | null>((best, node) => (sizeOf(node) > sizeOf(best) ? node : best), null);
}

function sizeOf(node: UiNode | null): number {
  return node?.seen == null ? 0 : (node.seen.right - node.seen.left) * (node.seen.bottom - node.seen.top);
}

function assertAsShown(view: PhoneView, { tree, thing, words }: FoundElement): void {
  const before = view.shownBefore(tree, thing);
  if (before === null) return;
  throw new ActionFailed(`The element ${thing.key} was ${before} and is ${words} now: take a new snapshot.`);
}

function stale(ref: string): ActionFailed {
  return new ActionFailed(`There is no element ${ref} on the screen any more: take a new snapshot.`);
}

function disabled({ words, thing }: FoundElement): ActionFailed {
  return new ActionFailed(`${capital(words)} is disabled.`, {
    expected: 'enabled',
    actual: 'disabled',
    rect: thing.rect,
  });
}

function behindAlert(view: PhoneView, tree: UiTree, alert: UiNode, { matches }: Found): ActionFailed {
  const [match] = matches;
  const words = match === undefined ? 'it' : view.inWords(tree, match.thing);
  return new ActionFailed(
    view.mask.text(`${capital(words)} is covered by an alert of the phone: "${alert.text}".`),
    { expected: 'no alert before it', actual: view.mask.text(`the alert "${alert.text}"`) },
  );
}

function ambiguityOf(
  { mask }: PhoneView,
  scene: Scene,
  { target, purpose }: ElementQuery,
  spots: readonly FoundElement[],
): Error {
  const maskedScene = mask.scene(scene);
  const matches = spots.flatMap(({ thing }) => {
    const covered = maskedScene.things[thing.index];
    return covered === undefined ? [] : [{ thing: covered, words: null }];
  });
  return ambiguity(mask.fault(ambiguous(maskedScene, settled(scene, target, purpose), matches)));
}

export function notFound(
  { mask }: PhoneView,
  scene: Scene,
  { target: named, purpose }: ElementQuery,
  limits: Limits,
): Error {
  if (named.ref !== undefined) return stale(named.ref);
  const target = settled(scene, named, purpose);
  const { isSeen, total } = find(scene, target, purpose);
  if (isSeen && target.nth !== undefined)
    return failure(mask.fault(tooFew(mask.scene(scene), target, total)));
  const found = {
    hidden: total,
    isElsewhere: isElsewhere(scene, target, purpose),
    waited: seconds(limits.timeoutMs),
  };
  return failure(mask.fault(missing(mask.scene(scene), target, found)));
}

/** Waits until nothing, or something, is as asked. */
export async function waitUntil(
  view: PhoneView,
  limits: Limits,
  isAsAsked: (scene: Scene) => boolean,
  fault: (scene: Scene) => Error,
): Promise<void> {
  await awaitOnScreen(view, limits, (scene) => isAsAsked(scene) || null, fault);
}

/** Looks at the screen until there is what is looked for. */
export async function awaitOnScreen<T>(
  view: PhoneView,
  limits: Limits,
  seekIn: (scene: Scene) => T | null | Promise<T | null>,
  fault: (scene: Scene) => Error,
): Promise<T> {
  const deadlineMs = performance.now() + limits.timeoutMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    const scene = sceneOfTree(await view.look(limits.signal));
    const found = await seekIn(scene);
    if (found !== null) return found;
    if (await view.noticeAlert(limits.signal)) continue;
    const leftMs = deadlineMs - performance.now();
    if (leftMs <= 0) throw fault(scene);
    await delay(Math.min(pauseMs, leftMs), undefined, { signal: limits.signal });
  }
}

export function stillThere(target: Target, { mask }: PhoneView): ActionFailed {
  return new ActionFailed(mask.text(`${capital(wordsFor(target))} is still on the screen.`), {
    expected: 'gone',
    actual: 'still there',
  });
}
