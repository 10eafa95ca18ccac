import { cellUnder } from './columns.ts';
import { find } from './find.ts';
import { type PaintedPhrase, phrasesOf, textOf } from './painted-text.ts';
import { narrow } from './places.ts';
import { bottom, right, sharedHeight, sharedWidth } from './rect.ts';
import { isArea, isItem, isMeasured } from './roles.ts';
import type { Scene, Thing } from './scene.ts';
import type { Match } from './search.ts';
import { heldBy } from './seeing.ts';
import { settled } from './settle.ts';
import type { Container, Target } from './target.ts';
import { fitOf, nameForm } from './words.ts';

/** How far a value below its name may stand out, in pixels. */
const maxIndent = 80;

/** What something named holds or says. */
export interface ShownValue {
  readonly thing: Thing;
  /** What a field holds, letter by letter; null for what only says something. */
  readonly value: string | null;
  /** What it may be taken to say: all of its text, or what stands behind or below its name. */
  readonly texts: readonly string[];
  /** Holds so much that a text is looked for in it, and not compared with it. */
  readonly isLarge: boolean;
}

/** How everything that the target names is read. */
export function readingsOf(scene: Scene, wanted: Target): ShownValue[] {
  const target = settled(scene, wanted, 'read');
  const cell = cellUnder(scene, target);
  if (cell !== null) return [readingOf(scene, { thing: cell, words: null }, undefined)];
  const { matches, isSeen } = find(scene, target, 'read');
  return isSeen ? matches.map((match) => readingOf(scene, match, target.name)) : [];
}

function readingOf(scene: Scene, { thing }: Match, name: string | undefined): ShownValue {
  const value = heldBy(scene, thing);
  const isLarge = isItem(thing) || isArea(thing);
  const whole = textOf(scene, thing);
  if (value !== null && isMeasured(thing) && (whole !== '' || thing.number !== null)) {
    const stated = [thing.number, value].flatMap((text) => text ?? []);
    const painted = new Set(phrasesOf(scene, thing.textFrom, thing.textTo).map(({ text }) => text));
    const [once = whole] = painted.size === 1 ? painted : [];
    const texts = [once, ...stated.filter((text) => !isOther(once, text))].filter((text) => text !== '');
    return { thing, value: null, texts, isLarge: false };
  }
  if (value !== null) return { thing, value, texts: [value], isLarge: false };
  if (isLarge || name === undefined) return { thing, value, texts: [whole], isLarge };
  return { thing, value, texts: [whole, ...behindName(scene, thing, name)], isLarge };
}

/** The accessible text may be put in other words than what is painted, but not as another number. */
function isOther(painted: string, stated: string): boolean {
  const [number, ...others] = numbersIn(painted);
  if (number === undefined || others.length > 0) return false;
  const statedNumbers = numbersIn(stated).flat();
  return statedNumbers.length > 0 && !statedNumbers.some((one) => number.includes(one));
}

/** Each in both ways to write it, as a comma may stand for a point. */
function numbersIn(text: string): number[][] {
  const written = text.match(/\d+(?:[.,]\d+)*/g) ?? [];
  return written.map((digits) => [
    Number(digits.replaceAll(',', '')),
    Number(digits.replaceAll('.', '').replace(',', '.')),
  ]);
}

/** In the same line, the words behind the name; else the text beside it, or right below. */
function behindName(scene: Scene, thing: Thing, name: string): string[] {
  const phrases = phrasesOf(scene);
  const own = phrases.filter(({ lastRun, firstRun, text }) => {
    return firstRun < thing.textTo && lastRun >= thing.textFrom && fitOf(text, name) !== null;
  });
  return own.flatMap((phrase) => {
    const rest = restOf(phrase.text, name);
    if (rest !== '') return [rest];
    const next = neighbourOf(phrases, phrase);
    return next === null ? [] : [next.text];
  });
}

function restOf(text: string, name: string): string {
  const [whole, sought] = [nameForm(text), nameForm(name)];
  if (!whole.toLowerCase().startsWith(sought.toLowerCase())) return '';
  return whole
    .slice(sought.length)
    .replace(/^(?:[\s:*=–—]|-(?!\p{Sc}?\d))+/u, '')
    .trim();
}

/** What is read next, if it is in the same line or right below. */
function neighbourOf(phrases: readonly PaintedPhrase[], phrase: PaintedPhrase): PaintedPhrase | null {
  const next = phrases[phrases.indexOf(phrase) + 1];
  if (next === undefined) return null;
  const { rect } = next;
  if (sharedHeight(rect, phrase.rect) >= 0.5 && rect.x >= right(phrase.rect) - 2) return next;
  const distance = rect.y - bottom(phrase.rect);
  const isBelow = distance > -4 && distance < 2.5 * Math.max(phrase.rect.height, 10);
  const isNear = sharedWidth(rect, phrase.rect) > 0 || Math.abs(rect.x - phrase.rect.x) <= maxIndent;
  return isBelow && isNear ? next : null;
}

/** Texts that are in a place. */
export function isTextIn(scene: Scene, holders: readonly Thing[], place: Container): boolean {
  return (
    narrow(
      scene,
      holders.map((thing) => ({ thing, isText: true })),
      place,
    ).length > 0
  );
}
