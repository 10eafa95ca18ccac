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
  focus(): void;
  select?(): void;
  setSelectionRange?(start: number, end: number): void;
  dispatchEvent(event: object): boolean;
}

declare const Event: new (type: string, options: { bubbles: boolean; composed: boolean }) => object;

export interface Insertion {
  readonly text: string;
  /** In place of what the field holds, or behind it. */
  readonly replace: boolean;
}

export type InsertionOutcome = 'done' | 'gone' | 'read only' | 'not taken';

/**
 * Puts a text into a field of its own document. Keys of the browser go to whichever frame has the focus when they arrive,
 * and another frame can take it; nothing can come between here. Runs in the page, as text: it may use nothing from outside
 * itself.
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
