import type { Frame } from 'playwright-core';
import type { Rect } from '../../scene/rect.ts';
import {
  createScene,
  type Gap,
  type RunFacts,
  type Scene,
  type Thing,
  type ThingFacts,
} from '../../scene/scene.ts';
import { flagOf, type PageScene, type ThingDetail } from './in-page/scene-pass.ts';

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

type Corner = Pick<ElementSpot, 'x' | 'y'>;

/** A page that can't be looked at, with what its dialog says. */
export function heldPage(
  url: string,
  { width: w, height: h }: { width: number; height: number },
  said: readonly string[],
): { scene: Scene } {
  const screen = { x: 0, y: 0, width: w, height: h };
  const things: ThingFacts[] = [{ parent: -1, key: '', role: null, rect: screen, isVisible: true }];
  const runs: RunFacts[] = [];
  for (const text of said) addDialog(text, screen, things, runs);
  return { scene: createScene({ url, title: null, screen }, things, runs) };
}

/** A dialog of the page's scripts lies over everything. */
function addDialog(text: string, rect: Rect, things: ThingFacts[], runs: RunFacts[]): void {
  const owner = things.length;
  const names = [{ from: 'aria', text }] as const;
  things.push({
    parent: 0,
    key: '',
    role: 'dialog',
    names,
    rect,
    isVisible: true,
    isFocused: true,
    isBlock: true,
  });
  runs.push({ text, rect, owner, gap: 'block', after: things.length });
}

/** The page with all its frames and what its dialogs say, as one scene. */
export function sceneOfPage(url: string, main: FrameLook, said: readonly string[]): PageLook {
  const things: ThingFacts[] = [];
  const runs: RunFacts[] = [];
  const spots: Array<ElementSpot | null> = [];
  let frames = 0;
  const { told } = main;
  const screen = { x: 0, y: 0, width: told.width, height: told.height };
  tell(main, -1, { x: 0, y: 0 });
  if (things.length === 0) {
    things.push({ parent: -1, key: '', role: null, rect: screen, isVisible: true });
    spots.push(null);
  }
  for (const text of said) {
    addDialog(text, screen, things, runs);
    spots.push(null);
  }
  return {
    scene: createScene({ url, title: told.title, screen }, things, runs),
    isLoading: told.isLoading,
    spotOf: ({ index }) => spots[index] ?? null,
  };

  function tell({ frame, told: page, within, unplaced }: FrameLook, parent: number, at: Corner) {
    const prefix = frames === 0 ? 'e' : `f${frames}e`;
    frames += 1;
    const indexes: number[] = [];
    const details = new Map(page.details);
    const corners = new Map(page.frames.map(([index, x, y]) => [index, { x: at.x + x, y: at.y + y }]));
    const count = page.things.length / width;
    const first = things.length;
    let next = 0;
    const takeRuns = (told: number) => {
      for (let run = page.runs[next]; run !== undefined && run[1] <= told; run = page.runs[next]) {
        const [owner, , gap, x, y, w, h, text] = run;
        const rect = { x: at.x + x, y: at.y + y, width: w, height: h };
        runs.push({
          text,
          rect,
          owner: indexes[owner] ?? first,
          gap: gaps[gap] ?? 'block',
          after: things.length,
        });
        next += 1;
      }
    };
    for (let index = 0; index < count; index += 1) {
      takeRuns(index);
      indexes.push(things.length);
      const own = page.things[index * width] ?? -1;
      things.push(
        thingOf(page, index, at, {
          parent: own < 0 ? parent : (indexes[own] ?? parent),
          key: `${prefix}${page.things[index * width + 8]}`,
          detail: details.get(index) ?? nothing,
        }),
      );
      spots.push({ frame, look: page.look, index, ...at });
      const inner = within.get(index);
      const corner = corners.get(index);
      if (inner !== undefined && corner !== undefined) tell(inner, things.length - 1, corner);
    }
    takeRuns(Number.POSITIVE_INFINITY);
    for (const inner of unplaced) tell(inner, first < things.length ? first : parent, at);
    relabel(first, indexes);
  }

  /** Labels are told by their index in the frame. */
  function relabel(first: number, indexes: readonly number[]) {
    const own = new Set(indexes);
    for (let index = first; index < things.length; index += 1) {
      const thing = things[index];
      if (thing?.labels === undefined || thing.labels.length === 0 || !own.has(index)) continue;
      things[index] = { ...thing, labels: thing.labels.flatMap((label) => indexes[label] ?? []) };
    }
  }
}

const nothing: ThingDetail = {};

function thingOf(
  page: PageScene,
  index: number,
  at: Corner,
  { parent, key, detail }: { parent: number; key: string; detail: ThingDetail },
): ThingFacts {
  const first = index * width;
  const number = (column: number) => page.things[first + column] ?? 0;
  const [role, flags, w, h] = [number(1), number(3), number(6), number(7)];
  const is = (flag: number) => (flags & flag) !== 0;
  const answer = (isKnown: number, isSo: number) => (is(isKnown) ? is(isSo) : null);
  return {
    parent,
    key,
    role: role === 0 ? null : (page.roles[role - 1] ?? null),
    shape: page.shapes[number(2)] ?? '',
    rect: w > 0 && h > 0 ? { x: at.x + number(4), y: at.y + number(5), width: w, height: h } : null,
    names: (detail.names ?? []).map(([from, text]) => ({ from, text })),
    labels: detail.labels ?? [],
    value: detail.value ?? null,
    isVisible: is(flagOf.visible),
    isBlock: is(flagOf.block),
    isClickable: is(flagOf.clickable),
    isEditable: is(flagOf.editable),
    isDisabled: is(flagOf.disabled),
    isFocused: is(flagOf.focused),
    isChecked: answer(flagOf.checkable, flagOf.checked),
    isSelected: answer(flagOf.selectable, flagOf.selected),
    isExpanded: answer(flagOf.expandable, flagOf.expanded),
    isScrollable: is(flagOf.scrollable),
    isDrawnOver: is(flagOf.drawnOver),
    isCovered: is(flagOf.covered),
    isModal: is(flagOf.modal),
    isRightToLeft: is(flagOf.rightToLeft),
  };
}
