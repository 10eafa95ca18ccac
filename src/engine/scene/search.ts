import { controlsBeside } from './labels-beside.ts';
import { type Grade, gradeOf, grades, isExact, occurrencesIn, type Sought, seek } from './names.ts';
import { type Occurrence, textOf } from './painted-text.ts';
import type { Rect } from './rect.ts';
import {
  isActive,
  isArea,
  isCell,
  isCheckable,
  isHolding,
  isInteractive,
  isItem,
  isLoose,
  isMeasured,
  isOfKind,
  tiersOfRole,
} from './roles.ts';
import { ancestorsOf, isIn, type Scene, type Thing, thingsIn } from './scene.ts';
import { counted } from './spellings.ts';
import type { Container } from './target.ts';
import { says } from './words.ts';

/** What is meant to be done with it, which decides between things of the same name. */
export type Purpose = 'look' | 'read' | 'click' | 'type' | 'check' | 'select' | 'upload' | 'download';

export interface Match {
  readonly thing: Thing;
  /** The words that were asked for, where it is not the thing as a whole that answers to them. */
  readonly words: Rect | null;
}

export interface Found {
  /** In reading order; of those of a name, the ones that are called so best. */
  readonly matches: readonly Match[];
  /** False where the name is only a part of theirs. */
  readonly isExact: boolean;
  /** False where there are such things and nobody can see them. */
  readonly isSeen: boolean;
  /** How many there are before `nth` takes one. */
  readonly total: number;
}

type Suits = (thing: Thing) => boolean;

const nothing: Found = { matches: [], isExact: true, isSeen: false, total: 0 };

/** Which of those that have the name are meant. */
export interface Choice {
  /** Those that are in the right place. */
  readonly keep?: (matches: Match[]) => Match[];
  /** Of those that could be used, the right ones. */
  readonly choose?: (matches: Match[]) => Match[];
}

const asTheyAre = (matches: Match[]) => matches;

/** What is called so and is of that kind, wherever it is. */
export function search(
  scene: Scene,
  target: Container,
  purpose: Purpose = 'look',
  choice: Choice = {},
): Found {
  const found = searchFor(scene, target, purpose, choice);
  const place = found.isSeen || target.described !== true ? null : counted(target);
  return place === null ? found : searchFor(scene, place, purpose, choice);
}

function searchFor(
  scene: Scene,
  target: Container,
  purpose: Purpose,
  { keep = asTheyAre, choose = asTheyAre }: Choice,
): Found {
  if (target.ref !== undefined) {
    const matches = keep(scene.things.filter(({ key }) => key === target.ref).map(whole));
    const isSeen = matches.some(({ thing }) => isUsable(scene, thing, purpose));
    return { matches, isExact: true, isSeen, total: matches.length };
  }
  const modal = scene.things.findLast(({ isModal, isVisible }) => isModal && isVisible);
  let hidden: Found | null = null;
  for (const { matches, grade } of groupsOf(scene, target, purpose)) {
    const held = keep(matches);
    const seen = held.filter(({ thing }) => isUsable(scene, thing, purpose));
    const inFront = modal === undefined ? [] : seen.filter(({ thing }) => isIn(thing, modal));
    const single = choose(oneOfNested(scene, inFront.length > 0 ? inFront : seen));
    if (single.length > 0) return pick(single, target.nth, isExact(grade), true);
    if (held.length > 0) hidden ??= pick(choose(oneOfNested(scene, held)), target.nth, isExact(grade), false);
  }
  if (hidden === null) return nothing;
  // An action that needs it names what covers it.
  const isInTheWay = purpose !== 'look' && hidden.matches.every(({ thing }) => thing.isCovered);
  return isInTheWay && hidden.matches.length > 0 ? { ...hidden, isSeen: true } : hidden;
}

function pick(found: Match[], nth: number | undefined, exact: boolean, isSeen: boolean): Found {
  const sorted = found.sort((one, other) => one.thing.order - other.thing.order);
  return { matches: nthOf(sorted, nth), isExact: exact, isSeen, total: found.length };
}

