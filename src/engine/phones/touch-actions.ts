import type { Direction } from '../acting/catalogue/pointer.ts';
import { ActionFailed, type Limits } from '../acting/device.ts';
import type { Performers } from '../acting/perform.ts';
import type { Target } from '../scene/target.ts';
import { capital, wordsFor } from '../scene/wording.ts';
import { onElement } from './element.ts';
import {
  areaToScroll,
  type ElementQuery,
  type FoundElement,
  findOnScreen,
  findOnScreenOr,
  waitUntil,
} from './find-on-screen.ts';
import { drag, longPress, opposite, swipe, tap } from './gestures.ts';
import { uncovered } from './keyboard.ts';
import { isOffered, pressEditorKey } from './keys.ts';
import type { PhoneView } from './phone-view.ts';
import { script } from './script.ts';
import { isOfAlert } from './system-alert.ts';
import { centreOf } from './ui-node.ts';

type Zoom = 'in' | 'out';

/** Of the area, on Android. */
const pinchShare = 0.75;
/** On iOS: how much larger or smaller, and how fast; smaller is slower than nothing. */
const pinches: Readonly<Record<Zoom, object>> = {
  in: { scale: 2, velocity: 1 },
  out: { scale: 0.5, velocity: -1 },
};

/**
 * A finger goes to where the element was seen, by coordinates and not by a second search on the server: that is one
 * request instead of two, it needs no id, and what covers the element gets the tap, as it would on a real phone.
 */
export function touchActions(view: PhoneView) {
  return {
    async click({ target, count = 1, key }, limits) {
      const ask = { target, purpose: 'click', mustBeEnabled: true } as const;
      const found = await findOnScreenOr(view, ask, limits, (tree, named) => {
        // A search field is called "Search" itself.
        const isKey = key !== undefined && named.every(({ thing }) => thing.isEditable);
        return isKey && isOffered(tree, key) ? key : null;
      });
      if (typeof found === 'string') return pressEditorKey(view, found, limits.signal);
      const { words } = found;
      await tapAt(view, await uncovered(view, found, ask, limits), limits, count);
      return `${count === 1 ? 'Tapped' : `Tapped ${count} times`} on ${words}.`;
    },
    async long_press({ target }, limits) {
      const ask = { target, purpose: 'click', mustBeEnabled: true } as const;
      const { place, words } = await reach(view, ask, limits);
      await view.session.call(limits.signal, (client) => longPress(client, centreOf(place)));
      return `Pressed ${words} for a second.`;
    },
    check: ({ target, checked }, limits) => turn(view, target, checked, limits),
    toggle: ({ target }, limits) => turn(view, target, null, limits),
    async swipe({ direction, target, from }, limits) {
      const spot =
        target === undefined ? null : await findOnScreen(view, { target, purpose: 'look' }, limits);
      const area = spot?.node.seen ?? (await view.look(limits.signal)).screen;
      await view.session.call(limits.signal, (client) => swipe(client, area, direction, from === 'edge'));
      return `Swiped ${direction}${from === undefined ? '' : ' from the edge'}${spot === null ? '' : ` on ${spot.words}`}.`;
    },
    async scroll({ direction, target }, limits) {
      if (target !== undefined && direction === undefined) {
        const { words } = await findOnScreen(view, { target, purpose: 'look' }, limits);
        return `Scrolled to ${words}.`;
      }
      return scrollBy(view, direction ?? 'down', target, limits);
    },
    async drag({ target, to }, limits) {
      const goal = await findOnScreen(view, { target: to, purpose: 'look' }, limits);
      const spot = await findOnScreen(view, { target, purpose: 'click' }, limits);
      await view.session.call(limits.signal, (client) =>
        drag(client, centreOf(spot.place), centreOf(goal.place)),
      );
      return `Dragged ${spot.words} to ${goal.words}.`;
    },
    async zoom({ direction, target }, limits) {
      const spot =
        target === undefined ? null : await findOnScreen(view, { target, purpose: 'look' }, limits);
      if (view.session.platform === 'ios') await pinchOnIos(view, direction, spot, limits);
      else await pinchOnAndroid(view, direction, spot, limits);
      return `Zoomed ${direction}${spot === null ? '' : ` on ${spot.words}`}.`;
    },
  } satisfies Partial<Performers<'phone'>>;
}

