interface Field {
  readonly type: string;
  value: string;
  cloneNode(): Field;
}

/**
 * What a field of a kind of its own would hold in place of a text; null where it takes it. A copy is asked, of which the
 * page hears nothing. Runs in the page, as text: it may use nothing from outside itself.
 */
export function valueInstead(field: Field, text: string): string | null {
  if (text === '') return null;
  const copy = field.cloneNode();
  copy.value = text;
  const held = copy.value;
  if (held === '') return held;
  if (field.type === 'range') return Number(held) === Number(text) ? null : held;
  return field.type === 'color' && held.toLowerCase() !== text.toLowerCase() ? held : null;
}
