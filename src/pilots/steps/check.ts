import { setTimeout as delay } from 'node:timers/promises';
import { ActionFailed, type Device, type Screen, type Sighting, type Target } from '../../devices/device.ts';

/** What a check may look at. */
export interface View {
  /** "page" or "screen", as people say. */
  readonly place: string;
  find(target: Target): Promise<Sighting[]>;
  screen(): Promise<Screen>;
}

export type Sight = { holds: true; evidence: string } | { holds: false; actual: string };

/** Something that must be so. */
export interface Check {
  /** Goes on after "Expected": `to see "Welcome"`. */
  readonly expected: string;
  /** How long it must stay so: what has not come yet is not what does not come. */
  readonly steadyMs: number;
  look(view: View): Promise<Sight>;
}

/** What has been absent, or in one number, this long is taken to stay so. */
export const steadyMs = 400;
export const atOnce = 0;

const firstPauseMs = 100;
const longestPauseMs = 250;
/** On a busy machine time alone may pass without a single look. */
const looksWhenSteady = 3;

/** Looks until the check holds, and says what it saw; throws `ActionFailed` when it does not within the time. */
export async function keepLooking(
  check: Check,
  device: Device,
  options: { place: string; timeoutMs: number; signal: AbortSignal },
): Promise<string> {
  const { timeoutMs, signal } = options;
  const view: View = {
    place: options.place,
    find: (target) => device.find(target, signal),
    screen: () => device.screen(signal),
  };
  const deadline = performance.now() + timeoutMs;
  if (check.steadyMs > 0) await device.settle(signal);
  let heldSince = 0;
  let timesHeld = 0;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.3, longestPauseMs)) {
    const sight = await check.look(view);
    const now = performance.now();
    if (sight.holds) {
      if (timesHeld === 0) heldSince = now;
      timesHeld += 1;
      const isSteady = now - heldSince >= check.steadyMs && timesHeld >= looksWhenSteady;
      if (check.steadyMs === 0 || isSteady) return sight.evidence;
    } else {
      timesHeld = 0;
      if (now >= deadline) throw notAsExpected(check, sight.actual);
    }
    await delay(pauseMs, undefined, { signal });
  }
}

function notAsExpected({ expected }: Check, actual: string): ActionFailed {
  return new ActionFailed(`Expected ${expected}; ${actual}.`, {
    expected: capitalised(expected),
    actual: capitalised(actual),
  });
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
