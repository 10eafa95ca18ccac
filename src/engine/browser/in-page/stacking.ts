import type { DomBox, DomDocument, DomElement, DomStyle } from './dom.ts';
import type { Semantics } from './semantics.ts';

declare const document: DomDocument;
declare const innerWidth: number;
declare const innerHeight: number;
declare function getComputedStyle(element: DomElement): DomStyle;

export type Stacking = ReturnType<typeof createStacking>;
export type Covers = ReturnType<Stacking['createCovers']>;

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What scrolls together. */
interface Scroll {
  readonly parent: Scroll | null;
  /** What shows of it at a time. */
  readonly window: Box;
  readonly canMove: boolean;
}

/** The area in which something can be seen, now or by scrolling. */
interface Area {
  readonly reach: Box;
  readonly scroll: Scroll | null;
}

/** What is painted as one layer, over or under others. */
interface Layer {
  readonly parent: Layer | null;
  readonly z: number;
  readonly order: number;
  readonly depth: number;
}

/** What an element is painted in. */
export interface Surface {
  readonly flow: Area;
  /** For what is positioned, and for what is fixed, within it. */
  readonly positioned: Area;
  readonly fixed: Area;
  readonly opacity: number;
  readonly layer: Layer;
  /** The layer that layers within it are in. */
  readonly context: Layer;
  /** May cover something else. */
  readonly isRaised: boolean;
}

/** What an element does to what is in it, read once. */
export interface Cut {
  readonly position: string;
  readonly overflow: string;
  readonly isClipped: boolean;
}

/** An element with what has been read of it. */
interface DrawnElement {
  readonly element: DomElement;
  style: DomStyle | null;
  box: DomBox | null;
}

/** Something that hides what it is painted over. */
interface CoveringBox {
  readonly box: Box;
  readonly layer: Layer;
  readonly scroll: Scroll | null;
  readonly index: number;
  end: number;
}

