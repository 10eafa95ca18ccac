/**
 * Letters and their marks in one form. Marks are put in order one by one, which takes minutes for a letter with a
 * hundred thousand of them; Unicode calls a text with thirty in a row safe, and nobody reads more.
 */
export function normalize(text: string, form: 'NFC' | 'NFKC'): string {
  return text.replace(/(\p{M}{30})\p{M}+/gu, '$1').normalize(form);
}
