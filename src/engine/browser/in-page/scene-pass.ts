import type { aspectOf } from './authored-styles.ts';
import type { DomDocument, DomElement, DomStyle } from './dom.ts';
import type { ElementLook, ElementLooks } from './element-looks.ts';
import type { GeneratedText } from './generated-text.ts';
import type { Motion } from './motion.ts';
import type { Naming, ThingDetail } from './naming.ts';
import type { SecretFields } from './secret-fields.ts';
import type { Semantics } from './semantics.ts';
import type { Box, Cut, Stacking, Surface } from './stacking.ts';
import type { TextContrast } from './text-contrast.ts';
import type { TextPass } from './text-pass.ts';

declare const document: DomDocument;
declare const innerWidth: number;
declare const innerHeight: number;
declare function getComputedStyle(element: DomElement): DomStyle;

/** What a page reports of itself in one look: numbers in rows, since there may be fifty thousand things. */
export interface PageScene {
  /** Which look this was: things are numbered anew in each. */
  readonly look: number;
  readonly title: string;
  readonly isLoading: boolean;
  readonly width: number;
  readonly height: number;
  readonly roles: readonly string[];
  readonly shapes: readonly string[];
  /**
   * For each thing: parent, role (from 1; 0 for none), shape, flags, left, top, width and height in tenths of a pixel,
   * and its own number.
   */
  readonly things: readonly number[];
  /** What only some have, by the index of the thing. */
  readonly details: ReadonlyArray<readonly [index: number, detail: ThingDetail]>;
  /** For each text: owner, things reported before, gap, and left, top, width and height in tenths of a pixel. */
  readonly runs: readonly number[];
  readonly texts: readonly string[];
  /** Things that are frames, with where what is in them begins, and a number that each keeps. */
  readonly frames: ReadonlyArray<readonly [index: number, left: number, top: number, number: number]>;
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
  faint: 131_072,
  listed: 262_144,
  required: 524_288,
  readOnly: 1_048_576,
  invalid: 2_097_152,
  givenSecret: 4_194_304,
} as const;

export type ScenePass = ReturnType<typeof createScenePass>;

