import { find } from '../../scene/find.ts';
import type { Target } from '../../scene/target.ts';
import type { Limits } from '../device.ts';
import { comesToBe } from './await-page.ts';
import { clickOn, pointAt } from './gestures.ts';
import { type Hands, handle } from './hands.ts';

/** How soon a menu opens for who points at it; many wait a little, so as not to open for who only passes by. */
const openingMs = 1_000;

/** Goes through menus to what is named last, and clicks that. What opens by pointing at it is not clicked. */
export async function followMenu(hands: Hands, path: readonly string[], limits: Limits): Promise<string> {
  for (const [at, name] of path.entries()) {
    const next = path[at + 1];
    const ask = { target: menuEntry(name), purpose: 'click', doing: 'Clicking', isSingle: true } as const;
    await handle(hands, ask, limits, async (spot, timeout) => {
      if (next !== undefined) {
        await pointAt(spot, timeout);
        if (await isShown(hands, next, limits)) return;
      }
      await clickOn(hands, spot, { timeout });
    });
  }
  return `Went through the menus to "${path.at(-1)}".`;
}

function menuEntry(name: string): Target {
  return { name, role: 'menu item', or: [{ name }] };
}

function isShown(hands: Hands, name: string, limits: Limits): Promise<boolean> {
  return comesToBe(hands, { ...limits, timeoutMs: Math.min(openingMs, limits.timeoutMs) }, (scene) => {
    const { matches, isSeen, isExact } = find(scene, menuEntry(name), 'click');
    return isSeen && isExact && matches.length > 0;
  });
}
