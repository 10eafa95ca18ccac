import { anchorsIn, anchorsOf } from './anchors.ts';
import { type Drawn, drawnThing } from './drawn.ts';
import { type Nearness, nearnessTo } from './nearness.ts';
import { narrow } from './places.ts';
import { isIn, type Scene, type Thing } from './scene.ts';
import { type Match, search } from './search.ts';
import type { Container, Relation } from './target.ts';

/** How relations distinguish things of one name. */
export interface Relations {
  /** Whether they say where to look from, so that one thing is nearer than another. */
  readonly areSpatial: boolean;
  /** Those for which all of them hold. */
  keep(matches: readonly Match[]): Match[];
  /** Of these, the ones that stand close by, in the same line, column or row. */
  close(matches: readonly Match[]): Match[];
  /** Of these, the nearest one; several where nobody could say which is nearer. */
  nearest(matches: readonly Match[]): Match[];
}

/** Below this nobody sees which of two is nearer. */
const samePx = 1;

/** `isInner` for those of a place, which other places tell from its like, and no further ones tell those. */
export function relationsOn(scene: Scene, where: readonly Relation[], isInner = false): Relations {
  const meant = where.filter(({ name, role }) => name !== undefined || role !== undefined);
  const places = meant.filter(({ is }) => is === 'in');
  const contents = meant.filter(({ is }) => is === 'with');
  const sides = meant.flatMap(({ is, ...place }) => (is === 'in' || is === 'with' ? [] : [{ is, ...place }]));
  const filters = places.map((place) => {
    const others = isInner ? [] : meant.filter((other) => other !== place);
    return others.length === 0 ? undefined : relationsOn(scene, others, true).keep;
  });
  const known = new Map<Relation, Drawn[]>();

  function anchorsFor(relation: Relation): Drawn[] {
    const anchors = known.get(relation) ?? anchorsIn(scene, relation, places);
    known.set(relation, anchors);
    return anchors;
  }

  /** Null where it is not on that side of anything that is named. */
  function nearnessOf(match: Match): Nearness | null {
    const drawn = drawnThing(scene, match);
    if (drawn === null) return null;
    let all: Nearness = { step: 0, distance: 0, isClose: true };
    for (const side of sides) {
      const own = nearnessTo(side.is, drawn, anchorsFor(side));
      if (own === null) return null;
      const { step, distance, isClose } = own;
      all = {
        step: all.step + step,
        distance: all.distance + distance,
        isClose: all.isClose && isClose,
      };
    }
    return all;
  }

  return {
    areSpatial: sides.length > 0,
    keep(matches) {
      const placed = places.reduce(
        (left, place, at) => narrow(scene, left, place, filters[at]),
        [...matches],
      );
      const filled = contents.reduce((left, content) => containing(scene, left, content, places), placed);
      return sides.length === 0 ? filled : filled.filter((match) => nearnessOf(match) !== null);
    },
    close: (matches) => matches.filter((match) => nearnessOf(match)?.isClose === true),
    nearest(matches) {
      const judged = matches.flatMap((match) => {
        const nearness = nearnessOf(match);
        return nearness === null ? [] : [{ match, ...nearness }];
      });
      const step = Math.min(...judged.map((one) => one.step));
      const best = judged.filter((one) => one.step === step);
      const distance = Math.min(...best.map((one) => one.distance));
      return best.filter((one) => one.distance < distance + samePx).map(({ match }) => match);
    },
  };
}

/** Those that hold it; else, as in `the button in the card with "Sold out"`, those whose place does. */
function containing(
  scene: Scene,
  matches: readonly Match[],
  content: Container,
  places: readonly Container[],
): Match[] {
  for (const anchors of anchorsOf(scene, content)) {
    const holds = ({ thing }: Match) => anchors.some((anchor) => isHeld(anchor, thing));
    const own = matches.filter(holds);
    if (own.length > 0) return own;
    for (const place of places) {
      const holders = search(scene, place, 'look', { keep: (found) => found.filter(holds) }).matches;
      const within = matches.filter(({ thing }) => holders.some((holder) => isIn(thing, holder.thing)));
      if (within.length > 0) return within;
    }
  }
  return [];
}

function isHeld({ thing, isText }: Drawn, holder: Thing): boolean {
  return isIn(thing, holder) && (isText || thing !== holder);
}
