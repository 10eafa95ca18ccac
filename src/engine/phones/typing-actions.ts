import { setTimeout as delay } from 'node:timers/promises';
import { shorten } from '../../kernel/text.ts';
import { ActionFailed, type Limits, mismatch } from '../acting/device.ts';
import { createPatience } from '../acting/look-clock.ts';
import type { Performers } from '../acting/perform.ts';
import { seconds } from '../acting/seconds.ts';
import { find } from '../scene/find.ts';
import type { Scene, Thing } from '../scene/scene.ts';
import type { Target } from '../scene/target.ts';
import { capital } from '../scene/wording.ts';
import { fitOf, isSame } from '../scene/words.ts';
import { type Element, onElement } from './element.ts';
import { awaitOnScreen, type FoundElement, findOnScreen, waitUntil } from './find-on-screen.ts';
import { uncovered } from './keyboard.ts';
import { sceneOfTree } from './phone-scene.ts';
import type { PhoneView } from './phone-view.ts';
import { DriverRefusal } from './session.ts';
import { tapAt, tapOn } from './touch-actions.ts';
import { subtreeOf, type UiNode, type UiTree } from './ui-node.ts';
import { writeText } from './write-text.ts';

const wheelMs = 1_000;
const wheelPauseMs = 100;
/** How soon a list must show what was chosen. */
const choiceMs = 2_000;

export function typingActions(view: PhoneView) {
  return {
    async type({ target, text, replace = true }, limits) {
      const ask = target === undefined ? await fieldInFocus(view, limits) : { target, limits };
      const field = await findOnScreen(view, { ...ask, purpose: 'type', mustBeEnabled: true }, ask.limits);
      if (isList(field)) return chooseIn(view, { ref: field.thing.key }, text, ask.limits);
      mustBeEditable(field);
      const held = await writeText(view, field, { text, replace }, limits);
      const typed = field.node.isPassword ? 'a password' : `"${text}"`;
      return view.mask.text(`Typed ${typed} into ${field.words}${held}.`);
    },
    async clear({ target }, limits) {
      const field = await findOnScreen(view, { target, purpose: 'type', mustBeEnabled: true }, limits);
      mustBeEditable(field);
      const held = await writeText(view, field, { text: '', replace: true }, limits);
      return `Cleared ${field.words}${held}.`;
    },
    select: ({ target, option }, limits) => chooseIn(view, target, option, limits),
  } satisfies Partial<Performers<'phone'>>;
}

/** The field that the keyboard types into, and what is left of the time to use it. */
async function fieldInFocus(
  view: PhoneView,
  limits: Limits,
): Promise<{ readonly target: Target; readonly limits: Limits }> {
  const startedAtMs = performance.now();
  const { key } = await awaitOnScreen(
    view,
    limits,
    (scene) => focusedIn(scene) ?? activeOf(view, scene, limits.signal),
    () => noFocus(limits),
  );
  const leftMs = limits.timeoutMs - (performance.now() - startedAtMs);
  return { target: { ref: key }, limits: { ...limits, timeoutMs: Math.max(leftMs, 0) } };
}

function focusedIn({ things }: Scene): Thing | null {
  return things.find(({ isFocused, isEditable }) => isFocused && isEditable) ?? null;
}

/** Many drivers of iOS leave the focus out of the hierarchy, and tell which element has it only when they are asked. */
async function activeOf(
  { session }: PhoneView,
  { things }: Scene,
  signal: AbortSignal,
): Promise<Thing | null> {
  if (session.platform !== 'ios') return null;
  const place = await session.call(signal, async (client) => {
    const id = await client.getActiveElement();
    return id === null ? null : client.getElementRect(id);
  });
  if (place === null) return null;
  const isThere = ({ rect }: Thing) =>
    rect !== null && Math.abs(rect.x - place.x) <= 1 && Math.abs(rect.y - place.y) <= 1;
  return things.find((thing) => thing.isEditable && isThere(thing)) ?? null;
}

function noFocus({ timeoutMs }: Limits): ActionFailed {
  return new ActionFailed(
    `No field got the focus within ${seconds(timeoutMs)}. Say which field to type into, or tap on it first.`,
    { expected: 'a field that has the focus', actual: 'no field has it' },
  );
}

/** People who fill in a form write the name of an option where there is a list. */
function isList({ thing }: FoundElement): boolean {
  return thing.role === 'combobox' && !thing.isEditable;
}

