import type { Limits } from '../acting/device.ts';
import { type ElementQuery, type FoundElement, findOnScreen } from './find-on-screen.ts';
import type { PhoneView } from './phone-view.ts';
import { isOfAlert } from './system-alert.ts';
import { centreOf, intersection } from './ui-node.ts';

/** The same thing once no keyboard covers it, which would get the tap. Without one, things may stand elsewhere. */
export async function uncovered(
  view: PhoneView,
  spot: FoundElement,
  ask: ElementQuery,
  limits: Limits,
): Promise<FoundElement> {
  if (!(await isUnderKeyboard(view, spot, limits.signal))) return spot;
  await view.session.call(limits.signal, (client) =>
    client.executeScript('mobile: hideKeyboard', [{}]).catch(() => undefined),
  );
  return findOnScreen(view, ask, limits);
}

/** On iOS the keyboard is a part of the screen. Android tells only that there is one: it takes up to half of the screen. */
async function isUnderKeyboard(
  view: PhoneView,
  { tree, node, place }: FoundElement,
  signal: AbortSignal,
): Promise<boolean> {
  if (node.isKey || isOfAlert(tree, node)) return false;
  const { x, y } = centreOf(place);
  if (tree.platform === 'ios') {
    const keyboard = tree.nodes.find(({ kind, isVisible }) => kind === 'Keyboard' && isVisible);
    const point = { left: x, top: y, right: x + 1, bottom: y + 1 };
    return keyboard?.seen != null && intersection(keyboard.seen, point) !== null;
  }
  const isTyping = tree.nodes.some(({ role, isFocused }) => role === 'textbox' && isFocused);
  const isLow = y > (tree.screen.top + tree.screen.bottom) / 2;
  if (!isTyping || !isLow || node.isFocused) return false;
  const isShown: unknown = await view.session.call(signal, (client) =>
    client.executeScript('mobile: isKeyboardShown', [{}]).catch(() => false),
  );
  return isShown === true;
}
