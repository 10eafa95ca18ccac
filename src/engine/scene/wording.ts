import { leastSimilarity, letterPairs, similarityOf } from '../../kernel/similarity.ts';
import { shorten } from '../../kernel/text.ts';
import { find } from './find.ts';
import { nameOf } from './names.ts';
import { nearestLines, phrasesOf, screenLines, textOf } from './painted-text.ts';
import { lostPlace, placeOf } from './places.ts';
import type { Rect } from './rect.ts';
import { isArea, isItem, isOfKind, plainRole, tiersOfRole } from './roles.ts';
import { ancestorsOf, type Scene, type Thing } from './scene.ts';
import type { Match } from './search.ts';
import { settled } from './settle.ts';
import { type Container, placedIn, type Relation, type Role, roles, type Target } from './target.ts';
import { type Unclear, unclearPlace } from './unclear-places.ts';
import { inQuotes, nameForm } from './words.ts';

/** What to say when a target does not name one thing. */
export interface Fault {
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /** Where on the screen that is which it speaks of. */
  readonly rect?: Rect | null;
  /** It comes from words without quotes, which prove nothing. */
  readonly isUnclear?: true;
}

const maxCandidates = 8;
const maxNearest = 5;

/** As it is in a sentence: `the 2nd button "Delete" in the row "Bob"`. */
export function wordsFor(target: Target): string {
  if (target.ref !== undefined) return target.name ? `"${target.name}"` : `the thing ${target.ref}`;
  return `${wordsForPlace(target)}${relationsInWords(target.where, wordsForPlace)}`;
}

/** ` in the row "Bob" below "Admins"`: behind what they tell from others. */
export function relationsInWords(
  where: readonly Relation[] | undefined,
  inWords: (place: Container) => string,
): string {
  return (where ?? []).map((relation) => ` ${relation.is} ${inWords(relation)}`).join('');
}

function wordsForPlace(place: Container): string {
  const { name, role, nth } = place;
  if (place.described === true && name !== undefined) return describedInWords(place);
  const which = nth === undefined || nth === 0 ? '' : `${ordinal(nth)} `;
  const quoted = name === undefined ? '' : inQuotes(name);
  const article = which !== '' || role !== undefined ? 'the ' : '';
  return `${article}${which}${[role ?? '', quoted].filter(Boolean).join(' ') || 'thing'}`;
}

/** `what is called *Sign in*`, `the 2nd *Delete* button`: a name that was not in quotes. */
export function describedInWords({ name = '', role, nth }: Container): string {
  const which = nth === undefined || nth === 0 ? '' : `${ordinal(nth)} `;
  if (which === '' && role === undefined) return `what is called *${name}*`;
  return `the ${which}*${name}*${role === undefined ? '' : ` ${role}`}`;
}

export function ordinal(nth: number): string {
  if (nth === -1) return 'last';
  if (nth < 0) return `${ordinal(-nth)} last`;
  const tens = nth % 100;
  const suffix = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][nth % 10] ?? 'th');
  return `${nth}${suffix}`;
}

/** `the button "Save"` */
export function thingInWords(scene: Scene, thing: Thing): string {
  const name = nameOf(scene, thing);
  return name === '' ? `the ${plainRole(thing.role)}` : `the ${plainRole(thing.role)} "${shorten(name, 60)}"`;
}

/** Several things have the name: lists them, and says how to distinguish them. */
export function ambiguous(scene: Scene, named: Target, matches: readonly Match[]): Fault {
  const target = settled(scene, named);
  const listed = listOf(scene, matches);
  const hint = hintFor(scene, withoutMark(target), matches);
  if (target.described === true) return severalCalled(scene, target, listed, matches.length, hint);
  const total = matches.length;
  const words = wordsFor(target);
  return {
    message: `${capital(words)} names ${total} things: ${listed}. Say which one: ${hint}.`,
    expected: `one thing called ${words}`,
    actual: `${total} of them`,
  };
}