/** What is visible where, and what covers what. Runs in the page, as text: it may use nothing from outside itself. */
export function createStacking({ parentOf }: Semantics) {
  const topLayer = 1_000_000_000;
  const tilePx = 200;
  const maxTiles = 40;
  const faintest = 0.05;

  function page(): Surface {
    const root = document.documentElement;
    const viewport = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const whole = document.scrollingElement ?? root;
    const [ownX, ownY] = overflowOf(root);
    const [bodyX, bodyY] = document.body === null ? [ownX, ownY] : overflowOf(document.body);
    // The browser gives what the root or the body says to the viewport.
    const [x, y] = ownX === 'visible' && ownY === 'visible' ? [bodyX, bodyY] : [ownX, ownY];
    const isFixedX = x === 'hidden' || x === 'clip';
    const isFixedY = y === 'hidden' || y === 'clip';
    const left = isFixedX ? 0 : startOf(whole.scrollLeft, whole.scrollWidth - innerWidth, root);
    const top = isFixedY ? 0 : -whole.scrollTop;
    const reach = {
      left,
      top,
      right: isFixedX ? innerWidth : left + Math.max(whole.scrollWidth, innerWidth),
      bottom: isFixedY ? innerHeight : top + Math.max(whole.scrollHeight, innerHeight),
    };
    const canMove =
      (!isFixedX && whole.scrollWidth > innerWidth + 1) ||
      (!isFixedY && whole.scrollHeight > innerHeight + 1);
    const flow = { reach, scroll: { parent: null, window: viewport, canMove } };
    const layer = { parent: null, z: 0, order: 0, depth: 0 };
    const fixed = { reach: viewport, scroll: null };
    return { flow, positioned: flow, fixed, opacity: 1, layer, context: layer, isRaised: false };
  }

  function overflowOf(element: DomElement): [string, string] {
    const { overflowX, overflowY } = getComputedStyle(element);
    return [overflowX, overflowY];
  }

  /** Where content begins, seen from what shows of it; from right to left the browser counts below zero. */
  function startOf(scrolled: number, hidden: number, element: DomElement): number {
    return getComputedStyle(element).direction === 'rtl' ? -scrolled - Math.max(hidden, 0) : -scrolled;
  }

  /** Where an element itself is painted; one that is fixed, by what it is fixed to. */
  function areaOf(around: Surface, position: string, element: DomElement): Area {
    if (position === 'fixed') return isFramed(element) ? around.flow : around.fixed;
    return position === 'absolute' ? around.positioned : around.flow;
  }

  /** Whether something around it moves along with what is fixed in it. */
  function isFramed(element: DomElement): boolean {
    if (isInTopLayer(element)) return false;
    for (let at = parentOf(element); at !== null; at = parentOf(at)) {
      const style = getComputedStyle(at);
      const isFrame =
        style.transform !== 'none' ||
        style.filter !== 'none' ||
        style.perspective !== 'none' ||
        /paint|layout|strict|content/.test(style.contain) ||
        /transform|filter|perspective/.test(style.willChange);
      if (isFrame) return true;
    }
    return false;
  }

  /** Every property that is read takes its time, so that most are read only of what may have them. */
  function layerOf(
    around: Surface,
    isTop: boolean,
    style: DomStyle,
    position: string,
    order: number,
  ): Surface {
    const own = style.opacity;
    if (position === 'static' && own === '1' && !isTop) return around;
    const opacity = own === '1' ? around.opacity : around.opacity * Number(own);
    const zIndex = position === 'static' ? 'auto' : style.zIndex;
    const hasZ = zIndex !== 'auto';
    const isApart =
      hasZ || own !== '1' || position === 'fixed' || position === 'sticky' || style.transform !== 'none';
    const parent = isTop ? null : around.context;
    const z = isTop ? topLayer : hasZ ? Number(zIndex) || 0 : 0;
    const layer = { parent, z, order, depth: (parent?.depth ?? -1) + 1 };
    // What only stands where it would anyway covers nothing.
    const isRaised = around.isRaised || isTop || (position !== 'static' && position !== 'relative') || hasZ;
    return { ...around, opacity, layer, context: isApart || isTop ? layer : around.context, isRaised };
  }

  function isInTopLayer(element: DomElement): boolean {
    if (element.tagName === 'DIALOG') return element.matches(':modal');
    return element.hasAttribute('popover') && element.matches(':popover-open');
  }

  /** The surface for what is within an element. Its box is asked for only where something is cut off at it. */
  function within(
    surface: Surface,
    area: Area,
    look: DrawnElement,
    { position, overflow: own, isClipped }: Cut,
  ): Surface {
    const { element } = look;
    const isRoot = element === document.documentElement || element === document.body;
    const overflow = isRoot ? 'visible' : own;
    if (overflow === 'visible' && !isClipped) {
      if (area === surface.flow && position === 'static') return surface;
      return { ...surface, flow: area, positioned: position === 'static' ? surface.positioned : area };
    }
    look.style ??= getComputedStyle(element);
    look.box ??= element.getBoundingClientRect();
    const { style, box } = look;
    const clipped = isClipped ? clipOf(style, position, box) : null;
    const cut = shrink(area, clipped);
    const flow = overflow === 'visible' ? cut : overflowing(cut, element, style, box);
    return {
      ...surface,
      flow,
      positioned: position === 'static' ? shrink(surface.positioned, clipped) : flow,
      fixed: shrink(surface.fixed, clipped),
    };
  }

  function hasClip(style: DomStyle, position: string): boolean {
    const canClip = position === 'absolute' || position === 'fixed';
    return style.clipPath !== 'none' || (canClip && style.clip !== 'auto');
  }

  /** What can be seen of an element's own box. */
  function shownOf(area: Area, look: DrawnElement, { position, isClipped }: Cut, box: DomBox): Box {
    const whole = placeOf(box);
    const shown = isWithin(whole, area.reach, 0) ? whole : meet(whole, area.reach);
    if (!isClipped) return shown;
    look.style ??= getComputedStyle(look.element);
    const clipped = clipOf(look.style, position, box);
    return clipped === null ? shown : meet(shown, clipped);
  }

  /** A clip cuts all that is within, positioned or not. */
  function shrink(area: Area, clipped: Box | null): Area {
    return clipped === null ? area : { ...area, reach: meet(area.reach, clipped) };
  }

  function overflowing(flow: Area, element: DomElement, style: DomStyle, box: DomBox): Area {
    const { overflowX, overflowY } = style;
    if (overflowX === 'visible' && overflowY === 'visible') return flow;
    const left = box.x + element.clientLeft;
    const top = box.y + element.clientTop;
    const inner = { left, top, right: left + element.clientWidth, bottom: top + element.clientHeight };
    if (element.clientWidth === 0 && element.clientHeight === 0 && box.width > 0 && box.height > 0)
      return flow;
    const canX = scrolls(overflowX) && element.scrollWidth > element.clientWidth + 1;
    const canY = scrolls(overflowY) && element.scrollHeight > element.clientHeight + 1;
    const shown = meet(flow.reach, inner);
    if (!overlaps(flow.reach, inner)) return { reach: shown, scroll: flow.scroll };
    const startX = left + startOf(element.scrollLeft, element.scrollWidth - element.clientWidth, element);
    const reach = {
      left: canX ? startX : overflowX === 'visible' ? flow.reach.left : shown.left,
      right: canX ? startX + element.scrollWidth : overflowX === 'visible' ? flow.reach.right : shown.right,
      top: canY ? top - element.scrollTop : overflowY === 'visible' ? flow.reach.top : shown.top,
      bottom: canY
        ? top - element.scrollTop + element.scrollHeight
        : overflowY === 'visible'
          ? flow.reach.bottom
          : shown.bottom,
    };
    if (!canX && !canY) return { reach, scroll: flow.scroll };
    return { reach, scroll: { parent: flow.scroll, window: inner, canMove: true } };
  }

  function scrolls(overflow: string): boolean {
    return overflow === 'auto' || overflow === 'scroll';
  }

  /** What `clip` and `clip-path` leave of a box; null where they leave all. */
  function clipOf({ clip, clipPath }: DomStyle, position: string, box: DomBox): Box | null {
    const bounds = placeOf(box);
    if (clip !== 'auto' && (position === 'absolute' || position === 'fixed')) {
      const sides = /^rect\((.*)\)$/.exec(clip)?.[1]?.split(/[\s,]+/) ?? [];
      const [top, right, bottom, left] = sides.map((side) =>
        side === 'auto' ? null : Number.parseFloat(side),
      );
      return meet(bounds, {
        left: box.x + (left ?? 0),
        top: box.y + (top ?? 0),
        right: right == null ? bounds.right : box.x + right,
        bottom: bottom == null ? bounds.bottom : box.y + bottom,
      });
    }
    if (clipPath === 'none') return null;
    const inset = /^inset\(([^)]*?)(?: round .*)?\)/.exec(clipPath)?.[1];
    if (inset !== undefined) {
      const sides = inset.trim().split(/\s+/);
      const [top = '0', right = top, bottom = top, left = right] = sides;
      return {
        left: bounds.left + length(left, box.width),
        top: bounds.top + length(top, box.height),
        right: bounds.right - length(right, box.width),
        bottom: bounds.bottom - length(bottom, box.height),
      };
    }
    const radius = /^(?:circle|ellipse)\(([\d.]+)(px|%)?/.exec(clipPath);
    if (radius !== null && Number(radius[1]) === 0) return { ...bounds, right: bounds.left };
    const corners = /^polygon\((?:\w+,)?\s*(.*)\)$/.exec(clipPath)?.[1]?.split(',');
    if (corners === undefined) return null;
    const points = corners.map((corner) => corner.trim().split(/\s+/));
    const xs = points.map(([x = '0']) => bounds.left + length(x, box.width));
    const ys = points.map(([, y = '0']) => bounds.top + length(y, box.height));
    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  }

  function length(text: string, whole: number): number {
    const number = Number.parseFloat(text) || 0;
    return text.endsWith('%') ? (number * whole) / 100 : number;
  }

  function placeOf({ x, y, width, height }: DomBox): Box {
    return { left: x, top: y, right: x + width, bottom: y + height };
  }

  function meet(one: Box, other: Box): Box {
    return {
      left: Math.max(one.left, other.left),
      top: Math.max(one.top, other.top),
      right: Math.min(one.right, other.right),
      bottom: Math.min(one.bottom, other.bottom),
    };
  }

  /** Whether anything is left where they meet. */
  function overlaps(one: Box, other: Box): boolean {
    return (
      Math.max(one.left, other.left) < Math.min(one.right, other.right) &&
      Math.max(one.top, other.top) < Math.min(one.bottom, other.bottom)
    );
  }

  function isWithin(inner: Box, outer: Box, slack = 1): boolean {
    return (
      inner.left >= outer.left - slack &&
      inner.right <= outer.right + slack &&
      inner.top >= outer.top - slack &&
      inner.bottom <= outer.bottom + slack
    );
  }

  /** From 0 to 1, of a color as the browser reports it. */
  function alphaOf(color: string): number {
    if (color.startsWith('rgb(') && !color.includes('/')) return 1;
    if (color === 'transparent') return 0;
    const slashed = /\/\s*([\d.]+)(%?)\)$/.exec(color);
    const alpha = slashed?.[1] ?? /^(?:rgba|hsla)\(.*,\s*([\d.]+)\)$/.exec(color)?.[1];
    if (alpha === undefined) return 1;
    return slashed?.[2] === '%' ? Number(alpha) / 100 : Number(alpha);
  }

  function leavesMark(color: string): boolean {
    return alphaOf(color) > faintest;
  }

  function isBackgroundInLetters(style: DomStyle): boolean {
    return style.webkitBackgroundClip.includes('text');
  }

  /** Collects what hides others, and then says what is hidden. */
  function createCovers() {
    const tiles = new Map<number, CoveringBox[]>();
    const large: CoveringBox[] = [];
    const all: CoveringBox[] = [];
    const tile = (x: number, y: number) => Math.floor(y / tilePx) * 100_003 + Math.floor(x / tilePx);

    function add(box: Box, surface: Surface, area: Area, index: number): void {
      const cover = { box, layer: surface.layer, scroll: area.scroll, index, end: index };
      all.push(cover);
      const columns = Math.ceil((box.right - box.left) / tilePx) + 1;
      const rows = Math.ceil((box.bottom - box.top) / tilePx) + 1;
      if (columns * rows > maxTiles) {
        large.push(cover);
        return;
      }
      for (let row = 0; row < rows; row += 1) {
        for (let column = 0; column < columns; column += 1) {
          const key = tile(box.left + column * tilePx, box.top + row * tilePx);
          const there = tiles.get(key);
          if (there === undefined) tiles.set(key, [cover]);
          else there.push(cover);
        }
      }
    }

    /** `end`: behind the last of its parts, where its own parts do not hide it. */
    function isCovered(box: Box, surface: Surface, area: Area, index: number, end = index): boolean {
      const key = tile((box.left + box.right) / 2, (box.top + box.bottom) / 2);
      const hides = (cover: CoveringBox) =>
        !(index >= cover.index && index < cover.end) &&
        !(cover.index > index && cover.index < end) &&
        isWithin(box, cover.box) &&
        isOver(cover.layer, surface.layer, cover.index) &&
        staysOver(cover, area);
      return (tiles.get(key)?.some(hides) ?? false) || large.some(hides);
    }

    return { all, add, isCovered };
  }

  /** Whether a background of one layer is painted over the text of another. */
  function isOver(upper: Layer, lower: Layer, order: number): boolean {
    if (upper === lower) return false;
    let [one, other]: [Layer, Layer] = [upper, lower];
    while (one.depth > other.depth) {
      if (one.parent === other) return one.z >= 0;
      if (one.parent === null) break;
      one = one.parent;
    }
    while (other.depth > one.depth) {
      if (other.parent === one) return other.z < 0 && order !== one.order;
      if (other.parent === null) break;
      other = other.parent;
    }
    while (one.parent !== other.parent && one.parent !== null && other.parent !== null)
      [one, other] = [one.parent, other.parent];
    return one.z === other.z ? one.order > other.order : one.z > other.z;
  }

  /** What can be scrolled out from under something can be seen, unless all that shows of it is covered. */
  function staysOver(cover: CoveringBox, { scroll }: Area): boolean {
    for (let at = cover.scroll; at !== null; at = at.parent) if (at === scroll) return true;
    if (scroll === null || !scroll.canMove) return true;
    return isWithin(scroll.window, cover.box, 8);
  }

  return {
    page,
    isInTopLayer,
    areaOf,
    layerOf,
    within,
    shownOf,
    hasClip,
    placeOf,
    meet,
    overlaps,
    isWithin,
    alphaOf,
    leavesMark,
    isBackgroundInLetters,
    createCovers,
    faintest,
  };
}
