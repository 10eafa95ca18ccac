import { shorten } from '../../kernel/text.ts';
import { type Grade, gradeOf, headingIn, isExact, nameOf, type Sought, seek } from './names.ts';
import { phrasesOf, textOf } from './painted-text.ts';
import { sharedHeight } from './rect.ts';
import { isActive, isArea, isItem, isLoose, isOfKind, plainRole, tiersOfRole } from './roles.ts';
import { ancestorsOf, childrenOf, isIn, type Scene, type Thing, thingsIn } from './scene.ts';
import { holderOf, type Match, nthOf, search } from './search.ts';
import type { Container, Relation } from './target.ts';

/** Whatever has a place in the tree. */
interface Placed {
  readonly thing: Thing;
  /** Some of its text: that is in it too. */
  readonly isText?: boolean;
}

/** What tells a place from others of its name. */
type Keep = (matches: Match[]) => Match[];
const asTheyAre: Keep = (matches) => matches;

/** Those that are in what is named: in the smallest such thing that holds any of them. */
export function narrow<Item extends Placed>(
  scene: Scene,
  candidates: readonly Item[],
  place: Container,
  keep: Keep = asTheyAre,
): Item[] {
  if (candidates.length === 0) return [];
  const { called, resembling } = holdersOf(scene, place, keep);
  for (const holders of [called.filter((thing) => isOfRole(thing, place)), called, resembling]) {
    const held = inSmallest(scene, holders, candidates);
    if (held.length > 0) return held;
  }
  // A row, list item or dialog that is there and does not hold it settles the question.
  if (place.name === undefined || (isByKind(place) && isMarked(scene, place))) return [];
  return besideText(scene, candidates, seek(scene, place.name, place.described), called);
}

/** Whether there is such a place at all. */
export function isThere(scene: Scene, place: Container): boolean {
  return isMarked(scene, place) || isDrawnRow(scene, place);
}

/** The first of these that is not there. */
export function lostPlace(scene: Scene, places: readonly Relation[] = []): Relation | null {
  return places.find((place) => !isThere(scene, place)) ?? null;
}

/** What stands behind a label in the same text, up to the next label; null where the place is something else. */
export function behindLabels(scene: Scene, place: Container): string[] | null {
  if (place.name === undefined || isByKind(place) || place.nth !== undefined) return null;
  const { occurrences } = seek(scene, place.name, place.described);
  const labels = occurrences.filter(({ isLabel }) => isLabel);
  if (labels.length === 0 || holdersOf(scene, place, asTheyAre).called.length > 0) return null;
  if (occurrences.some(({ isWhole }) => isWhole)) return null;
  return labels.map((label) => {
    const phrases = phrasesOf(scene, label.firstRun, holderOf(scene, label)?.textTo);
    const next = phrases.findIndex(({ text }, at) => at > 0 && /^[^:]{1,60}: \S/.test(text));
    const own = next < 0 ? phrases : phrases.slice(0, next);
    return own.map(({ text }) => text).join(' ');
  });
}

function isMarked(scene: Scene, place: Container): boolean {
  const { isSeen, matches } = search(scene, place);
  return isSeen && matches.length > 0;
}

/** A row for a person who looks at it, of boxes that nothing marks as one: it is built like its neighbours, and has several texts. */
function isDrawnRow(scene: Scene, place: Container): boolean {
  return drawnRows(scene, place) > 0;
}

/** How many there are. */
export function drawnRows(scene: Scene, { role, name, nth, described }: Container): number {
  if (name === undefined || nth !== undefined || (role !== 'row' && role !== 'list item')) return 0;
  return seek(scene, name, described).occurrences.filter((occurrence) => {
    const anchor = occurrence.isWhole ? holderOf(scene, occurrence) : null;
    if (anchor === null) return false;
    return [anchor, ...ancestorsOf(scene, anchor)].some(
      (holder) => holder.textTo - holder.textFrom > 1 && isOneOfAlike(scene, holder),
    );
  }).length;
}

