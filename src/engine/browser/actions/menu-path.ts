import type { Limits } from '../../acting/device.ts';
import { find } from '../../scene/find.ts';
import type { Target } from '../../scene/target.ts';
import { type ActionContext, actOnTarget } from './act-on-target.ts';
import { comesToBe } from './await-page.ts';
import { clickOn, pointAt } from './gestures.ts';

/** How soon a menu opens for who points at it; many wait a little, so as not to open for who only passes by. */
const openingMs = 1_000;

/** Goes through menus to what is named last, and clicks that. What opens by pointing at it is not clicked. */
export async function followMenu(
  context: ActionContext,
  path: readonly string[],
  limits: Limits,
): Promise<string> {
  for (const [at, name] of path.entries()) {
    const next = path[at + 1];
    const ask = { target: menuEntry(name), purpose: 'click', doing: 'Clicking', isSingle: true } as const;
    await actOnTarget(context, ask, limits, async (spot, timeout) => {
      if (next !== undefined) {
        await pointAt(spot, timeout);
        if (await isShown(context, next, limits)) return;
      }
      await clickOn(context, spot, { timeout });
    });
  }
  return `Went through the menus to "${path.at(-1)}".`;
}

function menuEntry(name: string): Target {
  return { name, role: 'menu item', or: [{ name }] };
}

function isShown(context: ActionContext, name: string, limits: Limits): Promise<boolean> {
  return comesToBe(context, { ...limits, timeoutMs: Math.min(openingMs, limits.timeoutMs) }, (scene) => {
    const { matches, isSeen, isExact } = find(scene, menuEntry(name), 'click');
    return isSeen && isExact && matches.length > 0;
  });
}
