import { setTimeout as delay } from 'node:timers/promises';
import { ActionFailed, type Limits } from '../acting/device.ts';
import type { PhoneView } from './phone-view.ts';
import { DriverRefusal } from './session.ts';

const alertPauseMs = 250;

interface AlertAnswer {
  readonly accept: boolean;
  readonly text?: string;
  /** Whether the alert that says this is the one to answer. */
  isMeant?(said: string): boolean;
}

/** Answers the alert that is open, and says so; null when there is none, or another one is meant. */
export async function answerAlert(
  { session, mask }: PhoneView,
  { accept, text, isMeant = () => true }: AlertAnswer,
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
