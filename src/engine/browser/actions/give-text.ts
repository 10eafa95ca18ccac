import type { Frame, Page } from 'playwright-core';
import { type ActionFailed, type Limits, mismatch } from '../../acting/device.ts';
import { createPatience } from '../../acting/look-clock.ts';
import { seconds } from '../../acting/seconds.ts';
import {
  caretToEnd,
  type Insertion,
  type InsertionOutcome,
  insertText,
  valueInstead,
} from '../in-page/field-functions.ts';
import type { FieldKind } from '../in-page/viewing.ts';
import { type LocatedElement, takesKeysUnseen } from '../page/locate.ts';
import type { ActionContext } from './act-on-target.ts';
import { asFieldTakesIt } from './dated-text.ts';

const whyNot: Record<Exclude<InsertionOutcome, 'done' | 'gone'>, string> = {
  'read only': 'it stays disabled or can only be read',
  'not taken': 'it does not take a value of that form',
};

/** Ends a line or leaves the field where it is typed; half of a character is none. */
const isKeyOfItsOwn = /[\p{Cc}\p{Cs}]/u;
/** Editors keep a selection of their own, and hear of the browser's only afterwards. Some fields select all when they get the focus. */
const selectionMs = 30;
/** Behind the whole text of an editor. */
const endOfText = process.platform === 'darwin' ? 'Meta+ArrowDown' : 'Control+End';
const uncoverMs = 1_000;
const isOfItsOwnKind: ReadonlySet<FieldKind> = new Set(['date', 'time', 'other']);
/** Nobody goes through a list with more than that. */
const longestQuery = 60;

/** Types a text into a field; a secret only into a document that may have it. Whether the field takes it is not asked here. */
export async function giveText(
  context: ActionContext,
  field: LocatedElement,
  insertion: Insertion,
  limits: Limits,
): Promise<void> {
  const { text, replace } = insertion;
  const { timeoutMs: timeout } = limits;
  const isUnseen = takesKeysUnseen(field.thing);
  if (field.isCovered && !isUnseen) await uncover(field, timeout);
  if (context.secrets.isIn(text)) return giveSecret(context, field, insertion, limits);
  if (isUnseen) await writeByKeys(field, insertion, timeout);
  else if (replace) await writeOver(context, field, text, timeout);
  else await writeBehind(context, field, text, timeout);
  if (replace && field.thing.secret !== null)
    await context.world(field.page).markSecret(field.element, false);
}

/**
 * A person scrolls until nothing covers the field, and can't type where scrolling does not help. An editor may have a
 * hidden field below what it draws.
 */
async function uncover({ locator, thing, fieldKind }: LocatedElement, timeoutMs: number): Promise<void> {
  const mustBeFree = (thing.isVisible || thing.isCovered) && fieldKind !== 'editor';
  const timeout = mustBeFree ? timeoutMs : Math.min(timeoutMs, uncoverMs);
  await locator.click({ trial: true, timeout }).catch((error: unknown) => {
    if (mustBeFree) throw error;
  });
}

/** All at once but for the last letter, which is typed: many a page looks at a field only when a key is released. */
async function writeOver(
  context: ActionContext,
  field: LocatedElement,
  text: string,
  timeout: number,
): Promise<void> {
  const { page, locator, thing, fieldKind, signal } = field;
  const [rest, last] = [text.slice(0, -1), text.slice(-1)];
  if (fieldKind === 'editor') {
    await locator.selectText({ timeout });
    await context.sleep(selectionMs, signal);
  }
  const isTyped =
    fieldKind === 'text' ? !isKeyOfItsOwn.test(last) : fieldKind === 'number' && !Number.isNaN(Number(rest));
  if (!isTyped) {
    const taken = asFieldTakesIt(text, fieldKind);
    if (isOfItsOwnKind.has(fieldKind)) await mustTake(field, taken, timeout);
    return locator.fill(taken, { timeout });
  }
  if (text === '') return empty(field, timeout);
  if (thing.role === 'combobox' && text.length <= longestQuery && !isKeyOfItsOwn.test(text)) {
    // A list opens when keys are pressed in its field: a text that is there at once opens none.
    await locator.fill('', { timeout });
    return page.keyboard.type(text);
  }
  await locator.fill(rest, { timeout });
  // The field has the focus now, unless the page has given it to another: then a person types there as well.
  await page.keyboard.type(last);
}

