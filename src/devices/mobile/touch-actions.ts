import { Type } from 'typebox';
import { oneOf } from '../../kernel/schema.ts';
import { defineAction } from '../action.ts';
import { ActionFailed, type DeviceAction, type Limits, type Role, Target } from '../device.ts';
import { type Direction, directions, longPress, opposite, swipe, tap } from './gestures.ts';
import { lookUp } from './locate.ts';
import { areaToScroll, seek, waitUntil } from './seek.ts';
import { centreOf, intersection, type UiNode } from './ui-node.ts';
import type { View } from './view.ts';
import { nodeInWords, targetInWords } from './wording.ts';

const checkable: readonly Role[] = ['checkbox', 'switch', 'radio'];

/**
 * A finger goes to where the element was seen, by coordinates and not by a second search on the server: that is one
 * request instead of two, it needs no id, and what covers the element gets the tap, as it would on a real phone.
 */
export function touchActions(view: View): DeviceAction[] {
  return [
    defineAction({
      name: 'click',
      description: 'Taps on an element; with count 2 it is a double tap.',
      parameters: Type.Object({
        target: Target,
        count: Type.Optional(Type.Integer({ minimum: 1, maximum: 3 })),
      }),
      async perform({ target, count = 1 }, limits) {
        const node = await seek(view, target, limits, { mustBeEnabled: true });
        await tapOn(view, node, target, limits, count);
        return told(
          view,
          `${count === 1 ? 'Tapped' : `Tapped ${count} times`} on ${nodeInWords(node, view.cover)}.`,
        );
      },
    }),
    defineAction({
      name: 'long_press',
      description: 'Presses an element for one second.',
      parameters: Type.Object({ target: Target }),
      async perform({ target }, limits) {
        const node = await seek(view, target, limits, { mustBeEnabled: true });
        const point = pointOf(view, node);
        await view.session.call(limits.signal, (client) => longPress(client, point));
        return told(view, `Pressed ${nodeInWords(node, view.cover)} for a second.`);
      },
    }),
    defineAction({
      name: 'check',
      description: 'Turns a switch, checkbox or radio button on or off.',
      parameters: Type.Object({ target: Target, checked: Type.Boolean() }),
      async perform({ target, checked }, limits) {
        const node = await seek(view, target, limits, { wanted: checkable, mustBeEnabled: true });
        if (node.isChecked === null) {
          throw new ActionFailed(
            told(view, `${sentence(nodeInWords(node, view.cover))} can't be turned on or off.`),
          );
        }
        const state = checked ? 'on' : 'off';
        if (node.isChecked === checked)
          return told(view, `${sentence(nodeInWords(node, view.cover))} was ${state} already.`);
        await tapOn(view, node, target, limits);
        await waitUntil(
          view,
          limits,
          (tree) => lookUp(tree, { ref: node.ref })[0]?.isChecked === checked,
          () =>
            new ActionFailed(
              told(
                view,
                `${sentence(nodeInWords(node, view.cover))} did not turn ${state} when it was tapped.`,
              ),
              {
                expected: state,
                actual: checked ? 'off' : 'on',
              },
            ),
        );
        return told(view, `Turned ${state} ${nodeInWords(node, view.cover)}.`);
      },
    }),
    defineAction({
      name: 'swipe',
      description: 'Moves a finger across the screen, or across an element, in a direction.',
      parameters: Type.Object({ direction: oneOf(directions), target: Type.Optional(Target) }),
      async perform({ direction, target }, limits) {
        const node = target === undefined ? null : await seek(view, target, limits);
        const area = node?.seen ?? (await view.look(limits.signal)).screen;
        await view.session.call(limits.signal, (client) => swipe(client, area, direction));
        return told(
          view,
          `Swiped ${direction}${node === null ? '' : ` on ${nodeInWords(node, view.cover)}`}.`,
        );
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
          const node = await seek(view, target, limits);
          return told(view, `Scrolled to ${nodeInWords(node, view.cover)}.`);
        }
        return scrollBy(view, direction ?? 'down', target, limits);
      },
    }),
  ];
}

export async function tapOn(
  view: View,
  node: UiNode,
  target: Target,
  limits: Limits,
  count = 1,
): Promise<void> {
  const reached = await withoutKeyboard(view, node, target, limits);
  const point = pointOf(view, reached);
  await view.session.call(limits.signal, (client) => tap(client, point, count));
}

export function told(view: View, text: string): string {
  return view.cover.text(text);
}

export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** On iOS the keyboard lies over the app, and would get the tap. */
async function withoutKeyboard(view: View, node: UiNode, target: Target, limits: Limits): Promise<UiNode> {
  const keyboard = view.lastSeen()?.nodes.find(({ kind, isVisible }) => kind === 'Keyboard' && isVisible);
  const { seen } = node;
  if (keyboard?.seen == null || seen === null || node.isKey) return node;
  const { x, y } = centreOf(seen);
  if (intersection(keyboard.seen, { left: x, top: y, right: x + 1, bottom: y + 1 }) === null) return node;
  await view.session.call(limits.signal, (client) =>
    client.executeScript('mobile: hideKeyboard', [{}]).catch(() => undefined),
  );
  return seek(view, target, limits);
}

async function scrollBy(
  view: View,
  direction: Direction,
  target: Target | undefined,
  limits: Limits,
): Promise<string> {
  const tree = await view.look(limits.signal);
  const area = target === undefined ? areaToScroll(tree) : await seek(view, target, limits);
  const seen = area?.seen ?? tree.screen;
  await view.session.call(limits.signal, (client) => swipe(client, seen, opposite(direction)));
  const isSame = (await view.look(limits.signal)).source === tree.source;
  const where = target === undefined ? '' : ` in ${targetInWords(target)}`;
  return told(
    view,
    isSame ? `Scrolled ${direction}${where}; nothing moved.` : `Scrolled ${direction}${where}.`,
  );
}

function pointOf(view: View, node: UiNode): { x: number; y: number } {
  if (node.seen !== null) return centreOf(node.seen);
  throw new ActionFailed(
    `${sentence(nodeInWords(node, view.cover))} has no place on the screen that could be touched.`,
  );
}
