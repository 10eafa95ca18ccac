import { ActionFailed, type Limits } from '../../acting/device.ts';
import type { Scene } from '../../scene/scene.ts';
import type { LocatedElement } from '../page/locate.ts';
import type { ActionContext } from './act-on-target.ts';
import { comesToBe } from './await-page.ts';

/** How soon a number must show that the slider has moved. */
const reactionMs = 500;
const numeric = /^\W?[-−]?\d+(?:[.,]\d+)?\W?$/;
/** Nobody moves a slider further by its keys. */
const mostKeys = 1_000;

/** Moves a slider that does not say where it stands, by the number on the page that goes with it. */
export async function moveByNumber(
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
    if (tries === 5 || keys > mostKeys) throw notReached(slider, goal, at);
    await press(at < goal ? 'ArrowUp' : 'ArrowDown', keys);
    await movedFrom(context, before, limits);
    const next = (await numbersNow(context)).get(place) ?? Number.NaN;
    if (!(Math.abs(next - goal) < Math.abs(at - goal))) throw notReached(slider, goal, next);
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
  const actual = 'neither it nor a number on the page says where it stands';
  return new ActionFailed(`${words} could not be set: ${actual}.`, {
    expected: `${words} says its value`,
    actual,
  });
}

function notReached({ words }: LocatedElement, goal: number, at: number): ActionFailed {
  const actual = `it is at ${at}`;
  return new ActionFailed(`${words} could not be set to "${goal}": ${actual}.`, {
    expected: `${words} at "${goal}"`,
    actual,
  });
}