/** The one of that number, or all where there is none. */
export function nthOf<Item>(items: Item[], nth: number | undefined): Item[] {
  if (nth === undefined || nth === 0) return items;
  const one = items.at(nth < 0 ? nth : nth - 1);
  return one === undefined ? [] : [one];
}

interface Group {
  readonly matches: Match[];
  readonly grade: Grade;
}

/** Those that are called so best come first; of these, those of the kind that is meant. */
function* groupsOf(scene: Scene, target: Container, purpose: Purpose): Generator<Group> {
  const { role: _, ...whatever } = target;
  if (target.described === true) {
    for (const kind of isLoose(target) ? [target, whatever] : [target])
      for (const group of groupsOfKind(scene, kind, purpose)) if (isCalled(group.grade, purpose)) yield group;
    return;
  }
  if (!isLoose(target)) return yield* groupsOfKind(scene, target, purpose);
  for (const group of groupsOfKind(scene, target, purpose)) if (isExact(group.grade)) yield group;
  yield* groupsOfKind(scene, whatever, purpose);
}

/** As a whole; and nobody sees a test id. */
function isCalled(grade: Grade, purpose: Purpose): boolean {
  return isExact(grade) && (purpose !== 'look' || grade !== grades.testId);
}

function* groupsOfKind(scene: Scene, target: Container, purpose: Purpose): Generator<Group> {
  const tiers = tiersFor(target, purpose);
  const things = scene.things.filter(({ isKey }) => !isKey);
  if (target.name === undefined) {
    for (const suits of tiers) {
      const matches = things.filter((thing) => suits(thing) && !isHeaderRow(scene, thing)).map(whole);
      yield { matches, grade: grades.seenSpelled };
    }
    return;
  }
  const sought = soughtBy(scene, target.name, target.described === true, purpose);
  const graded = tiers.map((suits) => gradedBy(sought, things.filter(suits)));
  if (isOpen(target, purpose)) graded.push(gradedTexts(sought));
  // What can be used for it goes before all that is only called so better.
  if (target.role === undefined) yield* byGrade(graded.splice(0, suitedTo[purpose].length));
  if (target.role === undefined && purpose === 'click') yield* besideLabel(sought, things, graded);
  yield* byGrade(graded);
}

/** What only stands before a colon is part of a longer text for those who want to see it. */
function soughtBy(scene: Scene, name: string, isDescribed: boolean, purpose: Purpose): Sought {
  const sought = seek(scene, name, isDescribed);
  if (!isDescribed || purpose !== 'look') return sought;
  return { ...sought, occurrences: sought.occurrences.filter(({ isWhole }) => isWhole) };
}

/** To click on a text that does nothing, and stands at a field, is to click on the field. */
function* besideLabel(
  sought: Sought,
  things: readonly Thing[],
  [active]: ReadonlyArray<ReadonlyMap<Grade, Match[]>>,
): Generator<Group> {
  const { scene, name, occurrences } = sought;
  // A number beside a field is not part of its label.
  if (!/\p{L}/u.test(name)) return;
  const plain = occurrences.filter((occurrence) => {
    const holder = holderOf(scene, occurrence);
    return holder?.role === null && !holder.isClickable;
  });
  const controls = controlsBeside({ ...sought, occurrences: plain }, things.filter(isHolding));
  if (controls.length === 0) return;
  for (const group of byGrade(active === undefined ? [] : [active])) if (isExact(group.grade)) yield group;
  yield { matches: controls.map(whole), grade: grades.beside };
}

function* byGrade(tiers: ReadonlyArray<ReadonlyMap<Grade, Match[]>>): Generator<Group> {
  for (const grade of Object.values(grades)) {
    for (const tier of tiers) {
      const matches = tier.get(grade);
      if (matches !== undefined) yield { matches, grade };
    }
  }
}

