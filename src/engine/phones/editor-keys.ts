import { type EditorKey, editorKeys } from '../acting/catalogue/pointer.ts';
import { ActionFailed } from '../acting/device.ts';
import { isSame } from '../scene/words.ts';
import { tap } from './gestures.ts';
import type { PhoneView } from './phone-view.ts';
import { script } from './script.ts';
import { centreOf, type UiNode, type UiTree } from './ui-node.ts';

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
  await view.session.call(signal, async (client) => {
    const active = await client.getActiveElement();
    if (active === null) throw new ActionFailed('Nothing on the screen takes keys: no field has the focus.');
    await client.elementSendKeys(active, '\n');
  });
}

/** Its name stays English, and ends in a colon at times; its label is in the language of the phone. */
function keyIn({ nodes }: UiTree, key: EditorKey): UiNode | undefined {
  const isNamed = (said: string) => isSame(said.replace(/:$/, ''), key);
  return nodes.find(
    ({ isKey, isVisible, accessibilityId, text }) =>
      isKey && isVisible && (isNamed(accessibilityId) || isNamed(text)),
  );
}