function listOf(scene: Scene, matches: readonly Match[]): string {
  const total = matches.length;
  const places = matches.map(({ thing }) => placeOf(scene, thing));
  const shown = matches.slice(0, maxCandidates).map(({ thing }, index) => {
    const place = places[index] == null ? '' : ` in ${places[index]}`;
    const state = thing.isDisabled ? ', disabled' : '';
    const name = nameOf(scene, thing) || textOf(scene, thing);
    return `${index + 1}. ${plainRole(thing.role)} "${shorten(name, 60)}"${place}${state}`;
  });
  const more = total > shown.length ? `; and ${total - shown.length} more` : '';
  return `${shown.join('; ')}${more}`;
}

function withoutMark<Part extends Container>({ described, ...literal }: Part): Omit<Part, 'described'> {
  return literal;
}

function severalCalled(scene: Scene, target: Target, listed: string, total: number, hint: string): Fault {
  const { nth: _, ...whole } = target;
  return {
    message: `${total} things on the ${placeWord(scene)} are called ${inQuotes(target.name ?? '')} (${listed}): put the exact words in quotes or say which one: ${hint}.`,
    expected: `one ${kindWord(whole)} called ${inQuotes(target.name ?? '')}`,
    actual: `${total} of them`,
    isUnclear: true,
  };
}

/** Why what is described can't be told: nothing is called so, or several things are. */
export function unclear(scene: Scene, { what, matches }: Unclear): Fault {
  if (matches.length > 1) return ambiguous(scene, what, matches);
  const quoted = `${inQuotes(what.name ?? '')}${relationsInWords(what.where, wordsForPlace)}`;
  const where = placeWord(scene);
  const which = what.nth === undefined || what.nth === 0 ? '' : `${ordinal(what.nth)} `;
  const nothing = which === '' && what.role === undefined ? 'Nothing' : `No ${which}${kindWord(what)}`;
  return {
    message: `${nothing} on the ${where} is called ${quoted}: put the exact words in quotes, or set a model.`,
    expected: `one ${kindWord(what)} called ${quoted}`,
    actual: 'there is none',
    isUnclear: true,
  };
}

function kindWord({ role }: Container): string {
  return role ?? 'thing';
}

/** Only what really tells one from all the others. */
function hintFor(scene: Scene, target: Target, matches: readonly Match[]): string {
  const hints: Target[] = [{ ...target, nth: 2 }];
  const isPlaced = target.where !== undefined && target.where.length > 0;
  const place = isPlaced ? null : distinguishingContainer(scene, target, matches);
  if (place !== null) hints.push(placedIn(target, place));
  const kind = target.role === undefined ? distinguishingRole(scene, target) : null;
  if (kind !== null) hints.push({ ...target, role: kind });
  return hints.map(wordsFor).join(', or ');
}

function distinguishingContainer(scene: Scene, target: Target, matches: readonly Match[]): Container | null {
  for (const { thing } of matches.slice(0, maxCandidates)) {
    const around = [...ancestorsOf(scene, thing)].find((one) => isItem(one) || isArea(one));
    const role = roles.find((one) => tiersOfRole[one][0]?.includes(around?.role ?? '') === true);
    if (around === undefined) continue;
    const texts = phrasesOf(scene, around.textFrom, around.textTo).map(({ text }) => text);
    const own = nameOf(scene, around);
    for (const name of (isItem(around) ? [...texts.slice(0, 4), own] : [own, ...texts]).slice(0, 5)) {
      if (name === '' || name.length > 60 || name === target.name) continue;
      const place: Container = { name, ...(role !== undefined && { role }) };
      if (isAlone(scene, placedIn(target, place))) return place;
    }
  }
  return null;
}

function distinguishingRole(scene: Scene, target: Target): Role | null {
  return roles.find((role) => isAlone(scene, { ...target, role })) ?? null;
}

function isAlone(scene: Scene, target: Target): boolean {
  const { matches, isSeen } = find(scene, target, 'click');
  return isSeen && matches.length === 1;
}

