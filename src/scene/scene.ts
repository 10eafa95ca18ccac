import { inReadingOrder } from './reading-order.ts';
import { type Rect, union } from './rect.ts';

/** What is on a screen, as plain data: from a page of the browser or from the hierarchy of a phone. */
export interface Scene {
  readonly url: string | null;
  readonly title: string | null;
  /** What a screenshot shows. */
  readonly screen: Rect;
  /** All of them, each before what lies in it. The first is the screen itself. */
  readonly things: readonly Thing[];
  /** The text that is painted, in the order in which a person reads it. */
  readonly runs: readonly Run[];
}

/** How a device tells of one thing. Whatever it leaves out is not so. */
export interface ThingFacts {
  /** The index of the one that it lies in; -1 for the screen. */
  readonly parent: number;
  /** How the device finds it again. */
  readonly key: string;
  /** In the words of ARIA, on phones too: "button", "textbox". */
  readonly role: string | null;
  /** What is visible of it once it is scrolled to, after all clipping; null where it has no place. */
  readonly rect: Rect | null;
  /** Whether a person can see it, if need be by scrolling. */
  readonly isVisible: boolean;
  /** What it is called apart from the text that is painted in it. */
  readonly names?: readonly GivenName[];
  /** Indices of the things that are its labels. */
  readonly labels?: readonly number[];
  /** What is built alike has the same one. */
  readonly shape?: string;
  /** What a field, dropdown or slider holds; null for what holds nothing. */
  readonly value?: string | null;
  readonly isDisabled?: boolean;
  readonly isFocused?: boolean;
  /** Null for what can't be checked, chosen or opened. */
  readonly isChecked?: boolean | null;
  readonly isSelected?: boolean | null;
  readonly isExpanded?: boolean | null;
  readonly isEditable?: boolean;
  readonly isClickable?: boolean;
  readonly isScrollable?: boolean;
  /** A control that the page hides below a drawn one: it is where it seems to be, and takes the click. */
  readonly isDrawnOver?: boolean;
  /** Something else lies over it. */
  readonly isCovered?: boolean;
  /** Partly transparent: it may be on its way out. */
  readonly isFaint?: boolean;
  /** Keeps everything else out of reach. */
  readonly isModal?: boolean;
  /** Stands in a list as one of its items, whatever else it says of itself. */
  readonly isListed?: boolean;
  /** Begins a line of its own, so that it may be drawn anywhere. */
  readonly isBlock?: boolean;
  readonly isRightToLeft?: boolean;
  /** Belongs to the keyboard that the system shows. */
  readonly isKey?: boolean;
}

export interface Thing extends Required<ThingFacts> {
  readonly index: number;
  /** The index after that of the last thing in it. */
  readonly end: number;
  /** Its place in reading order. */
  readonly order: number;
  /** Its text: the runs from here up to, not including, `textTo`. */
  readonly textFrom: number;
  readonly textTo: number;
}

/** Where a name that is not painted as text comes from. Only a placeholder can be seen. */
export interface GivenName {
  readonly from: 'aria' | 'alt' | 'title' | 'placeholder' | 'test id';
  readonly text: string;
}

/** What stands before a run: nothing, white space, the edge of a box in the line, a line break, or another block. */
export type Gap = 'none' | 'space' | 'edge' | 'line' | 'block';

/** Text of one thing that stands together. */
export interface Run {
  readonly text: string;
  readonly rect: Rect;
  /** Index of the innermost thing that it stands in. */
  readonly owner: number;
  readonly gap: Gap;
}

export interface RunFacts extends Run {
  /** How many things the device had told of before it. */
  readonly after: number;
}

interface Place {
  url: string | null;
  title: string | null;
  screen: Rect;
}

type Building = { -readonly [Key in keyof Thing]: Thing[Key] };

const none: readonly never[] = [];

/** Member by member: to spread an object of that size takes thirty times as long, and there are thousands. */
export function thingOf(facts: ThingFacts, index: number): Building {
  return {
    parent: facts.parent,
    key: facts.key,
    role: facts.role,
    rect: facts.rect,
    isVisible: facts.isVisible,
    names: facts.names ?? none,
    labels: facts.labels ?? none,
    shape: facts.shape ?? '',
    value: facts.value ?? null,
    isDisabled: facts.isDisabled ?? false,
    isFocused: facts.isFocused ?? false,
    isChecked: facts.isChecked ?? null,
    isSelected: facts.isSelected ?? null,
    isExpanded: facts.isExpanded ?? null,
    isEditable: facts.isEditable ?? false,
    isClickable: facts.isClickable ?? false,
    isScrollable: facts.isScrollable ?? false,
    isDrawnOver: facts.isDrawnOver ?? false,
    isCovered: facts.isCovered ?? false,
    isFaint: facts.isFaint ?? false,
    isModal: facts.isModal ?? false,
    isListed: facts.isListed ?? false,
    isBlock: facts.isBlock ?? false,
    isRightToLeft: facts.isRightToLeft ?? false,
    isKey: facts.isKey ?? false,
    index,
    end: index + 1,
    order: 0,
    textFrom: 0,
    textTo: 0,
  };
}

