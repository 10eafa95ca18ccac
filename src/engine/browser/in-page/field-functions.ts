import type { DomDocument, DomElement } from './dom.ts';

interface EditableDocument extends DomDocument {
  execCommand(command: 'insertText', showUi: false, text: string): boolean;
  getSelection(): { selectAllChildren(element: DomElement): void; collapseToEnd(): void } | null;
}

interface Field extends DomElement {
  readonly ownerDocument: EditableDocument;
  readonly readOnly?: boolean;
  readonly selectionEnd?: number | null;
  value?: string;
  cloneNode(): Field;
  focus(): void;
  select?(): void;
  setSelectionRange?(start: number, end: number): void;
  dispatchEvent(event: object): boolean;
}

declare const Event: new (type: string, options: { bubbles: boolean; composed: boolean }) => object;
declare const DataTransfer: new () => { setData(type: string, text: string): void };
declare const ClipboardEvent: new (
  type: 'paste',
  options: { clipboardData: object; bubbles: true; cancelable: true; composed: true },
) => object;

export interface Insertion {
  readonly text: string;
  /** In place of what the field holds, or behind it. */
  readonly replace: boolean;
}

export type InsertionOutcome = 'done' | 'gone' | 'read only' | 'not taken';

// Each function here is for a field that Playwright holds, and runs in the page, as text: it may use nothing from outside itself.

/**
 * Puts a text into a field of its own document. Keys of the browser go to whichever frame has the focus when they arrive,
 * and another frame can take it; nothing can come between here.
 */
export function insertText(field: Field, { text, replace }: Insertion): InsertionOutcome {
  if (!field.isConnected) return 'gone';
  if (field.readOnly === true || field.matches(':disabled')) return 'read only';
  const { ownerDocument: document } = field;
  field.focus();
  if (!['INPUT', 'TEXTAREA'].includes(field.tagName.toUpperCase())) {
    const selection = document.getSelection();
    selection?.selectAllChildren(field);
    if (!replace) selection?.collapseToEnd();
    return document.execCommand('insertText', false, text) ? 'done' : 'not taken';
  }
  const before = field.value ?? '';
  if (replace) field.select?.();
  // Fields for numbers and mail addresses do not report their caret.
  else if (field.selectionEnd != null) field.setSelectionRange?.(before.length, before.length);
  const isTyped = (replace || field.selectionEnd != null) && document.execCommand('insertText', false, text);
  if (isTyped) return 'done';
  // A date is not written letter by letter. Libraries put a setter of their own on the field, which would hide the change from them.
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
  setter?.call(field, replace ? text : before + text);
  if (field.value === before && text !== before) return 'not taken';
  for (const type of ['input', 'change'])
    field.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
  return 'done';
}

/**
 * Pastes where the caret of its document is, as keys would; but keys go to whichever frame has the focus when they arrive.
 * False where the field has gone.
 */
export function pasteText(field: Field, texts: Readonly<Record<string, string>>): boolean {
  if (!field.isConnected) return false;
  const clipboardData = new DataTransfer();
  for (const [type, text] of Object.entries(texts)) clipboardData.setData(type, text);
  const options = { clipboardData, bubbles: true, cancelable: true, composed: true } as const;
  const isLeftToBrowser = field.dispatchEvent(new ClipboardEvent('paste', options));
  if (isLeftToBrowser) field.ownerDocument.execCommand('insertText', false, texts['text/plain'] ?? '');
  return true;
}

/**
 * Behind the last line, where the key `End` goes behind the first. False for what has no caret of its own: an editor, a field
 * for numbers.
 */
export function caretToEnd(field: Field): boolean {
  const { value, selectionEnd } = field;
  if (value === undefined || selectionEnd == null) return false;
  field.setSelectionRange?.(value.length, value.length);
  return true;
}

/**
 * What a field of a kind of its own would hold in place of a text; null where it takes it. A copy is asked, of which the
 * page hears nothing.
 */
export function valueInstead(field: Field, text: string): string | null {
  if (text === '') return null;
  const copy = field.cloneNode();
  copy.value = text;
  const { value: held = '' } = copy;
  if (held === '') return held;
  if (field.type === 'range') return Number(held) === Number(text) ? null : held;
  return field.type === 'color' && held.toLowerCase() !== text.toLowerCase() ? held : null;
}
