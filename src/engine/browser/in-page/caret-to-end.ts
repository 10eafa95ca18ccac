interface Field {
  readonly value?: string;
  readonly selectionEnd?: number | null;
  setSelectionRange?(start: number, end: number): void;
}

/**
 * Behind the last line, where the key `End` goes behind the first. False for what has no caret of its own: an editor, a field
 * for numbers. Runs in the page, as text: it may use nothing from outside itself.
 */
export function caretToEnd(field: Field): boolean {
  const { value, selectionEnd } = field;
  if (value === undefined || selectionEnd == null) return false;
  field.setSelectionRange?.(value.length, value.length);
  return true;
}
