import { type EditorKey, editorKeys } from '../acting/catalogue/pointer.ts';
import { ActionFailed } from '../acting/device.ts';
import { isSame } from '../scene/words.ts';
import { tap } from './gestures.ts';
import type { PhoneView } from './phone-view.ts';
import { script } from './script.ts';
import { centreOf, type UiNode, type UiTree } from './ui-node.ts';

/** Codes of android.view.KeyEvent. */
const androidKeys: Readonly<Record<string, number>> = {
  home: 3,
  back: 4,
  up: 19,
  down: 20,
  left: 21,
  right: 22,
  volume_up: 24,
  volume_down: 25,
  tab: 61,
  space: 62,
  enter: 66,
  return: 66,
  backspace: 67,
  menu: 82,
  escape: 111,
  delete: 112,
  app_switch: 187,
};
const iosButtons: Readonly<Record<string, string>> = {
  home: 'home',
  volume_up: 'volumeUp',
  volume_down: 'volumeDown',
};
/** What the keys of a keyboard type into the field that has the focus. */
const iosTyped: Readonly<Record<string, string>> = {
  enter: '\n',
  return: '\n',
  backspace: '\b',
  delete: '\b',
  tab: '\t',
  space: ' ',
};

export async function pressKey(view: PhoneView, key: string, signal: AbortSignal): Promise<void> {
  const name = nameOf(key);
  if (view.session.platform === 'android') {
    const keycode = androidKeys[name] ?? letterCode(name);
    if (keycode === null) throw unknownKey(key, Object.keys(androidKeys));
    return script(view, 'mobile: pressKey', { keycode }, signal);
  }
  const button = iosButtons[name];
  if (button !== undefined) return script(view, 'mobile: pressButton', { name: button }, signal);
  const typed = iosTyped[name] ?? (name.length === 1 ? name : null);
  if (typed === null) throw unknownKey(key, [...Object.keys(iosButtons), ...Object.keys(iosTyped)]);
  await typeIntoFocus(view, typed, signal);
}

async function typeIntoFocus({ session }: PhoneView, text: string, signal: AbortSignal): Promise<void> {
  await session.call(signal, async (client) => {
    const active = await client.getActiveElement();
    if (active === null) throw new ActionFailed('Nothing on the screen takes keys: no field has the focus.');
    await client.elementSendKeys(active, text);
  });
}

/** "Volume Up", "ArrowDown" and "PageDown" are the same key under other names. */
function nameOf(key: string): string {
  const name = key
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/[\s-]+/g, '_')
    .toLowerCase();
  return name
    .replace(/^arrow_/, '')
    .replace(/^esc$/, 'escape')
    .replace(/^del$/, 'delete');
}

/** A–Z follow each other from 29, 0–9 from 7. */
function letterCode(name: string): number | null {
  if (/^[a-z]$/.test(name)) return 29 + name.charCodeAt(0) - 97;
  return /^[0-9]$/.test(name) ? 7 + Number(name) : null;
}

function unknownKey(key: string, known: readonly string[]): ActionFailed {
  return new ActionFailed(`This phone has no key "${key}"; it has ${[...new Set(known)].join(', ')}.`);
}

export function editorKeyOf(name: string): EditorKey | null {
  return editorKeys.find((key) => key === name.trim().toLowerCase()) ?? null;
}

/** Whether the keyboard of the screen has it, as far as the screen tells. */
export function isOffered(tree: UiTree, key: EditorKey): boolean {
  if (tree.platform === 'ios') return keyIn(tree, key) !== undefined;
  return tree.nodes.some(({ role, isFocused }) => role === 'textbox' && isFocused);
}

export async function pressEditorKey(view: PhoneView, key: EditorKey, signal: AbortSignal): Promise<string> {
  if (view.session.platform === 'android')
    await script(view, 'mobile: performEditorAction', { action: key }, signal);
  else await pressOnIos(view, key, signal);
  return `Pressed ${key} on the keyboard.`;
}

/** The keyboard is a part of the screen. Without one, as with a keyboard of the Mac, the return key does the same. */
async function pressOnIos(view: PhoneView, key: EditorKey, signal: AbortSignal): Promise<void> {
  const tree = await view.look(signal);
  const place = keyIn(tree, key)?.seen;
  if (place != null) return view.session.call(signal, (client) => tap(client, centreOf(place)));
  const keyboard = tree.nodes.find(({ kind, isVisible }) => kind === 'Keyboard' && isVisible);
  if (keyboard !== undefined) throw new ActionFailed(`The keyboard has no key "${key}".`);
  await typeIntoFocus(view, '\n', signal);
}

/** Its name stays English, and ends in a colon at times; its label is in the language of the phone. */
function keyIn({ nodes }: UiTree, key: EditorKey): UiNode | undefined {
  const isNamed = (said: string) => isSame(said.replace(/:$/, ''), key);
  return nodes.find(
    ({ isKey, isVisible, accessibilityId, text }) =>
      isKey && isVisible && (isNamed(accessibilityId) || isNamed(text)),
  );
}
