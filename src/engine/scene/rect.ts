/** In pixels of the screenshot, from its upper left corner. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const right = ({ x, width }: Rect) => x + width;
export const bottom = ({ y, height }: Rect) => y + height;

export function centreOf({ x, y, width, height }: Rect): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}

export function union(one: Rect | null, other: Rect | null): Rect | null {
  if (one === null || other === null) return one ?? other;
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  const width = Math.max(right(one), right(other)) - x;
  return { x, y, width, height: Math.max(bottom(one), bottom(other)) - y };
}

export function intersection(one: Rect, other: Rect): Rect | null {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  const width = Math.min(right(one), right(other)) - x;
  const height = Math.min(bottom(one), bottom(other)) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** How much of the narrower one they share from left to right, from 0 to 1. */
export function sharedWidth(one: Rect, other: Rect): number {
  const shared = Math.min(right(one), right(other)) - Math.max(one.x, other.x);
  return Math.max(shared, 0) / Math.max(Math.min(one.width, other.width), 1);
}

/** Likewise from top to bottom: what is in one line shares most of it. */
export function sharedHeight(one: Rect, other: Rect): number {
  const shared = Math.min(bottom(one), bottom(other)) - Math.max(one.y, other.y);
  return Math.max(shared, 0) / Math.max(Math.min(one.height, other.height), 1);
}
