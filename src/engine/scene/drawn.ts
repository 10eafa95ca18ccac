import type { Occurrence } from './painted-text.ts';
import { type Rect, union } from './rect.ts';
import { isActive, isArea, isCell, isHolding, isItem } from './roles.ts';
import { ancestorsOf, type Scene, type Thing } from './scene.ts';
import { drawnAround, holderOf, type Match, visibleLabel } from './search.ts';

/** Something by the place that it takes on the screen. */
export interface Drawn {
  readonly thing: Thing;
  /** It is some of the thing's text. */
  readonly isText: boolean;
  readonly rect: Rect;
  /** What it has for itself: that of a word in a cell is the cell. */
  readonly box: Rect;
  /** The row or card that it is, or is in. */
  readonly item: Thing | null;
  /** Its places in reading order, from the first to the last. */
  readonly first: number;
  readonly last: number;
}

/** Null where it has no place. */
export function drawnThing(scene: Scene, { thing, words }: Match): Drawn | null {
  const shown = shownFor(scene, thing);
  const isBox = isItem(thing) || isArea(thing) || isCell(thing);
  const written = isBox ? null : textRect(scene, shown);
  const rect = (isBox ? null : words) ?? written ?? shown.rect;
  if (rect === null) return null;
  const isText = words !== null && !isBox;
  const isAll = !isText || (written !== null && written.width <= rect.width && written.height <= rect.height);
  const box = (isAll ? boxOf(scene, shown) : null) ?? rect;
  const item = itemOf(scene, thing);
  const last = thing.order + thing.end - thing.index - 1;
  return { thing, isText, rect, box, item, first: thing.order, last };
}

export function drawnText(scene: Scene, occurrence: Occurrence): Drawn | null {
  const { firstRun, lastRun, rect: words } = occurrence;
  const thing = holderOf(scene, occurrence);
  if (thing === null || thing.isKey) return null;
  const isAll = thing.textFrom === firstRun && thing.textTo === lastRun + 1 && occurrence.isWhole;
  const box = (isAll ? boxOf(scene, thing) : null) ?? words;
  const rect = isAll && isActive(thing) ? (thing.rect ?? words) : words;
  const order = orderAt(scene, firstRun);
  const item = itemOf(scene, thing);
  return { thing, isText: true, rect, box, item, first: order, last: order };
}

/** What people see of a control that another one is drawn for. */
function shownFor(scene: Scene, thing: Thing): Thing {
  if (thing.isVisible || thing.isDrawnOver) return thing;
  return visibleLabel(scene, thing) ?? drawnAround(scene, thing) ?? thing;
}

/** A heading is as wide as the page, and is seen where its words are. Null for what is seen as a box. */
function textRect(scene: Scene, thing: Thing): Rect | null {
  if (isActive(thing) || isHolding(thing) || thing.role === 'img') return null;
  let rect: Rect | null = null;
  for (let run = thing.textFrom; run < thing.textTo; run += 1)
    rect = union(rect, scene.runs[run]?.rect ?? null);
  return rect;
}

/** The largest box around it that holds nothing else: its cell, or one that is not much higher than itself. */
function boxOf(scene: Scene, thing: Thing): Rect | null {
  let [inner, rect] = [thing, thing.rect];
  for (const around of ancestorsOf(scene, thing)) {
    const isOnly = around.index === inner.index - 1 && around.end === inner.end;
    if (!isOnly || around.textFrom !== inner.textFrom || around.textTo !== inner.textTo) break;
    const isSnug = around.role === null && (around.rect?.height ?? 0) <= 3 * (rect?.height ?? 0);
    if (!isSnug && !isCell(around)) break;
    rect = around.rect ?? rect;
    inner = around;
  }
  return rect;
}

function itemOf(scene: Scene, thing: Thing): Thing | null {
  if (isItem(thing)) return thing;
  for (const around of ancestorsOf(scene, thing)) if (isItem(around)) return around;
  return null;
}

const orders = new WeakMap<Scene, Int32Array>();

/** The place in reading order of the last thing that begins before a run, or with it. */
function orderAt(scene: Scene, run: number): number {
  let known = orders.get(scene);
  if (known === undefined) {
    known = new Int32Array(scene.runs.length + 1);
    for (const { textFrom, order } of scene.things) known[textFrom] = Math.max(known[textFrom] ?? 0, order);
    for (let at = 1; at < known.length; at += 1) known[at] = Math.max(known[at] ?? 0, known[at - 1] ?? 0);
    orders.set(scene, known);
  }
  return known[run] ?? 0;
}
