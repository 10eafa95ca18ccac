import { find } from './find.ts';
import { nameOf } from './names.ts';
import { type Occurrence, occurrencesOf, phrasesOf, textOf } from './painted-text.ts';
import type { Rect } from './rect.ts';
import { isActive, isHolding, isInteractive, isItem } from './roles.ts';
import { ancestorsOf, type GivenName, type Scene, type Thing, thingsIn } from './scene.ts';
import { holderOf, ownBoxesOf } from './search.ts';
import { settled } from './settle.ts';
import type { Container, PlainTarget, Target } from './target.ts';
import { fitOf, isExactFit, isSameExactly, says, saysExactly } from './words.ts';

/** Something that a person sees. */
export interface VisibleMatch {
  readonly rect: Rect | null;
  /** A text as it is painted; null for a thing that is called so letter by letter, or without quotes. */
  readonly text: string | null;
  /** It is partly transparent, and may be on its way out. */
  readonly isFaint: boolean;
}

/** How the wanted text or thing is seen; null when it is not. */
export function see(scene: Scene, target: Target): VisibleMatch | null {
  const wanted = settled(scene, target);
  const { name, role, nth, described, where = [] } = wanted;
  if (described === true || name === undefined || role !== undefined || nth !== undefined || where.length > 0)
    return seeThing(scene, wanted);
  const [occurrence] = seenTexts(scene, name);
  if (occurrence !== undefined) {
    const { rect, text } = occurrence;
    return { rect, text, isFaint: holderOf(scene, occurrence)?.isFaint === true };
  }
  const picture = scene.things.find((thing) => isSeenAs(thing, name));
  return picture === undefined ? null : { rect: picture.rect, text: null, isFaint: picture.isFaint };
}

function seeThing(scene: Scene, wanted: PlainTarget): VisibleMatch | null {
  const { matches, isSeen } = find(scene, wanted);
  const match = isSeen ? matches.find(({ thing }) => isSeenByName(scene, thing, wanted)) : undefined;
  if (match === undefined) return null;
  const { thing, words } = match;
  const text = otherSpelling(scene, thing, wanted);
  return { rect: words ?? thing.rect, text, isFaint: thing.isFaint };
}

/** A thing may be found by what nobody sees, such as a test id; only what is seen counts, and alone finds what is described. */
export function isSeenByName(scene: Scene, thing: Thing, { name, described }: Container): boolean {
  if (name === undefined || described === true) return true;
  return seenNames(scene, thing).some((text) => says(text, name) || fitOf(text, name) !== null);
}

/** How it is written, where that is in other letter case than asked for; null where it is not. */
export function otherSpelling(scene: Scene, thing: Thing, { name, described }: Container): string | null {
  if (name === undefined || described === true) return null;
  const names = seenNames(scene, thing);
  if (names.some((text) => fitOf(text, name) === 'spelled' || saysExactly(text, name))) return null;
  return names.find((text) => fitOf(text, name) === 'same') ?? null;
}

function seenNames(scene: Scene, thing: Thing): string[] {
  const given = thing.names.filter(({ from }) => !isUnseen(from)).map(({ text }) => text);
  const labels = thing.labels.flatMap((index) => scene.things[index] ?? []);
  const texts = [nameOf(scene, thing), textOf(scene, thing), ...labels.map((label) => textOf(scene, label))];
  return [...given, ...texts];
}

/** A button, field or image without words is seen as what it is called. */
function isSeenAs(thing: Thing, name: string): boolean {
  if (!thing.isVisible || thing.isKey || (thing.role !== 'img' && !isActive(thing))) return false;
  return thing.names.some(
    ({ from, text }) => !isUnseen(from) && from !== 'placeholder' && isExactFit(fitOf(text, name)),
  );
}

function isUnseen(from: GivenName['from']): boolean {
  return from === 'test id' || from === 'file';
}

