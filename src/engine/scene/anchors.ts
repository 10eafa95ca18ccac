import { type Drawn, drawnText, drawnThing } from './drawn.ts';
import { seek } from './names.ts';
import type { Occurrence } from './painted-text.ts';
import { narrow } from './places.ts';
import type { Scene } from './scene.ts';
import { nthOf, search } from './search.ts';
import { asPlace, type Container } from './target.ts';

/** Of one name; each is held against every candidate. */
const maxAnchors = 300;

/** What a relation speaks of. Where places are named as well, one that is in them is meant before all others. */
export function anchorsIn(scene: Scene, place: Container, places: readonly Container[]): Drawn[] {
  let anywhere: Drawn[] = [];
  for (const anchors of anchorsOf(scene, place)) {
    const inside = places.reduce<Drawn[]>((left, around) => narrow(scene, left, around), anchors);
    if (inside.length > 0) return nthOf(inside, place.nth).slice(0, maxAnchors);
    if (anywhere.length === 0) anywhere = anchors;
  }
  return nthOf(anywhere, place.nth).slice(0, maxAnchors);
}

/**
 * The most likely first. A text is meant before the thing that it names: the field below "Name" is the one that this
 * label stands above.
 */
export function* anchorsOf(scene: Scene, { name, role, described }: Container): Generator<Drawn[]> {
  const texts = name === undefined || role !== undefined ? [] : seek(scene, name, described).occurrences;
  const isOwn = ({ isWhole, isLabel }: Occurrence) => isWhole || isLabel;
  yield texts.filter(isOwn).flatMap((text) => drawnText(scene, text) ?? []);
  const kind = asPlace({ name, role, described });
  const { matches, isSeen, isExact } = search(scene, kind);
  const things = (isSeen ? matches : []).flatMap((match) => drawnThing(scene, match) ?? []);
  if (isExact) yield things;
  yield texts.filter((text) => !isOwn(text)).flatMap((text) => drawnText(scene, text) ?? []);
  yield things;
}
