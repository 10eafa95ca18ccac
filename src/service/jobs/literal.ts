/** A value in the text of a statement. Backslashes are plain characters in it: `standard_conforming_strings` is on everywhere. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The text of an array, still to be cast to its type. Elements are numbers and names of ours, never a caller's words. */
export function arrayOf(elements: ReadonlyArray<number | string>): string {
  return literal(`{${elements.map(element).join(',')}}`);
}

const plain = /^[\w.-]+$/;

function element(value: number | string): string {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`${value} is no number for a statement`);
    return String(value);
  }
  if (!plain.test(value)) throw new TypeError(`${JSON.stringify(value)} is no name for a statement`);
  return value;
}
