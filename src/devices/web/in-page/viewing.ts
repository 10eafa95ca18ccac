import type { DomDocument, DomElement, DomNode, DomRoot, DomStyle } from './dom.ts';
import type { ScenePass } from './scene-pass.ts';
import type { Semantics } from './semantics.ts';

declare const document: DomDocument & {
  elementFromPoint(x: number, y: number): DomElement | null;
  getAnimations(): Iterable<DomAnimation>;
};
declare function getComputedStyle(element: DomElement): DomStyle;
declare const innerHeight: number;
declare const innerWidth: number;

interface DomAnimation {
  /** Only of a transition. */
  readonly transitionProperty?: string;
  readonly playState: string;
  readonly currentTime: unknown;
  readonly effect: { getComputedTiming(): { endTime?: unknown } } | null;
}

export type Direction = 'up' | 'down' | 'left' | 'right' | 'top' | 'bottom';

/** The way from the document to an element: places among children, -1 for a shadow tree; and what it looks like. */
export interface ElementPath {
  readonly steps: readonly number[];
  readonly tag: string;
  readonly text: string;
  /** Where the content of its box begins, in its frame. */
  readonly corner: Point;
  readonly isDrawnOver: boolean;
  readonly movesForMs: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Elements of the page for those who act on them. Runs in the page, as text: it may use nothing from outside itself. */
export function createViewing(semantics: Semantics, pass: ScenePass) {
  const textLength = 80;
  const longestMoveMs = 1_000;
  const moving = /^(height|width|max-|min-|opacity|transform|translate|top|left|right|bottom|margin|grid-)/;

  function* everything(root: DomRoot): Generator<DomElement> {
    for (const element of root.querySelectorAll('*')) {
      if (/^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|HEAD|TITLE|META|LINK)$/.test(element.tagName)) continue;
      yield element;
      if (element.shadowRoot !== null) yield* everything(element.shadowRoot);
    }
  }

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
      steps,
      tag: element.tagName,
      text: lookOf(element),
      corner,
      isDrawnOver: isReachedAround(element, point),
      movesForMs: movesForMs(),
    };
  }

  /** Of what changes its size, its place or its opacity, and comes to an end. */
  function movesForMs(): number {
    let longest = 0;
    for (const animation of document.getAnimations()) {
      if (!moving.test(animation.transitionProperty ?? '') || animation.playState !== 'running') continue;
      const end = animation.effect?.getComputedTiming().endTime;
      const leftMs = Number(end) - Number(animation.currentTime ?? 0);
      if (leftMs <= longestMoveMs) longest = Math.max(longest, leftMs);
    }
    return Math.ceil(longest);
  }

  /** A click on it reaches what the page has drawn in its place, and not the element itself. */
  function isReachedAround(element: DomElement, point: Point | null): boolean {
    const { x, y, width, height } = element.getBoundingClientRect();
    const at = point ?? { x: x + width / 2, y: y + height / 2 };
    const hit = hitAt(at.x, at.y);
    return hit !== null && !encloses(element, hit) && isSurface(element, hit);
  }

  /** The element at the end of the way, if it is still the same. */
  function follow({ steps, tag, text }: ElementPath): DomElement | null {
    let at: DomNode | null | undefined = document;
    for (const step of steps) {
      if (at == null) return null;
      at = step < 0 ? (at as DomElement).shadowRoot : at.childNodes[step];
    }
    const element = at as DomElement | null | undefined;
    return element != null && element.tagName === tag && lookOf(element) === text ? element : null;
  }

  function lookOf(element: DomElement): string {
    return (element.textContent ?? '').slice(0, textLength);
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
    const own = element.getBoundingClientRect();
    const largest = 6 * Math.max(own.width * own.height, 400);
    for (let around: DomElement | null = element; around !== null; around = parentOf(around)) {
      if (around !== element && around.shadowRoot === null) {
        const { width, height } = around.getBoundingClientRect();
        if (width * height > largest) return false;
      }
      if (encloses(around, hit)) return true;
    }
    return false;
  }

  function parentOf(element: DomElement): DomElement | null {
    return element.assignedSlot ?? element.parentElement ?? element.getRootNode().host ?? null;
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

  /** Elements that show one of these texts, the innermost ones. */
  function showing(secrets: readonly string[]): DomElement[] {
    const found: DomElement[] = [];
    for (const element of everything(document)) {
      const own = [...element.childNodes]
        .filter((child) => child.nodeType === 3)
        .map((child) => child.nodeValue ?? '')
        .join('');
      const shown = `${own}\n${element.value ?? ''}\n${element.getAttribute('placeholder') ?? ''}`;
      const whole = element.children.length <= 20 ? `${shown}\n${element.textContent ?? ''}` : shown;
      if (secrets.some((secret) => whole.includes(secret))) found.push(element);
    }
    return found.filter((one) => !found.some((other) => other !== one && one.contains(other)));
  }

  function scroll(direction: Direction): boolean {
    const area = scrolledArea();
    if (area === null) return false;
    const before = [area.scrollTop, area.scrollLeft];
    const far = 10_000_000;
    const height = Math.min(area.clientHeight, innerHeight) * 0.8;
    const width = Math.min(area.clientWidth, innerWidth) * 0.8;
    const steps: Record<Direction, [number, number]> = {
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

  /** The page itself, or the largest part of it that scrolls in its place. */
  function scrolledArea(): DomElement | null {
    const whole = document.scrollingElement;
    if (whole !== null && whole.scrollHeight > innerHeight + 1) return whole;
    let largest: DomElement | null = whole;
    let largestSize = 0;
    for (const element of everything(document)) {
      if (element.scrollHeight <= element.clientHeight + 1) continue;
      if (!/^(auto|scroll)$/.test(getComputedStyle(element).overflowY)) continue;
      const size = element.clientHeight * element.clientWidth;
      if (size > largestSize) [largest, largestSize] = [element, size];
    }
    return largest;
  }

  const shows = (secrets: readonly string[]) => showing(secrets).length > 0;
  const title = () => document.title;

  return { pathTo, follow, isHitAt, checkedNow, optionsNow, showing, shows, scroll, title };
}
