import { placeholderOf, variableNamePattern } from '../../kernel/variables.ts';

const spaced = /\{\{\s*([A-Za-z_][\w.-]*(?:\s+[\w.-]+)+)\s*\}\}/g;

/** What is remembered as "old total" is the variable `old_total`; null for what can't be one. */
export function nameOfMemo(said: string): string | null {
  const name = said.trim().replace(/\s+/g, '_');
  return variableNamePattern.test(name) ? name : null;
}

/** `{{old total}}`, where that is remembered, as the variable that it is. */
export function withMemos(text: string, known: (name: string) => boolean): string {
  return text.replace(spaced, (whole, said: string) => {
    const name = nameOfMemo(said);
    return name !== null && known(name) ? placeholderOf(name) : whole;
  });
}