async function chooseIn(view: PhoneView, target: Target, option: string, limits: Limits): Promise<string> {
  const ask = { target, purpose: 'select', mustBeEnabled: true } as const;
  const list = await findOnScreen(view, ask, limits);
  const wheel = wheelIn(list);
  if (wheel !== null) return turnWheel(view, wheelAt(view, list.tree, wheel), option, limits);
  await tapAt(view, await uncovered(view, list, ask, limits), limits);
  return chooseFromList(view, list, option, limits);
}

function mustBeEditable({ thing, words }: FoundElement): void {
  if (thing.isEditable) return;
  throw new ActionFailed(`Nothing can be typed into ${words}: it is not a field.`, {
    expected: 'a field',
    actual: words,
    rect: thing.rect,
  });
}

/** A list, a menu or a wheel comes up; which one is seen only then. */
async function chooseFromList(
  view: PhoneView,
  list: FoundElement,
  option: string,
  limits: Limits,
): Promise<string> {
  const target = { name: option };
  const wheel = await comingWheel(view, target, limits);
  if (wheel !== null) return turnWheel(view, wheel, option, limits);
  await tapOn(view, { target, purpose: 'click', mustBeEnabled: true }, limits);
  await mustBeChosen(view, list, option, limits);
  return view.mask.text(`Chose "${option}" in ${list.words}.`);
}

/** A list that shows what is chosen in it must show it then, unless the app shows something else in answer. */
async function mustBeChosen(
  view: PhoneView,
  { thing: list, tree: before, words }: FoundElement,
  option: string,
  { signal, timeoutMs }: Limits,
): Promise<void> {
  const isTooLate = createPatience(Math.min(choiceMs, timeoutMs));
  for (;;) {
    const tree = await view.look(signal);
    const held = sceneOfTree(tree).things.find(({ key }) => key === list.key)?.value ?? null;
    if (held === null || fitOf(held, option) !== null) return;
    const isLate = isTooLate();
    if (isLate && tree.source !== before.source) return;
    if (isLate) throw notChosen(view, words, option, held);
    await delay(wheelPauseMs, undefined, { signal });
  }
}

/** Null as soon as the option itself is there, or when no wheel comes in time. */
async function comingWheel(view: PhoneView, option: Target, limits: Limits): Promise<Element | null> {
  const deadlineMs = performance.now() + Math.min(wheelMs, limits.timeoutMs);
  for (;;) {
    const tree = await view.look(limits.signal);
    const wheel = tree.nodes.find(({ kind, isVisible }) => kind === 'PickerWheel' && isVisible);
    if (wheel !== undefined) return wheelAt(view, tree, wheel);
    if (find(sceneOfTree(tree), option).isSeen || performance.now() >= deadlineMs) return null;
    await delay(wheelPauseMs, undefined, { signal: limits.signal });
  }
}

async function turnWheel(view: PhoneView, wheel: Element, option: string, limits: Limits): Promise<string> {
  const { node, words } = wheel;
  await onElement(view, wheel, limits, (client, id) => client.elementSendKeys(id, option)).catch(
    (error: unknown) => {
      if (error instanceof DriverRefusal) throw wrongOption(view, words, option, node.value ?? '');
      throw error;
    },
  );
  const shown = ({ things }: Scene) => things.find(({ key }) => key === node.ref)?.value ?? '';
  await waitUntil(
    view,
    limits,
    (scene) => isSame(shown(scene), option),
    (scene) => wrongOption(view, words, option, shown(scene)),
  );
  return view.mask.text(`Turned ${words} to "${option}".`);
}

function wheelAt(view: PhoneView, tree: UiTree, node: UiNode): Element {
  const thing = sceneOfTree(tree).things[node.index];
  return { tree, node, words: thing === undefined ? 'the wheel' : view.inWords(tree, thing) };
}

function wheelIn({ node, words }: FoundElement): UiNode | null {
  const wheels = [...subtreeOf(node)].filter(({ kind }) => kind === 'PickerWheel');
  if (wheels.length > 1)
    throw new ActionFailed(`${capital(words)} has ${wheels.length} wheels: name one of them.`);
  return wheels[0] ?? null;
}

function notChosen({ mask }: PhoneView, words: string, option: string, held: string): ActionFailed {
  return mismatch(`${capital(words)} did not take "${mask.text(option)}"`, {
    expected: `${words} shows "${mask.text(option)}"`,
    actual: held === '' ? 'it shows nothing' : `it shows "${shorten(mask.text(held))}"`,
  });
}

function wrongOption({ mask }: PhoneView, words: string, option: string, value: string): ActionFailed {
  return new ActionFailed(
    mask.text(`${capital(words)} can't be turned to "${option}"; it shows "${value}".`),
    {
      expected: mask.text(option),
      actual: mask.text(value),
    },
  );
}