/** Behind all that is there, however many lines it has. */
async function writeBehind(
  context: ActionContext,
  { locator, fieldKind, signal }: LocatedElement,
  text: string,
  timeout: number,
): Promise<void> {
  const field = await locator.elementHandle({ timeout });
  await field.waitForElementState('editable', { timeout });
  await locator.focus({ timeout });
  await context.sleep(selectionMs, signal);
  if (!(await locator.evaluate(caretToEnd, undefined, { timeout }))) {
    await locator.press(fieldKind === 'editor' ? endOfText : 'End', { timeout });
    await context.sleep(selectionMs, signal);
  }
  await locator.pressSequentially(text, { timeout });
}

/** A field for dates, colors or a range of numbers keeps something else, or nothing, where the text is not one of these. */
async function mustTake({ locator, words }: LocatedElement, text: string, timeout: number): Promise<void> {
  const held = await locator.evaluate(valueInstead, text.trim(), { timeout });
  if (held === null) return;
  throw mismatch(`"${text}" can't be typed into ${words}`, {
    expected: `${words} takes "${text}"`,
    actual: held === '' ? whyNot['not taken'] : `it would hold "${held}"`,
  });
}

/** What the field itself holds is not what its editor draws: all of that is chosen as a person does. */
async function writeByKeys(
  { page, locator }: LocatedElement,
  { text, replace }: Insertion,
  timeout: number,
): Promise<void> {
  await locator.press(replace ? 'ControlOrMeta+a' : endOfText, { timeout });
  if (text !== '') return page.keyboard.insertText(text);
  if (replace) await locator.press('Backspace', { timeout });
}

/** By a key as well; but where there is nothing, the key would take what stands before the field. */
async function empty({ locator, thing }: LocatedElement, timeout: number): Promise<void> {
  if (thing.value === '') return locator.fill('', { timeout });
  const field = await locator.elementHandle({ timeout });
  await field.waitForElementState('editable', { timeout });
  await locator.selectText({ timeout });
  await locator.press('Backspace', { timeout });
}

/** Not by keys: they would go to whichever frame has taken the focus meanwhile. */
async function giveSecret(
  context: ActionContext,
  { page, frame, element, locator, words }: LocatedElement,
  insertion: Insertion,
  { timeoutMs, signal }: Limits,
): Promise<void> {
  const isTooLate = createPatience(timeoutMs);
  // The element belongs to one document: if it can be used after this, then in the one that was asked.
  const field = await locator.elementHandle({ timeout: timeoutMs });
  await mustFitFrame(context, { page, frame }, insertion.text);
  await context.world(page).markSecret(element, true);
  // Waits until it is there to be acted on.
  await field.selectText({ timeout: timeoutMs });
  for (;;) {
    const outcome = await field.evaluate(insertText, insertion);
    if (outcome === 'done') return;
    if (outcome === 'gone') throw new Error(`${words} is detached from its page.`);
    if (isTooLate()) throw notPossible(words, timeoutMs, whyNot[outcome]);
    await context.pause(60, signal);
    signal.throwIfAborted();
  }
}

/** Ends the run if the text holds a secret that is not for the document in that frame. */
export async function mustFitFrame(
  context: ActionContext,
  { page, frame }: { page: Page; frame: Frame },
  text: string,
): Promise<void> {
  if (context.secrets.isIn(text)) context.secrets.mustFit(text, await context.world(page).origin(frame));
}

/** Likewise for every document of a page: what takes the text may be in any. */
export async function mustFitPage(context: ActionContext, page: Page, text: string): Promise<void> {
  for (const frame of page.frames()) await mustFitFrame(context, { page, frame }, text);
}

function notPossible(words: string, timeoutMs: number, actual: string): ActionFailed {
  const expected = `Typing into ${words} is possible`;
  return mismatch(`Typing into ${words} was not possible within ${seconds(timeoutMs)}`, { expected, actual });
}
