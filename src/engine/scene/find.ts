import { resolve } from './resolve.ts';
import type { Scene } from './scene.ts';
import type { Found, Purpose } from './search.ts';
import { settled } from './settle.ts';
import type { Target } from './target.ts';

/** What a target names, right now; with `isEvery` everything on the side that it names, and not only the nearest. */
export function find(
  scene: Scene,
  target: Target,
  purpose: Purpose = 'look',
  { isEvery = false } = {},
): Found {
  return resolve(scene, settled(scene, target, purpose), purpose, isEvery);
}

/** Whether there is such a thing, only not where the target says that it is. */
export function isElsewhere(scene: Scene, target: Target, purpose: Purpose): boolean {
  const { where = [], ...anywhere } = settled(scene, target, purpose);
  return where.length > 0 && resolve(scene, anywhere, purpose).isSeen;
}
