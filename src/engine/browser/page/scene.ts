import type { Frame } from 'playwright-core';
import { createScene } from '../../scene/create-scene.ts';
import type { Rect } from '../../scene/rect.ts';
import { type NewThing, type Scene, type TextRunFacts, type Thing, thingOf } from '../../scene/scene.ts';
import type { PageScene } from '../in-page/scene-pass.ts';
import {
  type FrameScan,
  numberAt,
  runWidth,
  ScannedTextRun,
  ScannedThing,
  thingWidth,
} from './scanned-thing.ts';

/** What one frame shows, and where it is: in which thing of the frame around it. */
export interface FrameLook {
  readonly frame: Frame;
  readonly scene: PageScene;
  /** By the index of the thing that shows it. */
  readonly within: ReadonlyMap<number, FrameLook>;
  /** Frames of which nobody knows where they are. */
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

type FramePosition = Pick<FrameScan, 'x' | 'y' | 'hasFocus'>;

/** A page that can't be looked at, with what its dialog says. */
export function heldPage(
  url: string,
  { width: w, height: h }: { width: number; height: number },
  said: readonly string[],
): { scene: Scene } {
  const screen = { x: 0, y: 0, width: w, height: h };
  const things: NewThing[] = [screenThing(screen)];
  const runs: TextRunFacts[] = [];
  for (const text of said) addDialog(text, screen, things, runs);
  return { scene: createScene({ url, title: null, screen }, things, runs) };
}

function screenThing(screen: Rect): NewThing {
  return thingOf({ parent: -1, key: '', role: null, rect: screen, isVisible: true }, 0);
}

/** A dialog of the page's scripts covers everything. */
function addDialog(text: string, rect: Rect, things: NewThing[], runs: TextRunFacts[]): void {
  const owner = things.length;
  const names = [{ from: 'aria', text }] as const;
  const state = { isVisible: true, isFocused: true, isBlock: true };
  things.push(thingOf({ parent: 0, key: '', role: 'dialog', names, rect, ...state }, owner));
  runs.push({ text, rect, owner, gap: 'block', after: things.length });
}

/** The page with all its frames and what its dialogs say, as one scene. */
export function sceneOfPage(
  url: string,
  main: FrameLook,
  said: readonly string[],
  isSecret: (text: string) => boolean,
): PageLook {
  const things: NewThing[] = [];
  const runs: TextRunFacts[] = [];
  let frames = 0;
  const { scene } = main;
  const screen = { x: 0, y: 0, width: scene.width, height: scene.height };
  addFrame(main, -1, { x: 0, y: 0, hasFocus: true });
  if (things.length === 0) things.push(screenThing(screen));
  for (const text of said) addDialog(text, screen, things, runs);
  return {
    scene: createScene({ url, title: scene.title, screen }, things, runs),
    isLoading: scene.isLoading,
    spotOf({ index }) {
      const thing = things[index];
      if (!(thing instanceof ScannedThing)) return null;
      const { frame, page, x, y } = thing.scan;
      return { frame, look: page.look, index: thing.place, x, y };
    },
  };

  function addFrame({ frame, scene: page, within, unplaced }: FrameLook, parent: number, at: FramePosition) {
    const own: FrameScan = { frame, page, ...at, isSecret, prefix: frames === 0 ? 'e' : `f${frames}e` };
    frames += 1;
    const indexes: number[] = [];
    const labelled: NewThing[] = [];
    const details = new Map(page.details);
    const corners = new Map(page.frames.map(([index, x, y]) => [index, { x: at.x + x, y: at.y + y }]));
    const count = page.things.length / thingWidth;
    const first = things.length;
    let next = 0;
    const takeRuns = (upTo: number) => {
      for (; next < page.texts.length; next += 1) {
        const from = next * runWidth;
        if (numberAt(page.runs, from + 1) > upTo) return;
        const owner = indexes[numberAt(page.runs, from)] ?? first;
        runs.push(new ScannedTextRun(own, next, owner, things.length));
      }
    };
    for (let place = 0; place < count; place += 1) {
      takeRuns(place);
      const index = things.length;
      indexes.push(index);
      const around = page.things[place * thingWidth] ?? -1;
      const detail = details.get(place);
      const thing = new ScannedThing(own, place, index, indexes[around] ?? parent, detail);
      things.push(thing);
      if (thing.labels.length > 0) labelled.push(thing);
      const inner = within.get(place);
      const corner = corners.get(place);
      if (inner !== undefined && corner !== undefined)
        addFrame(inner, index, { ...corner, hasFocus: thing.isFocused });
    }
    takeRuns(Number.POSITIVE_INFINITY);
    for (const inner of unplaced) addFrame(inner, first < things.length ? first : parent, at);
    // Labels are given by their index in the frame.
    for (const thing of labelled) thing.labels = thing.labels.flatMap((label) => indexes[label] ?? []);
  }
}
