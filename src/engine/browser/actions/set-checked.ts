import { ActionFailed, type Limits } from '../../acting/device.ts';
import { createPatience } from '../../acting/look-clock.ts';
import { plainRole } from '../../scene/roles.ts';
import type { LocatedElement } from '../page/locate.ts';
import type { ActionContext } from './act-on-target.ts';
import { clickOn } from './gestures.ts';

/** How soon a drawn box must show that it was clicked. */
const reactionMs = 2_000;

/** False when it was so already. */
export async function setChecked(
  context: ActionContext,
  box: LocatedElement,
  checked: boolean,
  limits: Limits,
): Promise<boolean> {
  const { page, element, thing, words } = box;
  const kind = `a ${plainRole(thing.role)}`;
  if (thing.isChecked === null)
    throw new ActionFailed(`${words} can't be checked: it is ${kind}.`, {
      expected: `${words} is a checkbox, radio button or switch`,
      actual: kind,
    });
  if (thing.isChecked === checked) return false;
  if (thing.role === 'radio' && !checked)
    throw new ActionFailed(`${words} is a radio button: it goes off when another one is chosen.`);
  const timeout = limits.timeoutMs;
  // A click on what is seen of it does what a person's click does, however the box is drawn.
  await clickOn(context, box, { timeout });
  const world = context.world(page);
  const isTooLate = createPatience(Math.min(timeout, reactionMs));
  while ((await world.checkedNow(element).catch(() => null)) === !checked) {
    if (isTooLate())
      throw new ActionFailed(`A click on ${words} does not ${checked ? 'check' : 'uncheck'} it.`, {
        expected: checked ? 'it is checked' : 'it is not checked',
        actual: checked ? 'it is not checked' : 'it is checked',
      });
    await context.pause(30, limits.signal);
  }
  return true;
}
