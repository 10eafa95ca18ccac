import { Type } from 'typebox';
import { oneOf } from '../../kernel/schema.ts';
import { defineAction } from '../acting/action.ts';
import { ActionFailed, type DeviceAction, type Limits } from '../acting/device.ts';
import { Target } from '../scene/target.ts';
import { capital, wordsFor } from '../scene/wording.ts';
import { editorKeys, isOffered, pressEditorKey } from './editor-keys.ts';
import { directions, longPress, opposite, type SwipeDirection, swipe, tap } from './gestures.ts';
import { uncovered } from './keyboard.ts';
import type { PhoneView } from './phone-view.ts';
import { script } from './script.ts';
import { areaToScroll, type ElementQuery, type FoundElement, seek, seekOr, waitUntil } from './seek.ts';
import { isOfAlert } from './system-alert.ts';
import { centreOf } from './ui-node.ts';

/**
 * A finger goes to where the element was seen, by coordinates and not by a second search on the server: that is one
 * request instead of two, it needs no id, and what covers the element gets the tap, as it would on a real phone.
 */
export function touchActions(view: PhoneView): DeviceAction[] {
  return [
    defineAction({
      name: 'click',
      description:
        'Taps on an element; with count 2 it is a double tap. Where none is called so, the key of the keyboard is pressed, if one is given.',
      parameters: Type.Object({
        target: Target,
        count: Type.Optional(Type.Integer({ minimum: 1, maximum: 3 })),
        key: Type.Optional(oneOf(editorKeys)),
      }),
      async perform({ target, count = 1, key }, limits) {
        const ask = { target, purpose: 'click', mustBeEnabled: true } as const;
        const found = await seekOr(view, ask, limits, (tree, named) => {
          // A search field is called "Search" itself.
          const isKey = key !== undefined && named.every(({ thing }) => thing.isEditable);
          return isKey && isOffered(tree, key) ? key : null;
        });
        if (typeof found === 'string') return pressEditorKey(view, found, limits.signal);
        const { words } = found;
        await tapAt(view, await uncovered(view, found, ask, limits), limits, count);
        return `${count === 1 ? 'Tapped' : `Tapped ${count} times`} on ${words}.`;
      },
    }),
    defineAction({
      name: 'long_press',
      description: 'Presses an element for one second.',
      parameters: Type.Object({ target: Target }),
      async perform({ target }, limits) {
        const ask = { target, purpose: 'click', mustBeEnabled: true } as const;
        const { place, words } = await reach(view, ask, limits);
        await view.session.call(limits.signal, (client) => longPress(client, centreOf(place)));
        return `Pressed ${words} for a second.`;
      },
    }),
    defineAction({
      name: 'check',
      description: 'Turns a switch, checkbox or radio button on or off.',
      parameters: Type.Object({ target: Target, checked: Type.Boolean() }),
      perform: ({ target, checked }, limits) => turn(view, target, checked, limits),
    }),
    defineAction({
      name: 'toggle',
      description: 'Turns a switch or checkbox that is on off, and one that is off on.',
      parameters: Type.Object({ target: Target }),
      perform: ({ target }, limits) => turn(view, target, null, limits),
    }),
    defineAction({
      name: 'swipe',
      description: 'Moves a finger across the screen, or across an element, in a direction.',
      parameters: Type.Object({ direction: oneOf(directions), target: Type.Optional(Target) }),
      async perform({ direction, target }, limits) {
        const spot = target === undefined ? null : await seek(view, { target, purpose: 'look' }, limits);
        const area = spot?.node.seen ?? (await view.look(limits.signal)).screen;
        await view.session.call(limits.signal, (client) => swipe(client, area, direction));
        return `Swiped ${direction}${spot === null ? '' : ` on ${spot.words}`}.`;
      },
    }),
    defineAction({
      name: 'scroll',
      description: 'Scrolls by about a screen in a direction, or until an element is on the screen.',
      parameters: Type.Object({
        direction: Type.Optional(oneOf(directions)),
        target: Type.Optional(Target),
      }),
      async perform({ direction, target }, limits) {
        if (target !== undefined && direction === undefined) {
          const { words } = await seek(view, { target, purpose: 'look' }, limits);
          return `Scrolled to ${words}.`;
        }
        return scrollBy(view, direction ?? 'down', target, limits);
      },
    }),
  ];
}

export async function tapOn(view: PhoneView, ask: ElementQuery, limits: Limits): Promise<FoundElement> {
  const spot = await reach(view, ask, limits);
  await tapAt(view, spot, limits);
  return spot;
}

/** Where a tap lands on it, and not on the keyboard. */
async function reach(view: PhoneView, ask: ElementQuery, limits: Limits): Promise<FoundElement> {
  return uncovered(view, await seek(view, ask, limits), ask, limits);
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
  direction: SwipeDirection,
  target: Target | undefined,
  limits: Limits,
): Promise<string> {
  const tree = await view.look(limits.signal);
  const spot = target === undefined ? null : await seek(view, { target, purpose: 'look' }, limits);
  const seen = (spot?.node ?? areaToScroll(tree))?.seen ?? tree.screen;
  await view.session.call(limits.signal, (client) => swipe(client, seen, opposite(direction)));
  const isSame = (await view.look(limits.signal)).source === tree.source;
  const where = target === undefined ? '' : ` in ${wordsFor(target)}`;
  return view.cover.text(
    isSame ? `Scrolled ${direction}${where}; nothing moved.` : `Scrolled ${direction}${where}.`,
  );
}
