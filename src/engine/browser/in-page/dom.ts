/**
 * The part of the DOM that our code in the page touches. The service is compiled without the browser's types, so that
 * nothing outside this folder can take itself to be in a page.
 */
export interface DomNode {
  readonly nodeType: number;
  readonly nodeValue: string | null;
  readonly textContent: string | null;
  readonly parentNode: DomNode | null;
  readonly childNodes: ArrayLike<DomNode> & Iterable<DomNode>;
  readonly firstChild: DomNode | null;
  readonly nextSibling: DomNode | null;
  readonly isConnected: boolean;
  contains(other: DomNode | null): boolean;
  getRootNode(): DomRoot;
}

export interface DomRoot extends DomNode {
  readonly styleSheets?: Iterable<DomStyleSheet>;
  readonly adoptedStyleSheets?: Iterable<DomStyleSheet>;
  readonly host?: DomElement;
  readonly activeElement?: DomElement | null;
  getElementById?(id: string): DomElement | null;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
}

export interface DomDocument extends DomRoot {
  readonly body: DomElement | null;
  readonly documentElement: DomElement;
  readonly scrollingElement: DomElement | null;
  readonly readyState: string;
  readonly compatMode: string;
  readonly fullscreenElement?: DomElement | null;
  readonly title: string;
  getElementsByTagName(tag: string): ArrayLike<DomElement>;
  getAnimations(): Iterable<DomAnimation>;
  createRange(): DomRange;
}

export interface DomAnimation {
  /** Only of a transition. */
  readonly transitionProperty?: string;
  readonly playState: string;
  readonly currentTime: unknown;
  readonly effect: {
    readonly target?: DomElement | null;
    readonly pseudoElement?: string | null;
    getComputedTiming(): { endTime?: unknown; fill?: string };
    getKeyframes(): ReadonlyArray<Readonly<Record<string, unknown>>>;
  } | null;
}

interface DomRange {
  setStart(node: DomNode, offset: number): void;
  setEnd(node: DomNode, offset: number): void;
  selectNodeContents(node: DomNode): void;
  getBoundingClientRect(): DomBox;
  getClientRects(): Iterable<DomBox>;
}

export interface DomBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface DomElement extends DomNode {
  readonly tagName: string;
  readonly id: string;
  readonly className: unknown;
  readonly children: Iterable<DomElement> & { readonly length: number };
  readonly parentElement: DomElement | null;
  readonly shadowRoot: DomRoot | null;
  readonly assignedSlot: DomElement | null;
  readonly innerText?: string;
  readonly isContentEditable?: boolean;
  /** Of form controls. */
  readonly type?: string;
  readonly value?: string;
  readonly checked?: boolean;
  readonly selected?: boolean;
  readonly multiple?: boolean;
  readonly size?: number;
  readonly label?: string;
  readonly options?: Iterable<DomElement>;
  readonly control?: DomElement | null;
  /** Of images. */
  readonly complete?: boolean;
  readonly naturalWidth?: number;
  readonly scrollTop: number;
  readonly scrollLeft: number;
  readonly scrollHeight: number;
  readonly scrollWidth: number;
  readonly clientHeight: number;
  readonly clientWidth: number;
  readonly clientTop: number;
  readonly clientLeft: number;
  assignedNodes?(): DomNode[];
  scrollBy(offset: { left: number; top: number; behavior: 'instant' }): void;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  hasAttributes(): boolean;
  getAttributeNames(): string[];
  checkVisibility(options?: { opacityProperty: boolean; visibilityProperty: boolean }): boolean;
  matches(selector: string): boolean;
  closest(selector: string): DomElement | null;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
  getBoundingClientRect(): DomBox;
}

/** What our code reads of a computed style; all of it is text. */
export type DomStyle = Readonly<
  Record<
    | 'display'
    | 'visibility'
    | 'opacity'
    | 'color'
    | 'cursor'
    | 'position'
    | 'zIndex'
    | 'overflow'
    | 'overflowX'
    | 'overflowY'
    | 'clip'
    | 'clipPath'
    | 'transform'
    | 'filter'
    | 'perspective'
    | 'willChange'
    | 'contain'
    | 'contentVisibility'
    | 'direction'
    | 'webkitTextFillColor'
    | 'webkitBackgroundClip'
    | 'backgroundColor'
    | 'backgroundImage'
    | 'boxShadow'
    | 'mixBlendMode'
    | 'colorScheme'
    | 'textShadow'
    | 'webkitTextStrokeWidth'
    | 'webkitMaskImage'
    | 'textDecorationLine'
    | 'textTransform'
    | 'whiteSpace'
    | 'content',
    string
  >
>;

/** What our code reads of style sheets. */
export interface DomStyleSheet {
  readonly cssRules: ArrayLike<DomStyleRule> & Iterable<DomStyleRule>;
}

export interface DomStyleRule {
  readonly type: number;
  readonly cssText: string;
  readonly selectorText?: string;
  readonly style?: ArrayLike<string> & { readonly content?: string };
  readonly cssRules?: ArrayLike<DomStyleRule> & Iterable<DomStyleRule>;
  /** Of a rule that brings in another sheet. */
  readonly styleSheet?: DomStyleSheet | null;
}