/** Nothing has the name: says what there is instead. */
export function missing(
  scene: Scene,
  target: Target,
  found: { hidden: number; isElsewhere: boolean; waited: string },
): Fault {
  const lost = lostDescription(scene, target);
  if (lost !== null) return unclear(scene, lost);
  const words = wordsFor(target);
  const where = placeWord(scene);
  const expected = `${words} on the ${where}`;
  if (found.hidden > 0) {
    const actual = `it is in the ${where}, but hidden`;
    return { message: `${capital(words)} could not be found: ${actual}.`, expected, actual };
  }
  const there = found.isElsewhere
    ? { actual: `it is on the ${where}, but ${whyNotThere(scene, target)}` }
    : whatIsNear(scene, target);
  const message = `${capital(words)} could not be found within ${found.waited}; ${there.actual}.`;
  return { message, expected, ...there };
}

/** What is missing because words without quotes did not find it. */
function lostDescription(scene: Scene, target: Target): Unclear | null {
  const place = unclearPlace(scene, target.where ?? []);
  if (place !== null) return place;
  return target.described === true && target.name !== undefined ? { what: target, matches: [] } : null;
}

function whyNotThere(scene: Scene, { where = [] }: Target): string {
  const lost = lostPlace(scene, where);
  return lost === null
    ? `not${relationsInWords(where, wordsForPlace)}`
    : `there is no ${wordsForPlace(lost).replace(/^the /, '')}`;
}

function whatIsNear(scene: Scene, target: Target): Pick<Fault, 'actual' | 'rect'> {
  const nearest = nearestThings(scene, target);
  const [first] = nearest;
  if (first === undefined) return nearestTexts(scene, target);
  const named = nearest.map(({ thing }) => thingInWords(scene, thing).slice(4)).join(', ');
  return { actual: `there is ${named}`, rect: first.likeness >= leastSimilarity ? first.thing.rect : null };
}

/** Only a browser shows an address. */
function placeWord({ url }: Scene): string {
  return url === null ? 'screen' : 'page';
}

function nearestTexts(scene: Scene, { name, role }: Target): Pick<Fault, 'actual' | 'rect'> {
  const [first, ...others] = role === undefined ? nearestLines(screenLines(scene), name ?? '') : [];
  if (first === undefined) return { actual: 'nothing of that kind is there' };
  const said = [first, ...others].map(({ text }) => `"${text}"`).join(', ');
  return { actual: `the ${placeWord(scene)} says ${said}`, rect: first.rect };
}

export function tooFew(scene: Scene, target: Target, total: number): Fault {
  if (target.described === true) return unclear(scene, { what: target, matches: [] });
  const { nth: _, ...whole } = target;
  const actual = total === 1 ? 'there is only one' : `there are only ${total}`;
  const words = wordsFor(target);
  return {
    message: `${capital(words)} could not be found: ${actual} of ${wordsFor(whole)}.`,
    expected: words,
    actual,
  };
}

/** Those of its kind that share the most with what was asked for; without likeness, the first few. */
function nearestThings(scene: Scene, target: Target): Array<{ thing: Thing; likeness: number }> {
  const kinds = target.role === undefined ? null : tiersOfRole[target.role].flat();
  const wanted = letterPairs(nameForm(target.name ?? '').toLowerCase());
  const seen = new Set<string>();
  const scored = scene.things
    .filter((thing) => thing.isVisible && !thing.isKey && thing.role !== null)
    .filter((thing) => kinds === null || isOfKind(thing, kinds))
    .map((thing) => ({ thing, name: nameOf(scene, thing) }))
    .filter(({ thing, name }) => {
      const key = `${thing.role} ${name}`;
      const isNew = name !== '' && name.length <= 120 && !seen.has(key);
      seen.add(key);
      return isNew;
    })
    .slice(0, 500)
    .map(({ thing, name }) => ({
      thing,
      likeness: similarityOf(letterPairs(nameForm(name).toLowerCase()), wanted),
    }));
  scored.sort((one, other) => other.likeness - one.likeness);
  return scored.slice(0, maxNearest);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
