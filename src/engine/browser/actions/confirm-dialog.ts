import { ActionFailed, type Limits } from '../../acting/device.ts';
import { createPatience } from '../../acting/look-clock.ts';
import { seconds } from '../../acting/seconds.ts';
import { ExecutionFailure } from '../../report.ts';
import { confirmingButtonsIn, dialogInFront, dialogInWords } from '../../scene/dialogs.ts';
import { nameOf } from '../../scene/names.ts';
import type { ActionContext } from './act-on-target.ts';
import { clickTarget } from './gestures.ts';

const pauseMs = 80;

/** Says yes to what asks: a script by the browser, or the dialog in front by the only button that says so. */
export async function confirmDialog(context: ActionContext, limits: Limits): Promise<string> {
  const isTooLate = createPatience(limits.timeoutMs);
  for (;;) {
    if (context.dialogs.open() !== null) {
      const said = await context.answerDialog({ accept: true, text: undefined }, limits);
      return `Accepted the dialog "${said}".`;
    }
    const look = await context.dialogs.unlessHeld(() => context.look(context.page()));
    const dialog = look && dialogInFront(look.scene);
    if (look !== null && dialog !== null) {
      const buttons = confirmingButtonsIn(look.scene, dialog);
      const [button, ...others] = buttons;
      const words = dialogInWords(look.scene, dialog);
      if (button !== undefined && others.length === 0) {
        const { spot } = await clickTarget(context, { ref: button.key }, limits);
        return `Confirmed ${words} by a click on ${spot.words}.`;
      }
      if (isTooLate()) {
        const names = buttons.map((one) => `"${nameOf(look.scene, one)}"`).join(', ') || 'none';
        throw new ExecutionFailure(
          'STEP_AMBIGUOUS',
          `Nothing says which button confirms ${words}: it has ${names}. Click it by its name.`,
        );
      }
    } else if (isTooLate())
      throw new ActionFailed(
        `There is nothing to confirm: no dialog opened within ${seconds(limits.timeoutMs)}.`,
        {
          expected: 'an open dialog',
          actual: 'there is none',
        },
      );
    await context.pause(pauseMs, limits.signal);
    limits.signal.throwIfAborted();
  }
}