/** Puts what a device tells, in the order of its document, into the order in which it is read. */
export function createScene(
  place: Place,
  facts: readonly ThingFacts[],
  documentRuns: readonly RunFacts[],
): Scene {
  const things = facts.map(thingOf);
  for (let index = things.length - 1; index > 0; index -= 1) {
    const thing = things[index];
    const parent = things[thing?.parent ?? -1];
    if (thing !== undefined && parent !== undefined) parent.end = Math.max(parent.end, thing.end);
  }
  const runs = arrange(things, documentRuns);
  return { ...place, things, runs };
}

/** A child or a run of text, and the place that its own text takes. */
interface Part {
  readonly rect: Rect | null;
  readonly child: Building | null;
  readonly run: Run | null;
}

function arrange(things: readonly Building[], documentRuns: readonly RunFacts[]): Run[] {
  const covered: Array<Rect | null> = new Array(things.length).fill(null);
  const holdsText = new Uint8Array(things.length);
  for (const run of documentRuns) {
    covered[run.owner] = union(covered[run.owner] ?? null, run.rect);
    holdsText[run.owner] = 1;
  }
  for (let index = things.length - 1; index > 0; index -= 1) {
    const thing = things[index];
    const parent = thing?.parent ?? -1;
    if (thing === undefined || parent < 0) continue;
    // Of what scrolls, only its window has a place among the things around it.
    if (thing.isScrollable && thing.rect !== null) covered[index] = thing.rect;
    const own = covered[index] ?? null;
    if (own !== null) covered[parent] = union(covered[parent] ?? null, own);
    if (holdsText[index] === 1) holdsText[parent] = 1;
  }
  const parts = partsOf(things, documentRuns, covered);
  const runs: Run[] = [];
  let order = 0;
  const read = (thing: Building) => {
    thing.order = order++;
    thing.textFrom = runs.length;
    const own = parts[thing.index];
    if (own !== undefined)
      for (const { child, run } of isMovable(own) ? inReadingOrder(own, thing.isRightToLeft) : own) {
        if (child !== null) read(child);
        if (run !== null) runs.push(run);
      }
    thing.textTo = runs.length;
    // What has no box of its own is seen where something in it is.
    if (thing.textTo > thing.textFrom) thing.isVisible = true;
  };
  const isMovable = (own: readonly Part[]) =>
    own.length > 1 &&
    own.every(
      ({ child, run }) => run === null && (child?.isBlock === true || holdsText[child?.index ?? 0] === 0),
    );
  if (things[0] !== undefined) read(things[0]);
  return runs;
}

/** What lies in each thing, in the order of the document; nothing for those in which nothing does. */
function partsOf(
  things: readonly Building[],
  documentRuns: readonly RunFacts[],
  covered: ReadonlyArray<Rect | null>,
): Array<Part[] | undefined> {
  const parts: Array<Part[] | undefined> = new Array(things.length).fill(undefined);
  const add = (owner: number, part: Part) => {
    const there = parts[owner];
    if (there !== undefined) there.push(part);
    else if (owner >= 0 && owner < things.length) parts[owner] = [part];
  };
  let next = 0;
  const takeRuns = (upTo: number) => {
    for (; next < documentRuns.length; next += 1) {
      const run = documentRuns[next];
      if (run === undefined || run.after > upTo) return;
      const { text, rect, owner, gap } = run;
      add(owner, { rect, child: null, run: { text, rect, owner, gap } });
    }
  };
  for (const child of things) {
    takeRuns(child.index);
    add(child.parent, { rect: covered[child.index] ?? child.rect, child, run: null });
  }
  takeRuns(Number.POSITIVE_INFINITY);
  return parts;
}

export function isIn(thing: Thing | number, around: Thing): boolean {
  const index = typeof thing === 'number' ? thing : thing.index;
  return index >= around.index && index < around.end;
}

export function* ancestorsOf(scene: Scene, thing: Thing): Generator<Thing> {
  for (let at = scene.things[thing.parent]; at !== undefined; at = scene.things[at.parent]) yield at;
}

export function thingsIn(scene: Scene, around: Thing): Thing[] {
  return scene.things.slice(around.index + 1, around.end);
}

export function childrenOf(scene: Scene, around: Thing): Thing[] {
  const children: Thing[] = [];
  for (let at = around.index + 1; at < around.end; ) {
    const child = scene.things[at];
    if (child === undefined) break;
    children.push(child);
    at = child.end;
  }
  return children;
}
