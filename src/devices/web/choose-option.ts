import { ActionFailed, type Limits } from '../device.ts';
import { giveText } from './give-text.ts';
import type { Hands } from './hands.ts';
import { locate, type Spot } from './locate.ts';

/** How long a list that was opened may take to show what it offers. */
const openingMs = 2_000;

/** Chooses an option of a `<select>`, of a list that is shown, or of one that opens on a click. */
export async function choose(hands: Hands, list: Spot, option: string, limits: Limits): Promise<void> {
  if (list.view.tag === 'select') return chooseNative(hands, list, option, limits);
  if (list.view.role !== 'listbox') await list.locator.click({ timeout: limits.timeoutMs });
  const target = { name: option, role: 'option' } as const;
  const canType = list.view.isEditable;
  const timeoutMs = canType ? Math.min(openingMs, limits.timeoutMs) : limits.timeoutMs;
  let offered = await locate(hands, target, 'click', { ...limits, timeoutMs }).catch((error: unknown) => {
    if (!canType) throw error;
    return null;
  });
  if (offered === null) {
    // Lists that are typed into show only what fits.
    await giveText(hands, list, { text: option, replace: true }, limits);
    offered = await locate(hands, target, 'click', limits);
  }
  await offered.locator.click({ timeout: limits.timeoutMs });
}

async function chooseNative(hands: Hands, list: Spot, option: string, limits: Limits): Promise<void> {
  const deadline = Date.now() + limits.timeoutMs;
  for (let options = list.view.options ?? []; ; ) {
    const index = indexOf(options, option);
    if (index >= 0) {
      await list.locator.selectOption({ index }, { timeout: limits.timeoutMs });
      return;
    }
    if (Date.now() >= deadline) {
      const offered = options.slice(0, 12).map((name) => `"${name}"`);
      const actual = offered.length === 0 ? 'it offers nothing' : `it offers ${offered.join(', ')}`;
      throw new ActionFailed(`${list.words} has no option "${option}": ${actual}.`, {
        expected: `an option "${option}"`,
        actual,
      });
    }
    await hands.pause(60, limits.signal);
    options = (await list.review().catch(() => null))?.options ?? [];
  }
}

/** The one that is called so; else the only one that contains it. */
function indexOf(options: readonly string[], wanted: string): number {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();
  const exact = options.findIndex((option) => plain(option) === plain(wanted));
  if (exact >= 0) return exact;
  const similar = options.flatMap((option, index) => (plain(option).includes(plain(wanted)) ? [index] : []));
  return similar.length === 1 ? (similar[0] ?? -1) : -1;
}
