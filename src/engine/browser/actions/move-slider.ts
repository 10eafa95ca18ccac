import { type ActionFailed, type Limits, mismatch } from '../../acting/device.ts';
import { createPatience } from '../../acting/look-clock.ts';
import type { LocatedElement } from '../page/locate.ts';
import type { ActionContext } from './act-on-target.ts';

/** How soon a slider must say that a key has moved it. */
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
  const goal = Number(await asShareOf(slider, wanted, limits.timeoutMs));
  const hasValue = (await locator.getAttribute('aria-valuenow', { timeout: limits.timeoutMs })) !== null;
  if (!hasValue && !slider.thing.isEditable) throw valueUnknown(slider);
  for (let at = await valueNow(slider, limits); at !== goal; ) {
    // Up is more in every direction of writing.
    await locator.press(at > goal ? 'ArrowDown' : 'ArrowUp', { timeout: limits.timeoutMs });
    const next = await changedFrom(context, slider, at, limits);
    const isNearer = Number.isNaN(at) || Math.abs(next - goal) < Math.abs(at - goal);
    if (!isNearer || isTooLate()) {
      const actual = at === next ? `it stays at ${at}` : `it goes from ${at} to ${next}`;
      throw notReached(slider, wanted, actual);
    }
    at = next;
  }
}

/** `65 %` is that much of the way from the least to the most. */
export async function asShareOf(
  { locator }: LocatedElement,
  wanted: string,
  timeout: number,
): Promise<string> {
  const percent = /^(\d+(?:\.\d+)?) ?%$/.exec(wanted)?.[1];
  if (percent === undefined) return wanted;
  const numberIn = async (names: readonly string[], usual: number) => {
    for (const name of names) {
      const said = await locator.getAttribute(name, { timeout });
      if (said !== null) return Number(said);
    }
    return usual;
  };
  const least = await numberIn(['min', 'aria-valuemin'], 0);
  const most = await numberIn(['max', 'aria-valuemax'], 100);
  return String(least + ((most - least) * Number(percent)) / 100);
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

function valueUnknown({ words }: LocatedElement): ActionFailed {
  return mismatch(`${words} could not be set`, {
    expected: `${words} says its value`,
    actual: 'it does not say where it stands',
  });
}

function notReached({ words }: LocatedElement, goal: string, actual: string): ActionFailed {
  return mismatch(`${words} could not be set to "${goal}"`, { expected: `${words} at "${goal}"`, actual });
}
