import { anchorsIn } from './anchors.ts';
import { areasCalled, drawnRows } from './places.ts';
import { relationsOn } from './relations.ts';
import type { Scene, Thing } from './scene.ts';
import { type Match, search } from './search.ts';
import type { PlainTarget, Relation } from './target.ts';

/** What is described, where not exactly one thing is called so. */
export interface Unclear {
  readonly what: PlainTarget;
  /** Those that are called so: none, or several. */
  readonly matches: readonly Match[];
}

/** The first place without quotes that is not one place of the screen. */
export function unclearPlace(scene: Scene, where: readonly Relation[]): Unclear | null {
  for (const relation of where) {
    const { is, ...what } = relation;
    if (what.described !== true || what.name === undefined) continue;
    const others = where.filter((other) => other !== relation && other.is !== 'with');
    const matches = called(scene, relation, others);
    const isOne = matches.length === 1 || (matches.length === 0 && drawnRows(scene, what) === 1);
    // Several things may hold the same.
    if (!isOne && (is !== 'with' || matches.length === 0)) return { what, matches };
  }
  return null;
}

/** What the relation may start from. Those that the others tell from their like, where they tell any. */
function called(scene: Scene, { is, ...what }: Relation, others: readonly Relation[]): Match[] {
  if (is !== 'in' && is !== 'with') {
    const places = others.filter((other) => other.is === 'in');
    const anchors = new Set(anchorsIn(scene, what, places).map(({ thing }) => thing));
    return [...anchors].map(whole);
  }
  const { keep } = relationsOn(scene, others, true);
  const keepAny = (matches: Match[]) => {
    const kept = others.length === 0 ? matches : keep(matches);
    return kept.length > 0 ? kept : matches;
  };
  // A link may be called as the part of the page is that is meant.
  const areas = is === 'in' && what.role === undefined ? areasCalled(scene, what) : [];
  if (areas.length > 0) return keepAny(areas.map(whole));
  const { matches, isSeen } = search(scene, what, 'look', { keep: keepAny });
  return isSeen ? [...matches] : [];
}

function whole(thing: Thing): Match {
  return { thing, words: null };
}
