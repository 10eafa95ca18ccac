import { ActionFailed, type Limits } from '../../acting/device.ts';
import { createPatience } from '../../acting/look-clock.ts';
import type { LocatedElement } from '../page/locate.ts';
import type { ActionContext } from './act-on-target.ts';
import { moveByNumber } from './slider-by-number.ts';

/** How soon a slider must show that a key has moved it. */
const reactionMs = 500;

/** Moves a slider that the page draws by its keys, until it says the wanted value. */
export async function moveSlider(
  context: ActionContext,
  slider: LocatedElement,
  wanted: string,
  limits: Limits,
): Promise<void> {
  const { locator } = slider;
  const isTooLate = createPatience(limits.timeoutMs);
  const goal = Number(wanted);
  const hasValue = (await locator.getAttribute('aria-valuenow', { timeout: limits.timeoutMs })) !== null;
  if (!hasValue && !slider.thing.isEditable) return moveByNumber(context, slider, goal, limits);
  for (let at = await valueNow(slider, limits); at !== goal; ) {
    // Up is more in every direction of writing.
    await locator.press(at > goal ? 'ArrowDown' : 'ArrowUp', { timeout: limits.timeoutMs });
    const next = await changedFrom(context, slider, at, limits);
    const isNearer = Number.isNaN(at) || Math.abs(next - goal) < Math.abs(at - goal);
    if (!isNearer || isTooLate()) throw notReached(slider, wanted, at, next);
    at = next;
  }
}

async function changedFrom(
  context: ActionContext,
  slider: LocatedElement,
  before: number,
  limits: Limits,
): Promise<number> {
  const isTooLate = createPatience(reactionMs);
  for (;;) {
    const now = await valueNow(slider, limits);
    if (!Object.is(now, before) || isTooLate()) return now;
    await context.pause(20, slider.signal);
    slider.signal.throwIfAborted();
  }
}

async function valueNow({ locator }: LocatedElement, { timeoutMs: timeout }: Limits): Promise<number> {
  const value = await locator.getAttribute('aria-valuenow', { timeout });
  return Number(value ?? Number.NaN);
}

function notReached({ words }: LocatedElement, wanted: string, at: number, next: number): ActionFailed {
  const actual = at === next ? `it stays at ${at}` : `it goes from ${at} to ${next}`;
  return new ActionFailed(`${words} could not be set to "${wanted}": ${actual}.`, {
    expected: `${words} at "${wanted}"`,
    actual,
  });
}
