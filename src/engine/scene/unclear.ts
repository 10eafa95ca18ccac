import { cellUnder } from './columns.ts';
import { find } from './find.ts';
import type { Scene } from './scene.ts';
import type { Purpose } from './search.ts';
import { settled } from './settle.ts';
import type { Target } from './target.ts';
import { type Unclear, unclearPlace } from './unclear-places.ts';

/** What keeps a description from speaking of one thing, or with `isEvery` of any; null where it does. */
export function unclearIn(
  scene: Scene,
  target: Target,
  purpose: Purpose,
  { isEvery = false } = {},
): Unclear | null {
  const wanted = settled(scene, target, purpose);
  const place = unclearPlace(scene, wanted.where ?? []);
  if (place !== null) return place;
  if (wanted.described !== true || wanted.name === undefined) return null;
  if (purpose === 'read' && cellUnder(scene, wanted) !== null) return null;
  const suited = find(scene, wanted, purpose, { isEvery });
  // What can be read is all that there is; else what does not suit is found all the same.
  const { matches, isSeen } = suited.isSeen || purpose === 'read' ? suited : find(scene, wanted);
  if (isSeen && (matches.length === 1 || (isEvery && matches.length > 0))) return null;
  return { what: wanted, matches: isSeen ? matches : [] };
}
