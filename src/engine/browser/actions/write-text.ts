import { shorten } from '../../../kernel/text.ts';
import { type ActionFailed, type Limits, mismatch } from '../../acting/device.ts';
import { createPatience } from '../../acting/look-clock.ts';
import { nameOf } from '../../scene/names.ts';
import type { Thing } from '../../scene/scene.ts';
import { seenTexts } from '../../scene/seeing.ts';
import { isSameLook } from '../../scene/stillness.ts';
import { capital } from '../../scene/wording.ts';
import type { Written } from '../in-page/field-content.ts';
import type { Insertion } from '../in-page/field-functions.ts';
import { type LocatedElement, takesKeysUnseen } from '../page/locate.ts';
import type { ElementSpot } from '../page/scene.ts';
import type { ActionContext } from './act-on-target.ts';
import { asFieldTakesIt } from './dated-text.ts';
import { giveText } from './give-text.ts';
import { moveSlider } from './move-slider.ts';

/** How soon a field must show what it was given. */
const reactionMs = 1_000;
/** What a field holds in place of what it was given, it may be about to bring into form. */
const formMs = 200;
/** More than that nobody reads off the page. */
const maxEntries = 20;

/**
 * The one way in which actions write into a field: what the field holds afterwards is read before it counts as written.
 * Where that is another text than was given, says so: `, which now holds "12"`.
 */
export async function writeText(
  context: ActionContext,
  field: LocatedElement,
  insertion: Insertion,
  limits: Limits,
): Promise<string> {
  const { text, replace } = insertion;
  const isRead = await context.world(field.page).noteContent(field.element);
  await giveText(context, field, insertion, limits);
  if (!isRead && !takesKeysUnseen(field.thing)) return '';
  const asTaken = { text: replace ? asFieldTakesIt(text, field.fieldKind) : text, replace };
  const written = await awaitWritten(context, field, asTaken);
  if (written === null || written.outcome === 'taken') return '';
  if (replace && countsByKeys(field, text)) {
    await moveSlider(context, field, text, limits);
    return '';
  }
  const isRefused = written.outcome === 'misplaced' || written.outcome === 'nothing';
  if (isRefused && !(await isTakenElsewhere(context, field, insertion, written)))
    throw notTaken(context, field, insertion, written);
  return isRefused ? '' : `, which now holds ${heldInWords(context, written)}`;
}

/** Null when the field has gone: the page went on with what it was given. */
async function awaitWritten(
  context: ActionContext,
  field: LocatedElement,
  insertion: Insertion,
): Promise<Written | null> {
  const world = context.world(field.page);
  const isSecret = context.secrets.isIn(insertion.text);
  const isTooLate = createPatience(reactionMs);
  const isFormed = createPatience(formMs);
  let spot = field.element;
  for (;;) {
    // Nothing that is thrown here may lead to another attempt: the text would be there twice.
    const written = await world.written(spot, insertion, isSecret).catch(() => null);
    if (written?.outcome === 'taken') return written;
    const isOver = isTooLate();
    const successor = written === null && !isOver ? await successorOf(context, field) : null;
    if (isOver || (written === null && successor === null)) return written;
    if (isFormed() && written?.outcome === 'changed') return written;
    spot = successor ?? spot;
    await context.pause(30, field.signal);
    field.signal.throwIfAborted();
  }
}

/** Pages that draw themselves anew put another element in the place of a field. */
async function successorOf(
  context: ActionContext,
  { page, scene, thing }: LocatedElement,
): Promise<ElementSpot | null> {
  const look = await context.look(page).catch(() => null);
  const isSame = (other: Thing) =>
    other.role === thing.role &&
    other.rect?.x === thing.rect?.x &&
    other.rect?.y === thing.rect?.y &&
    nameOf(look?.scene ?? scene, other) === nameOf(scene, thing);
  const found = look?.scene.things.find((other) => other.isEditable && isSame(other));
  return found === undefined ? null : (look?.spotOf(found) ?? null);
}

/** Fields for several entries empty themselves after each; an editor may draw what its hidden field was given. */
async function isTakenElsewhere(
  context: ActionContext,
  { page, scene: before, thing }: LocatedElement,
  { text, replace }: Insertion,
  { outcome, isEmpty }: Written,
): Promise<boolean> {
  const isUnseen = !thing.isVisible;
  if (outcome === 'misplaced' || !(isEmpty || isUnseen)) return false;
  // Sent by the key at its end.
  if (!replace && text.endsWith('\n')) return true;
  const { scene } = await context.look(page);
  if (isUnseen && (text === '' || !isSameLook(before, scene))) return true;
  const entries = text.split(/[,;\n]/, maxEntries).filter((entry) => entry.trim() !== '');
  const isShown = (entry: string) => seenTexts(scene, entry).length > seenTexts(before, entry).length;
  return entries.length > 0 && entries.every(isShown);
}

/** Some that count up and down take no digits, only the keys of arrows. */
function countsByKeys({ thing, fieldKind }: LocatedElement, text: string): boolean {
  return (
    thing.role === 'spinbutton' && fieldKind === 'text' && text.trim() !== '' && !Number.isNaN(Number(text))
  );
}

function notTaken(
  context: ActionContext,
  { words, thing }: LocatedElement,
  { text, replace }: Insertion,
  written: Written,
): ActionFailed {
  const isTold = written.held !== null && !context.secrets.isIn(text);
  const given = isTold ? `"${shorten(text)}"` : 'the text';
  const held = heldInWords(context, written);
  const isCleared = replace && text === '';
  const isStill = written.outcome === 'nothing' && !written.isEmpty;
  const actual = written.isEmpty ? 'it is empty' : `it ${isStill ? 'still' : 'now'} holds ${held}`;
  const fault = isCleared
    ? `${capital(words)} can't be emptied`
    : written.outcome === 'misplaced'
      ? `${capital(given)} was not written behind what ${words} held`
      : `${capital(words)} did not take ${given}`;
  const expected = isCleared ? `${words} is empty` : `${words} holds ${given}`;
  return mismatch(fault, { expected, actual, rect: thing.rect });
}

function heldInWords({ secrets }: ActionContext, { held }: Written): string {
  return held === null || secrets.isIn(held) ? 'another text' : `"${shorten(held)}"`;
}
