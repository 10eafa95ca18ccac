import type { Frame } from 'playwright-core';
import { createScene } from '../../scene/create-scene.ts';
import type { Rect } from '../../scene/rect.ts';
import {
  type Gap,
  type NewThing,
  type RunFacts,
  type Scene,
  type Thing,
  thingOf,
} from '../../scene/scene.ts';
import type { ThingDetail } from './in-page/naming.ts';
import { flagOf, type PageScene } from './in-page/scene-pass.ts';

/** What one frame has told, and where it lies: in which thing of the frame around it. */
export interface FrameLook {
  readonly frame: Frame;
  readonly told: PageScene;
  /** By the index of the thing that shows it. */
  readonly within: ReadonlyMap<number, FrameLook>;
  /** Frames of which nobody knows where they lie. */
  readonly unplaced: readonly FrameLook[];
}

/** Where a thing of a scene is to be found again. */
export interface ElementSpot {
  readonly frame: Frame;
  readonly look: number;
  readonly index: number;
  /** Where its frame begins. */
  readonly x: number;
  readonly y: number;
}

export interface PageLook {
  readonly scene: Scene;
  readonly isLoading: boolean;
  spotOf(thing: Thing): ElementSpot | null;
}

const gaps: readonly Gap[] = ['none', 'space', 'edge', 'line', 'block'];
const width = 9;
const runWidth = 7;

type Home = Omit<ElementSpot, 'index'>;
type Corner = Pick<ElementSpot, 'x' | 'y'>;

/** A page that can't be looked at, with what its dialog says. */
export function heldPage(
  url: string,
  { width: w, height: h }: { width: number; height: number },
  said: readonly string[],
): { scene: Scene } {
  const screen = { x: 0, y: 0, width: w, height: h };
  const things: NewThing[] = [screenThing(screen)];
  const runs: RunFacts[] = [];
  for (const text of said) addDialog(text, screen, things, runs);
  return { scene: createScene({ url, title: null, screen }, things, runs) };
}

function screenThing(screen: Rect): NewThing {
  return thingOf({ parent: -1, key: '', role: null, rect: screen, isVisible: true }, 0);
}

/** A dialog of the page's scripts lies over everything. */
function addDialog(text: string, rect: Rect, things: NewThing[], runs: RunFacts[]): void {
  const owner = things.length;
  const names = [{ from: 'aria', text }] as const;
  const state = { isVisible: true, isFocused: true, isBlock: true };
  things.push(thingOf({ parent: 0, key: '', role: 'dialog', names, rect, ...state }, owner));
  runs.push({ text, rect, owner, gap: 'block', after: things.length });
}

/** The page with all its frames and what its dialogs say, as one scene. */
export function sceneOfPage(url: string, main: FrameLook, said: readonly string[]): PageLook {
  const things: NewThing[] = [];
  const runs: RunFacts[] = [];
  /** For each thing its frame, and its index in what that has told. */
  const homes: Array<Home | null> = [];
  const places: number[] = [];
  let frames = 0;
  const { told } = main;
  const screen = { x: 0, y: 0, width: told.width, height: told.height };
  tell(main, -1, { x: 0, y: 0 });
  if (things.length === 0) {
    things.push(screenThing(screen));
    settle(null, 0);
  }
  for (const text of said) {
    addDialog(text, screen, things, runs);
    settle(null, 0);
  }
  return {
    scene: createScene({ url, title: told.title, screen }, things, runs),
    isLoading: told.isLoading,
    spotOf({ index }) {
      const home = homes[index];
      return home == null ? null : { ...home, index: places[index] ?? 0 };
    },
  };

  function settle(home: Home | null, place: number) {
    homes.push(home);
    places.push(place);
  }

  function tell({ frame, told: page, within, unplaced }: FrameLook, parent: number, at: Corner) {
    const prefix = frames === 0 ? 'e' : `f${frames}e`;
    frames += 1;
    const home: Home = { frame, look: page.look, ...at };
    const indexes: number[] = [];
    const labelled: number[] = [];
    const details = new Map(page.details);
    const corners = new Map(page.frames.map(([index, x, y]) => [index, { x: at.x + x, y: at.y + y }]));
    const count = page.things.length / width;
    const first = things.length;
    let next = 0;
    const takeRuns = (told: number) => {
      for (; next < page.texts.length; next += 1) {
        const from = next * runWidth;
        if (numberAt(page.runs, from + 1) > told) return;
        runs.push({
          text: page.texts[next] ?? '',
          rect: rectAt(page.runs, from + 3, at),
          owner: indexes[numberAt(page.runs, from)] ?? first,
          gap: gaps[numberAt(page.runs, from + 2)] ?? 'block',
          after: things.length,
        });
      }
    };
    for (let index = 0; index < count; index += 1) {
      takeRuns(index);
      indexes.push(things.length);
      const own = page.things[index * width] ?? -1;
      const detail = details.get(index) ?? nothing;
      things.push(
        toldThing(page, index, at, {
          index: things.length,
          parent: own < 0 ? parent : (indexes[own] ?? parent),
          key: `${prefix}${page.things[index * width + 8]}`,
          detail,
        }),
      );
      settle(home, index);
      if (detail.labels !== undefined) labelled.push(things.length - 1);
      const inner = within.get(index);
      const corner = corners.get(index);
      if (inner !== undefined && corner !== undefined) tell(inner, things.length - 1, corner);
    }
    takeRuns(Number.POSITIVE_INFINITY);
    for (const inner of unplaced) tell(inner, first < things.length ? first : parent, at);
    // Labels are told by their index in the frame.
    for (const index of labelled) {
      const thing = things[index];
      if (thing !== undefined) thing.labels = thing.labels.flatMap((label) => indexes[label] ?? []);
    }
  }
}

