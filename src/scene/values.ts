import { find } from './find.ts';
import { type Phrase, phrasesOf, textOf } from './painted-text.ts';
import { narrow } from './places.ts';
import { bottom, right, sharedHeight, sharedWidth } from './rect.ts';
import { isArea, isCell, isItem } from './roles.ts';
import { ancestorsOf, type Scene, type Thing, thingsIn } from './scene.ts';
import { type Match, search } from './search.ts';
import { heldBy } from './seeing.ts';
import type { Place, Target } from './target.ts';
import { fitOf, nameForm } from './words.ts';

/** How far a value below its name may stand out, in pixels. */
const maxIndent = 80;

/** What something named holds or says. */
export interface Reading {
  readonly thing: Thing;
  /** What a field holds, letter by letter; null for what only says something. */
  readonly value: string | null;
  /** What it may be taken to say: all of its text, or what stands behind or below its name. */
  readonly texts: readonly string[];
  /** Holds so much that a text is looked for in it, and not compared with it. */
  readonly isLarge: boolean;
}

/** How everything that the target names is read. */
export function readingsOf(scene: Scene, target: Target): Reading[] {
  const cell = target.within === undefined ? null : cellUnder(scene, target.name, target.within);
  if (cell !== null) return [readingOf(scene, { thing: cell, words: null }, undefined)];
  const { matches, isSeen } = find(scene, target, 'read');
  return isSeen ? matches.map((match) => readingOf(scene, match, target.name)) : [];
}

function readingOf(scene: Scene, { thing }: Match, name: string | undefined): Reading {
  const value = heldBy(scene, thing);
  const isLarge = isItem(thing) || isArea(thing);
  const whole = textOf(scene, thing);
  if (value !== null) return { thing, value, texts: [value], isLarge: false };
  if (isLarge || name === undefined) return { thing, value, texts: [whole], isLarge };
  return { thing, value, texts: [whole, ...behindName(scene, thing, name)], isLarge };
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
    .replace(/^[\s:*\-=–—]+/, '')
    .trim();
}

/** What is read next, if it stands in the same line or right below. */
function neighbourOf(phrases: readonly Phrase[], phrase: Phrase): Phrase | null {
  const next = phrases[phrases.indexOf(phrase) + 1];
  if (next === undefined) return null;
  const { rect } = next;
  if (sharedHeight(rect, phrase.rect) >= 0.5 && rect.x >= right(phrase.rect) - 2) return next;
  const distance = rect.y - bottom(phrase.rect);
  const isBelow = distance > -4 && distance < 2.5 * Math.max(phrase.rect.height, 10);
  const isNear = sharedWidth(rect, phrase.rect) > 0 || Math.abs(rect.x - phrase.rect.x) <= maxIndent;
  return isBelow && isNear ? next : null;
}

/** `"Age" in the row "Airi Satou"`: the cell of that row under that column heading; null where there is none. */
function cellUnder(scene: Scene, name: string | undefined, place: Place): Thing | null {
  if (name === undefined || place.role !== 'row') return null;
  const [row, ...others] = search(scene, place).matches;
  if (row === undefined || others.length > 0) return null;
  const headings = scene.things.filter(
    (thing) => thing.isVisible && thing.role === 'columnheader' && isNamed(scene, thing, name),
  );
  const [heading] = narrowToTable(scene, headings, row.thing);
  const rect = heading?.rect;
  if (heading === undefined || rect == null) return null;
  const cells = thingsIn(scene, row.thing).filter((thing) => isCell(thing) && thing.rect !== null);
  const under = cells.filter((cell) => cell.rect !== null && sharedWidth(cell.rect, rect) > 0.5);
  return under.length === 1 ? (under[0] ?? null) : null;
}

function isNamed(scene: Scene, thing: Thing, name: string): boolean {
  const fits = [textOf(scene, thing), ...thing.names.map(({ text }) => text)].map((text) =>
    fitOf(text, name),
  );
  return fits.includes('spelled') || fits.includes('same');
}

/** The headings of the table that the row lies in. */
function narrowToTable(scene: Scene, headings: readonly Thing[], row: Thing): Thing[] {
  for (const around of ancestorsOf(scene, row)) {
    const own = headings.filter(({ index }) => index > around.index && index < around.end);
    if (own.length > 0) return own;
  }
  return [];
}

/** Texts that lie in a place. */
export function isTextIn(scene: Scene, holders: readonly Thing[], place: Place): boolean {
  return (
    narrow(
      scene,
      holders.map((thing) => ({ thing, isText: true })),
      place,
    ).length > 0
  );
}
