import type { Frame } from 'playwright-core';
import type { Rect } from '../../scene/rect.ts';
import type { Gap, GivenName, NewThing, TextRunFacts } from '../../scene/scene.ts';
import type { ThingDetail } from '../in-page/naming.ts';
import { flagOf, type PageScene } from '../in-page/scene-pass.ts';

/** What one frame shows, and where it begins on the page. */
export interface FrameScan {
  readonly frame: Frame;
  readonly page: PageScene;
  readonly x: number;
  readonly y: number;
  /** What the keys of its things begin with. */
  readonly prefix: string;
  /** A frame remembers what had the focus in it when the focus has gone elsewhere. */
  readonly hasFocus: boolean;
  /** Whether a text holds a secret of the run. */
  isSecret(text: string): boolean;
}

export const thingWidth = 9;
export const runWidth = 7;
const gaps: readonly Gap[] = ['none', 'space', 'edge', 'line', 'block'];
const none: readonly never[] = [];

/** A thing of a page. Most are never asked for more than a few facts, and there may be fifty thousand. */
export class ScannedThing implements NewThing {
  readonly scan: FrameScan;
  /** Its index in the scan of its frame. */
  readonly place: number;
  readonly index: number;
  readonly parent: number;
  readonly names: readonly GivenName[];
  readonly value: string | null;
  readonly number: string | null;
  readonly #flags: number;
  #rect: Rect | null | undefined = undefined;
  labels: readonly number[];
  isVisible: boolean;
  end: number;
  order = 0;
  textFrom = 0;
  textTo = 0;

  constructor(
    scan: FrameScan,
    place: number,
    index: number,
    parent: number,
    detail: ThingDetail | undefined,
  ) {
    this.scan = scan;
    this.place = place;
    this.index = index;
    this.parent = parent;
    this.names = detail?.names?.map(([from, text]) => ({ from, text })) ?? none;
    this.value = detail?.value ?? null;
    this.number = detail?.number ?? null;
    this.labels = detail?.labels ?? none;
    this.end = index + 1;
    this.#flags = numberAt(scan.page.things, place * thingWidth + 3);
    this.isVisible = this.#has(flagOf.visible);
  }

  get key(): string {
    return `${this.scan.prefix}${this.#number(8)}`;
  }

  get role(): string | null {
    const role = this.#number(1);
    return role === 0 ? null : (this.scan.page.roles[role - 1] ?? null);
  }

  get shape(): string {
    return this.scan.page.shapes[this.#number(2)] ?? '';
  }

  get rect(): Rect | null {
    if (this.#rect === undefined) {
      const hasPlace = this.#number(6) > 0 && this.#number(7) > 0;
      this.#rect = hasPlace ? rectAt(this.scan, this.scan.page.things, this.place * thingWidth + 4) : null;
    }
    return this.#rect;
  }

  get isBlock(): boolean {
    return this.#has(flagOf.block);
  }

  get secret(): 'whole' | 'altered' | null {
    if (this.value !== null && this.scan.isSecret(this.value)) return 'whole';
    return this.#has(flagOf.givenSecret) ? 'altered' : null;
  }

  get isClickable(): boolean {
    return this.#has(flagOf.clickable);
  }

  get isEditable(): boolean {
    return this.#has(flagOf.editable);
  }

  get isRequired(): boolean {
    return this.#has(flagOf.required);
  }

  get isReadOnly(): boolean {
    return this.#has(flagOf.readOnly);
  }

  get isInvalid(): boolean {
    return this.#has(flagOf.invalid);
  }

  get isDisabled(): boolean {
    return this.#has(flagOf.disabled);
  }

  get isFocused(): boolean {
    return this.scan.hasFocus && this.#has(flagOf.focused);
  }

  get isChecked(): boolean | null {
    return this.#answer(flagOf.checkable, flagOf.checked);
  }

  get isSelected(): boolean | null {
    return this.#answer(flagOf.selectable, flagOf.selected);
  }

  get isExpanded(): boolean | null {
    return this.#answer(flagOf.expandable, flagOf.expanded);
  }

  get isScrollable(): boolean {
    return this.#has(flagOf.scrollable);
  }

  get isDrawnOver(): boolean {
    return this.#has(flagOf.drawnOver);
  }

  get isCovered(): boolean {
    return this.#has(flagOf.covered);
  }

  get isFaint(): boolean {
    return this.#has(flagOf.faint);
  }

  get isListed(): boolean {
    return this.#has(flagOf.listed);
  }

  get isModal(): boolean {
    return this.#has(flagOf.modal);
  }

  get isRightToLeft(): boolean {
    return this.#has(flagOf.rightToLeft);
  }

  get isKey(): boolean {
    return false;
  }

  #number(column: number): number {
    return numberAt(this.scan.page.things, this.place * thingWidth + column);
  }

  #has(flag: number): boolean {
    return (this.#flags & flag) !== 0;
  }

  #answer(isKnown: number, isSo: number): boolean | null {
    return this.#has(isKnown) ? this.#has(isSo) : null;
  }
}

/** A text of a page. */
export class ScannedTextRun implements TextRunFacts {
  readonly #scan: FrameScan;
  readonly #place: number;
  #rect: Rect | undefined = undefined;
  readonly owner: number;
  readonly after: number;

  constructor(scan: FrameScan, place: number, owner: number, after: number) {
    this.#scan = scan;
    this.#place = place;
    this.owner = owner;
    this.after = after;
  }

  get text(): string {
    return this.#scan.page.texts[this.#place] ?? '';
  }

  get gap(): Gap {
    return gaps[numberAt(this.#scan.page.runs, this.#place * runWidth + 2)] ?? 'block';
  }

  get rect(): Rect {
    this.#rect ??= rectAt(this.#scan, this.#scan.page.runs, this.#place * runWidth + 3);
    return this.#rect;
  }
}

export function numberAt(numbers: readonly number[], at: number): number {
  return numbers[at] ?? 0;
}

/** Pages report tenths of a pixel. */
function rectAt(at: FrameScan, numbers: readonly number[], first: number): Rect {
  return {
    x: at.x + numberAt(numbers, first) / 10,
    y: at.y + numberAt(numbers, first + 1) / 10,
    width: numberAt(numbers, first + 2) / 10,
    height: numberAt(numbers, first + 3) / 10,
  };
}
