import type { Frame, Page } from 'playwright-core';
import { ActionFailed, type Limits } from '../device.ts';
import { seconds } from '../seconds.ts';
import type { Hands } from './hands.ts';
import { type Insertion, type InsertionOutcome, insertText } from './in-page/insert-text.ts';
import type { Spot } from './locate.ts';

const whyNot: Record<Exclude<InsertionOutcome, 'done' | 'gone'>, string> = {
  'read only': 'it stays disabled or can only be read',
  'not taken': 'it does not take a value of that form',
};

/** For an element that Playwright holds; it hands functions over as their text. */
const insertFunction = insertText as (field: unknown, insertion: Insertion) => InsertionOutcome;

/** Types a text into a field; a secret only into a document that may have it. */
export async function giveText(
  hands: Hands,
  field: Spot,
  insertion: Insertion,
  limits: Limits,
): Promise<void> {
  const { text, replace } = insertion;
  const timeout = limits.timeoutMs;
  if (hands.secrets.isIn(text)) return giveSecret(hands, field, insertion, limits);
  if (replace) return field.handle.fill(text, { timeout });
  await field.handle.press('End', { timeout });
  await field.handle.type(text, { timeout });
}

/** Not by keys: they would go to whichever frame has taken the focus meanwhile. */
async function giveSecret(
  hands: Hands,
  { page, frame, handle: field, words }: Spot,
  insertion: Insertion,
  { timeoutMs, signal }: Limits,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  // The element belongs to one document: if it can be used after this, then in the one that was asked.
  await mustFitFrame(hands, { page, frame }, insertion.text);
  // Waits until it is there to be acted on.
  await field.selectText({ timeout: timeoutMs });
  for (;;) {
    const outcome = await field.evaluate(insertFunction, insertion);
    if (outcome === 'done') return;
    if (outcome === 'gone') throw new Error(`${words} is detached from its page.`);
    if (Date.now() >= deadline) throw notPossible(words, timeoutMs, whyNot[outcome]);
    await hands.pause(60, signal);
    signal.throwIfAborted();
  }
}

/** Ends the run if the text holds a secret that is not for the document in that frame. */
export async function mustFitFrame(
  hands: Hands,
  { page, frame }: { page: Page; frame: Frame },
  text: string,
): Promise<void> {
  if (hands.secrets.isIn(text)) hands.secrets.mustFit(text, await hands.world(page).origin(frame));
}

function notPossible(words: string, timeoutMs: number, actual: string): ActionFailed {
  const message = `Typing into ${words} was not possible within ${seconds(timeoutMs)}: ${actual}.`;
  return new ActionFailed(message, { expected: `Typing into ${words} is possible`, actual });
}
