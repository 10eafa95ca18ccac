import { within } from '../../../kernel/within.ts';
import { ActionFailed, type Limits } from '../../acting/device.ts';
import { seconds } from '../../acting/seconds.ts';
import { closeButtonIn, dialogInFront, dialogInWords, isOpenIn } from '../../scene/dialogs.ts';
import { find } from '../../scene/find.ts';
import type { Scene, Thing } from '../../scene/scene.ts';
import type { Target } from '../../scene/target.ts';
import { isSame, says } from '../../scene/words.ts';
import { locate } from '../page/locate.ts';
import type { ActionContext } from './act-on-target.ts';
import { awaitOnPage, comesToBe } from './await-page.ts';
import { clickTarget } from './gestures.ts';

/** Closes the dialog in front, or the one that is named, and waits until it has gone. */
export async function closeDialog(
  context: ActionContext,
  target: Target | undefined,
  limits: Limits,
): Promise<string> {
  if (isOfScripts(context, target)) {
    const said = await context.answerDialog({ accept: false, text: undefined }, limits);
    return `Dismissed the dialog "${said}".`;
  }
  // A question that is not the dialog which is meant would keep everybody from it.
  await context.dialogs.turn();
  const wanted = target && asDialog(target);
  const { found: dialog, scene, left } = await awaitOnPage(context, limits, (seen) => dialogIn(seen, wanted));
  if (dialog === null) throw await whyNot(context, wanted, limits);
  const words = dialogInWords(scene, dialog);
  const button = closeButtonIn(scene, dialog);
  const how = button === null ? await pressEscape(context, left) : await pressButton(context, button, left);
  if (!(await comesToBe(context, left, (now) => !isOpenIn(now, dialog))))
    throw new ActionFailed(
      `${how} does not close ${words}: it is still open after ${seconds(left.timeoutMs)}.`,
      {
        expected: `${words} closes`,
        actual: 'it is still open',
        rect: dialog.rect,
      },
    );
  return `Closed ${words}.`;
}

/** Whether what is meant is a dialog that a script has opened by the browser. */
function isOfScripts({ dialogs }: ActionContext, target: Target | undefined): boolean {
  const said = dialogs.said();
  const name = target?.name;
  if (said.length === 0 || target?.ref !== undefined) return false;
  const isCalled = target?.described === true ? isSame : says;
  return name === undefined || said.some((text) => isCalled(text, name));
}

function asDialog(target: Target): Target {
  return target.ref === undefined && target.role === undefined ? { ...target, role: 'dialog' } : target;
}

function dialogIn(scene: Scene, target: Target | undefined): Thing | null {
  if (target === undefined) return dialogInFront(scene);
  const { matches, isSeen } = find(scene, target);
  const [match, ...others] = matches;
  return isSeen && match !== undefined && others.length === 0 ? match.thing : null;
}

async function pressButton(context: ActionContext, button: Thing, limits: Limits): Promise<string> {
  const { spot } = await clickTarget(context, { ref: button.key }, limits);
  return `A click on ${spot.words}`;
}

async function pressEscape(context: ActionContext, { timeoutMs }: Limits): Promise<string> {
  const press = () => within(timeoutMs, context.page().keyboard.press('Escape'), () => undefined);
  await context.dialogs.unlessHeld(press);
  return 'It has no close button, and Escape';
}

/** Nothing of that name, or several of them. */
async function whyNot(
  context: ActionContext,
  target: Target | undefined,
  limits: Limits,
): Promise<ActionFailed> {
  if (target !== undefined)
    await locate(context, target, 'look', { ...limits, timeoutMs: 0 }, limits.timeoutMs);
  return new ActionFailed(`There is no dialog to close: none opened within ${seconds(limits.timeoutMs)}.`, {
    expected: 'an open dialog',
    actual: 'there is none',
  });
}
