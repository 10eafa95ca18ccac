import type { Direction } from '../acting/catalogue/pointer.ts';
import { type Bounds, centreOf } from './ui-node.ts';
import type { WebDriver } from './webdriver.ts';

interface Point {
  x: number;
  y: number;
}

const tapMs = 60;
const betweenTapsMs = 80;
const longPressMs = 1_000;
const swipeMs = 350;
const dragMs = 800;
/** What is below makes room first. */
const dropMs = 300;
/** The finger rests before it leaves, or the list would fly on, and nothing would be where it was seen. */
const restMs = 150;
/** How far into the area a swipe begins and ends: the edges belong to the system's own gestures. */
const margin = 0.2;

export function tap(client: WebDriver, point: Point, count = 1): Promise<void> {
  const once = [{ type: 'pointerDown', button: 0 }, pause(tapMs), { type: 'pointerUp', button: 0 }];
  const taps = Array.from({ length: count }, (_, index) =>
    index === 0 ? once : [pause(betweenTapsMs), ...once],
  );
  return perform(client, [moveTo(point), ...taps.flat()]);
}

export function longPress(client: WebDriver, point: Point): Promise<void> {
  return perform(client, [
    moveTo(point),
    { type: 'pointerDown', button: 0 },
    pause(longPressMs),
    { type: 'pointerUp', button: 0 },
  ]);
}

/** Moves the finger in that direction across the area. */
export function swipe(
  client: WebDriver,
  area: Bounds,
  direction: Direction,
  isFromEdge = false,
): Promise<void> {
  const { from, to } = wayAcross(area, direction, isFromEdge ? 0 : margin);
  return slide(client, from, to, { pressMs: tapMs, moveMs: swipeMs, restMs });
}

/** Lists let themselves be sorted only by what a long press has lifted. */
export function drag(client: WebDriver, from: Point, to: Point): Promise<void> {
  return slide(client, from, to, { pressMs: longPressMs, moveMs: dragMs, restMs: dropMs });
}

function slide(
  client: WebDriver,
  from: Point,
  to: Point,
  times: { pressMs: number; moveMs: number; restMs: number },
): Promise<void> {
  return perform(client, [
    moveTo(from),
    { type: 'pointerDown', button: 0 },
    pause(times.pressMs),
    moveTo(to, times.moveMs),
    pause(times.restMs),
    { type: 'pointerUp', button: 0 },
  ]);
}

export function opposite(direction: Direction): Direction {
  return ({ up: 'down', down: 'up', left: 'right', right: 'left' } as const)[direction];
}

/** `begin`: how far from the edge that it comes from. */
function wayAcross(area: Bounds, direction: Direction, begin: number): { from: Point; to: Point } {
  const { x, y } = centreOf(area);
  const across = (from: number, to: number, share: number) => Math.floor(from + (to - from) * share);
  const [left, right] = [across(area.left, area.right, margin), across(area.left, area.right, 1 - margin)];
  const [top, bottom] = [across(area.top, area.bottom, margin), across(area.top, area.bottom, 1 - margin)];
  const firstX = across(area.left, area.right - 1, begin);
  const lastX = across(area.left, area.right - 1, 1 - begin);
  const firstY = across(area.top, area.bottom - 1, begin);
  const lastY = across(area.top, area.bottom - 1, 1 - begin);
  if (direction === 'up') return { from: { x, y: lastY }, to: { x, y: top } };
  if (direction === 'down') return { from: { x, y: firstY }, to: { x, y: bottom } };
  if (direction === 'left') return { from: { x: lastX, y }, to: { x: left, y } };
  return { from: { x: firstX, y }, to: { x: right, y } };
}

function perform(client: WebDriver, actions: object[]): Promise<void> {
  return client.performActions([
    { type: 'pointer', id: 'finger', parameters: { pointerType: 'touch' }, actions },
  ]);
}

function moveTo({ x, y }: Point, duration = 0): object {
  return { type: 'pointerMove', duration, origin: 'viewport', x, y };
}

function pause(duration: number): object {
  return { type: 'pause', duration };
}