/** Where a text is painted, as whole words; not on the keyboard, and no part of what a field with a secret holds. */
export function seenTexts(scene: Scene, text: string, options: { isPart?: boolean } = {}): Occurrence[] {
  const found = occurrencesOf(scene, text, options).filter((occurrence) => {
    const holder = holderOf(scene, occurrence);
    if (holder?.isKey === true || isPartOfSecret(scene, text, holder)) return false;
    return options.isPart === true || !isCommand(scene, occurrence, holder);
  });
  return options.isPart === true || found.length === 0 ? found : ofItsLabel(scene, text, found);
}

/** Whoever may ask for a part of a secret can find out all of it, letter by letter. */
function isPartOfSecret(scene: Scene, text: string, holder: Thing | null): boolean {
  if (holder === null) return false;
  const editor = [holder, ...ancestorsOf(scene, holder)].find(({ secret }) => secret !== null);
  return editor !== undefined && !isSameExactly(textOf(scene, editor), text);
}

/** "Item total: $40" does not say "Total: $40" where something else is called "Total:". */
function ofItsLabel(scene: Scene, text: string, found: Occurrence[]): Occurrence[] {
  const label = /^([^:]*\p{L}[^:]*):\s+\S/u.exec(text)?.[1];
  if (label === undefined) return found;
  const isElsewhere = occurrencesOf(scene, label).some(({ isLabel }) => isLabel);
  return isElsewhere ? found.filter(({ isAfterWord }) => !isAfterWord) : found;
}

/** "Mark as paid" on a button does not say "Paid": it is what can be done, not what is so. */
function isCommand(scene: Scene, { isWhole, isSpelled }: Occurrence, holder: Thing | null): boolean {
  if (isWhole || isSpelled || holder === null) return false;
  return [holder, ...ancestorsOf(scene, holder)].some((thing) => isInteractive(thing) && !isItem(thing));
}

/** What a field, list or slider holds; null for what holds nothing. */
export function heldBy(scene: Scene, thing: Thing): string | null {
  if (thing.value !== null && (thing.value !== '' || thing.role !== 'combobox')) return thing.value;
  if (!isHolding(thing)) return null;
  return withoutNames(scene, thing) || (thing.role === 'combobox' ? drawnBeside(scene, thing) : '');
}

/** Whether what it holds says a text; of a field with a secret, whether it holds that and nothing else. */
export function holdsText(scene: Scene, thing: Thing, text: string): boolean {
  const held = heldBy(scene, thing) ?? '';
  return thing.secret === null ? says(held, text) : isSameExactly(held, text);
}

/** The focused thing was used last: the run itself may have set what is in it a moment ago. */
export function holdsFocus(scene: Scene, thing: Thing): boolean {
  return thing.isFocused || thingsIn(scene, thing).some(({ isFocused }) => isFocused);
}

/** A label may stand in the very list that it names. */
function withoutNames(scene: Scene, thing: Thing): string {
  const names = thing.names.filter(({ from }) => from === 'aria').map(({ text }) => text);
  const phrases = phrasesOf(scene, thing.textFrom, thing.textTo).map(({ text }) => text);
  const isName = (text: string) => names.some((name) => fitOf(text, name) === 'spelled');
  const rest = phrases.filter((text) => !isName(text));
  return (rest.length > 0 ? rest : phrases).join(' ');
}

/** The choice of a list whose field is only there to search: the text in the smallest box around it that has one. */
function drawnBeside(scene: Scene, list: Thing): string {
  for (const around of ownBoxesOf(scene, list)) {
    const text = textOf(scene, around);
    if (text !== '') return text;
  }
  return '';
}

/** The field that holds a text which stands nowhere else. */
export function fieldHolding(scene: Scene, text: string): Thing | null {
  return (
    scene.things.find(
      (thing) => thing.isVisible && thing.isEditable && thing.value !== null && holdsText(scene, thing, text),
    ) ?? null
  );
}
