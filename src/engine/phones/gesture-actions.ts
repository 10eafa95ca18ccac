import type { Limits } from '../acting/device.ts';
import type { Performers } from '../acting/perform.ts';
import { onElement } from './element.ts';
import { type FoundElement, findOnScreen } from './find-on-screen.ts';
import { drag } from './gestures.ts';
import type { PhoneView } from './phone-view.ts';
import { script } from './script.ts';
import { centreOf } from './ui-node.ts';

type Zoom = 'in' | 'out';

/** Of the area, on Android. */
const pinchShare = 0.75;
/** On iOS: how much larger or smaller, and how fast; smaller is slower than nothing. */
const pinches: Readonly<Record<Zoom, object>> = {
  in: { scale: 2, velocity: 1 },
  out: { scale: 0.5, velocity: -1 },
};

/** What takes two places or two fingers. */
export function gestureActions(view: PhoneView) {
  return {
    async drag({ target, to }, limits) {
      const goal = await findOnScreen(view, { target: to, purpose: 'look' }, limits);
      const spot = await findOnScreen(view, { target, purpose: 'click' }, limits);
      await view.session.call(limits.signal, (client) =>
        drag(client, centreOf(spot.place), centreOf(goal.place)),
      );
      return `Dragged ${spot.words} to ${goal.words}.`;
    },
    async zoom({ direction, target }, limits) {
      const spot =
        target === undefined ? null : await findOnScreen(view, { target, purpose: 'look' }, limits);
      if (view.session.platform === 'ios') await pinchOnIos(view, direction, spot, limits);
      else await pinchOnAndroid(view, direction, spot, limits);
      return `Zoomed ${direction}${spot === null ? '' : ` on ${spot.words}`}.`;
    },
  } satisfies Partial<Performers<'phone'>>;
}

async function pinchOnAndroid(
  view: PhoneView,
  direction: Zoom,
  spot: FoundElement | null,
  { signal }: Limits,
): Promise<void> {
  const { left, top, right, bottom } = spot?.place ?? (await view.look(signal)).screen;
  const area = { left, top, width: right - left, height: bottom - top };
  const name = direction === 'in' ? 'mobile: pinchOpenGesture' : 'mobile: pinchCloseGesture';
  await script(view, name, { ...area, percent: pinchShare }, signal);
}

/** The driver takes an element, or means all of the app. */
async function pinchOnIos(
  view: PhoneView,
  direction: Zoom,
  spot: FoundElement | null,
  limits: Limits,
): Promise<void> {
  if (spot === null) return script(view, 'mobile: pinch', pinches[direction], limits.signal);
  await onElement(view, spot, limits, async (client, elementId) => {
    await client.executeScript('mobile: pinch', [{ ...pinches[direction], elementId }]);
  });
}
