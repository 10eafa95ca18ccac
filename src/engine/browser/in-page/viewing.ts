import type { DomBox, DomDocument, DomElement, DomNode, DomRoot, DomStyle } from './dom.ts';
import type { Motion } from './motion.ts';
import type { Pointing, WayToElement } from './pointing.ts';
import type { ScenePass } from './scene-pass.ts';
import type { SecretFields, TextSource } from './secret-fields.ts';
import type { Semantics } from './semantics.ts';

declare const document: DomDocument & {
  elementFromPoint(x: number, y: number): DomElement | null;
};
declare function getComputedStyle(element: DomElement): DomStyle;
declare const innerHeight: number;
declare const innerWidth: number;
declare const location: { readonly protocol: string; readonly origin: string };
declare const self: { readonly origin: string };

export type ScrollDirection = 'up' | 'down' | 'left' | 'right' | 'top' | 'bottom';

/** How a text gets into a field: dates, colours and sliders are set as a whole, editors are no fields of the browser. */
export type FieldKind = 'text' | 'number' | 'date' | 'time' | 'editor' | 'other';

/** The way to an element, and what an action on it has to know. */
export interface ElementPath extends WayToElement {
  /** Where the content of its box begins, in its frame. */
  readonly corner: Point;
  /** Where a click reaches it, in its frame, when its middle is empty; null where that is not so. */
  readonly part: Point | null;
  readonly isDrawnOver: boolean;
  /** Something that does not belong to it lies where it would be clicked. */
  readonly isCovered: boolean;
  readonly fieldKind: FieldKind;
  readonly movesForMs: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Elements of the page for those who act on them. Runs in the page, as text: it may use nothing from outside itself. */
export function createViewing(
  semantics: Semantics,
  motion: Motion,
  pointing: Pointing,
  pass: ScenePass,
  secretFields: SecretFields,
) {
  const { parentOf } = semantics;
  const plain = /^(text|search|tel|url|email|password)$/;
  const otherField = /^(INPUT|SELECT|TEXTAREA)$/;
  const maxParts = 20;

  /** Null when the element has gone. */
  function pathTo({
    look,
    index,
    point,
  }: {
    look: number;
    index: number;
    point: Point | null;
  }): ElementPath | null {
    const element = pass.elementOf(look, index);
    if (element === null) return null;
    const steps: number[] = [];
    for (let at: DomNode = element; at !== document; ) {
      const around: DomNode | null = at.parentNode;
      if (around === null) {
        const { host } = at as DomRoot;
        if (host === undefined) return null;
        steps.unshift(-1);
        at = host;
        continue;
      }
      steps.unshift([...around.childNodes].indexOf(at));
      at = around;
    }
    const { x, y } = element.getBoundingClientRect();
    const corner = { x: x + element.clientLeft, y: y + element.clientTop };
    return {
      document: performance.timeOrigin,
      steps,
      tag: element.tagName,
      text: pointing.lookOf(element),
      corner,
      ...hitFor(element, point),
      fieldKind: fieldKindOf(element),
      movesForMs: motion.movesForMs(),
    };
  }

  function fieldKindOf({ tagName, type = '' }: DomElement): FieldKind {
    if (tagName === 'TEXTAREA') return 'text';
    if (tagName !== 'INPUT') return 'editor';
    if (type === 'number' || type === 'date' || type === 'time') return type;
    return plain.test(type) ? 'text' : 'other';
  }

  /** What a click on it reaches where not the element itself: what the page has drawn in its place, or something else. */
  function hitFor(
    element: DomElement,
    point: Point | null,
  ): Pick<ElementPath, 'isDrawnOver' | 'isCovered' | 'part'> {
    const at = point ?? middleOf(element.getBoundingClientRect());
    const hit = hitAt(at.x, at.y);
    const isElsewhere = hit !== null && !encloses(element, hit);
    const isOther = isElsewhere && isOtherButton(element, hit);
    const part = isOther ? cornerOf(element) : isElsewhere && encloses(hit, element) ? partOf(element) : null;
    const isDrawnOver = isElsewhere && part === null && isSurface(element, hit);
    return { isDrawnOver, isCovered: isElsewhere && part === null && !isDrawnOver, part };
  }

  /** A button that covers another is not what is drawn in its place. */
  function isOtherButton(element: DomElement, hit: DomElement): boolean {
    const other = element.tagName === 'BUTTON' ? hit.closest('button') : null;
    return other !== null && other !== element;
  }

  /** What another button leaves free, near one of its corners. */
  function cornerOf(element: DomElement): Point | null {
    const { x, y, width, height } = element.getBoundingClientRect();
    const points = [0.15, 0.85].flatMap((across) =>
      [0.2, 0.8].map((down) => ({ x: x + across * width, y: y + down * height })),
    );
    return firstReached(element, points);
  }

  /** A box of several lines, or with a wider one in it, may be empty in the middle. */
  function partOf(element: DomElement): Point | null {
    const content = document.createRange();
    content.selectNodeContents(element);
    return firstReached(element, [...content.getClientRects()].slice(0, maxParts).map(middleOf));
  }

  function firstReached(element: DomElement, points: readonly Point[]): Point | null {
    for (const point of points) {
      const hit = hitAt(point.x, point.y);
      if (hit !== null && encloses(element, hit)) return point;
    }
    return null;
  }

  function middleOf({ x, y, width, height }: DomBox): Point {
    return { x: x + width / 2, y: y + height / 2 };
  }

  /** Whether a click there reaches the element, or what the page has drawn over it to be clicked in its place. */
  function isHitAt({ look, index, x, y }: { look: number; index: number; x: number; y: number }): boolean {
    const element = pass.elementOf(look, index);
    const hit = hitAt(x, y);
    return element !== null && hit !== null && isSurface(element, hit);
  }

  function hitAt(x: number, y: number): DomElement | null {
    let hit = document.elementFromPoint(x, y);
    for (let inner = hit?.shadowRoot; inner != null; inner = hit?.shadowRoot) {
      const deeper = (inner as unknown as typeof document).elementFromPoint(x, y);
      if (deeper === null || deeper === hit) break;
      hit = deeper;
    }
    return hit;
  }

  /** The element itself, its label, its host, or what is drawn around it in a box that is not much larger. */
  function isSurface(element: DomElement, hit: DomElement): boolean {
    const label = element.closest('label');
    if (label !== null && encloses(label, hit)) return true;
    const labelled = hit.closest('label')?.control;
    if (labelled != null) return labelled === element;
    if (hit !== element && otherField.test(hit.tagName)) return false;
    if (isOtherButton(element, hit)) return false;
    const own = element.getBoundingClientRect();
    const largest = 6 * Math.max(own.width * own.height, 400);
    for (let around: DomElement | null = element; around !== null; around = parentOf(around)) {
      if (around !== element && around.shadowRoot === null) {
        const { width, height } = around.getBoundingClientRect();
        if (width * height > largest) return false;
      }
      if (around === document.body) return false;
      if (encloses(around, hit)) return true;
    }
    return false;
  }

  function encloses(outer: DomElement, inner: DomElement): boolean {
    for (let at: DomElement | null = inner; at !== null; at = parentOf(at)) if (at === outer) return true;
    return false;
  }

  /** How a box is now; null when it has gone. */
  function checkedNow({ look, index }: { look: number; index: number }): boolean | null {
    const element = pass.elementOf(look, index);
    return element === null ? null : semantics.checkedOf(element, semantics.roleOf(element));
  }

  function optionsNow({ look, index }: { look: number; index: number }): string[] | null {
    const options = pass.elementOf(look, index)?.options;
    return options === undefined ? null : [...options].map(semantics.optionText);
  }

  /** Where the page has come to its end, a list in it may have more. */
  function scroll(direction: ScrollDirection): boolean {
    const areas = scrolledAreas();
    const isFar = direction === 'top' || direction === 'bottom';
    return (isFar ? areas.slice(0, 1) : areas).some((area) => scrollIn(area, direction));
  }

  function scrollIn(area: DomElement, direction: ScrollDirection): boolean {
    const before = [area.scrollTop, area.scrollLeft];
    const far = 10_000_000;
    const height = Math.min(area.clientHeight, innerHeight) * 0.8;
    const width = Math.min(area.clientWidth, innerWidth) * 0.8;
    const steps: Record<ScrollDirection, [number, number]> = {
      up: [0, -height],
      down: [0, height],
      left: [-width, 0],
      right: [width, 0],
      top: [0, -far],
      bottom: [0, far],
    };
    const [left, top] = steps[direction];
    area.scrollBy({ left, top, behavior: 'instant' });
    return area.scrollTop !== before[0] || area.scrollLeft !== before[1];
  }

  /** The page itself, if it scrolls, then the parts of it that do, the largest first. */
  function scrolledAreas(): DomElement[] {
    const whole = document.scrollingElement;
    const areas: DomElement[] = [];
    for (const element of pointing.everything(document)) {
      if (element === whole || element.scrollHeight <= element.clientHeight + 1) continue;
      if (/^(auto|scroll)$/.test(getComputedStyle(element).overflowY)) areas.push(element);
    }
    const sizeOf = ({ clientHeight, clientWidth }: DomElement) => clientHeight * clientWidth;
    areas.sort((one, other) => sizeOf(other) - sizeOf(one));
    if (whole === null) return areas;
    return whole.scrollHeight > innerHeight + 1 ? [whole, ...areas] : [...areas, whole];
  }

  /** Whether a secret is typed into it; without an element, into what has the focus. */
  function markSecret({ look, index, isSecret }: { look?: number; index?: number; isSecret: boolean }): void {
    const isNamed = look !== undefined && index !== undefined;
    const element = isNamed ? pass.elementOf(look, index) : secretFields.focused();
    if (element !== null) secretFields.mark(element, isSecret);
  }

  /** The fields that the keys for copying would take a text from, or the one that is named. */
  function textSources(spot: { look: number; index: number } | null): TextSource[] {
    if (spot === null) return secretFields.copySources();
    const element = pass.elementOf(spot.look, spot.index);
    return element === null ? [] : [secretFields.sourceOf(element) ?? []].flat();
  }

  /** Of this document, also where its page has written it; null for one of no host, such as that of a `data:` address. */
  function origin(): string | null {
    const own = /^https?:$/.test(location.protocol) ? location.origin : self.origin;
    return own === 'null' ? null : own;
  }

  const { watchDrag, draggedTexts } = secretFields;
  const shows = (secrets: readonly string[]) => pointing.showing(secrets).length > 0;
  const title = () => document.title;

  return {
    pathTo,
    isHitAt,
    checkedNow,
    optionsNow,
    markSecret,
    textSources,
    watchDrag,
    draggedTexts,
    shows,
    scroll,
    origin,
    title,
  };
}
