import { bottom, type Rect, right } from './rect.ts';
import type { RelationKind } from './target.ts';

export type Side = Extract<RelationKind, 'next to' | 'above' | 'below' | 'left of' | 'right of'>;

/** Boxes that are drawn side by side often share a line of pixels. */
const slackPx = 3;

/** What a box takes of one axis. */
interface Span {
  readonly from: number;
  readonly to: number;
}

const down = (rect: Rect): Span => ({ from: rect.y, to: bottom(rect) });
const along = (rect: Rect): Span => ({ from: rect.x, to: right(rect) });
const turned = ({ from, to }: Span): Span => ({ from: -to, to: -from });

/** Whether a box is on that side of another: wholly, or by most of it where they share the line or column. */
export function isOnSide(side: Side, rect: Rect, other: Rect, isAligned: boolean): boolean {
  switch (side) {
    case 'below':
      return isBehind(down(rect), down(other), isAligned);
    case 'above':
      return isBehind(turned(down(rect)), turned(down(other)), isAligned);
    case 'right of':
      return isBehind(along(rect), along(other), isAligned);
    case 'left of':
      return isBehind(turned(along(rect)), turned(along(other)), isAligned);
    case 'next to':
      return true;
  }
}

function isBehind({ from, to }: Span, other: Span, isAligned: boolean): boolean {
  return from >= other.to - slackPx || (isAligned && (from + to) / 2 >= other.to);
}

/** From edge to edge; none where they overlap. */
export function distanceBetween(one: Rect, other: Rect): number {
  return Math.hypot(gapBetween(along(one), along(other)), gapBetween(down(one), down(other)));
}

function gapBetween(one: Span, other: Span): number {
  return Math.max(one.from - other.to, other.from - one.to, 0);
}