function gradedBy(sought: Sought, pool: readonly Thing[]): Map<Grade, Match[]> {
  const graded = new Map<Grade, Match[]>();
  const beside = new Set(controlsBeside(sought, pool));
  for (const thing of pool) {
    const own = gradeOf(sought, thing);
    const grade = beside.has(thing) && (own === null || own > grades.beside) ? grades.beside : own;
    if (grade === null) continue;
    // A row, a branch or an option is pressed on its words: something else may stand in its middle.
    const isPressedAnywhere = isActive(thing) && !isItem(thing);
    addTo(graded, grade, { thing, words: isPressedAnywhere ? null : wordsIn(sought, thing) });
  }
  return graded;
}

function addTo(graded: Map<Grade, Match[]>, grade: Grade, match: Match): void {
  const there = graded.get(grade);
  if (there === undefined) graded.set(grade, [match]);
  else there.push(match);
}

/** Texts that belong to nothing in particular. */
function gradedTexts({ scene, occurrences }: Sought): Map<Grade, Match[]> {
  const graded = new Map<Grade, Match[]>();
  for (const occurrence of occurrences) {
    const thing = holderOf(scene, occurrence);
    if (thing === null || thing.isKey) continue;
    const spelled = occurrence.isSpelled ? grades.seenSpelled : grades.seen;
    const grade = occurrence.isWhole || occurrence.isLabel ? spelled : grades.seenPart;
    addTo(graded, grade, { thing, words: isActive(thing) ? null : occurrence.rect });
  }
  return graded;
}

/** The innermost thing that an occurrence is in. */
export function holderOf(scene: Scene, { firstRun, lastRun }: Occurrence): Thing | null {
  const [first, last] = [scene.runs[firstRun], scene.runs[lastRun]];
  let holder = scene.things[first?.owner ?? -1];
  while (holder !== undefined && last !== undefined && !isIn(last.owner, holder))
    holder = scene.things[holder.parent];
  return holder ?? null;
}

function wordsIn(sought: Sought, thing: Thing): Rect | null {
  const own = occurrencesIn(sought, thing);
  return (own.find(({ isWhole }) => isWhole) ?? own[0])?.rect ?? null;
}

/** Nothing says what it is, so that any text may be it. */
function isOpen({ role }: Container, purpose: Purpose): boolean {
  return role === undefined && purpose !== 'type' && purpose !== 'check';
}

/** What can be used for it, the best first; then, where any text may be meant, everything else. */
function tiersFor({ role }: Container, purpose: Purpose): Suits[] {
  if (role !== undefined) {
    const tiers = tiersOfRole[role].map(
      (kinds): Suits =>
        (thing) =>
          isOfKind(thing, kinds),
    );
    const [best] = tiers;
    // A person who types into the first field does not mean a list before it.
    const isTyped: Suits = (thing) => thing.isEditable && best?.(thing) === true;
    return purpose === 'type' ? [isTyped, ...tiers] : tiers;
  }
  const isStill: Suits = (thing) => !isActive(thing) && (thing.role !== null || thing.names.length > 0);
  const suited = suitedTo[purpose];
  return isOpen({}, purpose) ? [...suited, isActive, isStill] : suited;
}

/** A button that opens a list or a menu. */
function isOpener(thing: Thing): boolean {
  return isInteractive(thing) && thing.isExpanded !== null;
}

const suitedTo: Record<Purpose, Suits[]> = {
  look: [],
  click: [],
  type: [({ isEditable }) => isEditable, ({ role }) => role === 'slider', ({ role }) => role === 'combobox'],
  check: [(thing) => isCheckable(thing) || thing.isChecked !== null],
  select: [({ role }) => role === 'combobox', ({ role }) => role === 'listbox', isOpener],
  upload: [({ role }) => role === 'file'],
  download: [],
  read: [
    (thing) =>
      (isHolding(thing) && thing.role !== 'listbox') || isCheckable(thing) || thing.isSelected !== null,
    ({ role }) => role === 'listbox',
    isOpener,
  ],
};

/** A person who asks for the second row does not count the line of headings. */
export function isHeaderRow(scene: Scene, row: Thing): boolean {
  if (row.role !== 'row') return false;
  const cells = thingsIn(scene, row).filter(isCell);
  return cells.length > 0 && cells.every(({ role }) => role === 'columnheader');
}

