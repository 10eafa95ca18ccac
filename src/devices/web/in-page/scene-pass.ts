import type { DomBox, DomDocument, DomElement, DomNode, DomStyle } from './dom.ts';
import type { GeneratedText } from './generated-text.ts';
import type { Box, Cut, Painting, Surface } from './painting.ts';
import type { NameFacts, Semantics } from './semantics.ts';

declare const document: DomDocument;
declare const innerWidth: number;
declare const innerHeight: number;
declare function getComputedStyle(element: DomElement): DomStyle;

/** What a page tells of itself in one look: numbers in rows, since there may be fifty thousand things. */
export interface PageScene {
  /** Which look this was: things are numbered anew in each. */
  readonly look: number;
  readonly title: string;
  readonly isLoading: boolean;
  readonly width: number;
  readonly height: number;
  readonly roles: readonly string[];
  readonly shapes: readonly string[];
  /** For each thing: parent, role (from 1; 0 for none), shape, flags, left, top, width, height, and its own number. */
  readonly things: readonly number[];
  /** What only some have, by the index of the thing. */
  readonly details: ReadonlyArray<readonly [index: number, detail: ThingDetail]>;
  /** Owner, things told of before, gap, left, top, width, height, text. */
  readonly runs: ReadonlyArray<readonly [number, number, number, number, number, number, number, string]>;
  /** Things that are frames, with where what is in them begins, and a number that each keeps. */
  readonly frames: ReadonlyArray<readonly [index: number, left: number, top: number, number: number]>;
}

export interface ThingDetail {
  names?: NameFacts[];
  labels?: number[];
  value?: string;
}

export const flagOf = {
  visible: 1,
  block: 2,
  clickable: 4,
  editable: 8,
  disabled: 16,
  focused: 32,
  checkable: 64,
  checked: 128,
  selectable: 256,
  selected: 512,
  expandable: 1_024,
  expanded: 2_048,
  scrollable: 4_096,
  drawnOver: 8_192,
  modal: 16_384,
  rightToLeft: 32_768,
  covered: 65_536,
} as const;

export type ScenePass = ReturnType<typeof createScenePass>;

