import type { HidingPlace } from '../../acting/catalogue/pointer.ts';
import { type Limits, mismatch } from '../../acting/device.ts';
import { isActive, isHolding } from '../../scene/roles.ts';
import type { Scene, Thing } from '../../scene/scene.ts';
import type { Target } from '../../scene/target.ts';
import { wordsFor } from '../../scene/wording.ts';
import type { ActionContext } from './act-on-target.ts';
import { canBeClicked, comesToBe } from './await-page.ts';
import { clickTarget } from './gestures.ts';

/** How soon what was opened shows what it holds. */
const openingMs = 1_000;
const mostOpened = 30;

/** Opens tabs or closed sections, one after the other, until the target is seen. */
export async function uncover(
  context: ActionContext,
  target: Target,
  behind: HidingPlace,
  limits: Limits,
): Promise<string> {
  const words = wordsFor(target);
  const opened = new Set<string>();
  const isThere = (scene: Scene) => canBeClicked(scene, target);
  const soon = { ...limits, timeoutMs: Math.min(openingMs, limits.timeoutMs) };
  while (!(await comesToBe(context, opened.size === 0 ? { ...soon, timeoutMs: 0 } : soon, isThere))) {
    const { scene } = await context.look(context.page());
    const next = closedIn(scene, behind).find(({ key }) => !opened.has(key));
    if (next === undefined || opened.size === mostOpened) {
      const actual = `it is behind none of the ${opened.size} ${behind} that were opened`;
      throw mismatch(`There is no ${words}`, { expected: `there is ${words}`, actual });
    }
    opened.add(next.key);
    await clickTarget(context, { ref: next.key }, limits, { doing: 'Opening' });
  }
  return opened.size === 0 ? `There was ${words}.` : `Found ${words} after ${opened.size} clicks.`;
}

/** What shows something else when it is clicked. */
function closedIn({ things }: Scene, behind: HidingPlace): Thing[] {
  const isClosed = behind === 'tabs' ? isOtherTab : isClosedSection;
  return things
    .filter((thing) => thing.isVisible && !thing.isDisabled && thing.key !== '' && isClosed(thing))
    .sort((one, other) => one.order - other.order);
}

function isOtherTab({ role, isSelected }: Thing): boolean {
  return role === 'tab' && isSelected !== true;
}

function isClosedSection(thing: Thing): boolean {
  return thing.isExpanded === false && isActive(thing) && !isHolding(thing) && thing.role !== 'combobox';
}
