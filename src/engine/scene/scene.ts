import type { Rect } from './rect.ts';

/** What is on a screen: from a page of the browser or from the hierarchy of a phone. */
export interface Scene {
  readonly url: string | null;
  readonly title: string | null;
  /** What a screenshot shows. */
  readonly screen: Rect;
  /** All of them, each before what is in it. The first is the screen itself. */
  readonly things: readonly Thing[];
  /** The text that is painted, in the order in which a person reads it. */
  readonly runs: readonly TextRun[];
}

/** How a device describes one thing. Whatever it leaves out is not so. */
export interface ThingFacts {
  /** The index of the one that it is in; -1 for the screen. */
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
  /** Of what says its value in words, the number behind them: 7 of "seven"; null where there is none. */
  readonly number?: string | null;
  readonly isDisabled?: boolean;
  readonly isFocused?: boolean;
  /** Null for what can't be checked, chosen or opened. */
  readonly isChecked?: boolean | null;
  readonly isSelected?: boolean | null;
  readonly isExpanded?: boolean | null;
  readonly isEditable?: boolean;
  /** What a form says of a field: it must be filled in, it can't be changed, what it holds is refused. */
  readonly isRequired?: boolean;
  readonly isReadOnly?: boolean;
  readonly isInvalid?: boolean;
  /** A secret stands in it as it is, or was typed into it and stands there in another form; null where neither is so. */
  readonly secret?: 'whole' | 'altered' | null;
  readonly isClickable?: boolean;
  readonly isScrollable?: boolean;
  /** A control that the page hides below a drawn one: it is where it seems to be, and takes the click. */
  readonly isDrawnOver?: boolean;
  /** Something else covers it. */
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

/** One that belongs to a device may work out its facts when it is asked: to spread it would lose them (`copyOf`). */
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

/** Where a name that is not painted as text comes from. Only a placeholder can be seen; a file is what a link leads to. */
export interface GivenName {
  readonly from: 'aria' | 'alt' | 'title' | 'placeholder' | 'test id' | 'file';
  readonly text: string;
}

/** What stands before a run: nothing, white space, the edge of a box in the line, a line break, or another block. */
export type Gap = 'none' | 'space' | 'edge' | 'line' | 'block';

/** Text of one thing that stands together. */
export interface TextRun {
  readonly text: string;
  readonly rect: Rect;
  /** Index of the innermost thing that it is in. */
  readonly owner: number;
  readonly gap: Gap;
}

export interface TextRunFacts extends TextRun {
  /** How many things the device had reported before it. */
  readonly after: number;
}

/** One that has not found its place in the scene yet. */
export interface NewThing extends Thing {
  labels: readonly number[];
  isVisible: boolean;
  end: number;
  order: number;
  textFrom: number;
  textTo: number;
}

const none: readonly never[] = [];

/** Member by member: to spread an object of that size takes thirty times as long, and there are thousands. */
export function thingOf(facts: ThingFacts, index: number): NewThing {
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
    number: facts.number ?? null,
    isDisabled: facts.isDisabled ?? false,
    isFocused: facts.isFocused ?? false,
    isChecked: facts.isChecked ?? null,
    isSelected: facts.isSelected ?? null,
    isExpanded: facts.isExpanded ?? null,
    isEditable: facts.isEditable ?? false,
    isRequired: facts.isRequired ?? false,
    isReadOnly: facts.isReadOnly ?? false,
    isInvalid: facts.isInvalid ?? false,
    secret: facts.secret ?? null,
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

/** As an object that has all its facts. */
export function copyOf(thing: Thing): NewThing {
  const { index, end, order, textFrom, textTo } = thing;
  return Object.assign(thingOf(thing, index), { end, order, textFrom, textTo });
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