/** What the name of a place may mean: what is called so, then what has it in its name. */
function holdersOf(scene: Scene, place: Container, keep: Keep): { called: Thing[]; resembling: Thing[] } {
  if (place.name === undefined || isByKind(place))
    return { called: thingsNamed(scene, place, keep), resembling: [] };
  const sought = seek(scene, place.name, place.described);
  const graded = scene.things
    .filter((thing) => thing.isVisible && (isItem(thing) || isArea(thing)))
    .map((thing) => ({ thing, grade: gradeOf(sought, thing) }));
  const of = (suits: (grade: Grade) => boolean) => {
    const suiting = graded.filter(({ grade }) => grade !== null && suits(grade)).map(({ thing }) => thing);
    return nthOf(inOrder(suiting), place.nth);
  };
  return { called: of(isExact), resembling: of((grade) => !isExact(grade)) };
}

/** The rows, cards and parts of the screen that are called so; of those in each other, the innermost. */
export function areasCalled(scene: Scene, place: Container): Thing[] {
  const { called } = holdersOf(scene, place, asTheyAre);
  return called.filter((outer) => !called.some((inner) => inner !== outer && isIn(inner, outer)));
}

/** What a place means; `keep` tells it from others of its kind, where it tells any. */
export function thingsNamed(scene: Scene, { nth, ...place }: Container, keep: Keep): Thing[] {
  const { matches, isSeen } = search(scene, place);
  const distinct = isSeen ? keep([...matches]) : [];
  const meant = distinct.length > 0 || !isSeen ? distinct : [...matches];
  return nthOf(inOrder(meant.map(({ thing }) => thing)), nth);
}

function inOrder(things: Thing[]): Thing[] {
  return things.sort((one, other) => one.order - other.order);
}

/** What it is decides, and not its name alone. */
function isByKind(place: Container): boolean {
  return place.role !== undefined && !isLoose(place);
}

function isOfRole(thing: Thing, { role }: Container): boolean {
  return role === undefined || isOfKind(thing, tiersOfRole[role].flat());
}

/** From each candidate outwards: there may be thousands of these and of holders. */
function inSmallest<Item extends Placed>(
  scene: Scene,
  holders: readonly Thing[],
  candidates: readonly Item[],
): Item[] {
  const all = new Set(holders);
  const held = candidates.flatMap((candidate) => {
    const { thing, isText = false } = candidate;
    if (isText && all.has(thing)) return [{ candidate, holder: thing }];
    for (const holder of ancestorsOf(scene, thing)) if (all.has(holder)) return [{ candidate, holder }];
    return [];
  });
  const outer = new Set<Thing>();
  for (const holder of new Set(held.map((one) => one.holder)))
    for (const around of ancestorsOf(scene, holder)) outer.add(around);
  return held.filter(({ holder }) => !outer.has(holder)).map(({ candidate }) => candidate);
}

function isInside({ thing, isText = false }: Placed, holder: Thing): boolean {
  return (isText || thing !== holder) && isIn(thing, holder);
}

/** From a text outwards, to the first thing around it that holds a candidate; not out of what is called so itself. */
function besideText<Item extends Placed>(
  scene: Scene,
  candidates: readonly Item[],
  { occurrences }: Sought,
  called: readonly Thing[],
): Item[] {
  const best = occurrences.some(({ isWhole }) => isWhole)
    ? occurrences.filter(({ isWhole }) => isWhole)
    : occurrences;
  const found = new Set<Item>();
  const labels = labelsOfAreas(scene);
  for (const occurrence of best) {
    const anchor = holderOf(scene, occurrence);
    if (anchor === null || labels.some((label) => isIn(anchor, label))) continue;
    // Where rows have no box of their own, what is in one line belongs together.
    const isInLine = ({ thing }: Placed) =>
      thing.rect !== null && sharedHeight(thing.rect, occurrence.rect) >= 0.5;
    const isEdge = (holder: Thing) => isItem(holder) || called.includes(holder);
    const near = around(scene, anchor, candidates, isInLine, isEdge);
    const inLine = near.filter(isInLine);
    for (const item of inLine.length > 0 ? inLine : near) found.add(item);
  }
  return [...found];
}

/** Each speaks for what it is the label of, and for nothing else. */
function labelsOfAreas(scene: Scene): Thing[] {
  return scene.things
    .filter((thing) => thing.labels.length > 0 && thing.isVisible && isArea(thing))
    .filter(({ textFrom, textTo }) => textTo > textFrom)
    .flatMap(({ labels }) => labels.flatMap((index) => scene.things[index] ?? []));
}

