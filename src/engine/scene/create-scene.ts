import { inReadingOrder } from './reading-order.ts';
import type { Rect } from './rect.ts';
import { isIn, type NewThing, type Scene, type TextRun, type TextRunFacts } from './scene.ts';

interface ScenePage {
  url: string | null;
  title: string | null;
  screen: Rect;
}

/** Puts what a device reports, in the order of its document, into the order in which it is read. */
export function createScene(
  page: ScenePage,
  things: readonly NewThing[],
  documentRuns: readonly TextRunFacts[],
): Scene {
  for (let index = things.length - 1; index > 0; index -= 1) {
    const thing = things[index];
    const parent = things[thing?.parent ?? -1];
    if (thing !== undefined && parent !== undefined) parent.end = Math.max(parent.end, thing.end);
  }
  return { ...page, things, runs: arrange(things, documentRuns) };
}

/** Gives each thing its place and its text in the order in which a person reads, and the text in that order. */
function arrange(things: readonly NewThing[], documentRuns: readonly TextRunFacts[]): TextRun[] {
  const text = textOf(things, documentRuns);
  const runs: TextRun[] = [];
  let order = 0;

  /** From this run of the document on; answers with the first that is not its own. */
  function read(thing: NewThing, firstRun: number): number {
    thing.order = order++;
    thing.textFrom = runs.length;
    let next = firstRun;
    if (isMovable(thing)) {
      for (const { child } of inReadingOrder(placedChildren(thing), thing.isRightToLeft))
        next = Math.max(next, read(child, text.firstRun[child.index] ?? 0));
    } else {
      for (let child = things[thing.index + 1]; child !== undefined && child.index < thing.end; ) {
        next = take(next, text.firstRun[child.index] ?? 0);
        next = read(child, next);
        child = things[child.end];
      }
    }
    let end = next;
    while (isIn(documentRuns[end]?.owner ?? -1, thing)) end += 1;
    next = take(next, end);
    thing.textTo = runs.length;
    // What has no box of its own is seen where something in it is.
    if (thing.textTo > thing.textFrom) thing.isVisible = true;
    return next;
  }

  function take(from: number, to: number): number {
    let next = from;
    for (; next < to; next += 1) {
      const run = documentRuns[next];
      if (run !== undefined) runs.push(run);
    }
    return next;
  }

  /** Whether what is in it may be drawn in another order than that of the document. */
  function isMovable({ index, end }: NewThing): boolean {
    if (text.isOwner[index] === 1) return false;
    let children = 0;
    for (let child = things[index + 1]; child !== undefined && child.index < end; child = things[child.end]) {
      if (!child.isBlock && text.isHolder[child.index] === 1) return false;
      children += 1;
    }
    return children > 1;
  }

  function placedChildren({ index, end }: NewThing): Array<{ rect: Rect | null; child: NewThing }> {
    const placed = [];
    for (let child = things[index + 1]; child !== undefined && child.index < end; child = things[child.end])
      placed.push({ rect: text.placeOf(child.index) ?? child.rect, child });
    return placed;
  }

  if (things[0] !== undefined) read(things[0], 0);
  return runs;
}

/** Where the text of each thing lies. In rows of numbers: there may be fifty thousand things. */
function textOf(things: readonly NewThing[], documentRuns: readonly TextRunFacts[]) {
  const count = things.length;
  const left = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  const top = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  const right = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
  const bottom = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
  /** Whether text is in it: in the thing itself, or also in those that are in it. */
  const isOwner = new Uint8Array(count);
  const isHolder = new Uint8Array(count);
  const firstRun = new Int32Array(count);

  for (const { owner, rect } of documentRuns) {
    isOwner[owner] = 1;
    isHolder[owner] = 1;
    widen(owner, rect.x, rect.y, rect.x + rect.width, rect.y + rect.height);
  }
  for (let index = count - 1; index > 0; index -= 1) {
    const thing = things[index];
    if (thing === undefined || thing.parent < 0) continue;
    const { parent } = thing;
    // Of what scrolls, only its window has a place among the things around it.
    const rect = thing.isScrollable ? thing.rect : null;
    if (rect !== null) {
      left[index] = rect.x;
      top[index] = rect.y;
      right[index] = rect.x + rect.width;
      bottom[index] = rect.y + rect.height;
    }
    widen(parent, left[index] ?? 0, top[index] ?? 0, right[index] ?? 0, bottom[index] ?? 0);
    if (isHolder[index] === 1) isHolder[parent] = 1;
  }
  let run = 0;
  for (let index = 0; index < count; index += 1) {
    while ((documentRuns[run]?.after ?? Number.POSITIVE_INFINITY) <= index) run += 1;
    firstRun[index] = run;
  }

  function widen(index: number, x: number, y: number, toX: number, toY: number) {
    left[index] = Math.min(left[index] ?? x, x);
    top[index] = Math.min(top[index] ?? y, y);
    right[index] = Math.max(right[index] ?? toX, toX);
    bottom[index] = Math.max(bottom[index] ?? toY, toY);
  }

  return {
    isOwner,
    isHolder,
    /** How many runs stand before each thing in the document. */
    firstRun,
    placeOf(index: number): Rect | null {
      const x = left[index] ?? 0;
      const y = top[index] ?? 0;
      if (x === Number.POSITIVE_INFINITY) return null;
      return { x, y, width: (right[index] ?? 0) - x, height: (bottom[index] ?? 0) - y };
    },
  };
}
