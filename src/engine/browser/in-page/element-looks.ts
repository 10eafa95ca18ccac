import type { AuthoredStyles, aspectOf } from './authored-styles.ts';
import type { DomBox, DomElement, DomRoot, DomStyle } from './dom.ts';
import type { Stacking } from './stacking.ts';

declare function getComputedStyle(element: DomElement): DomStyle;

export type ElementLooks = ReturnType<typeof createElementLooks>;

/** How an element is drawn, read when it is asked for. */
export interface ElementLook {
  readonly element: DomElement;
  /** The one that it is in, as they are laid out. */
  readonly around: ElementLook | null;
  readonly shadowRoot: DomRoot | null;
  /** What the page may have said of it. */
  readonly aspects: number;
  readonly display: string;
  readonly kind: BoxKind;
  readonly isPointer: boolean;
  /** Only of what is said of it in the document itself; in a shadow tree other sheets hold. */
  readonly isKnown: boolean;
  /** What is in it is a block, whatever its own kind. */
  readonly makesBlocks: boolean;
  /** May be in something whose content is not drawn. */
  readonly mayBeSkipped: boolean;
  style: DomStyle | null;
  box: DomBox | null;
  isVisible: boolean | null;
  ink: string | null;
  letterCase: string | null;
}

/** What follows from `display`. */
interface BoxKind {
  readonly display: string;
  readonly isBlock: boolean;
  /** Stands in a line, but apart from the text beside it. */
  readonly isEdge: boolean;
  readonly leavesKinds: boolean;
}

/** Runs in the page, as text: it may use nothing from outside itself. */
export function createElementLooks(stacking: Stacking, authored: AuthoredStyles, aspect: typeof aspectOf) {
  const all = Object.values(aspect).reduce((one, other) => one | other, 0);
  const kinds = new Map<string, BoxKind>();
  /** Of these it is known that what is in them is of the kind that it would be anywhere. */
  const leavingKinds = new Set(
    'block inline inline-block list-item flow-root table inline-table table-row table-row-group table-header-group table-footer-group table-cell table-caption'.split(
      ' ',
    ),
  );

  function kindOf(display: string): BoxKind {
    let kind = kinds.get(display);
    if (kind === undefined) {
      kind = {
        display,
        isBlock: !display.startsWith('inline') && display !== 'contents' && !display.startsWith('ruby'),
        isEdge: display.startsWith('inline-') || display === 'table-cell',
        leavesKinds: leavingKinds.has(display),
      };
      kinds.set(display, kind);
    }
    return kind;
  }

  /** For one look at the whole page. */
  function begin() {
    const aspectsOf = authored.aspectsOf();
    /** What the browser itself gives to each tag. */
    const usualKinds = new Map<string, BoxKind>();

    return function lookAt(
      element: DomElement,
      name: string,
      className: string,
      isAttributed: boolean,
      isRestyled: boolean,
      around: ElementLook | null,
    ): ElementLook {
      const { shadowRoot } = element;
      // A custom element may keep its shadow tree, and what that says of it and of what is slotted, to itself.
      const isKnown =
        aspectsOf !== null && around?.isKnown !== false && shadowRoot === null && !name.includes('-');
      const aspects =
        aspectsOf === null || !isKnown || isRestyled
          ? all
          : aspectsOf(element, name, className, isAttributed);
      let style: DomStyle | null = null;
      let kind: BoxKind | undefined;
      const isUsual = (aspects & aspect.display) === 0 && around?.makesBlocks === false;
      if (isUsual) kind = usualKinds.get(name);
      if (kind === undefined) {
        style = getComputedStyle(element);
        kind = kindOf(style.display);
        if (isUsual) usualKinds.set(name, kind);
      }
      const { display } = kind;
      // The browser itself makes pointers only of links.
      let isPointer = false;
      if ((around?.isPointer === true || (aspects & aspect.cursor) !== 0) && display !== 'none') {
        style ??= getComputedStyle(element);
        isPointer = style.cursor === 'pointer';
      }
      return {
        element,
        around,
        shadowRoot,
        aspects,
        display,
        kind,
        isPointer,
        isKnown,
        makesBlocks: display === 'contents' ? around?.makesBlocks !== false : !kind.leavesKinds,
        mayBeSkipped: (aspects & aspect.skipping) !== 0 || around?.mayBeSkipped === true,
        style,
        box: null,
        isVisible: null,
        ink: null,
        letterCase: null,
      };
    };
  }

  function styleOf(look: ElementLook): DomStyle {
    look.style ??= getComputedStyle(look.element);
    return look.style;
  }

  function boxOf(look: ElementLook): DomBox {
    look.box ??= look.element.getBoundingClientRect();
    return look.box;
  }

  function isVisible(look: ElementLook): boolean {
    look.isVisible ??=
      look.around === null || (look.aspects & aspect.visibility) !== 0
        ? styleOf(look).visibility === 'visible'
        : isVisible(look.around);
    return look.isVisible;
  }

  /** The color of its letters, as far as the page has given it one: no color that the browser itself gives is a clear one. */
  function inkOf(look: ElementLook): string {
    if (look.ink !== null) return look.ink;
    const given = look.around !== null && (look.aspects & aspect.ink) === 0 ? inkOf(look.around) : null;
    look.ink = given !== null && stacking.leavesMark(given) ? given : styleOf(look).webkitTextFillColor;
    return look.ink;
  }

  /** The browser itself never changes one. */
  function letterCaseOf(look: ElementLook): string {
    look.letterCase ??=
      look.around !== null && (look.aspects & aspect.letterCase) === 0 && letterCaseOf(look.around) === 'none'
        ? 'none'
        : styleOf(look).textTransform;
    return look.letterCase;
  }

  /** Whether the box of an element is that of the text in it, if it holds nothing else. */
  function fitsItsText({ kind, aspects, isKnown }: ElementLook): boolean {
    return kind.display === 'inline' && isKnown && (aspects & aspect.edge) === 0;
  }

  /** Whether its own text leaves a mark. */
  function isLegible(look: ElementLook): boolean {
    return stacking.leavesMark(inkOf(look)) || stacking.isBackgroundInLetters(styleOf(look));
  }

  function isSkipped(look: ElementLook): boolean {
    if (!look.mayBeSkipped) return false;
    const { element, display } = look;
    // The browser calls nothing visible that has no box.
    const maySkip = display !== 'inline' && !display.startsWith('table');
    return (
      (maySkip && styleOf(look).contentVisibility === 'hidden') ||
      (display !== 'contents' && !element.checkVisibility())
    );
  }

  return { begin, kindOf, styleOf, boxOf, fitsItsText, isVisible, inkOf, isLegible, isSkipped, letterCaseOf };
}