function around<Item extends Placed>(
  scene: Scene,
  anchor: Thing,
  candidates: readonly Item[],
  isInLine: (item: Placed) => boolean,
  isEdge: (holder: Thing) => boolean,
): Item[] {
  let branch = anchor;
  const holders = [anchor, ...ancestorsOf(scene, anchor)];
  const heading = holders.find(({ role }) => role === 'heading');
  for (const holder of holders) {
    const all = candidates.filter((candidate) => isInside(candidate, holder));
    if (all.length > 0) {
      if (branch.role === 'heading') return underHeading(scene, holder, branch, all);
      const held = heading === undefined ? all : ofHeading(scene, holder, heading, all);
      if (isCard(scene, holder)) return held;
      return held.filter((item) => {
        if (branch === anchor && isInLine(item)) return true;
        return !isNeighbour(scene, branch, branchOf(scene, item.thing, holder));
      });
    }
    if (isEdge(holder)) return [];
    branch = holder;
  }
  return [];
}

/** Most texts that a row or a card has. */
const mostTexts = 8;

/** What is tapped on as one, or is one of several: all in it belongs together. */
function isCard(scene: Scene, holder: Thing): boolean {
  return isActive(holder) || isOneOfAlike(scene, holder);
}

/** One of several of the same size and with a few texts each. */
function isOneOfAlike(scene: Scene, holder: Thing): boolean {
  const parent = scene.things[holder.parent];
  const { rect } = holder;
  if (parent === undefined || rect === null || holder.textTo - holder.textFrom > mostTexts) return false;
  return childrenOf(scene, parent).some((other) => {
    const isAlike = other !== holder && other.shape === holder.shape && other.textTo > other.textFrom;
    if (!isAlike || other.rect === null) return false;
    const ratio = other.rect.height / rect.height;
    return Math.abs(other.rect.width - rect.width) <= 4 && ratio >= 0.5 && ratio <= 2;
  });
}

/** A heading speaks for what follows it, up to the next one of its kind. */
function underHeading<Item extends Placed>(
  scene: Scene,
  holder: Thing,
  heading: Thing,
  held: readonly Item[],
): Item[] {
  const following = childrenOf(scene, holder).filter(({ index }) => index > heading.index);
  const next = following.findIndex(({ role, shape }) => role === 'heading' && shape === heading.shape);
  const own = next < 0 ? following : following.slice(0, next);
  return held.filter(({ thing }) => own.some((child) => isIn(thing, child)));
}

/** What stands under another heading of its kind is that one's. */
function ofHeading<Item extends Placed>(
  scene: Scene,
  holder: Thing,
  heading: Thing,
  held: readonly Item[],
): Item[] {
  const alike = thingsIn(scene, holder).filter(
    ({ role, shape, isVisible }) => role === 'heading' && shape === heading.shape && isVisible,
  );
  return held.filter(({ thing }) => {
    const above = alike.findLast(({ index }) => index < thing.index);
    return (above ?? alike[0]) === heading;
  });
}

function branchOf(scene: Scene, thing: Thing, holder: Thing): Thing {
  let branch = thing;
  for (const at of ancestorsOf(scene, thing)) {
    if (at === holder) break;
    branch = at;
  }
  return branch;
}

/** Of two cards built alike, each with a text of its own, one is not in the other. */
function isNeighbour(scene: Scene, branch: Thing, other: Thing): boolean {
  if (branch === other || branch.shape !== other.shape) return false;
  if (isActive(other) && !isActive(branch)) return false;
  const parts = thingsIn(scene, other).filter(isActive);
  for (let run = other.textFrom; run < other.textTo; run += 1) {
    const owner = scene.runs[run]?.owner ?? -1;
    if (!parts.some((part) => isIn(owner, part))) return true;
  }
  return false;
}

/** Where it is, for people to tell it from others: `the row "Bob 42 Delete"`. */
export function placeOf(scene: Scene, thing: Thing): string | null {
  for (const at of ancestorsOf(scene, thing)) {
    if (at.role === null) continue;
    const words = isItem(at)
      ? nameOf(scene, at) || textOf(scene, at)
      : isArea(at)
        ? at.names.find(({ from }) => from === 'aria')?.text || headingIn(scene, at)
        : '';
    if (words !== '') return `the ${plainRole(at.role)} "${shorten(words, 60)}"`;
    if (/^(navigation|banner|contentinfo)$/.test(at.role)) return `the ${plainRole(at.role)}`;
  }
  return null;
}
