import { type ActionFailed, type Limits, mismatch } from '../../acting/device.ts';
import { createPatience } from '../../acting/look-clock.ts';
import type { Scene } from '../../scene/scene.ts';
import type { LocatedElement } from '../page/locate.ts';
import type { ActionContext } from './act-on-target.ts';
import { comesToBe } from './await-page.ts';

/** How soon a slider, or the number that goes with it, must show that a key has moved it. */
const reactionMs = 500;
const numeric = /^\W?[-−]?\d+(?:[.,]\d+)?\W?$/;
/** Nobody moves a slider further by its keys. */
const mostKeys = 1_000;

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
    if (!isNearer || isTooLate()) {
      const actual = at === next ? `it stays at ${at}` : `it goes from ${at} to ${next}`;
      throw notReached(slider, wanted, actual);
    }
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

/** Moves a slider that does not say where it stands, by the number on the page that goes with it. */
async function moveByNumber(
  context: ActionContext,
  slider: LocatedElement,
  goal: number,
  limits: Limits,
): Promise<void> {
  const press = async (key: string, times: number) => {
    for (let time = 0; time < times; time += 1)
      await slider.locator.press(key, { timeout: limits.timeoutMs });
  };
  let before = await numbersNow(context);
  if (before.size === 0) throw valueUnknown(slider);
  let moved: readonly [place: number, value: number] | null = null;
  let step = 0;
  // At one end of it only one of the keys moves it.
  for (const key of ['ArrowUp', 'ArrowDown']) {
    await press(key, 1);
    moved = await movedFrom(context, before, limits);
    if (moved === null) continue;
    step = Math.abs(moved[1] - (before.get(moved[0]) ?? Number.NaN));
    break;
  }
  if (moved === null || !(step > 0)) throw valueUnknown(slider);
  let [place, at] = moved;
  for (let tries = 0; at !== goal; tries += 1) {
    before = await numbersNow(context);
    const keys = Math.max(1, Math.round(Math.abs(goal - at) / step));
    if (tries === 5 || keys > mostKeys) throw notReached(slider, goal, `it is at ${at}`);
    await press(at < goal ? 'ArrowUp' : 'ArrowDown', keys);
    await movedFrom(context, before, limits);
    const next = (await numbersNow(context)).get(place) ?? Number.NaN;
    if (!(Math.abs(next - goal) < Math.abs(at - goal))) throw notReached(slider, goal, `it is at ${next}`);
    at = next;
  }
}

/** The number that is another one now. */
async function movedFrom(
  context: ActionContext,
  before: ReadonlyMap<number, number>,
  limits: Limits,
): Promise<readonly [number, number] | null> {
  let moved: readonly [number, number] | null = null;
  await comesToBe(context, { ...limits, timeoutMs: reactionMs }, (scene) => {
    const changed = [...numbersIn(scene)].filter(([place, value]) => before.get(place) !== value);
    moved = changed.length === 1 ? (changed[0] ?? null) : null;
    return moved !== null;
  });
  return moved;
}

async function numbersNow(context: ActionContext): Promise<ReadonlyMap<number, number>> {
  return numbersIn((await context.look(context.page())).scene);
}

/** By what they stand in. */
function numbersIn({ runs }: Scene): Map<number, number> {
  const numbers = runs.filter(({ text }) => numeric.test(text.trim()));
  return new Map(
    numbers.map(({ owner, text }) => [
      owner,
      Number(
        text
          .replace('−', '-')
          .replace(',', '.')
          .replace(/[^\d.-]/g, ''),
      ),
    ]),
  );
}

function valueUnknown({ words }: LocatedElement): ActionFailed {
  return mismatch(`${words} could not be set`, {
    expected: `${words} says its value`,
    actual: 'neither it nor a number on the page says where it stands',
  });
}

function notReached({ words }: LocatedElement, goal: string | number, actual: string): ActionFailed {
  return mismatch(`${words} could not be set to "${goal}"`, { expected: `${words} at "${goal}"`, actual });
}