export async function tapOn(view: PhoneView, ask: ElementQuery, limits: Limits): Promise<FoundElement> {
  const spot = await reach(view, ask, limits);
  await tapAt(view, spot, limits);
  return spot;
}

/** Where a tap lands on it, and not on the keyboard. */
async function reach(view: PhoneView, ask: ElementQuery, limits: Limits): Promise<FoundElement> {
  return uncovered(view, await findOnScreen(view, ask, limits), ask, limits);
}

export async function tapAt(
  view: PhoneView,
  spot: FoundElement,
  { signal }: Limits,
  count = 1,
): Promise<void> {
  if (isOfAlert(spot.tree, spot.node)) await pressInAlert(view, spot, signal);
  else await view.session.call(signal, (client) => tap(client, centreOf(spot.place), count));
}

/** Only its driver knows where an alert of the system is. */
async function pressInAlert(
  view: PhoneView,
  { node, words }: FoundElement,
  signal: AbortSignal,
): Promise<void> {
  if (node.role !== 'button')
    throw new ActionFailed(`Only the buttons of an alert of the phone can be tapped, and ${words} is none.`);
  await script(view, 'mobile: alert', { action: 'accept', buttonLabel: node.text }, signal);
}

/** On or off; null for the other of the two. */
async function turn(view: PhoneView, target: Target, asked: boolean | null, limits: Limits): Promise<string> {
  const spot = await reach(view, { target, purpose: 'check', mustBeEnabled: true }, limits);
  const { thing, words } = spot;
  if (thing.isChecked === null)
    throw new ActionFailed(`${capital(words)} can't be turned on or off.`, { rect: thing.rect });
  const isWanted = asked ?? !thing.isChecked;
  const state = isWanted ? 'on' : 'off';
  if (thing.isChecked === isWanted) return `${capital(words)} was ${state} already.`;
  await tapAt(view, spot, limits);
  await waitUntil(
    view,
    limits,
    ({ things }) => things.find(({ key }) => key === thing.key)?.isChecked === isWanted,
    () =>
      new ActionFailed(`${capital(words)} did not turn ${state} when it was tapped.`, {
        expected: state,
        actual: isWanted ? 'off' : 'on',
        rect: thing.rect,
      }),
  );
  return `Turned ${state} ${words}.`;
}

async function scrollBy(
  view: PhoneView,
  direction: Direction,
  target: Target | undefined,
  limits: Limits,
): Promise<string> {
  const tree = await view.look(limits.signal);
  const spot = target === undefined ? null : await findOnScreen(view, { target, purpose: 'look' }, limits);
  const seen = (spot?.node ?? areaToScroll(tree))?.seen ?? tree.screen;
  await view.session.call(limits.signal, (client) => swipe(client, seen, opposite(direction)));
  const isSame = (await view.look(limits.signal)).source === tree.source;
  const where = target === undefined ? '' : ` in ${wordsFor(target)}`;
  return view.mask.text(
    isSame ? `Scrolled ${direction}${where}; nothing moved.` : `Scrolled ${direction}${where}.`,
  );
}

async function pinchOnAndroid(
  view: PhoneView,
  direction: Zoom,
  spot: FoundElement | null,
  { signal }: Limits,
): Promise<void> {
  const { left, top, right, bottom } = spot?.place ?? (await view.look(signal)).screen;
  const area = { left, top, width: right - left, height: bottom - top };
  const name = direction === 'in' ? 'mobile: pinchOpenGesture' : 'mobile: pinchCloseGesture';
  await script(view, name, { ...area, percent: pinchShare }, signal);
}

/** The driver takes an element, or means all of the app. */
async function pinchOnIos(
  view: PhoneView,
  direction: Zoom,
  spot: FoundElement | null,
  limits: Limits,
): Promise<void> {
  if (spot === null) return script(view, 'mobile: pinch', pinches[direction], limits.signal);
  await onElement(view, spot, limits, async (client, elementId) => {
    await client.executeScript('mobile: pinch', [{ ...pinches[direction], elementId }]);
  });
}
