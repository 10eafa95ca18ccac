import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { defineAction } from '../action.ts';
import { ActionFailed, type DeviceAction, type Limits, type Role, Target } from '../device.ts';
import { locatorOf } from './element-locator.ts';
import { lookUp, normal } from './locate.ts';
import { seek, waitUntil } from './seek.ts';
import { type Client, DriverRefusal } from './session.ts';
import { sentence, tapOn, told } from './touch-actions.ts';
import { subtreeOf, type UiNode } from './ui-node.ts';
import type { View } from './view.ts';
import { nodeInWords } from './wording.ts';

const fields: readonly Role[] = ['field'];
const dropdowns: readonly Role[] = ['dropdown'];
const options: readonly Role[] = ['option', 'list item', 'row', 'menu item', 'radio', 'checkbox', 'button'];
const wheelMs = 1_000;
const wheelPauseMs = 100;
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

export function typingActions(view: View): DeviceAction[] {
  return [
    defineAction({
      name: 'type',
      description: 'Types text into a field, in place of what it holds unless replace is false.',
      parameters: Type.Object({
        target: Target,
        text: Type.String({ maxLength: 100_000 }),
        replace: Type.Optional(Type.Boolean()),
      }),
      async perform({ target, text, replace = true }, limits) {
        const field = await seekField(view, target, limits);
        await onElement(view, field, limits, async (client, id) => {
          if (replace && field.value !== '') await client.elementClear(id);
          if (text !== '') await client.elementSendKeys(id, text);
        });
        return told(
          view,
          `Typed ${field.isPassword ? 'a password' : `"${text}"`} into ${nodeInWords(field, view.cover)}.`,
        );
      },
    }),
    defineAction({
      name: 'clear',
      description: 'Empties a field.',
      parameters: Type.Object({ target: Target }),
      async perform({ target }, limits) {
        const field = await seekField(view, target, limits);
        await onElement(view, field, limits, (client, id) => client.elementClear(id));
        return told(view, `Cleared ${nodeInWords(field, view.cover)}.`);
      },
    }),
    defineAction({
      name: 'select',
      description: 'Chooses an option of a dropdown, spinner or picker wheel.',
      parameters: Type.Object({ target: Target, option: Type.String({ minLength: 1, maxLength: 1_000 }) }),
      async perform({ target, option }, limits) {
        const node = await seek(view, target, limits, { wanted: dropdowns, mustBeEnabled: true });
        const wheel = wheelIn(view, node);
        if (wheel !== null) return turnWheel(view, wheel, option, limits);
        await tapOn(view, node, target, limits);
        return chooseFromList(view, node, option, limits);
      },
    }),
  ];
}

async function seekField(view: View, target: Target, limits: Limits): Promise<UiNode> {
  const node = await seek(view, target, limits, { wanted: fields, mustBeEnabled: true });
  if (node.role === 'field') return node;
  throw new ActionFailed(
    told(view, `Nothing can be typed into ${nodeInWords(node, view.cover)}: it is no field.`),
    {
      expected: 'a field',
      actual: nodeInWords(node, view.cover),
    },
  );
}

/** Typing needs the element itself: a tap may leave the focus where it was, and the text would go elsewhere. */
async function onElement(
  view: View,
  node: UiNode,
  limits: Limits,
  work: (client: Client, elementId: string) => Promise<void>,
): Promise<void> {
  const tree = view.lastSeen();
  if (tree === null) throw new TypeError('an element is used before the screen was looked at');
  const { using, value } = locatorOf(node, tree);
  await view.session.call(limits.signal, async (client) => {
    const found = await client.findElement(using, value);
    const id = (found as Record<string, unknown>)[elementKey];
    if (typeof id === 'string') return work(client, id);
    throw new ActionFailed(
      told(view, `${sentence(nodeInWords(node, view.cover))} was gone before it could be used.`),
    );
  });
}

/** A list, a menu or a wheel comes up; which one is seen only then. */
async function chooseFromList(view: View, node: UiNode, option: string, limits: Limits): Promise<string> {
  const target = { name: option };
  const wheel = await comingWheel(view, target, limits);
  if (wheel !== null) return turnWheel(view, wheel, option, limits);
  const chosen = await seek(view, target, limits, { wanted: options, mustBeEnabled: true });
  await tapOn(view, chosen, target, limits);
  return told(view, `Chose "${option}" in ${nodeInWords(node, view.cover)}.`);
}

/** Null as soon as the option itself is there, or when no wheel comes in time. */
async function comingWheel(view: View, option: Target, limits: Limits): Promise<UiNode | null> {
  const deadlineMs = performance.now() + Math.min(wheelMs, limits.timeoutMs);
  for (;;) {
    const tree = await view.look(limits.signal);
    const wheel = tree.nodes.find(({ kind, isVisible }) => kind === 'PickerWheel' && isVisible);
    if (wheel !== undefined) return wheel;
    if (lookUp(tree, option).length > 0 || performance.now() >= deadlineMs) return null;
    await delay(wheelPauseMs, undefined, { signal: limits.signal });
  }
}

async function turnWheel(view: View, wheel: UiNode, option: string, limits: Limits): Promise<string> {
  await onElement(view, wheel, limits, (client, id) => client.elementSendKeys(id, option)).catch(
    (error: unknown) => {
      if (error instanceof DriverRefusal) throw wrongOption(view, wheel, option, wheel.value ?? '');
      throw error;
    },
  );
  await waitUntil(
    view,
    limits,
    (tree) => normal(lookUp(tree, { ref: wheel.ref })[0]?.value ?? '') === normal(option),
    (tree) => wrongOption(view, wheel, option, lookUp(tree, { ref: wheel.ref })[0]?.value ?? ''),
  );
  return told(view, `Turned ${nodeInWords(wheel, view.cover)} to "${option}".`);
}

function wheelIn(view: View, node: UiNode): UiNode | null {
  const wheels = [...subtreeOf(node)].filter(({ kind }) => kind === 'PickerWheel');
  if (wheels.length > 1) {
    throw new ActionFailed(
      `${sentence(nodeInWords(node, view.cover))} has ${wheels.length} wheels: name one of them.`,
    );
  }
  return wheels[0] ?? null;
}

function wrongOption(view: View, wheel: UiNode, option: string, value: string): ActionFailed {
  return new ActionFailed(
    told(
      view,
      `${sentence(nodeInWords(wheel, view.cover))} can't be turned to "${option}"; it shows "${value}".`,
    ),
    {
      expected: told(view, option),
      actual: told(view, value),
    },
  );
}
