import { setTimeout as delay } from 'node:timers/promises';
import { ActionFailed, type Limits } from '../acting/device.ts';
import { closeButtonIn, dialogInFront, dialogInWords, isOpenIn } from '../scene/dialogs.ts';
import { find } from '../scene/find.ts';
import type { Scene, Thing } from '../scene/scene.ts';
import type { Target } from '../scene/target.ts';
import { capital } from '../scene/wording.ts';
import { isSame, says } from '../scene/words.ts';
import { awaitOnScreen, notFound, waitUntil } from './find-on-screen.ts';
import type { PhoneView } from './phone-view.ts';
import { DriverRefusal } from './session.ts';
import { tapOn } from './touch-actions.ts';

const alertPauseMs = 250;

interface AlertAnswer {
  readonly accept: boolean;
  readonly text?: string;
  /** What it must say. */
  readonly message?: string;
  /** Whether the alert that says this is the one to answer. */
  isMeant?(said: string): boolean;
}

/** Answers the alert that is open, and says so; null when there is none, or another one is meant. */
async function answerAlert(
  { session, mask }: PhoneView,
  { accept, text, message, isMeant = (said) => message === undefined || says(said, message) }: AlertAnswer,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const said = (await session.call(signal, (client) => client.getAlertText())) ?? '';
    if (!isMeant(said)) return null;
    if (text !== undefined) await session.call(signal, (client) => client.sendAlertText(text));
    await session.call(signal, (client) => (accept ? client.acceptAlert() : client.dismissAlert()));
    return mask.text(`${accept ? 'Accepted' : 'Dismissed'} "${said.slice(0, 200)}".`);
  } catch (error) {
    if (error instanceof DriverRefusal && error.code === 'no such alert') return null;
    throw error;
  }
}

/** The alert may still be on its way. */
export async function answerDialog(view: PhoneView, answer: AlertAnswer, limits: Limits): Promise<string> {
  const deadlineMs = performance.now() + limits.timeoutMs;
  for (;;) {
    const answered = await answerAlert(view, answer, limits.signal);
    if (answered !== null) return answered;
    if (performance.now() >= deadlineMs)
      throw new ActionFailed('There is no dialog to answer.', { expected: 'an open dialog', actual: 'none' });
    await delay(alertPauseMs, undefined, { signal: limits.signal });
  }
}

/** Dismisses an alert of the system; a dialog of the app is closed by its close button, else by going back. */
export async function closeDialog(
  view: PhoneView,
  target: Target | undefined,
  limits: Limits,
): Promise<string> {
  const wanted: Target | undefined = target && { role: 'dialog', ...target };
  const isCalled = target?.described === true ? isSame : says;
  const answer = {
    accept: false,
    isMeant: (said: string) => target?.name === undefined || isCalled(said, target.name),
  };
  const found = await awaitOnScreen(
    view,
    limits,
    async (scene) => (await answerAlert(view, answer, limits.signal)) ?? dialogIn(scene, wanted),
    (scene) => none(view, scene, wanted, limits),
  );
  return typeof found === 'string' ? found : closeOf(view, found, limits);
}

interface OpenDialog {
  readonly scene: Scene;
  readonly dialog: Thing;
}

function dialogIn(scene: Scene, target: Target | undefined): OpenDialog | null {
  if (target === undefined) {
    const dialog = dialogInFront(scene);
    return dialog && { scene, dialog };
  }
  const { matches, isSeen } = find(scene, target);
  const [match, ...others] = matches;
  return isSeen && match !== undefined && others.length === 0 ? { scene, dialog: match.thing } : null;
}

async function closeOf(view: PhoneView, { scene, dialog }: OpenDialog, limits: Limits): Promise<string> {
  const words = view.mask.text(dialogInWords(scene, dialog));
  const button = closeButtonIn(scene, dialog);
  if (button === null) await view.session.call(limits.signal, (client) => client.back());
  else await tapOn(view, { target: { ref: button.key }, purpose: 'click', mustBeEnabled: true }, limits);
  await waitUntil(
    view,
    limits,
    (now) => !isOpenIn(now, dialog),
    () =>
      new ActionFailed(
        `${capital(words)} is still open after ${button === null ? 'going back' : 'a tap on its close button'}.`,
        { expected: `${words} closes`, actual: 'it is still open', rect: dialog.rect },
      ),
  );
  return `Closed ${words}.`;
}

function none(view: PhoneView, scene: Scene, target: Target | undefined, limits: Limits): Error {
  if (target !== undefined) return notFound(view, scene, { target, purpose: 'look' }, limits);
  return new ActionFailed('There is no dialog to close.', { expected: 'an open dialog', actual: 'none' });
}
