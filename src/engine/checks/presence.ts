import { shorten, tidy } from '../../kernel/text.ts';
import type { Range } from '../grammar/instruction.ts';
import { rangeInWords } from '../grammar/range-words.ts';
import { find } from '../scene/find.ts';
import type { Occurrence } from '../scene/painted-text.ts';
import { behindLabels, isThere } from '../scene/places.ts';
import { type Rect, union } from '../scene/rect.ts';
import { isActive } from '../scene/roles.ts';
import type { Scene, Thing } from '../scene/scene.ts';
import { holderOf } from '../scene/search.ts';
import {
  heldBy,
  holdsFocus,
  holdsText,
  isSeenByName,
  see,
  seenTexts,
  type VisibleMatch,
} from '../scene/seeing.ts';
import { settled } from '../scene/settle.ts';
import {
  type Container,
  type PlainTarget,
  placedIn,
  type Relation,
  type RelationKind,
  type Target,
} from '../scene/target.ts';
import { isTextIn } from '../scene/values.ts';
import { relationsInWords } from '../scene/wording.ts';
import { says } from '../scene/words.ts';
import { absence, inWords, theirTexts, whatIsThere } from './absence.ts';
import { atOnce, type Check, type CheckOutcome, steadyMs } from './check.ts';

/** A text or thing must be on the screen, or must not; which way its words are read is settled there. */
export function onScreen(target: Target, isWanted: boolean): Check {
  const { or: _, ...first } = target;
  return {
    ...onScreenAs(first, isWanted),
    look: (input) => onScreenAs(settled(input.scene, target), isWanted).look(input),
  };
}

function onScreenAs(target: PlainTarget, isWanted: boolean): Check {
  const { where = [], ...wanted } = target;
  const [relation, ...others] = where;
  if (relation === undefined) return isWanted ? shown(wanted) : notShown(wanted);
  const { is, ...place } = relation;
  if (others.length === 0 && is === 'in') return shownIn(wanted, place, isWanted);
  const isOfTexts = isText(wanted) && isText(place) && others.length === 0;
  if (isOfTexts && isOrder(is)) return inOrder(wanted.name, place.name, is, isWanted);
  return isWanted ? shown(target) : besideAnchors(notShown(target), where);
}

function isText(place: Container): place is { name: string } {
  return place.name !== undefined && place.role === undefined && place.nth === undefined;
}

/** What is not there proves nothing where it can't be told where that would be. */
function besideAnchors(check: Check, where: readonly Relation[]): Check {
  return {
    ...check,
    look(input) {
      const lost = where.find((place) => !isThere(input.scene, place) && see(input.scene, place) === null);
      if (lost === undefined) return check.look(input);
      return notThere(lost);
    },
  };
}

function notThere(place: Container): CheckOutcome {
  return { holds: false, actual: `there is no ${inWords(place).replace(/^the /, '')}` };
}

/** Texts and things that must be there. */
function shown(wanted: PlainTarget): Check {
  const what = inWords(wanted);
  return {
    expected: `to see ${what}`,
    steadyMs: atOnce,
    mayHaveGone: true,
    look(input) {
      const seen = see(input.scene, wanted);
      if (seen === null) return { holds: false, ...absence(input, wanted) };
      return { holds: true, evidence: `Saw ${asSeen(seen, wanted)}.`, mustStay: seen.isFaint };
    },
  };
}

/** In the words of the screen. */
function asSeen({ text }: VisibleMatch, wanted: Target): string {
  if (text === null || wanted.name === undefined || text === tidy(wanted.name)) return inWords(wanted);
  return `"${text}" in other letter case`;
}

export function shownExactly(text: string, isWanted: boolean): Check {
  return {
    expected: `${isWanted ? 'to' : 'not to'} see exactly "${text}"`,
    steadyMs: isWanted ? atOnce : steadyMs,
    mayHaveGone: isWanted,
    look(input) {
      const seen = seenTexts(input.scene, text).find(({ isSpelled }) => isSpelled);
      if ((seen !== undefined) === isWanted)
        return { holds: true, evidence: `${isWanted ? 'Saw' : 'Did not see'} "${text}".` };
      if (seen === undefined) return { holds: false, ...whatIsThere(input, text) };
      return { holds: false, actual: `the ${input.place} shows it`, rect: seen.rect };
    },
  };
}

