import { ActionFailed } from '../acting/device.ts';
import type { AppiumSession } from './session.ts';

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

export async function pressKey(session: AppiumSession, key: string, signal: AbortSignal): Promise<void> {
  const name = nameOf(key);
  if (session.platform === 'android') {
    const keycode = androidKeys[name] ?? letterCode(name);
    if (keycode === null) throw unknownKey(key, Object.keys(androidKeys));
    await session.call(signal, (client) => client.executeScript('mobile: pressKey', [{ keycode }]));
    return;
  }
  const button = iosButtons[name];
  if (button !== undefined) {
    await session.call(signal, (client) => client.executeScript('mobile: pressButton', [{ name: button }]));
    return;
  }
  const typed = iosTyped[name] ?? (name.length === 1 ? name : null);
  if (typed === null) throw unknownKey(key, [...Object.keys(iosButtons), ...Object.keys(iosTyped)]);
  await session.call(signal, async (client) => {
    const active = await client.getActiveElement();
    if (active === null) throw new ActionFailed('Nothing on the screen takes keys: no field has the focus.');
    await client.elementSendKeys(active, typed);
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
