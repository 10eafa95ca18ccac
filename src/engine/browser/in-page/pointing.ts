import type { DomDocument, DomElement, DomNode, DomRoot } from './dom.ts';

declare const document: DomDocument;

/** The way from the document to an element: places among children, -1 for a shadow tree; and what it looks like. */
export interface WayToElement {
  /** When the document began, which tells it from the one that takes its place. */
  readonly document: number;
  readonly steps: readonly number[];
  readonly tag: string;
  readonly text: string;
}

export type Pointing = ReturnType<typeof createPointing>;

/**
 * Elements for Playwright, which looks from a world of its own: it is given no more than this, since each new page has to
 * read it. Runs in the page, as text: it may use nothing from outside itself.
 */
export function createPointing() {
  const textLength = 80;
  /** By the id that they were asked for with: a way leads to another one when the page has changed. */
  const known = new Map<string, WeakRef<DomElement>>();

  function* everything(root: DomRoot): Generator<DomElement> {
    for (const element of root.querySelectorAll('*')) {
      if (/^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|HEAD|TITLE|META|LINK)$/.test(element.tagName)) continue;
      yield element;
      if (element.shadowRoot !== null) yield* everything(element.shadowRoot);
    }
  }

  function elementOf(id: string, way: WayToElement): DomElement {
    const element = known.has(id) ? known.get(id)?.deref() : follow(way);
    if (element == null || !element.isConnected) throw new Error('The element is detached from its page.');
    if (!known.has(id)) known.set(id, new WeakRef(element));
    return element;
  }

  /** The element at the end of the way, if it is still the same. */
  function follow(way: WayToElement): DomElement | null {
    const { steps, tag, text } = way;
    if (way.document !== performance.timeOrigin) return null;
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

  return { everything, lookOf, elementOf, showing };
}