function notShown(unwanted: PlainTarget): Check {
  const what = inWords(unwanted);
  return {
    expected: `not to see ${what}`,
    steadyMs,
    look({ scene, place }) {
      const seen = see(scene, unwanted);
      if (seen === null) return { holds: true, evidence: `Did not see ${what}.` };
      return { holds: false, actual: `the ${place} shows ${asSeen(seen, unwanted)}`, rect: seen.rect };
    },
  };
}

export function nothingSays(text: string): Check {
  return {
    expected: `that nothing says "${text}"`,
    steadyMs,
    look({ scene, place }) {
      const [found] = seenTexts(scene, text, { isPart: true });
      if (found === undefined) return { holds: true, evidence: `Nothing says "${text}".` };
      const line = tidy(
        scene.runs
          .slice(found.firstRun, found.lastRun + 1)
          .map((run) => run.text)
          .join(' '),
      );
      return { holds: false, actual: `the ${place} says "${shorten(line)}"`, rect: found.rect };
    },
  };
}

/** A text or thing in another: `See "2" in the row "Apples"`. */
function shownIn(wanted: PlainTarget, place: Container, isWanted: boolean): Check {
  const [what, where] = [inWords(wanted), inWords(place)];
  return {
    expected: `${isWanted ? 'to' : 'not to'} see ${what} in ${where}`,
    steadyMs: isWanted ? atOnce : steadyMs,
    mayHaveGone: isWanted,
    look(input) {
      const { scene } = input;
      if (!isThere(scene, place)) return notThere(place);
      const isIn = isSeenIn(scene, wanted, place);
      if (isIn === isWanted) {
        const mustStay = thingsOf(scene, place).some(
          (thing) => isActive(thing) || heldBy(scene, thing) !== null || holdsFocus(scene, thing),
        );
        const isFaint = isIn && see(scene, placedIn(wanted, place))?.isFaint === true;
        const evidence = `${isIn ? 'Saw' : 'Did not see'} ${what} in ${where}.`;
        return { holds: true, evidence, mustStay: mustStay || isFaint };
      }
      const around = thingsOf(scene, place);
      const said = around.length === 0 ? 'does not show it' : `says ${theirTexts(scene, around)}`;
      const actual = `${where} ${isWanted ? said : 'shows it'}`;
      return { holds: false, actual, rect: around[0]?.rect ?? null };
    },
  };
}

function isSeenIn(scene: Scene, unsettled: Target, place: Container): boolean {
  const wanted = settled(scene, placedIn(unsettled, place));
  const { name, where = [] } = wanted;
  const isPlain = wanted.role === undefined && wanted.nth === undefined && where.length === 1;
  if (name !== undefined && isPlain) {
    const labelled = behindLabels(scene, place);
    if (labelled !== null) return labelled.some((text) => says(text, name));
    const holders = seenTexts(scene, name).flatMap((occurrence) => holderOf(scene, occurrence) ?? []);
    if (isTextIn(scene, holders, place)) return true;
    if (thingsOf(scene, place).some((thing) => holdsText(scene, thing, name))) return true;
  }
  const { matches, isSeen, isExact } = find(scene, wanted);
  if (!isSeen || (isPlain && !isExact)) return false;
  return matches.some(({ thing }) => isSeenByName(scene, thing, name));
}

function thingsOf(scene: Scene, place: Container): Thing[] {
  return find(scene, place, 'read').matches.map(({ thing }) => thing);
}

