import type { Rect } from './rect.ts';
import { type Scene, type Thing, thingOf } from './scene.ts';

/** Nobody looks through more of them. */
const maxThings = 20_000;
const maxRuns = 20_000;
const version = 1;

/** What is true of most things, and therefore left out. The index of a thing is its place in the list. */
const {
  index: _,
  parent: __,
  rect: ___,
  ...usual
} = thingOf({ parent: -1, key: '', role: null, rect: null, isVisible: false }, 0);
const usualNames = Object.keys(usual) as ReadonlyArray<keyof typeof usual>;

/** A scene as JSON, to be kept with a run. A thing that leaves something out has none of it, or is not so. */
export function recordScene({ url, title, screen, things, runs }: Scene): string {
  return JSON.stringify({
    version,
    isWhole: things.length <= maxThings && runs.length <= maxRuns,
    url,
    title,
    screen,
    things: things.slice(0, maxThings).map(recordThing),
    runs: runs
      .slice(0, maxRuns)
      .map(({ text, rect, owner, gap }) => ({ text, rect: rounded(rect), owner, gap })),
  });
}

function recordThing(thing: Thing): object {
  const recorded: Record<string, unknown> = { parent: thing.parent, rect: thing.rect && rounded(thing.rect) };
  for (const name of usualNames) {
    const own = thing[name];
    if (Array.isArray(own) ? own.length > 0 : own !== usual[name]) recorded[name] = own;
  }
  return recorded;
}

function rounded({ x, y, width, height }: Rect): Rect {
  return { x: tenth(x), y: tenth(y), width: tenth(width), height: tenth(height) };
}

function tenth(number: number): number {
  return Math.round(number * 10) / 10;
}
