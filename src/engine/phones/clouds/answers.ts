/** A member of an answer that is text; null where there is none. */
export function textIn(answer: unknown, ...path: string[]): string | null {
  let value = answer;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return null;
    value = (value as Record<string, unknown>)[key];
  }
  return typeof value === 'string' && value !== '' ? value : null;
}
