import type { Frame, Locator, Page } from 'playwright-core';
import { ActionFailed, ambiguity, failure, type Limits } from '../../acting/device.ts';
import { createLookClock, leastLooks } from '../../acting/look-clock.ts';
import { seconds } from '../../acting/seconds.ts';
import { find, isElsewhere } from '../../scene/find.ts';
import { nameOf } from '../../scene/names.ts';
import { centreOf, type Rect } from '../../scene/rect.ts';
import { isCheckable, isHolding, isItem } from '../../scene/roles.ts';
import { type Scene, type Thing, thingsIn } from '../../scene/scene.ts';
import { drawnAround, type Match, type Purpose, visibleLabel } from '../../scene/search.ts';
import { settled } from '../../scene/settle.ts';
import type { Target } from '../../scene/target.ts';
import { ambiguous, missing, thingInWords, tooFew, wordsFor } from '../../scene/wording.ts';
import type { ElementPath, FieldKind } from '../in-page/viewing.ts';
import { elementSelector } from './library.ts';
import type { ElementSpot, PageLook } from './scene.ts';
import type { PageWorld } from './world.ts';

/** What a search needs of a page. */
export interface SearchContext {
  page(): Page;
  world(page: Page): PageWorld;
  /** The page as it is now. */
  look(page: Page, maxMs?: number): Promise<PageLook>;
  /** Something is still on its way that may change the page. */
  isBusy(): boolean;
  /** Resolves after the time, or earlier with the signal. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

/** One thing that was found, and the way to act on it. */
export interface LocatedElement {
  readonly page: Page;
  readonly frame: Frame;
  readonly scene: Scene;
  readonly thing: Thing;
  readonly element: ElementSpot;
  /** `the button "Save"` */
  readonly words: string;
  /** Where on it a click has to land, from its upper left corner; null for its middle. */
  readonly point: { readonly x: number; readonly y: number } | null;
  /** A click has to go to what is drawn in its place. */
  readonly isDrawnOver: boolean;
  /** Something else covers it, or it is not in view. */
  readonly isCovered: boolean;
  readonly fieldKind: FieldKind;
  /** How long something on the page still opens or closes. */
  readonly movesForMs: number;
  readonly signal: AbortSignal;
  /** Of this very element: once it has been used, it finds no other one. */
  readonly locator: Locator;
  /** What is clicked in the place of a box that only its label shows, or of a list whose field is hidden. */
  readonly label: Locator | null;
}

/** Two of a name may be there for a moment, while one takes the place of the other. */
const ambiguityGraceMs = 800;
/** A name that only resembles may be waiting for the one that is meant. */
const resemblanceGraceMs = 1_000;
/** Also where nothing is under way: a dialog opens slowly over the button that opened it. */
const quietGraceMs = 400;
/** The last look has this long, however little is left. */
const leastLookMs = 10_000;

/** Waits until the target names one thing. What is missing is said to be so after all of the step's time. */
export async function locate(
  context: SearchContext,
  named: Target,
  purpose: Purpose,
  limits: Limits,
  stepMs = limits.timeoutMs,
): Promise<LocatedElement> {
  const passedMs = createLookClock();
  let waitedMs = 0;
  for (let looks = 1, pauseMs = 15; ; looks += 1, pauseMs = Math.min(pauseMs * 2, 120)) {
    const page = context.page();
    const look = await context.look(page, Math.max(limits.timeoutMs - waitedMs, leastLookMs));
    const target = settled(look.scene, named, purpose);
    const { matches, isExact, total, ...found } = find(look.scene, target, purpose);
    waitedMs = passedMs();
    const isLate = waitedMs >= limits.timeoutMs;
    const [match] = matches;
    const isSeen =
      found.isSeen || (match !== undefined && purpose === 'type' && takesKeysUnseen(match.thing));
    if (target.ref !== undefined && match === undefined) throw stale(target.ref);
    if (isSeen && match !== undefined && matches.length === 1) {
      const isBusy = context.isBusy() || look.isLoading;
      const graceMs = isExact ? 0 : isBusy ? resemblanceGraceMs : quietGraceMs;
      if (isLate || graceMs === 0 || (waitedMs >= graceMs && looks >= leastLooks)) {
        const spot = await spotOf(context, page, look, target, match, limits.signal);
        if (spot !== null) return spot;
      }
    } else if (
      isSeen &&
      matches.length > 1 &&
      (isLate || (waitedMs >= ambiguityGraceMs && looks >= leastLooks))
    ) {
      throw ambiguity(ambiguous(look.scene, target, matches));
    } else if (isLate) {
      if (isSeen && target.nth !== undefined) throw failure(tooFew(look.scene, target, total));
      throw failure(
        missing(look.scene, target, {
          hidden: total,
          isElsewhere: isElsewhere(look.scene, target, purpose),
          waited: seconds(stepMs),
        }),
      );
    }
    await context.pause(Math.min(pauseMs, Math.max(limits.timeoutMs - waitedMs, 1)), limits.signal);
    limits.signal.throwIfAborted();
  }
}

/** Many an editor draws its text itself, and keeps a field that nobody sees for the keys. */
export function takesKeysUnseen({
  isFocused,
  isEditable,
  isVisible,
  isDrawnOver,
  isCovered,
}: Thing): boolean {
  return isFocused && isEditable && !isVisible && !isDrawnOver && !isCovered;
}

/** Null when it has gone since it was seen. */
async function spotOf(
  context: SearchContext,
  page: Page,
  look: PageLook,
  target: Target,
  { thing, words: named }: Match,
  signal: AbortSignal,
): Promise<LocatedElement | null> {
  const element = look.spotOf(thing);
  if (element === null) return null;
  const world = context.world(page);
  const { scene } = look;
  const place = named ?? ownWords(scene, thing);
  const centre = place === null ? null : centreOf(place);
  const inFrame = centre && { x: centre.x - element.x, y: centre.y - element.y };
  const path = await world.pathTo(element, inFrame).catch(() => null);
  if (path === null) return null;
  const isReached = isUsableItself(thing) && !(path.isCovered && isCheckable(thing));
  const labelled = isReached ? null : standInFor(scene, thing);
  const labelSpot = labelled && look.spotOf(labelled);
  const labelPath = labelSpot && (await world.pathTo(labelSpot).catch(() => null));
  const label = labelSpot && labelPath && locatorOf(labelSpot, labelPath);
  const clicked = path.part ?? inFrame;
  const point = clicked && pointOn(clicked, path);
  const words = target.ref === undefined ? wordsFor(target) : wordsOf(scene, thing);
  const isDrawnOver = (thing.isDrawnOver && !thing.isVisible) || (path.isDrawnOver && !isLost(thing));
  const isCovered = path.isCovered || (path.isDrawnOver && !isDrawnOver);
  const { movesForMs, fieldKind } = path;
  const { frame } = element;
  return {
    page,
    frame,
    scene,
    thing,
    element,
    words,
    point,
    isDrawnOver,
    isCovered,
    fieldKind,
    movesForMs,
    signal,
    locator: locatorOf(element, path),
    label,
  };
}

function wordsOf(scene: Scene, thing: Thing): string {
  const name = nameOf(scene, thing);
  return name === '' ? thingInWords(scene, thing) : `"${name}"`;
}

/** The middle of a branch that holds others is one of those. */
function ownWords(scene: Scene, thing: Thing): Rect | null {
  const isBranch = isItem(thing) && thingsIn(scene, thing).some(({ role }) => role === thing.role);
  return isBranch && thing.textTo > thing.textFrom ? (scene.runs[thing.textFrom]?.rect ?? null) : null;
}

/** From the corner of the element. */
function pointOn({ x, y }: { x: number; y: number }, { corner }: ElementPath): { x: number; y: number } {
  return { x: Math.max(x - corner.x, 0), y: Math.max(y - corner.y, 0) };
}

function stale(ref: string): ActionFailed {
  return new ActionFailed(
    `There is no ${ref} on the page any more: look at it again and take a reference from there.`,
  );
}

function standInFor(scene: Scene, thing: Thing): Thing | null {
  return isCheckable(thing) ? visibleLabel(scene, thing) : drawnAround(scene, thing);
}

/** Nobody sees what is under something opaque; pages draw so over fields and boxes, not over what is only clicked. */
function isLost(thing: Thing): boolean {
  return thing.isCovered && !isHolding(thing) && !isCheckable(thing);
}

function isUsableItself(thing: Thing): boolean {
  return thing.isVisible || thing.isDrawnOver;
}

function locatorOf({ frame, look, index }: ElementSpot, path: ElementPath): Locator {
  return frame.locator(elementSelector(`${look}/${index}`, path));
}