const nothing: ThingDetail = {};

/** Whole at once: to make it of fewer facts would be a second object for each of thousands. */
function toldThing(
  page: PageScene,
  place: number,
  at: Corner,
  { index, parent, key, detail }: { index: number; parent: number; key: string; detail: ThingDetail },
): NewThing {
  const from = place * width;
  const role = numberAt(page.things, from + 1);
  const flags = numberAt(page.things, from + 3);
  const hasPlace = numberAt(page.things, from + 6) > 0 && numberAt(page.things, from + 7) > 0;
  return {
    parent,
    key,
    role: role === 0 ? null : (page.roles[role - 1] ?? null),
    shape: page.shapes[numberAt(page.things, from + 2)] ?? '',
    rect: hasPlace ? rectAt(page.things, from + 4, at) : null,
    names: detail.names === undefined ? none : detail.names.map(([from, text]) => ({ from, text })),
    labels: detail.labels ?? none,
    value: detail.value ?? null,
    isVisible: (flags & flagOf.visible) !== 0,
    isBlock: (flags & flagOf.block) !== 0,
    isClickable: (flags & flagOf.clickable) !== 0,
    isEditable: (flags & flagOf.editable) !== 0,
    isDisabled: (flags & flagOf.disabled) !== 0,
    isFocused: (flags & flagOf.focused) !== 0,
    isChecked: answer(flags, flagOf.checkable, flagOf.checked),
    isSelected: answer(flags, flagOf.selectable, flagOf.selected),
    isExpanded: answer(flags, flagOf.expandable, flagOf.expanded),
    isScrollable: (flags & flagOf.scrollable) !== 0,
    isDrawnOver: (flags & flagOf.drawnOver) !== 0,
    isCovered: (flags & flagOf.covered) !== 0,
    isFaint: (flags & flagOf.faint) !== 0,
    isListed: (flags & flagOf.listed) !== 0,
    isModal: (flags & flagOf.modal) !== 0,
    isRightToLeft: (flags & flagOf.rightToLeft) !== 0,
    isKey: false,
    index,
    end: index + 1,
    order: 0,
    textFrom: 0,
    textTo: 0,
  };
}

const none: readonly never[] = [];

function answer(flags: number, isKnown: number, isSo: number): boolean | null {
  return (flags & isKnown) === 0 ? null : (flags & isSo) !== 0;
}

function numberAt(numbers: readonly number[], at: number): number {
  return numbers[at] ?? 0;
}

/** Pages tell of tenths of a pixel. */
function rectAt(numbers: readonly number[], first: number, at: Corner): Rect {
  return {
    x: at.x + numberAt(numbers, first) / 10,
    y: at.y + numberAt(numbers, first + 1) / 10,
    width: numberAt(numbers, first + 2) / 10,
    height: numberAt(numbers, first + 3) / 10,
  };
}