export function timesShown(text: string, range: Range): Check {
  return {
    expected: `to see "${text}" ${timesInWords(range)}`,
    steadyMs,
    look(input) {
      const found = seenTexts(input.scene, text).length;
      if (isWithin(found, range)) return { holds: true, evidence: `Saw "${text}" ${times(found)}.` };
      const said = `it is there ${times(found)}`;
      if (found > 0) return { holds: false, actual: said };
      const { actual, rect } = whatIsThere(input, text);
      return { holds: false, actual: `${said}; ${actual}`, rect };
    },
  };
}

export function numberOf(things: Target, range: Range): Check {
  const { where = [] } = things;
  const kind = `${things.name === undefined ? '' : `"${things.name}" `}${things.role ?? 'thing'}`;
  const named = (count: number | null) => `${kind}${count === 1 ? '' : 's'}`;
  const place = relationsInWords(where, inWords);
  return {
    expected: `to see ${rangeInWords(range)} ${named(range.max)}${place}`,
    steadyMs,
    look({ scene }) {
      const lost = where.find((around) => around.is !== 'with' && !isThere(scene, around));
      if (lost !== undefined) return notThere(lost);
      const { matches, isSeen } = find(scene, things, 'look', { isEvery: true });
      const found = (isSeen ? matches : [])
        .map(({ thing }) => thing)
        .filter((thing) => isSeenByName(scene, thing, things.name));
      const count = found.length;
      if (isWithin(count, range)) return { holds: true, evidence: `Saw ${count} ${named(count)}.` };
      const names = count === 0 ? '' : `: ${theirTexts(scene, found, 10)}`;
      const rect = found.reduce<Rect | null>((all, thing) => union(all, thing.rect), null);
      return { holds: false, actual: `there ${count === 1 ? 'is' : 'are'} ${count}${names}`, rect };
    },
  };
}

type Order = 'before' | 'after' | 'above' | 'below';

function isOrder(relation: RelationKind): relation is Order {
  return ['before', 'after', 'above', 'below'].includes(relation);
}

/** `before` and `after`: as they are read. `above` and `below`: as they are drawn. */
function inOrder(name: string, anchor: string, relation: Order, isWanted: boolean): Check {
  const order = `"${name}" ${relation} "${anchor}"`;
  const isRead = relation === 'before' || relation === 'after';
  const isFirst = relation === 'before' || relation === 'above';
  return {
    expected: `${isWanted ? 'to' : 'not to'} see ${order}`,
    steadyMs,
    look(input) {
      const found = seenTexts(input.scene, name);
      const anchors = seenTexts(input.scene, anchor);
      const there = anchors.find(({ isWhole, isLabel }) => isWhole || isLabel) ?? anchors[0];
      const [one] = found;
      if (there === undefined || (one === undefined && isWanted)) {
        const text = there === undefined ? anchor : name;
        const { actual, rect } = whatIsThere(input, text);
        return { holds: false, actual: `"${text}" is missing; ${actual}`, rect };
      }
      const isSoFor = (text: Occurrence) =>
        isFirst ? isInOrder(text, there, isRead) : isInOrder(there, text, isRead);
      const isSo = found.some(isSoFor);
      if (isSo === isWanted) return { holds: true, evidence: `${isSo ? 'Saw' : 'Did not see'} ${order}.` };
      const [first, second] = isFirst === isSo ? [name, anchor] : [anchor, name];
      const actual = isRead
        ? `the order is "${first}", "${second}"`
        : `"${name}" is ${isSo ? '' : 'not '}${relation} "${anchor}"`;
      return { holds: false, actual, rect: (found.find(isSoFor) ?? one)?.rect ?? null };
    },
  };
}

function isInOrder(one: Occurrence, other: Occurrence, isRead: boolean): boolean {
  if (isRead) return one.from < other.from;
  return one.rect.y + one.rect.height / 2 < other.rect.y + other.rect.height * 0.25;
}

export function isWithin(count: number, { min, max }: Range): boolean {
  return count >= min && (max === null || count <= max);
}

function timesInWords(range: Range): string {
  return range.min === range.max ? times(range.min) : `${rangeInWords(range)} times`;
}

function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
}