/** Looks at a whole document. Runs in the page, as text: it may use nothing from outside itself. */
export function createScenePass(
  semantics: Semantics,
  painting: Painting,
  generatedText: GeneratedText,
  flag: typeof flagOf,
) {
  const gaps = { none: 0, space: 1, edge: 2, line: 3, block: 4 };
  const unseenTags = new Set(
    'SCRIPT STYLE NOSCRIPT TEMPLATE HEAD TITLE META LINK DATALIST DEFS SYMBOL CLIPPATH MASK PATTERN METADATA DESC LINEARGRADIENT RADIALGRADIENT'.split(
      ' ',
    ),
  );
  const leafTags = new Set(
    'SELECT TEXTAREA INPUT CANVAS VIDEO AUDIO OBJECT EMBED IFRAME PROGRESS METER IMG'.split(' '),
  );
  const controlTags = new Set('BUTTON INPUT SELECT TEXTAREA OPTION OPTGROUP FIELDSET'.split(' '));
  const columns = 9;
  /** Whatever stands beside it is another text. */
  const interactive = /^(button|link|option|tab|menuitem\w*|checkbox|radio|switch|cell|gridcell|treeitem)$/;
  const namedByText = /^(button|link|tab|option|menuitem\w*|heading|checkbox|radio|switch)$/;
  const deepest = 600;
  const keptLooks = 4;
  const maxThings = 200_000;
  const maxText = 20_000;
  const privateUse = /[\ue000-\uf8ff]|[\u{f0000}-\u{10fffd}]/gu;
  const looks = new Map<number, DomElement[]>();
  const frameElements: DomElement[] = [];
  const ownNumbers = new WeakMap<DomElement, number>();
  let lastNumber = 0;
  let lastLook = 0;

  interface Pending {
    readonly box: Box;
    readonly surface: Surface;
    readonly area: Surface['flow'];
    readonly index: number;
  }

  function scene(): PageScene {
    const range = document.createRange();
    const covers = painting.createCovers();
    const elements: DomElement[] = [];
    const indexes = new Map<DomElement, number>();
    const roles = new Map<string, number>();
    const shapes = new Map<string, number>();
    const things: number[] = [];
    const details = new Map<number, ThingDetail>();
    const runs: Array<[number, number, number, number, number, number, number, string]> = [];
    const runPlaces: Pending[] = [];
    const thingPlaces: Pending[] = [];
    const frames: Array<[number, number, number, number]> = [];
    const tied: Array<[label: number, control: DomElement]> = [];
    const referring: Array<[index: number, referred: DomElement[]]> = [];
    const focused = deepFocus();
    const mayHaveText = generatedText.candidates();
    let gap = gaps.block;

    interface Inherited {
      readonly surface: Surface;
      readonly depth: number;
      readonly isPointer: boolean;
      readonly isDisabled: boolean;
      readonly isRightToLeft: boolean;
    }

    interface Facts extends Cut {
      readonly element: DomElement;
      readonly index: number;
      readonly parent: number;
      readonly role: string | null;
      readonly tag: string;
      readonly style: DomStyle;
      readonly display: string;
      readonly surface: Surface;
      readonly area: Surface['flow'];
      readonly isPointer: boolean;
      readonly isRightToLeft: boolean;
      readonly isDisabled: boolean;
      readonly hasAttributes: boolean;
      /** Asked for only where it is needed. */
      box: DomBox | null;
    }

    if (document.body !== null && innerWidth > 1 && innerHeight > 1)
      visit(document.documentElement, -1, {
        surface: painting.page(),
        depth: 0,
        isPointer: false,
        isDisabled: false,
        isRightToLeft: getComputedStyle(document.documentElement).direction === 'rtl',
      });
    for (const cover of covers.all) cover.end = endOf(cover.index);
    const seenRuns = runs.filter((_, at) => {
      const place = runPlaces[at];
      return place === undefined || !covers.isCovered(place.box, place.surface, place.area, place.index);
    });
    for (const { box, surface, area, index } of thingPlaces)
      if (covers.isCovered(box, surface, area, index)) {
        const at = index * columns + 3;
        things[at] = ((things[at] ?? 0) & ~(flag.visible | flag.drawnOver)) | flag.covered;
        addName(index, elements[index] ?? null);
      }
    nameByReference();
    lastLook += 1;
    looks.set(lastLook, elements);
    looks.delete(lastLook - keptLooks);
    return {
      look: lastLook,
      title: document.title,
      isLoading: document.readyState === 'loading',
      width: innerWidth,
      height: innerHeight,
      roles: [...roles.keys()],
      shapes: [...shapes.keys()],
      things,
      details: [...details],
      runs: seenRuns,
      frames,
    };

    function visit(element: DomElement, parent: number, given: Inherited): void {
      const tag = element.tagName.toUpperCase();
      if (unseenTags.has(tag) || elements.length >= maxThings) return;
      const style = getComputedStyle(element);
      const { display } = style;
      if (display === 'none') {
        hide(element, parent, given.depth);
        return;
      }
      const index = elements.length;
      elements.push(element);
      indexes.set(element, index);
      const hasAttributes = element.hasAttributes();
      const role = semantics.roleOf(element);
      const isBoxless = display === 'contents';
      const position = isBoxless ? 'static' : style.position;
      const isDisabled =
        given.isDisabled ||
        (hasAttributes &&
          (element.getAttribute('aria-disabled') === 'true' ||
            element.hasAttribute('inert') ||
            (controlTags.has(tag) && element.matches(':disabled'))));
      const surface = painting.layerOf(given.surface, element, style, position, index);
      const facts: Facts = {
        element,
        index,
        parent,
        role,
        tag,
        style,
        display,
        position,
        surface,
        area: isBoxless ? surface.flow : painting.areaOf(given.surface, position, element),
        isPointer: style.cursor === 'pointer',
        overflow: style.overflow,
        isClipped: painting.hasClip(style, position),
        isRightToLeft: directionOf(element, hasAttributes, given.isRightToLeft),
        isDisabled,
        hasAttributes,
        box: null,
      };
      const around = gapAround(facts);
      gap = Math.max(gap, around);
      const inner = isBoxless
        ? surface
        : painting.within(surface, facts.area, element, style, facts, () => boxOf(facts));
      tell(facts, given);
      const writes = mayHaveText(element);
      if (tag === 'BR') gap = Math.max(gap, gaps.line);
      if (writes) generated(facts, '::before', inner);
      if (leafTags.has(tag)) leaf(facts, given.depth);
      else
        children(facts, {
          surface: inner,
          depth: given.depth + 1,
          isPointer: facts.isPointer,
          isDisabled,
          isRightToLeft: facts.isRightToLeft,
        });
      if (writes) generated(facts, '::after', inner);
      gap = Math.max(gap, around);
    }

    function boxOf(facts: Facts): DomBox {
      facts.box ??= facts.element.getBoundingClientRect();
      return facts.box;
    }

    /** What an element puts between its text and the texts around it. */
    function gapAround({ element, tag, role, display }: Facts): number {
      if (display === 'contents') return gaps.none;
      // Each line of a drawing has a place of its own.
      if (tag === 'TEXT' || (tag === 'TSPAN' && (element.hasAttribute('x') || element.hasAttribute('y'))))
        return gaps.block;
      if (display.startsWith('inline-') || display === 'table-cell') return gaps.edge;
      if (isBlock(display)) return gaps.block;
      return role !== null && interactive.test(role) ? gaps.edge : gaps.none;
    }

    /** What is not drawn at all is only known: a box that its label shows, or a name that somebody looks for. */
    function hide(element: DomElement, parent: number, depth: number): void {
      if (unseenTags.has(element.tagName.toUpperCase()) || elements.length >= maxThings) return;
      const role = semantics.roleOf(element);
      let index = parent;
      if (role !== null) {
        index = elements.length;
        elements.push(element);
        indexes.set(element, index);
        let flags = answer(semantics.checkedOf(element, role), flag.checkable, flag.checked);
        if (semantics.isEditable(element)) flags |= flag.editable;
        if (controlTags.has(element.tagName) && element.matches(':disabled')) flags |= flag.disabled;
        things.push(
          parent,
          indexIn(roles, role) + 1,
          indexIn(shapes, ''),
          flags,
          0,
          0,
          0,
          0,
          ownNumber(element),
        );
        describe(element, index, role, element.tagName, true);
        if (namedByText.test(role)) addName(index, element);
      }
      if (depth > deepest || leafTags.has(element.tagName)) return;
      for (const child of semantics.shownChildren(element))
        if (child.nodeType === 1) hide(child as DomElement, index, depth + 1);
    }

    function children({ element, tag, index, style, display }: Facts, given: Inherited): void {
      const isClosed = tag === 'DETAILS' && !element.hasAttribute('open');
      // Deeper ones lie beside each other: nothing that people make goes on so far.
      const parent = given.depth > deepest ? (things[index * columns] ?? index) : index;
      let isShown: boolean | null = null;
      for (const child of semantics.shownChildren(element)) {
        if (child.nodeType === 1) {
          if (isClosed && (child as DomElement).tagName !== 'SUMMARY') continue;
          visit(child as DomElement, parent, given);
        } else if (child.nodeType === 3 && !isClosed) {
          const whole = child.nodeValue ?? '';
          if (/^\s*$/.test(whole)) {
            if (whole !== '') gap = Math.max(gap, gaps.space);
            continue;
          }
          isShown ??= isPainted(element, style, display, given.surface);
          if (isShown) text(child, whole, index, style, given.surface);
        }
      }
    }

    function isPainted(element: DomElement, style: DomStyle, display: string, surface: Surface): boolean {
      if (surface.opacity < painting.faintest || style.visibility !== 'visible') return false;
      // The browser calls nothing visible that has no box.
      const mayBeSkipped = display !== 'inline' && !display.startsWith('table');
      const isSkipped =
        (mayBeSkipped && style.contentVisibility === 'hidden') ||
        (display !== 'contents' && !element.checkVisibility());
      return !isSkipped && painting.isLegible(style);
    }

    function tell(facts: Facts, given: Inherited): void {
      const { element, index, parent, role, tag, style, display, overflow, surface, area } = facts;
      const isControl = tag === 'INPUT' || tag === 'SELECT' || tag === 'TEXTAREA';
      const isClickable =
        (facts.isPointer && !given.isPointer && !isControl) ||
        (facts.hasAttributes && element.hasAttribute('onclick'));
      let flags = 0;
      if (isBlock(display)) flags |= flag.block;
      if (isClickable) flags |= flag.clickable;
      if (facts.isDisabled) flags |= flag.disabled;
      if (focused.has(element)) flags |= flag.focused;
      if (facts.isRightToLeft) flags |= flag.rightToLeft;
      if (facts.hasAttributes || isControl) {
        if (semantics.isEditable(element)) flags |= flag.editable;
        flags |= answer(semantics.checkedOf(element, role), flag.checkable, flag.checked);
        flags |= answer(semantics.selectedOf(element), flag.selectable, flag.selected);
        flags |= answer(semantics.expandedOf(element), flag.expandable, flag.expanded);
        if (semantics.isModal(element)) flags |= flag.modal;
      }
      const isNamed = describe(element, index, role, tag, facts.hasAttributes || isControl);
      if (/auto|scroll/.test(overflow)) flags |= flag.scrollable;
      const isSought = role !== null || isClickable || isNamed || tag === 'LABEL' || overflow !== 'visible';
      let shown = { left: 0, top: 0, right: 0, bottom: 0 };
      if ((isSought || surface.isRaised) && display !== 'contents') {
        shown = painting.shownOf(area, style, facts, boxOf(facts));
        flags |= visibilityOf(facts, shown, isControl);
        if (isSought && (flags & (flag.visible | flag.drawnOver)) !== 0 && (role !== null || isClickable))
          thingPlaces.push({ box: shown, surface, area, index });
      }
      const className = typeof element.className === 'string' ? element.className : '';
      things.push(
        parent,
        role === null ? 0 : indexIn(roles, role) + 1,
        indexIn(shapes, className === '' ? tag : `${tag} ${className}`),
        flags,
        rounded(shown.left),
        rounded(shown.top),
        Math.max(rounded(shown.right - shown.left), 0),
        Math.max(rounded(shown.bottom - shown.top), 0),
        ownNumber(element),
      );
    }

    function visibilityOf(
      { element, tag, index, style, surface, area }: Facts,
      shown: Box,
      isControl: boolean,
    ) {
      const width = shown.right - shown.left;
      const height = shown.bottom - shown.top;
      if (width <= 1 || height <= 1 || style.visibility !== 'visible') return 0;
      if (surface.opacity < painting.faintest)
        return isControl && width > 3 && height > 3 ? flag.drawnOver : 0;
      if (!isLoaded(element, tag, shown)) return 0;
      const mayCover = surface.isRaised && surface.opacity > 0.95 && width * height > 100;
      if (mayCover && painting.alphaOf(style.backgroundColor) > 0.95) covers.add(shown, surface, area, index);
      return flag.visible;
    }

    function rounded(number: number): number {
      return Math.round(number * 10) / 10;
    }

    /** True where it has a name of its own. */
    function describe(
      element: DomElement,
      index: number,
      role: string | null,
      tag: string,
      hasAttributes: boolean,
    ): boolean {
      if (!hasAttributes && tag !== 'SVG' && tag !== 'LABEL') return false;
      const names = semantics.namesOf(element);
      if (names.length > 0) detailOf(index).names = names;
      const value = semantics.heldBy(element, role);
      if (value !== null) detailOf(index).value = value.slice(0, maxText);
      if (tag === 'LABEL') tie(element, index);
      if (element.hasAttribute('aria-labelledby')) referring.push([index, semantics.referredBy(element)]);
      return names.length > 0;
    }

    /** To what it is tied to; else to the custom control within it. */
    function tie(label: DomElement, index: number): void {
      const control = label.control ?? label.querySelector('[role=checkbox],[role=radio],[role=switch]');
      if (control == null) return;
      // The control of a custom element lies in its shadow tree.
      tied.push([index, control.shadowRoot?.querySelector('input,select,textarea,button') ?? control]);
    }

    function nameByReference(): void {
      for (const [label, control] of tied) {
        const index = indexes.get(control);
        if (index === undefined) continue;
        addLabel(index, label);
        addName(index, elements[label] ?? null);
      }
      for (const [index, referred] of referring)
        for (const element of referred) {
          const label = indexes.get(element);
          if (label !== undefined && label !== index && !isWithinThing(label, index)) addLabel(index, label);
          addName(index, element);
        }
    }

    function addLabel(index: number, label: number): void {
      const detail = detailOf(index);
      detail.labels = [...(detail.labels ?? []), label];
    }

    /** A label that nobody sees is a name as well. */
    function addName(index: number, label: DomElement | null): void {
      const text = (label?.getAttribute('aria-label') ?? label?.textContent ?? '')
        .replace(/\s+/g, ' ')
        .trim();
      if (text === '' || text.length > 500) return;
      const detail = detailOf(index);
      detail.names = [...(detail.names ?? []), ['aria', text]];
    }

    function isWithinThing(inner: number, outer: number): boolean {
      return inner > outer && inner < endOf(outer);
    }

    function text(node: DomNode, whole: string, owner: number, style: DomStyle, surface: Surface): void {
      range.selectNodeContents(node);
      const place = placeOf(range.getBoundingClientRect());
      const { reach } = surface.flow;
      if (place.right - place.left < 1 || place.bottom - place.top < 1) return;
      if (painting.isEmpty(painting.meet(place, reach))) return;
      if (/^\s/.test(whole)) gap = Math.max(gap, gaps.space);
      if (/\S\s*\n\s*\S/.test(whole) && /^(pre|break)/.test(style.whiteSpace))
        lines(node, whole, owner, style, surface);
      else if (painting.isWithin(place, reach, 2)) add(whole, place, owner, style, surface);
      else visibleWords(node, whole, owner, style, surface);
      if (/\s$/.test(whole)) gap = Math.max(gap, gaps.space);
    }

    function placeOf({ x, y, width, height }: DomBox): Box {
      return { left: x, top: y, right: x + width, bottom: y + height };
    }

    /** Of a text whose line breaks are kept. */
    function lines(node: DomNode, whole: string, owner: number, style: DomStyle, surface: Surface): void {
      for (const line of whole.slice(0, maxText).matchAll(/[^\n]*\S[^\n]*/g)) {
        range.setStart(node, line.index);
        range.setEnd(node, line.index + line[0].length);
        const box = range.getBoundingClientRect();
        const place = placeOf(box);
        const shown = painting.meet(place, surface.flow.reach);
        if (shown.bottom - shown.top >= box.height / 2 && shown.right > shown.left)
          add(line[0], place, owner, style, surface);
        gap = Math.max(gap, gaps.line);
      }
    }

    /** Of a text that is cut off somewhere, the words of which most can be seen. */
    function visibleWords(
      node: DomNode,
      whole: string,
      owner: number,
      style: DomStyle,
      surface: Surface,
    ): void {
      for (const word of whole.slice(0, maxText).matchAll(/\S+/g)) {
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const box = range.getBoundingClientRect();
        const place = placeOf(box);
        const shown = painting.meet(place, surface.flow.reach);
        const isShown =
          shown.right - shown.left >= box.width / 2 && shown.bottom - shown.top >= box.height / 2;
        if (isShown) add(word[0], place, owner, style, surface);
        gap = Math.max(gap, gaps.space);
      }
    }

    function add(words: string, place: Box, owner: number, style: DomStyle, surface: Surface): void {
      const plain = transformed(words.slice(0, maxText), style.textTransform).replace(privateUse, '');
      if (plain.trim() === '') return;
      if (gap < gaps.edge && isSetApart(place)) gap = gaps.edge;
      // Punctuation belongs to the word before it, whatever the space around that.
      const own = gap === gaps.edge && /^\s*[.,;:!?)\]]/.test(plain) ? gaps.none : gap;
      push(plain, place, owner, own, surface, surface.flow);
    }

    /** In the same line as the text before, and farther from it than letters are: a badge, a chip. */
    function isSetApart({ left, right, top, bottom }: Box): boolean {
      const last = runs[runs.length - 1];
      if (last === undefined) return false;
      const [, , , x, y, width, height] = last;
      const isInLine = Math.min(bottom, y + height) - Math.max(top, y) > (bottom - top) / 2;
      const distance = Math.max(left - (x + width), x - right);
      return isInLine && distance > 0.14 * (bottom - top);
    }

    function push(
      words: string,
      place: Box,
      owner: number,
      before: number,
      surface: Surface,
      area: Surface['flow'],
    ): void {
      const { left, top, right, bottom } = place;
      runs.push([
        owner,
        elements.length,
        before,
        Math.round(left * 10) / 10,
        Math.round(top * 10) / 10,
        Math.round((right - left) * 10) / 10,
        Math.round((bottom - top) * 10) / 10,
        words.replace(/\s+/g, ' '),
      ]);
      runPlaces.push({ box: painting.meet(place, area.reach), surface, area, index: owner });
      gap = gaps.none;
    }

    function transformed(words: string, transform: string): string {
      if (transform === 'uppercase') return words.toUpperCase();
      if (transform === 'lowercase') return words.toLowerCase();
      return transform === 'capitalize'
        ? words.replace(/(^|\s)(\p{L})/gu, (letters) => letters.toUpperCase())
        : words;
    }

    /** What a style sheet writes before or behind the content. */
    function generated(facts: Facts, pseudo: '::before' | '::after', surface: Surface): void {
      const { element, index, style: own } = facts;
      if (own.visibility !== 'visible') return;
      const found = generatedText.of(element, pseudo);
      if (found === null) return;
      const { words, style } = found;
      if (surface.opacity * Number(style.opacity) < painting.faintest || !painting.isLegible(style)) return;
      const isApart = style.display !== 'inline';
      if (isApart) gap = Math.max(gap, isBlock(style.display) ? gaps.block : gaps.edge);
      if (/^\s/.test(words)) gap = Math.max(gap, gaps.space);
      const place = placeOf(boxOf(facts));
      if (painting.isEmpty(painting.meet(place, surface.flow.reach))) return;
      push(transformed(words, style.textTransform), place, index, gap, surface, surface.flow);
      if (/\s$/.test(words)) gap = Math.max(gap, gaps.space);
      if (isApart) gap = Math.max(gap, gaps.edge);
    }

    /** What has no children that are drawn, but words or things of its own. */
    function leaf(facts: Facts, depth: number): void {
      const { element, tag, role, index, style, surface, area } = facts;
      if (tag === 'IMG' || tag === 'CANVAS' || tag === 'VIDEO') return;
      const box = boxOf(facts);
      const place = placeOf(box);
      const isShown =
        style.visibility === 'visible' &&
        surface.opacity >= painting.faintest &&
        box.width > 1 &&
        box.height > 1 &&
        !painting.isEmpty(painting.meet(place, area.reach));
      if (tag === 'IFRAME') {
        if (isShown)
          frames.push([index, box.x + element.clientLeft, box.y + element.clientTop, numberOf(element)]);
        return;
      }
      if (tag === 'SELECT' && role === 'listbox') {
        const given = { depth, isPointer: false, isDisabled: false, isRightToLeft: facts.isRightToLeft };
        for (const option of element.querySelectorAll('option'))
          visit(option, index, { ...given, surface: { ...surface, flow: area } });
        return;
      }
      const words =
        tag === 'SELECT'
          ? semantics.heldBy(element, role)
          : (semantics.buttonText(element) ?? (element.value ? null : semantics.placeholderOf(element)));
      if (isShown && words !== null && words.trim() !== '')
        push(words, place, index, Math.max(gap, gaps.edge), surface, area);
      gap = Math.max(gap, gaps.edge);
    }

    function detailOf(index: number): ThingDetail {
      let detail = details.get(index);
      if (detail === undefined) {
        detail = {};
        details.set(index, detail);
      }
      return detail;
    }

    /** The index behind the last thing within. */
    function endOf(index: number): number {
      let at = index + 1;
      for (; at < elements.length; at += 1) {
        const parent = things[at * columns] ?? -1;
        if (parent < index) break;
      }
      return at;
    }
  }

  function isBlock(display: string): boolean {
    return !display.startsWith('inline') && display !== 'contents' && !display.startsWith('ruby');
  }

  function directionOf(element: DomElement, hasAttributes: boolean, around: boolean): boolean {
    return hasAttributes && element.hasAttribute('dir')
      ? getComputedStyle(element).direction === 'rtl'
      : around;
  }

  function answer(said: boolean | null, isKnown: number, isSo: number): number {
    return said === null ? 0 : said ? isKnown | isSo : isKnown;
  }

  function indexIn(table: Map<string, number>, text: string): number {
    let index = table.get(text);
    if (index === undefined) {
      index = table.size;
      table.set(text, index);
    }
    return index;
  }

  /** An image that did not come is not seen; one that waits to be scrolled to comes then. */
  function isLoaded(element: DomElement, tag: string, { top }: Box): boolean {
    if (tag !== 'IMG') return true;
    if (element.complete === true) return (element.naturalWidth ?? 0) > 0;
    return element.getAttribute('loading') === 'lazy' && top > innerHeight;
  }

  /** The element that has the focus, with the hosts that it lies in. */
  function deepFocus(): ReadonlySet<DomElement> {
    const found = new Set<DomElement>();
    for (let at = document.activeElement; at; at = at.shadowRoot?.activeElement) found.add(at);
    if (document.body !== null) found.delete(document.body);
    return found;
  }

  /** The element that a look has told of; null when it has gone, or the look is long past. */
  function elementOf(look: number, index: number): DomElement | null {
    const element = looks.get(look)?.[index];
    return element?.isConnected === true ? element : null;
  }

  /** The same in every look. */
  function ownNumber(element: DomElement): number {
    let number = ownNumbers.get(element);
    if (number === undefined) {
      lastNumber += 1;
      number = lastNumber;
      ownNumbers.set(element, number);
    }
    return number;
  }

  function numberOf(frame: DomElement): number {
    const known = frameElements.indexOf(frame);
    return known >= 0 ? known : frameElements.push(frame) - 1;
  }

  return { scene, elementOf, frameElement: (number: number) => frameElements[number] ?? null };
}
