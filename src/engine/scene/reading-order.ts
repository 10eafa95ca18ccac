import { bottom, type Rect, right } from './rect.ts';

interface Placed {
  readonly rect: Rect | null;
}

/** Boxes that are drawn side by side often share a line of pixels. */
const slackPx = 3;

/**
 * The order in which a person reads boxes: from top to bottom, and side by side ones in the direction of the script. It
 * is that of the document wherever that agrees with what is drawn.
 */
export function inReadingOrder<Item extends Placed>(
  items: readonly Item[],
  isRightToLeft: boolean,
): readonly Item[] {
  const placed = items.filter(({ rect }) => rect !== null);
  if (placed.length < 2 || isAsDrawn(placed, isRightToLeft)) return items;
  const sorted = cut(placed, isRightToLeft);
  let next = 0;
  return items.map((item) => (item.rect === null ? item : (sorted[next++] ?? item)));
}

function isAsDrawn(items: readonly Placed[], isRightToLeft: boolean): boolean {
  for (let at = 1; at < items.length; at += 1) {
    const [before, after] = [items[at - 1]?.rect, items[at]?.rect];
    if (!before || !after) continue;
    const isLower = after.y >= bottom(before) - slackPx;
    const isHigher = before.y >= bottom(after) - slackPx;
    if (isLower) continue;
    const isBehind = isRightToLeft ? before.x >= right(after) - slackPx : after.x >= right(before) - slackPx;
    const isAhead = isRightToLeft ? after.x >= right(before) - slackPx : before.x >= right(after) - slackPx;
    // A column that begins beside the end of the one before it.
    if (isHigher ? !isBehind : isAhead) return false;
  }
  return true;
}

/** Cuts the boxes apart along a free line across all of them, then across each part, until none is left. */
function cut<Item extends Placed>(items: readonly Item[], isRightToLeft: boolean): Item[] {
  if (items.length < 2) return [...items];
  const bands = apart(items, ({ y }) => y, bottom);
  if (bands.length > 1) return bands.flatMap((band) => cut(band, isRightToLeft));
  const columns = apart(items, ({ x }) => x, right);
  if (columns.length > 1) {
    const ordered = isRightToLeft ? columns.reverse() : columns;
    return ordered.flatMap((column) => cut(column, isRightToLeft));
  }
  return [...items];
}

function apart<Item extends Placed>(
  items: readonly Item[],
  start: (rect: Rect) => number,
  end: (rect: Rect) => number,
): Item[][] {
  const known = items.flatMap((item, at) => (item.rect === null ? [] : [{ item, at, rect: item.rect }]));
  known.sort((one, other) => start(one.rect) - start(other.rect) || one.at - other.at);
  const parts: Array<typeof known> = [];
  let reached = Number.NEGATIVE_INFINITY;
  for (const one of known) {
    const part = parts.at(-1);
    if (part === undefined || start(one.rect) >= reached - slackPx) parts.push([one]);
    else part.push(one);
    reached = Math.max(reached, end(one.rect));
  }
  return parts.map((part) => part.sort((one, other) => one.at - other.at).map(({ item }) => item));
}
