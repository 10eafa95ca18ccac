import type { Drawn } from './drawn.ts';
import { intersection, sharedHeight, sharedWidth } from './rect.ts';
import { isActive } from './roles.ts';
import { isIn } from './scene.ts';
import { distanceBetween, isOnSide, type Side } from './sides.ts';
import type { RelationKind } from './target.ts';

/** How near something is to what tells where it is. */
export interface Nearness {
  /** What is in the same row or card goes before all else; of either, what is in the same line or column. */
  readonly step: number;
  readonly distance: number;
  /** A person who looks there sees it at once. */
  readonly isClose: boolean;
}

/** What is further above or below, or aslant, is not next to it. */
const farthestClosePx = 200;
const farthestDiagonalPx = 40;

/** Of several of the same name, the nearest counts. Null where it is on that side of none of them. */
export function nearnessTo(
  is: Exclude<RelationKind, 'in' | 'with'>,
  drawn: Drawn,
  anchors: readonly Drawn[],
): Nearness | null {
  let best: Nearness | null = null;
  for (const anchor of anchors) {
    if (!isApart(drawn, anchor)) continue;
    const isRead = is === 'before' || is === 'after';
    const own = isRead ? inOrder(is, drawn, anchor) : onSide(is, drawn, anchor);
    if (own !== null && (best === null || isNearer(own, best))) best = own;
  }
  return best;
}

function isNearer(one: Nearness, other: Nearness): boolean {
  return one.step === other.step ? one.distance < other.distance : one.step < other.step;
}

/** Not the anchor itself, nor a part of it, nor what it is in. */
function isApart(drawn: Drawn, anchor: Drawn): boolean {
  if (isIn(anchor.thing, drawn.thing)) return isOtherText(drawn, anchor);
  return anchor.isText || !isActive(anchor.thing) || !isIn(drawn.thing, anchor.thing);
}

/** Other words of what the anchor is in. */
function isOtherText(drawn: Drawn, anchor: Drawn): boolean {
  return drawn.isText && intersection(drawn.rect, anchor.rect) === null;
}

function inOrder(is: 'before' | 'after', drawn: Drawn, anchor: Drawn): Nearness | null {
  const steps = is === 'before' ? anchor.first - drawn.first : drawn.first - anchor.last;
  const isSo = isIn(anchor.thing, drawn.thing)
    ? isReadBefore(drawn, anchor) === (is === 'before')
    : steps > 0 || (steps === 0 && anchor.isText && is === 'before');
  return isSo ? { step: 0, distance: Math.max(steps, 0), isClose: true } : null;
}

/** Of two texts of one thing. */
function isReadBefore({ rect }: Drawn, { rect: other }: Drawn): boolean {
  return sharedHeight(rect, other) >= 0.5 ? rect.x < other.x : rect.y < other.y;
}

function onSide(side: Side, drawn: Drawn, anchor: Drawn): Nearness | null {
  const isInLine = sharedHeight(drawn.box, anchor.box) >= 0.5;
  const isInColumn = sharedWidth(drawn.box, anchor.box) >= 0.5;
  const isSidewards = side === 'left of' || side === 'right of';
  const isAligned = side === 'next to' ? isInLine || isInColumn : isSidewards ? isInLine : isInColumn;
  if (!isOnSide(side, drawn.rect, anchor.rect, isAligned)) return null;
  const { item } = anchor;
  const isTogether = item !== null && isIn(drawn.thing, item);
  // What is in another line is not part of what this one says.
  if (isSidewards && !isInLine && !isTogether) return null;
  const distance = distanceBetween(drawn.rect, anchor.rect);
  const isClose = isTogether || isInLine || (isInColumn && distance <= farthestClosePx);
  const isBeside = isClose || distance <= farthestDiagonalPx;
  if (side === 'next to' && (!isBeside || isOfNeighbour(drawn, anchor))) return null;
  const step = (item === null || isTogether ? 0 : 2) + (isAligned ? 0 : 1);
  return { step, distance, isClose };
}

/** It is in another row or card than the anchor does, or is another one that has its words in it. */
function isOfNeighbour({ thing, item }: Drawn, anchor: Drawn): boolean {
  if (item === null || anchor.item === null) return false;
  if (thing === item && anchor.thing === anchor.item) return false;
  return !isIn(thing, anchor.item) && !isIn(anchor.thing, item);
}
