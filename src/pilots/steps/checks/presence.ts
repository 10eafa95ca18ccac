import { find } from '../../../scene/find.ts';
import { behindLabels, isThere } from '../../../scene/places.ts';
import { type Rect, union } from '../../../scene/rect.ts';
import { isActive } from '../../../scene/roles.ts';
import type { Scene, Thing } from '../../../scene/scene.ts';
import { holderOf } from '../../../scene/search.ts';
import { heldBy, holdsFocus, isSeenByName, type Sight, see, seenTexts } from '../../../scene/seeing.ts';
import { settled } from '../../../scene/settle.ts';
import { type Place, placedIn, type Target } from '../../../scene/target.ts';
import { isTextIn } from '../../../scene/values.ts';
import { says, shorten, tidy } from '../../../scene/words.ts';
import { atOnce, type Check, steadyMs } from '../check.ts';
import { absence, inWords, theirTexts, whatIsThere } from './absence.ts';

/** Texts and things that must be there. */
export function shown(wanted: Target): Check {
  const what = inWords(wanted);
  return {
    expected: `to see ${what}`,
    steadyMs: atOnce,
    look(view) {
      const sight = see(view.scene, wanted);
      if (sight === null) return { holds: false, ...absence(view, wanted) };
      return { holds: true, evidence: `Saw ${asSeen(sight, wanted)}.`, mustStay: sight.isFaint };
    },
  };
}

/** In the words of the screen. */
function asSeen({ text }: Sight, wanted: Target): string {
  if (text === null || wanted.name === undefined || text === tidy(wanted.name)) return inWords(wanted);
  return `"${text}" in other letter case`;
}

export function shownExactly(text: string): Check {
  return {
    expected: `to see exactly "${text}"`,
    steadyMs: atOnce,
    look(view) {
      if (seenTexts(view.scene, text).some(({ isSpelled }) => isSpelled))
        return { holds: true, evidence: `Saw "${text}".` };
      return { holds: false, ...whatIsThere(view, text) };
    },
  };
}

export function all(checks: readonly Check[], expected: string): Check {
  return {
    expected,
    steadyMs: Math.max(...checks.map((check) => check.steadyMs)),
    look(view) {
      const evidence: string[] = [];
      for (const check of checks) {
        const outcome = check.look(view);
        if (!outcome.holds) return { ...outcome, actual: `${check.expected} failed: ${outcome.actual}` };
        evidence.push(outcome.evidence);
      }
      return { holds: true, evidence: evidence.join(' ') };
    },
  };
}

export function notShown(unwanted: Target): Check {
  const what = inWords(unwanted);
  return {
    expected: `not to see ${what}`,
    steadyMs,
    look({ scene, place }) {
      const sight = see(scene, unwanted);
      if (sight === null) return { holds: true, evidence: `Did not see ${what}.` };
      return { holds: false, actual: `the ${place} shows ${asSeen(sight, unwanted)}`, rect: sight.rect };
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
export function shownIn(wanted: Target, place: Place, isWanted: boolean): Check {
  const [what, where] = [inWords(wanted), inWords(place)];
  return {
    expected: `${isWanted ? 'to' : 'not to'} see ${what} in ${where}`,
    steadyMs: isWanted ? atOnce : steadyMs,
    look(view) {
      const { scene } = view;
      if (!isThere(scene, place))
        return { holds: false, actual: `there is no ${where.replace(/^the /, '')}` };
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

function isSeenIn(scene: Scene, unsettled: Target, place: Place): boolean {
  const wanted = settled(scene, placedIn(unsettled, place));
  const { name, where = [] } = wanted;
  const isPlain = wanted.role === undefined && wanted.nth === undefined && where.length === 1;
  if (name !== undefined && isPlain) {
    const labelled = behindLabels(scene, place);
    if (labelled !== null) return labelled.some((text) => says(text, name));
    const holders = seenTexts(scene, name).flatMap((occurrence) => holderOf(scene, occurrence) ?? []);
    if (isTextIn(scene, holders, place)) return true;
    if (thingsOf(scene, place).some((thing) => says(heldBy(scene, thing) ?? '', name))) return true;
  }
  const { matches, isSeen, isExact } = find(scene, wanted);
  if (!isSeen || (isPlain && !isExact)) return false;
  return matches.some(({ thing }) => isSeenByName(scene, thing, name));
}

function thingsOf(scene: Scene, place: Place): Thing[] {
  return find(scene, place, 'read').matches.map(({ thing }) => thing);
}

export function timesShown(text: string, count: number): Check {
  return {
    expected: `to see "${text}" ${times(count)}`,
    steadyMs,
    look(view) {
      const found = seenTexts(view.scene, text).length;
      if (found === count) return { holds: true, evidence: `Saw "${text}" ${times(count)}.` };
      const said = `it is there ${times(found)}`;
      if (found > 0) return { holds: false, actual: said };
      const { actual, rect } = whatIsThere(view, text);
      return { holds: false, actual: `${said}; ${actual}`, rect };
    },
  };
}

export function numberOf(things: Target, count: number, within: Place | null): Check {
  const target = within === null ? things : placedIn(things, within);
  const what = `${things.name === undefined ? '' : `"${things.name}" `}${things.role ?? 'thing'}${count === 1 ? '' : 's'}`;
  return {
    expected: `to see ${count} ${what}${within === null ? '' : ` in ${inWords(within)}`}`,
    steadyMs,
    look({ scene }) {
      if (within !== null && !isThere(scene, within))
        return { holds: false, actual: `there is no ${inWords(within).replace(/^the /, '')}` };
      const { matches, isSeen } = find(scene, target, 'look', { isEvery: true });
      const found = (isSeen ? matches : [])
        .map(({ thing }) => thing)
        .filter((thing) => isSeenByName(scene, thing, things.name));
      if (found.length === count) return { holds: true, evidence: `Saw ${count} ${what}.` };
      const names = found.length === 0 ? '' : `: ${theirTexts(scene, found, 10)}`;
      const rect = found.reduce<Rect | null>((all, thing) => union(all, thing.rect), null);
      const actual = `there ${found.length === 1 ? 'is' : 'are'} ${found.length}${names}`;
      return { holds: false, actual, rect };
    },
  };
}

/** `before`: as they are read. `above`: as they are drawn. */
export function inOrder(first: string, second: string, relation: 'before' | 'above'): Check {
  const order = `"${first}" ${relation} "${second}"`;
  return {
    expected: `to see ${order}`,
    steadyMs,
    look(view) {
      const [one] = seenTexts(view.scene, first);
      const [other] = seenTexts(view.scene, second);
      if (one === undefined || other === undefined) {
        const text = one === undefined ? first : second;
        const { actual, rect } = whatIsThere(view, text);
        return { holds: false, actual: `"${text}" is missing; ${actual}`, rect };
      }
      const isSo =
        relation === 'before'
          ? one.from < other.from
          : one.rect.y + one.rect.height / 2 < other.rect.y + other.rect.height * 0.25;
      if (isSo) return { holds: true, evidence: `Saw ${order}.` };
      const actual =
        relation === 'before'
          ? `the order is "${second}", "${first}"`
          : `"${first}" is not above "${second}"`;
      return { holds: false, actual, rect: one.rect };
    },
  };
}

function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
}
