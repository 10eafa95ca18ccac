import { cellUnder } from './columns.ts';
import { narrow } from './places.ts';
import { isActive } from './roles.ts';
import { isIn, type Scene } from './scene.ts';
import { type Found, isUsable, type Purpose, search } from './search.ts';
import type { Target } from './target.ts';

/** What a target names, right now. */
export function find(scene: Scene, target: Target, purpose: Purpose = 'look'): Found {
  const { ref, within } = target;
  if (ref !== undefined) return byReference(scene, ref, purpose);
  if (purpose === 'upload') return fileField(scene, target) ?? search(scene, target, purpose);
  if (within === undefined) return search(scene, target, purpose);
  const found = search(scene, target, purpose, (matches) => narrow(scene, matches, within));
  return found.matches.length > 0 || purpose === 'look'
    ? found
    : (underHeading(scene, target, purpose) ?? found);
}

/** `"Paid" in the row "Alice"`: what has no name of its own is called by the heading of its column. */
function underHeading(scene: Scene, { name, role, within }: Target, purpose: Purpose): Found | null {
  const cell = within === undefined ? null : cellUnder(scene, name, within);
  if (cell === null) return null;
  const kind = role === undefined ? {} : { role };
  return search(scene, kind, purpose, (matches) => matches.filter(({ thing }) => isIn(thing, cell)));
}

/** A page often hides the field and shows a place to drop files on: the field is the one that lies there. */
function fileField(scene: Scene, { name, within }: Target): Found | null {
  const named = search(scene, { ...(name !== undefined && { name }) }, 'upload');
  // A button opens the choice of a file itself.
  if (named.isSeen && named.matches.every(({ thing }) => isActive(thing))) return null;
  const fields = scene.things.filter(({ role }) => role === 'file').map((thing) => ({ thing, words: null }));
  const place = within ?? (name === undefined ? null : { name });
  const matches = place === null ? fields : narrow(scene, fields, place);
  return matches.length === 1 ? { matches, isExact: true, isSeen: true, total: 1 } : null;
}

function byReference(scene: Scene, ref: string, purpose: Purpose): Found {
  const thing = scene.things.find(({ key }) => key === ref);
  if (thing === undefined) return { matches: [], isExact: true, isSeen: false, total: 0 };
  const isSeen = isUsable(scene, thing, purpose);
  return { matches: [{ thing, words: null }], isExact: true, isSeen, total: 1 };
}
