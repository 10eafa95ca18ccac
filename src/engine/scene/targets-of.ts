import { headingIn, nameOf } from './names.ts';
import { phrasesOf, textOf } from './painted-text.ts';
import { resolve } from './resolve.ts';
import { isArea, isCell, isCheckable, isDialog, isHolding, isItem, tiersOfRole } from './roles.ts';
import { ancestorsOf, isIn, type Scene, type Thing } from './scene.ts';
import type { Purpose } from './search.ts';
import { type Container, type PlainTarget, placedIn, type Role, roles } from './target.ts';

/** Each takes a search of the whole screen. */
const maxTried = 60;
const longestName = 100;
/** Of what tells a place from others, only what is said first: the name of a person, not every number of their row. */
const phrasesTried = 3;
/** Texts of what is one of several boxes; a larger box is a part of the page. */
const textsOfBox = 8;

/** Ways in which a person could name a thing so that nothing else on the screen is meant, the plainest first. */
export function* targetsOf(scene: Scene, thing: Thing, purpose: Purpose): Generator<PlainTarget> {
  let left = maxTried;
  for (const { target, mayCount } of candidatesFor(scene, thing)) {
    if (left === 0) return;
    left -= 1;
    const { matches, isExact, isSeen } = resolve(scene, target, purpose);
    const at = matches.findIndex((match) => match.thing === thing);
    if (at < 0 || !isExact || !isSeen) continue;
    if (matches.length === 1) yield target;
    else if (mayCount) yield* ifAlone(scene, thing, { ...target, nth: at + 1 }, purpose);
  }
}

function* ifAlone(scene: Scene, thing: Thing, target: PlainTarget, purpose: Purpose): Generator<PlainTarget> {
  const { matches, isSeen } = resolve(scene, target, purpose);
  if (isSeen && matches.length === 1 && matches[0]?.thing === thing) yield target;
}

interface Candidate {
  readonly target: PlainTarget;
  /** Where it names several, the one of that number is meant. */
  readonly mayCount: boolean;
}

function* candidatesFor(scene: Scene, thing: Thing): Generator<Candidate> {
  const names = namesOf(scene, thing);
  const kinds = kindsOf(thing);
  const plain = names.map((name) => ({ name }));
  const ofKind = names.flatMap((name) => kinds.map((role) => ({ name, role })));
  const nameless = kinds.map((role) => ({ role }));
  const once = (target: PlainTarget): Candidate => ({ target, mayCount: false });
  const counted = (target: PlainTarget): Candidate => ({ target, mayCount: true });
  yield* [...plain, ...ofKind, ...nameless].map(once);
  const places = placesAround(scene, thing, names);
  const inPlace = [...plain, ...ofKind, ...headingsOver(scene, thing), ...nameless];
  for (const place of places) yield* inPlace.map((target) => once(placedIn(target, place)));
  yield* testIdsOf(thing).map((name) => once({ name }));
  yield* [...ofKind, ...plain].map(counted);
  for (const place of places) {
    // A number alone, such as the 7th button, means another thing as soon as the page has one more.
    const several = place.role === undefined ? ofKind : [...ofKind, ...nameless];
    yield* several.map((target) => counted(placedIn(target, place)));
  }
}

/** What it is called; what has no name of its own, by the texts around it. */
function namesOf(scene: Scene, thing: Thing): string[] {
  const given = thing.names.filter(({ from }) => from !== 'test id').map(({ text }) => text);
  const texts = isItem(thing) ? phrasesIn(scene, thing) : [];
  const own = [nameOf(scene, thing), ...texts, ...given].filter(isName);
  const isBare = own.length === 0 && (isHolding(thing) || isCheckable(thing));
  return [...new Set(isBare ? textsBeside(scene, thing) : own)];
}

function testIdsOf({ names }: Thing): string[] {
  return names.filter(({ from, text }) => from === 'test id' && isName(text)).map(({ text }) => text);
}

function textsBeside(scene: Scene, thing: Thing): string[] {
  const around = [...ancestorsOf(scene, thing)].find(({ textFrom, textTo }) => textTo > textFrom);
  return around === undefined ? [] : phrasesNear(scene, around, thing).filter(isName);
}

/** Those before it, the nearest first, then those behind it. */
function phrasesNear(scene: Scene, around: Thing, { textFrom }: Thing): string[] {
  const phrases = phrasesOf(scene, around.textFrom, around.textTo);
  const before = phrases.filter(({ firstRun }) => firstRun < textFrom).reverse();
  const behind = phrases.filter(({ firstRun }) => firstRun >= textFrom);
  return [...before.slice(0, phrasesTried), ...behind.slice(0, phrasesTried)].map(({ text }) => text);
}

function isName(text: string): boolean {
  return text !== '' && text.length <= longestName;
}

/** What people call a thing of its kind. */
function kindsOf({ role }: Thing): Role[] {
  return role === null ? [] : roles.filter((kind) => tiersOfRole[kind][0]?.includes(role) === true);
}

/** What it is in, from the nearest: a row by what is in it, a part of the page by its kind or its heading. */
function placesAround(scene: Scene, thing: Thing, names: readonly string[]): Container[] {
  const places: Container[] = [];
  const kinds: Container[] = [];
  for (const around of ancestorsOf(scene, thing)) {
    const [role] = kindsOf(around);
    const isKnown = role !== undefined && (isItem(around) || isArea(around));
    const isBox = !isKnown && !isCell(around) && isSmall(around);
    const own = isKnown && isArea(around) ? [nameOf(scene, around), headingIn(scene, around)] : [];
    const said = isItem(around) || isBox ? phrasesIn(scene, around, thing) : [];
    const called = [...new Set([...own, ...said])].filter((name) => isName(name) && !names.includes(name));
    if (isKnown && !isItem(around)) kinds.push({ role });
    if (isKnown && (isDialog(around) || isLandmark(role))) places.push({ role });
    places.push(...called.map((name) => (isKnown ? { name, role } : { name })));
  }
  return [...places, ...kinds];
}

function isSmall({ parent, textFrom, textTo }: Thing): boolean {
  return parent !== -1 && textTo - textFrom <= textsOfBox;
}

/** Parts that a page has one of. */
function isLandmark(role: Role): boolean {
  return role === 'navigation' || role === 'header' || role === 'footer' || role === 'sidebar';
}

/** The first texts in it, without those of one of its parts. */
function phrasesIn(scene: Scene, around: Thing, without: Thing | null = null): string[] {
  const phrases = phrasesOf(scene, around.textFrom, around.textTo).filter(
    ({ firstRun }) => without === null || !isIn(scene.runs[firstRun]?.owner ?? -1, without),
  );
  return phrases.slice(0, phrasesTried).map(({ text }) => text);
}

/** What has no name of its own is called by the heading of its column. */
function headingsOver(scene: Scene, thing: Thing): PlainTarget[] {
  const cell = [thing, ...ancestorsOf(scene, thing)].find(isCell);
  const place = cell?.rect;
  if (cell === undefined || place == null) return [];
  const table = [...ancestorsOf(scene, cell)].find(isArea);
  const headings = scene.things.filter(
    ({ role, rect, index }) =>
      role === 'columnheader' &&
      rect !== null &&
      rect.x < place.x + place.width &&
      place.x < rect.x + rect.width &&
      (table === undefined || isIn(index, table)),
  );
  return headings.map((heading) => ({ name: textOf(scene, heading) })).filter(({ name }) => isName(name));
}
