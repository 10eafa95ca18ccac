/**
 * The part of the DOM that our code in the page touches. The service is compiled without the browser's types, so that
 * nothing outside this folder can take itself to be in a page.
 */
export interface DomNode {
  readonly nodeType: number;
  readonly nodeValue: string | null;
  readonly textContent: string | null;
  readonly parentNode: DomNode | null;
  readonly childNodes: Iterable<DomNode>;
  readonly isConnected: boolean;
  contains(other: DomNode | null): boolean;
  getRootNode(): DomRoot;
}

export interface DomRoot extends DomNode {
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
  readonly title: string;
  adoptedStyleSheets: readonly DomStyleSheet[];
  getAnimations(): Iterable<DomAnimation>;
}

export interface DomStyleSheet {
  replaceSync(text: string): void;
}

export interface DomAnimation {
  readonly effect: { getComputedTiming(): { endTime?: unknown } } | null;
  finish(): void;
}

export interface DomElement extends DomNode {
  readonly tagName: string;
  readonly className: unknown;
  readonly children: Iterable<DomElement> & { readonly length: number };
  readonly parentElement: DomElement | null;
  readonly nextElementSibling: DomElement | null;
  readonly shadowRoot: DomRoot | null;
  readonly assignedSlot: DomElement | null;
  readonly innerText?: string;
  readonly isContentEditable?: boolean;
  /** Of form controls. */
  readonly labels?: Iterable<DomElement> | null;
  readonly type?: string;
  readonly value?: string;
  readonly checked?: boolean;
  readonly selected?: boolean;
  readonly multiple?: boolean;
  readonly size?: number;
  readonly label?: string;
  readonly options?: Iterable<DomElement>;
  readonly control?: DomElement | null;
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly scrollWidth: number;
  readonly clientHeight: number;
  readonly clientWidth: number;
  assignedNodes?(): DomNode[];
  scrollBy(offset: { left: number; top: number; behavior: 'instant' }): void;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  matches(selector: string): boolean;
  closest(selector: string): DomElement | null;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
  getBoundingClientRect(): { x: number; y: number; width: number; height: number };
  checkVisibility(options?: Record<string, boolean>): boolean;
}

export interface DomStyle {
  readonly display: string;
  readonly visibility: string;
  readonly cursor: string;
  readonly overflowX: string;
  readonly overflowY: string;
}
