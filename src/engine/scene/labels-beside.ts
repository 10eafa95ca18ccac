import { hasLabel, type Sought } from './names.ts';
import type { Occurrence } from './painted-text.ts';
import { bottom, type Rect, right, sharedHeight, sharedWidth } from './rect.ts';
import { isCheckable, isHolding } from './roles.ts';
import { ancestorsOf, isIn, type Scene, type Thing } from './scene.ts';

/** How far a label may stand from what it names, in pixels. */
const farthestRight = 400;
const farthestBelow = 40;
const farthestBox = 60;
/** Of one name; each is held against every control. */
const maxLabels = 200;

/** Controls that a text names by where it stands: inside a field, before it, above it, or behind a box to tick. */
export function controlsBeside({ scene, occurrences }: Sought, pool: readonly Thing[]): Thing[] {
  const controls = pool.filter(
    (thing) => (isHolding(thing) || isCheckable(thing)) && thing.rect !== null && !hasLabel(scene, thing),
  );
  if (controls.length === 0) return [];
  return occurrences
    .filter(({ isWhole }) => isWhole)
    .slice(0, maxLabels)
    .flatMap((label) => nearestControl(scene, label, controls) ?? []);
}

function nearestControl(scene: Scene, label: Occurrence, controls: readonly Thing[]): Thing | null {
  let best: { control: Thing; distance: number } | null = null;
  for (const control of controls) {
    const distance = distanceTo(scene, label, control);
    if (distance !== null && (best === null || distance < best.distance)) best = { control, distance };
  }
  return best?.control ?? null;
}

/** Null where the text does not name the control. What stands inside is the nearest, then what is in the line. */
function distanceTo(scene: Scene, label: Occurrence, control: Thing): number | null {
  const { rect: text, firstRun } = label;
  const box = control.rect;
  if (box === null) return null;
  if (isIn(scene.runs[firstRun]?.owner ?? -1, control)) return null;
  if (isAround(box, text)) return 0;
  if (sharedHeight(text, box) >= 0.5) {
    const [before, behind] = [box.x - right(text), text.x - right(box)];
    const isBox = isCheckable(control);
    if (isBox && behind >= -4 && behind <= farthestBox && isFree(scene, between(box, text), label, control))
      return 1 + behind / 1_000;
    if (before < -4 || before > farthestRight) return null;
    return isFree(scene, between(text, box), label, control) ? 2 + before / 1_000 : null;
  }
  const below = box.y - bottom(text);
  if (isCheckable(control) || below < -4 || below > farthestBelow || sharedWidth(text, box) === 0)
    return null;
  const gap = { x: Math.max(text.x, box.x), y: bottom(text), width: 1, height: Math.max(below, 0) };
  if (isInOtherTable(scene, label, control)) return null;
  return isFree(scene, gap, label, control) ? 3 + below / 1_000 : null;
}

/** What is in the last row of a table is no label of the field below the table. */
function isInOtherTable(scene: Scene, { firstRun }: Occurrence, control: Thing): boolean {
  const holder = scene.things[scene.runs[firstRun]?.owner ?? -1];
  if (holder === undefined) return false;
  const table = [holder, ...ancestorsOf(scene, holder)].find(({ role }) => role === 'table');
  return table !== undefined && !isIn(control, table);
}

function isAround(outer: Rect, inner: Rect): boolean {
  const [x, y] = [inner.x + inner.width / 2, inner.y + inner.height / 2];
  return x >= outer.x && x <= right(outer) && y >= outer.y && y <= bottom(outer);
}

/** The space from one to the other, in their line. */
function between(left: Rect, other: Rect): Rect {
  const y = Math.max(left.y, other.y);
  const height = Math.min(bottom(left), bottom(other)) - y;
  return { x: right(left), y, width: Math.max(other.x - right(left), 0), height };
}

/** Nothing else is written or to be filled in there. */
function isFree(scene: Scene, gap: Rect, label: Occurrence, control: Thing): boolean {
  const isInGap = (rect: Rect) => {
    const [x, y] = [rect.x + rect.width / 2, rect.y + rect.height / 2];
    return x > gap.x && x < right(gap) && y > gap.y && y < bottom(gap);
  };
  const isOther = (_: unknown, index: number) => index < label.firstRun || index > label.lastRun;
  if (scene.runs.filter(isOther).some(({ rect, owner }) => !isIn(owner, control) && isInGap(rect)))
    return false;
  return !scene.things.some(
    (thing) =>
      thing !== control &&
      (isHolding(thing) || isCheckable(thing)) &&
      thing.rect !== null &&
      (thing.isVisible || thing.isDrawnOver) &&
      isInGap(thing.rect),
  );
}
