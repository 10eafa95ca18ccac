import { remembering } from './memo.ts';

/** Names are compared again with every look at a screen; the text of a whole page is another each time. */
export const namesRemembered = [20_000, 200] as const;

/**
 * Composes letters and their marks in one form. Marks are sorted one by one, which takes minutes for a letter with a
 * hundred thousand of them; Unicode calls a text with thirty in a row safe, and nobody reads more.
 */
export function normalize(text: string, form: 'NFC' | 'NFKC'): string {
  return text.replace(/(\p{M}{30})\p{M}+/gu, '$1').normalize(form);
}

/** Each stretch of white space as one space, none at the ends. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A text as one line, without invisible characters. */
export function tidy(text: string): string {
  const visible = normalize(text, 'NFC').replace(
    /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g,
    '',
  );
  return oneLine(visible.replaceAll('…', '...'));
}

/** The form in which texts are compared: white space, invisible characters, and the kind of quotes and dashes don't count. */
export const comparable = remembering((text) => plainSigns(tidy(text)), ...namesRemembered);

/** Every quote and every dash as one of its kind, each in its place. */
export function plainSigns(text: string): string {
  return text.replace(/["“”„‟«»″‘’‚‛′´`]/g, "'").replace(/[‐‑‒–—―−]/g, '-');
}

/** Lower case that keeps every character in its place. */
export const fold = remembering(
  (text) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII goes in one piece
    text.replace(/[\u0000-\u007f]+|./gsu, (piece) => {
      const lower = piece.toLowerCase();
      return lower.length === piece.length ? lower : piece;
    }),
  ...namesRemembered,
);

const longestShown = 120;

export function shorten(text: string, longest = longestShown): string {
  const characters = [...text.slice(0, 4 * longest)];
  return characters.length <= longest
    ? text
    : `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}