/** Looks at a whole document. Runs in the page, as text: it may use nothing from outside itself. */
export function createScenePass(
  semantics: Semantics,
  naming: Naming,
  stacking: Stacking,
  motion: Motion,
  looks: ElementLooks,
  contrast: TextContrast,
  textPass: TextPass,
  generatedText: GeneratedText,
  secretFields: SecretFields,
  flag: typeof flagOf,
  aspect: typeof aspectOf,
) {
  const { gaps } = textPass;
  const { placeOf } = stacking;
  const { bit, toldBy } = semantics;
  const unseenTags = new Set(
    'SCRIPT STYLE NOSCRIPT TEMPLATE HEAD TITLE META LINK DATALIST DEFS SYMBOL CLIPPATH MASK PATTERN METADATA DESC LINEARGRADIENT RADIALGRADIENT'.split(
      ' ',
    ),
  );
  const leafTags = new Set(
    'SELECT OPTION TEXTAREA INPUT CANVAS VIDEO AUDIO OBJECT EMBED IFRAME PROGRESS METER IMG'.split(' '),
  );
  const controlTags = new Set('BUTTON INPUT SELECT TEXTAREA OPTION OPTGROUP FIELDSET'.split(' '));
  /** Tags that have a state or a value without any attribute that says so. */
  const statefulTags = new Set('INPUT SELECT TEXTAREA DIALOG PROGRESS METER'.split(' '));
  const columns = 9;
  /** Whatever stands beside it is another text. */
  const interactive = /^(button|link|option|tab|menuitem\w*|checkbox|radio|switch|cell|gridcell|treeitem)$/;
  const namedByText = /^(button|link|tab|option|menuitem\w*|heading|checkbox|radio|switch)$/;
  const deepest = 600;
  const storedLooks = 4;
  const maxThings = 200_000;
  const nowhere: Box = { left: 0, top: 0, right: 0, bottom: 0 };
  const uncut: Cut = { position: 'static', overflow: 'visible', isClipped: false };
  const boxAspects = aspect.position | aspect.opacity | aspect.overflow | aspect.clip;
  const isInteractive = remembering(interactive);
  const isCalledByText = remembering(namedByText);
  const storedElements = new Map<number, DomElement[]>();
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
    const covers = stacking.createCovers();
    const elements: DomElement[] = [];
    const roles = new Map<string, number>();
    const shapes = new Map<string, number>();
    const shapesByTag = new Map<string, Map<string, number>>();
    const things: number[] = [];
    const thingPlaces: Pending[] = [];
    const frames: Array<[number, number, number, number]> = [];
    const focused = deepFocus();
    const leaving = motion.leaving();
    const mayHaveText = generatedText.candidates();
    const lookAt = looks.begin();
    const swallows = contrast.begin();
    const text = textPass.begin(() => elements.length);
    const names = naming.begin({
      elements,
      parentOf: (index) => things[index * columns] ?? 0,
      isVisible: (index) => ((things[index * columns + 3] ?? 0) & flag.visible) !== 0,
      endOf,
    });

    /** What an element hands on to those that are in it. */
    interface Around {
      readonly look: ElementLook | null;
      readonly inner: Surface;
      readonly depth: number;
      readonly isPointer: boolean;
      readonly isDisabled: boolean;
      readonly isRightToLeft: boolean;
      readonly isInHead: boolean;
    }

    interface Facts extends Around {
      readonly element: DomElement;
      readonly look: ElementLook;
      readonly index: number;
      readonly parent: number;
      readonly role: string | null;
      readonly tag: string;
      readonly className: string;
      readonly cut: Cut;
      readonly surface: Surface;
      readonly area: Surface['flow'];
      /** What its attributes say. */
      readonly told: number;
    }

    if (document.body !== null && innerWidth > 1 && innerHeight > 1)
      visit(document.documentElement, -1, {
        look: null,
        inner: stacking.page(),
        depth: 0,
        isPointer: false,
        isDisabled: false,
        isRightToLeft: getComputedStyle(document.documentElement).direction === 'rtl',
        isInHead: false,
      });
    for (const cover of covers.all) cover.end = endOf(cover.index);
    const { runs, texts } = text.seen(covers);
    if (covers.all.length > 0)
      for (const { box, surface, area, index } of thingPlaces)
        if (covers.isCovered(box, surface, area, index, endOf(index))) {
          const at = index * columns + 3;
          things[at] = ((things[at] ?? 0) & ~(flag.visible | flag.drawnOver)) | flag.covered;
          names.addName(index, elements[index] ?? null);
        }
    names.complete(ownersOf(runs));
    lastLook += 1;
    storedElements.set(lastLook, elements);
    storedElements.delete(lastLook - storedLooks);
    return {
      look: lastLook,
      title: document.title,
      isLoading: document.readyState === 'loading',
      width: innerWidth,
      height: innerHeight,
      roles: [...roles.keys()],
      shapes: [...shapes.keys()],
      things,
      details: [...names.details],
      runs,
      texts,
      frames,
    };

    function visit(element: DomElement, parent: number, given: Around): void {
      const name = element.tagName;
      const tag = name.toUpperCase();
      if (unseenTags.has(tag) || elements.length >= maxThings) return;
      const told = element.hasAttributes() ? toldBy(element) : 0;
      const className = told !== 0 && typeof element.className === 'string' ? element.className : '';
      const look = lookAt(element, name, className, told !== 0, (told & bit.restyling) !== 0, given.look);
      const { display } = look;
      if (display === 'none' || (leaving.size > 0 && leaving.has(element))) {
        hide(element, parent, given.depth);
        return;
      }
      const index = elements.length;
      elements.push(element);
      const role =
        (told & bit.state) !== 0
          ? semantics.roleOf(element)
          : semantics.roleByTag(element, tag, look.isKnown ? given.isInHead : undefined);
      const isDisabled =
        given.isDisabled ||
        (told !== 0 &&
          (((told & bit.disabling) !== 0 && isTurnedOff(element)) ||
            (controlTags.has(tag) && element.matches(':disabled'))));
      const isRightToLeft =
        (told & bit.direction) !== 0 ? looks.styleOf(look).direction === 'rtl' : given.isRightToLeft;
      const isPlain = (look.aspects & boxAspects) === 0 && display !== 'contents' && (told & bit.top) === 0;
      const cut = isPlain ? uncut : cutOf(look);
      const isTop = (tag === 'DIALOG' || (told & bit.top) !== 0) && stacking.isInTopLayer(element);
      const surface = isPlain
        ? given.inner
        : stacking.layerOf(given.inner, isTop, looks.styleOf(look), cut.position, index);
      const isBoxless = display === 'contents';
      const area = isPlain || isBoxless ? surface.flow : stacking.areaOf(given.inner, cut.position, element);
      const facts: Facts = {
        element,
        look,
        index,
        parent,
        role,
        tag,
        className,
        cut,
        surface,
        area,
        inner: isPlain || isBoxless ? surface : stacking.within(surface, area, look, cut),
        depth: given.depth + 1,
        isPointer: look.isPointer,
        isRightToLeft,
        isDisabled,
        isInHead: given.isInHead || tag === 'THEAD',
        told,
      };
      const around = gapAround(facts);
      text.raise(around);
      describeThing(facts, given.isPointer);
      const writes = mayHaveText(element, look.shadowRoot);
      if (tag === 'BR') text.raise(gaps.line);
      if (writes) text.generated(facts, '::before', facts.inner);
      if (leafTags.has(tag)) leaf(facts);
      else children(facts, writes);
      if (writes) text.generated(facts, '::after', facts.inner);
      text.raise(around);
    }

    function cutOf(look: ElementLook): Cut {
      const style = looks.styleOf(look);
      const position = look.display === 'contents' ? 'static' : style.position;
      return { position, overflow: style.overflow, isClipped: stacking.hasClip(style, position) };
    }

    /** What an element puts between its text and the texts around it. */
    function gapAround({ element, tag, role, look: { kind } }: Facts): number {
      if (kind.display === 'contents') return gaps.none;
      // Each line of a drawing has a place of its own.
      if (tag === 'TEXT' || (tag === 'TSPAN' && (element.hasAttribute('x') || element.hasAttribute('y'))))
        return gaps.block;
      if (kind.isEdge) return gaps.edge;
      if (kind.isBlock) return gaps.block;
      return role !== null && isInteractive(role) ? textPass.seam : gaps.none;
    }

    /** What is not drawn at all is only known: a box that its label shows, or a name that somebody looks for. */
    function hide(element: DomElement, parent: number, depth: number): void {
      if (unseenTags.has(element.tagName.toUpperCase()) || elements.length >= maxThings) return;
      const role = semantics.roleOf(element);
      let index = parent;
      if (role !== null) {
        index = elements.length;
        elements.push(element);
        let flags = answer(semantics.checkedOf(element, role), flag.checkable, flag.checked);
        if (semantics.isEditable(element)) flags |= flag.editable;
        if (secretFields.isGiven(element)) flags |= flag.givenSecret;
        if (controlTags.has(element.tagName)) {
          if (element.matches(':disabled')) flags |= flag.disabled;
          flags |= inForm(element);
        }
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
        names.describe(element, index, role, element.tagName, true, toldBy(element));
        if (isCalledByText(role)) names.addName(index, element);
      }
      if (depth > deepest || leafTags.has(element.tagName)) return;
      for (const child of semantics.shownChildren(element))
        if (child.nodeType === 1) hide(child as DomElement, index, depth + 1);
    }

    function children(facts: Facts, writes: boolean): void {
      const { element, tag, index, look, inner } = facts;
      const isClosed = tag === 'DETAILS' && !element.hasAttribute('open');
      // Deeper ones are beside each other: nothing that people make gets so deep.
      const parent = facts.depth > deepest ? (things[index * columns] ?? index) : index;
      let isShown: boolean | null = null;
      const slotted = tag === 'SLOT' && look.shadowRoot === null ? element.assignedNodes?.() : undefined;
      const isSlotted = slotted !== undefined && slotted.length > 0;
      let next = 0;
      // From one to the next is five times as fast as by the list of them.
      let child = isSlotted ? (slotted[0] ?? null) : (look.shadowRoot ?? element).firstChild;
      for (; child !== null; child = isSlotted ? (slotted[++next] ?? null) : child.nextSibling) {
        if (child.nodeType === 1) {
          if (!isClosed || (child as DomElement).tagName === 'SUMMARY')
            visit(child as DomElement, parent, facts);
        } else if (child.nodeType === 3 && !isClosed) {
          const whole = child.nodeValue ?? '';
          const trimmed = whole.trim();
          if (trimmed === '') {
            if (whole !== '') text.raise(gaps.space);
            continue;
          }
          isShown ??= isPainted(look, inner);
          if (!isShown) continue;
          const isAlone = !writes && child.nextSibling === null && child === element.firstChild;
          text.read(child, whole, trimmed, facts, inner, isAlone);
        }
      }
    }

    function isPainted(look: ElementLook, surface: Surface): boolean {
      return (
        surface.opacity >= stacking.faintest &&
        looks.isVisible(look) &&
        !looks.isSkipped(look) &&
        looks.isLegible(look) &&
        !swallows(look)
      );
    }

    function describeThing(facts: Facts, isInPointer: boolean): void {
      const { element, index, parent, role, tag, className, look, cut, surface, area, told } = facts;
      const { display } = look;
      const isControl = tag === 'INPUT' || tag === 'SELECT' || tag === 'TEXTAREA';
      const isClickable = (look.isPointer && !isInPointer && !isControl) || (told & bit.clicked) !== 0;
      let flags = 0;
      if (look.kind.isBlock) flags |= flag.block;
      if (isClickable) flags |= flag.clickable;
      if (tag === 'LI') flags |= flag.listed;
      if (facts.isDisabled) flags |= flag.disabled;
      if (focused.size > 0 && focused.has(element)) flags |= flag.focused;
      if (facts.isRightToLeft) flags |= flag.rightToLeft;
      if (secretFields.isGiven(element)) flags |= flag.givenSecret;
      if (surface.opacity < 0.95) flags |= flag.faint;
      const isTelling =
        isControl ||
        (told & bit.state) !== 0 ||
        tag === 'OPTION' ||
        tag === 'DETAILS' ||
        tag === 'SUMMARY' ||
        (told !== 0 && statefulTags.has(tag)) ||
        tag.includes('-');
      if (isTelling) {
        if (semantics.isEditable(element)) flags |= flag.editable;
        flags |= answer(semantics.checkedOf(element, role), flag.checkable, flag.checked);
        flags |= answer(semantics.selectedOf(element), flag.selectable, flag.selected);
        flags |= answer(semantics.expandedOf(element), flag.expandable, flag.expanded);
        if (semantics.isModal(element)) flags |= flag.modal;
      }
      if (isControl || (told & bit.form) !== 0) flags |= inForm(element);
      const isNamed = names.describe(element, index, role, tag, isTelling, told);
      const { overflow } = cut;
      if (overflow !== 'visible' && /auto|scroll/.test(overflow)) flags |= flag.scrollable;
      const isSought = role !== null || isClickable || isNamed || tag === 'LABEL' || overflow !== 'visible';
      let shown = nowhere;
      if ((isSought || surface.isRaised) && display !== 'contents') {
        shown = stacking.shownOf(area, look, cut, looks.boxOf(look));
        flags |= visibilityOf(facts, shown, isControl);
        if (isSought && (flags & (flag.visible | flag.drawnOver)) !== 0 && (role !== null || isClickable))
          thingPlaces.push({ box: shown, surface, area, index });
      }
      if (role !== null && isCalledByText(role)) names.calledByText.push(index);
      things.push(
        parent,
        role === null ? 0 : indexIn(roles, role) + 1,
        shapeOf(tag, className),
        flags,
        Math.round(shown.left * 10),
        Math.round(shown.top * 10),
        Math.max(Math.round((shown.right - shown.left) * 10), 0),
        Math.max(Math.round((shown.bottom - shown.top) * 10), 0),
        ownNumber(element),
      );
    }

    function shapeOf(tag: string, className: string): number {
      let ofTag = shapesByTag.get(tag);
      if (ofTag === undefined) {
        ofTag = new Map();
        shapesByTag.set(tag, ofTag);
      }
      let shape = ofTag.get(className);
      if (shape === undefined) {
        shape = indexIn(shapes, className === '' ? tag : `${tag} ${className}`);
        ofTag.set(className, shape);
      }
      return shape;
    }

    function visibilityOf(
      { element, tag, index, look, surface, area }: Facts,
      shown: Box,
      isControl: boolean,
    ) {
      const width = shown.right - shown.left;
      const height = shown.bottom - shown.top;
      if (width <= 1 || height <= 1 || !looks.isVisible(look)) return 0;
      if (surface.opacity < stacking.faintest)
        return isControl && width > 3 && height > 3 ? flag.drawnOver : 0;
      if (!isLoaded(element, tag, shown)) return 0;
      const mayCover = surface.isRaised && surface.opacity > 0.95 && width * height > 100;
      if (mayCover && stacking.alphaOf(looks.styleOf(look).backgroundColor) > 0.95)
        covers.add(shown, surface, area, index);
      return flag.visible;
    }

    /** What has no children that are drawn, but words or things of its own. */
    function leaf(facts: Facts): void {
      const { element, tag, role, index, look, surface, area } = facts;
      if (tag === 'IMG' || tag === 'CANVAS' || tag === 'VIDEO') return;
      const box = looks.boxOf(look);
      const isShown =
        looks.isVisible(look) &&
        surface.opacity >= stacking.faintest &&
        box.width > 1 &&
        box.height > 1 &&
        stacking.overlaps(placeOf(box), area.reach);
      if (tag === 'IFRAME') {
        if (isShown)
          frames.push([index, box.x + element.clientLeft, box.y + element.clientTop, numberOf(element)]);
        return;
      }
      if (tag === 'SELECT' && role === 'listbox') {
        const given = { ...facts, isPointer: false, isDisabled: false, isInHead: false };
        for (const option of element.querySelectorAll('option')) visit(option, index, given);
        return;
      }
      const words = wordsOf(element, tag, role);
      if (isShown && words !== null && words.trim() !== '') text.control(words, facts, surface, area);
      text.raise(gaps.edge);
    }

    /** Of an option the browser draws a copy: its own text has no place. */
    function wordsOf(element: DomElement, tag: string, role: string | null): string | null {
      if (tag === 'SELECT') return semantics.heldBy(element, role);
      if (tag === 'OPTION') return semantics.optionText(element);
      return semantics.buttonText(element) ?? (element.value ? null : semantics.placeholderOf(element));
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

  function isTurnedOff(element: DomElement): boolean {
    if (element.getAttribute('aria-disabled') === 'true' || element.hasAttribute('inert')) return true;
    // Pages put it on boxes of their own as well, and draw them so; the browser knows only of its controls.
    return (element.getAttribute('disabled') ?? 'false') !== 'false' && !controlTags.has(element.tagName);
  }

  /** There are few roles, and many things. */
  function remembering(pattern: RegExp): (role: string) => boolean {
    const known = new Map<string, boolean>();
    return (role) => {
      let fits = known.get(role);
      if (fits === undefined) {
        fits = pattern.test(role);
        known.set(role, fits);
      }
      return fits;
    };
  }

  function* ownersOf(runs: readonly number[]): Generator<number> {
    for (let at = 0; at < runs.length; at += textPass.columns) yield runs[at] ?? 0;
  }

  /** What its form says of a field. */
  function inForm(element: DomElement): number {
    return (
      (semantics.isRequired(element) ? flag.required : 0) |
      (semantics.isReadOnly(element) ? flag.readOnly : 0) |
      (semantics.isInvalid(element) ? flag.invalid : 0)
    );
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

  /** The element that has the focus, with the hosts that it is in. */
  function deepFocus(): ReadonlySet<DomElement> {
    const found = new Set<DomElement>();
    for (let at = document.activeElement; at; at = at.shadowRoot?.activeElement) found.add(at);
    if (document.body !== null && !semantics.isEditingHost(document.body)) found.delete(document.body);
    return found;
  }

  /** The element that a look has reported; null when it has gone, or the look is long past. */
  function elementOf(look: number, index: number): DomElement | null {
    const element = storedElements.get(look)?.[index];
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

  /** As one text: the browser takes three times as long to hand over so many values one by one. */
  const sceneText = () => JSON.stringify(scene());

  /** The frame in it that has the focus, by its number; null where the document has it itself. */
  function frameInFocus(): number | null {
    const element = secretFields.focused();
    return element !== null && /^I?FRAME$/.test(element.tagName) ? numberOf(element) : null;
  }

  return {
    sceneText,
    elementOf,
    frameInFocus,
    frameElement: (number: number) => frameElements[number] ?? null,
  };
}
