import { resolve } from './resolve.ts';
import type { Scene } from './scene.ts';
import type { Purpose } from './search.ts';
import type { PlainTarget, Target } from './target.ts';

/**
 * The way to read a target that fits the screen: the first that exactly names something that is seen, else the first
 * that names anything seen, else the first.
 */
export function settled(scene: Scene, { or = [], ...first }: Target, purpose: Purpose = 'look'): PlainTarget {
  if (or.length === 0) return first;
  let resembling: PlainTarget | null = null;
  for (const target of [first, ...or]) {
    const { matches, isSeen, isExact } = resolve(scene, target, purpose);
    if (!isSeen || matches.length === 0) continue;
    if (isExact) return target;
    resembling ??= target;
  }
  return resembling ?? first;
}
