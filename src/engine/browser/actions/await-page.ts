import type { Limits } from '../../acting/device.ts';
import { createLookClock, createPatience, leastLooks } from '../../acting/look-clock.ts';
import { find } from '../../scene/find.ts';
import type { Scene } from '../../scene/scene.ts';
import type { Target } from '../../scene/target.ts';
import type { SearchContext } from '../page/locate.ts';
import type { ActionContext } from './act-on-target.ts';

const pauseMs = 80;

interface Awaited<T> {
  /** Null when it did not come in time. */
  readonly found: T | null;
  /** The page as it was seen last. */
  readonly scene: Scene;
  /** With what is left of the time. */
  readonly left: Limits;
}

/** Looks at the page until `find` finds what it looks for. */
export async function awaitOnPage<T>(
  context: SearchContext,
  limits: Limits,
  find: (scene: Scene, waitedMs: number) => T | null,
): Promise<Awaited<T>> {
  const passedMs = createLookClock();
  for (let looks = 1; ; looks += 1) {
    const { scene } = await context.look(context.page());
    const waitedMs = passedMs();
    const found = find(scene, waitedMs);
    if (found !== null || (waitedMs >= limits.timeoutMs && looks >= leastLooks))
      return { found, scene, left: { ...limits, timeoutMs: Math.max(limits.timeoutMs - waitedMs, 0) } };
    await context.pause(pauseMs, limits.signal);
    limits.signal.throwIfAborted();
  }
}

/** Whether the page comes to be so in time; also true when a question holds it, since nobody can look then. */
export async function comesToBe(
  context: ActionContext,
  { timeoutMs, signal }: Limits,
  isSo: (scene: Scene) => boolean,
): Promise<boolean> {
  const isTooLate = createPatience(timeoutMs);
  for (;;) {
    const look = await context.dialogs.unlessHeld(() => context.look(context.page()));
    if (look === null || isSo(look.scene)) return true;
    if (isTooLate()) return false;
    await context.pause(pauseMs, signal);
    signal.throwIfAborted();
  }
}

/** Whether something is seen that is called so, and not only in part. */
export function canBeClicked(scene: Scene, target: Target): boolean {
  const { matches, isSeen, isExact } = find(scene, target, 'click');
  return isSeen && isExact && matches.length > 0;
}