/** Whether a person could do that with it. */
export function isUsable(scene: Scene, thing: Thing, purpose: Purpose): boolean {
  if (thing.isVisible || thing.isDrawnOver) return true;
  if (purpose === 'upload' && thing.role === 'file') return true;
  if ((purpose === 'select' || purpose === 'type') && drawnAround(scene, thing) !== null) return true;
  // What is read of a control may be drawn by something else, as long as its label shows that it is there.
  const isDrawn = thing.role === 'slider' && purpose === 'type';
  const isRead = purpose === 'read' && isHolding(thing) && !isClosedList(thing) && isDrawnNear(scene, thing);
  const isShownByLabel = isCheckable(thing) || isDrawn || isRead;
  return isShownByLabel && visibleLabel(scene, thing) !== null;
}

/** It opens from a button of the same label, which shows the choice meanwhile. */
function isClosedList({ role, value }: Thing): boolean {
  return role === 'listbox' && value === null;
}

/** A list that draws itself writes what its hidden field holds; of what is only measured, nothing may be written. */
function isDrawnNear(scene: Scene, thing: Thing): boolean {
  const { value } = thing;
  if (value === null || value === '' || isMeasured(thing)) return true;
  const around = [...ancestorsOf(scene, thing)].slice(0, maxLevels).map((box) => textOf(scene, box));
  return around.some((text) => value.split(', ').every((part) => says(text, part)));
}

/** What is clicked in the place of a box that only its label shows. */
export function visibleLabel(scene: Scene, thing: Thing): Thing | null {
  return thing.labels.map((index) => scene.things[index]).find((label) => label?.isVisible === true) ?? null;
}

/** How far around its own field a list is drawn. */
const maxLevels = 4;

/** The boxes around a control that hold no other, from the smallest. */
export function* ownBoxesOf(scene: Scene, control: Thing): Generator<Thing> {
  let levels = 0;
  for (const around of ancestorsOf(scene, control)) {
    levels += 1;
    if (levels > maxLevels || isItem(around) || isArea(around)) return;
    const isOther = (thing: Thing) =>
      thing !== control && thing.isVisible && (isHolding(thing) || isCheckable(thing));
    if (thingsIn(scene, around).some(isOther)) return;
    if (control.labels.some((label) => isIn(label, around))) return;
    yield around;
  }
}

/** What is clicked in the place of a list whose own field nobody sees. */
export function drawnAround(scene: Scene, list: Thing): Thing | null {
  if (list.role !== 'combobox') return null;
  for (const around of ownBoxesOf(scene, list)) if (around.isVisible && around.isClickable) return around;
  return null;
}

/** A link around a heading of the same words is one thing, and so are a button and the one that it is made of. */
function oneOfNested(scene: Scene, found: readonly Match[]): Match[] {
  const all = new Map(found.map((match) => [match.thing.index, match]));
  const dropped = new Set<Match>();
  for (const inner of all.values()) {
    // A box and its label are one thing: the box.
    for (const index of inner.thing.labels) {
      const label = all.get(index);
      if (label !== undefined && label !== inner) dropped.add(label);
    }
    for (const around of ancestorsOf(scene, inner.thing)) {
      const outer = all.get(around.index);
      if (outer === undefined) continue;
      dropped.add(isOnlyMadeOf(outer.thing, inner.thing) ? inner : outer);
    }
  }
  return [...all.values()].filter((match) => !dropped.has(match));
}

/**
 * What is used is the outer one: the inner one only is in it, or is in it where nobody sees it. A hidden box is the
 * one that knows whether it is checked.
 */
function isOnlyMadeOf(outer: Thing, inner: Thing): boolean {
  const isInnerHidden = outer.isVisible && !inner.isVisible && !isCheckable(inner);
  return isActive(outer) && (!isActive(inner) || isInnerHidden);
}

function whole(thing: Thing): Match {
  return { thing, words: null };
}
