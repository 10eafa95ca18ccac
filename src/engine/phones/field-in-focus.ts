import { ActionFailed, type Limits } from '../acting/device.ts';
import { seconds } from '../acting/seconds.ts';
import type { Scene, Thing } from '../scene/scene.ts';
import type { Target } from '../scene/target.ts';
import { awaitOnScreen } from './find-on-screen.ts';
import type { PhoneView } from './phone-view.ts';

/** The field that the keyboard types into, and what is left of the time to use it. */
export async function fieldInFocus(
  view: PhoneView,
  limits: Limits,
): Promise<{ readonly target: Target; readonly limits: Limits }> {
  const startedAtMs = performance.now();
  const { key } = await awaitOnScreen(
    view,
    limits,
    (scene) => focusedIn(scene) ?? activeOf(view, scene, limits.signal),
    () => noFocus(limits),
  );
  const leftMs = limits.timeoutMs - (performance.now() - startedAtMs);
  return { target: { ref: key }, limits: { ...limits, timeoutMs: Math.max(leftMs, 0) } };
}

function focusedIn({ things }: Scene): Thing | null {
  return things.find(({ isFocused, isEditable }) => isFocused && isEditable) ?? null;
}

/** Many drivers of iOS leave the focus out of the hierarchy, and tell which element has it only when they are asked. */
async function activeOf(
  { session }: PhoneView,
  { things }: Scene,
  signal: AbortSignal,
): Promise<Thing | null> {
  if (session.platform !== 'ios') return null;
  const place = await session.call(signal, async (client) => {
    const id = await client.getActiveElement();
    return id === null ? null : client.getElementRect(id);
  });
  if (place === null) return null;
  const isThere = ({ rect }: Thing) =>
    rect !== null && Math.abs(rect.x - place.x) <= 1 && Math.abs(rect.y - place.y) <= 1;
  return things.find((thing) => thing.isEditable && isThere(thing)) ?? null;
}

function noFocus({ timeoutMs }: Limits): ActionFailed {
  return new ActionFailed(
    `No field got the focus within ${seconds(timeoutMs)}. Say which field to type into, or tap on it first.`,
    { expected: 'a field that has the focus', actual: 'no field has it' },
  );
}
