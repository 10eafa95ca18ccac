import { cellUnder } from './columns.ts';
import { narrow } from './places.ts';
import { relationsOn } from './relations.ts';
import { isActive } from './roles.ts';
import { isIn, type Scene } from './scene.ts';
import { type Found, isUsable, nthOf, type Purpose, search } from './search.ts';
import { asPlace, type PlainTarget } from './target.ts';
import { unclearPlace } from './unclear-places.ts';
import { isSame } from './words.ts';

/** What a target names; with `isEvery` everything on the side that it names, and not only the nearest. */
export function resolve(scene: Scene, target: PlainTarget, purpose: Purpose, isEvery = false): Found {
  const { ref, name, nth, where = [] } = target;
  if (ref !== undefined) return byReference(scene, ref, purpose);
  if (unclearPlace(scene, where) !== null) return { matches: [], isExact: true, isSeen: false, total: 0 };
  if (purpose === 'download') return linksToFile(scene, target);
  const field = purpose === 'upload' ? fileField(scene, target) : null;
  if (field !== null) return field;
  if (where.length === 0) return search(scene, target, purpose);
  const { areSpatial, keep, close, nearest } = relationsOn(scene, where);
  const isNearest = areSpatial && nth === undefined && !isEvery;
  const choice = isNearest ? { keep, choose: nearest } : { keep };
  if (isNearest && name === undefined) {
    // A link that stands there may be meant by "the button" before a real button far away.
    const near = search(scene, target, purpose, { ...choice, keep: (matches) => close(keep(matches)) });
    if (near.isSeen) return near;
  }
  const found = search(scene, target, purpose, choice);
  return found.matches.length > 0 || purpose === 'look'
    ? found
    : (underHeading(scene, target, purpose) ?? found);
}

/** `"Paid" in the row "Alice"`: what has no name of its own is called by the heading of its column. */
function underHeading(scene: Scene, target: PlainTarget, purpose: Purpose): Found | null {
  const cell = cellUnder(scene, target);
  if (cell === null) return null;
  const kind = target.role === undefined ? {} : { role: target.role };
  return search(scene, kind, purpose, {
    keep: (matches) => matches.filter(({ thing }) => isIn(thing, cell)),
  });
}

/** A page often hides the field and shows a place to drop files on: the field is the one that is there. */
function fileField(scene: Scene, { name, described, where = [] }: PlainTarget): Found | null {
  const own = asPlace({ name, described });
  const named = search(scene, own, 'upload');
  // A button opens the choice of a file itself.
  if (named.isSeen && named.matches.every(({ thing }) => isActive(thing))) return null;
  const fields = scene.things.filter(({ role }) => role === 'file').map((thing) => ({ thing, words: null }));
  const isPlaced = where.length > 0 || name === undefined;
  const matches = isPlaced ? relationsOn(scene, where).keep(fields) : narrow(scene, fields, own);
  return matches.length === 1 ? { matches, isExact: true, isSeen: true, total: 1 } : null;
}

/** Links that lead to a file of that name, whatever they are called themselves. */
function linksToFile(scene: Scene, { name = '', nth, where = [] }: PlainTarget): Found {
  const links = scene.things
    .filter((thing) => thing.names.some(({ from, text }) => from === 'file' && isSame(text, name)))
    .map((thing) => ({ thing, words: null }));
  const { areSpatial, keep, nearest } = relationsOn(scene, where);
  const placed = keep(links);
  const seen = placed.filter(({ thing }) => isUsable(scene, thing, 'download'));
  const isSeen = seen.length > 0;
  const meant = areSpatial && nth === undefined ? nearest(seen) : seen;
  return { matches: nthOf(isSeen ? meant : placed, nth), isExact: true, isSeen, total: placed.length };
}

function byReference(scene: Scene, ref: string, purpose: Purpose): Found {
  const thing = scene.things.find(({ key }) => key === ref);
  if (thing === undefined) return { matches: [], isExact: true, isSeen: false, total: 0 };
  const isSeen = isUsable(scene, thing, purpose);
  return { matches: [{ thing, words: null }], isExact: true, isSeen, total: 1 };
}
