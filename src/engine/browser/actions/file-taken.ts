import type { Limits } from '../../acting/device.ts';
import { createPatience } from '../../acting/look-clock.ts';
import { followScreen } from '../../scene/stillness.ts';
import type { LocatedElement } from '../page/locate.ts';
import type { ActionContext } from './act-on-target.ts';

const pauseMs = 100;
const restMs = 400;
/** Some pages show nothing of it. */
const patienceMs = 3_000;

/**
 * A page that draws the field itself takes a file in its own time. A person continues when the page shows the file; a next
 * file that came sooner could take the place of this one, or this one could still come after it.
 */
export async function fileIsTaken(
  context: ActionContext,
  { page, thing, scene: before }: LocatedElement,
  name: string,
  { timeoutMs, signal }: Limits,
): Promise<void> {
  // The browser shows at once what a field of its own holds.
  if (thing.role === 'file' && thing.isVisible) return;
  const isTooLate = createPatience(Math.min(timeoutMs, patienceMs));
  const stillness = followScreen(before);
  let isShown = false;
  do {
    const beganAtMs = performance.now();
    const look = await context.dialogs.unlessHeld(() => context.look(page));
    if (look === null) return;
    const isChanged = stillness.see(look.scene, beganAtMs);
    isShown ||= isChanged || look.scene.runs.some(({ text }) => text.includes(name));
    if (isShown && stillness.lastedMs() >= restMs) return;
    await context.sleep(pauseMs, signal);
  } while (!isTooLate());
}
