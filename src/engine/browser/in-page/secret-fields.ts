import type { DomDocument, DomElement, DomNode, DomStyle } from './dom.ts';

declare const document: DomDocument & {
  getSelection(): { readonly anchorNode: DomNode | null; readonly anchorOffset: number } | null;
};
declare function getComputedStyle(element: DomElement): DomStyle & { readonly webkitTextSecurity?: string };
declare function addEventListener(type: 'dragstart', listener: DragListener, options: ListenerOptions): void;

type DragListener = (event: DragStart) => void;

interface ListenerOptions {
  readonly capture?: boolean;
  readonly once?: boolean;
}

interface DragStart {
  readonly dataTransfer: { readonly types: readonly string[]; getData(type: string): string } | null;
  composedPath(): Array<{
    addEventListener(type: 'dragstart', listener: DragListener, options: ListenerOptions): void;
  }>;
}

/** A field that a person could take a text from. */
export interface TextSource {
  /** It shows dots in place of its letters. */
  readonly isPassword: boolean;
  /** A secret was typed into it. */
  readonly isGiven: boolean;
  readonly text: string;
}

export type SecretFields = ReturnType<typeof createSecretFields>;

/** Which fields secrets were typed into, and what is taken out of fields. Runs in the page, as text: it may use nothing from outside itself. */
export function createSecretFields() {
  const given = new WeakSet<DomElement>();
  const largest = 1_000_000;
  let areAny = false;
  let dragged = new Set<string>();

  function textOf(element: DomElement): string {
    return (element.value ?? element.textContent ?? '').slice(0, largest);
  }

  /** A field that was emptied, such as by its form, holds nothing any more. */
  function isGiven(element: DomElement): boolean {
    return areAny && given.has(element) && textOf(element) !== '';
  }

  function mark(element: DomElement, isSecret: boolean): void {
    areAny ||= isSecret;
    if (isSecret) given.add(element);
    else given.delete(element);
  }

  function focused(): DomElement | null {
    let at = document.activeElement ?? null;
    for (let inner = at?.shadowRoot?.activeElement; inner; inner = inner.shadowRoot?.activeElement)
      at = inner;
    return at;
  }

  function sourceOf(element: DomElement): TextSource | null {
    const isField = /^(INPUT|TEXTAREA)$/.test(element.tagName);
    if (!isField && element.isContentEditable !== true) return null;
    const { webkitTextSecurity = 'none' } = getComputedStyle(element);
    const isPassword = isField && (element.type === 'password' || webkitTextSecurity !== 'none');
    return { isPassword, isGiven: isGiven(element), text: textOf(element) };
  }

  /** The field with the focus, and the one that the selection is in: it may be left there. */
  function copySources(): TextSource[] {
    const { anchorNode = null, anchorOffset = 0 } = document.getSelection() ?? {};
    const inside = anchorNode?.childNodes[anchorOffset];
    return [focused(), inside, anchorNode, anchorNode?.parentNode].flatMap((node) =>
      node?.nodeType === 1 ? (sourceOf(node as DomElement) ?? []) : [],
    );
  }

  /** Notes what the next drag carries, also what the page gives it at any element on its way up. */
  function watchDrag(): void {
    dragged = new Set();
    const note: DragListener = ({ dataTransfer }) => {
      for (const type of dataTransfer?.types ?? []) dragged.add(dataTransfer?.getData(type) ?? '');
    };
    const follow: DragListener = (event) => {
      note(event);
      for (const target of event.composedPath())
        target.addEventListener('dragstart', note, { capture: false, once: true });
    };
    addEventListener('dragstart', follow, { capture: true, once: true });
  }

  return { isGiven, mark, focused, sourceOf, copySources, watchDrag, draggedTexts: () => [...dragged] };
}
