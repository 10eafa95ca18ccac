/**
 * Text of others as it may be shown: what a page, a title or a file name contains must not steer the terminal. Line
 * breaks become blanks.
 */
export function clean(text: string): string {
  return text
    .replace(/[\r\n\t]+/g, ' ')
    .replace(/[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '');
}

/** How many columns of a terminal it takes. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/[\p{Mn}\p{Me}\p{Cf}]/u.test(character)) continue;
    width += isWide(character) ? 2 : 1;
  }
  return width;
}

/** At most this wide; what is cut off is marked. */
export function fitted(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const character of text) {
    const wide = widthOf(character);
    if (used + wide > width - 1) break;
    kept += character;
    used += wide;
  }
  return width < 1 ? '' : `${kept}…`;
}

export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** Breaks at blanks; a word that is too long stays whole. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function isWide(character: string): boolean {
  return (
    /\p{Emoji_Presentation}/u.test(character) ||
    /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{20000}-\u{3fffd}]/u.test(
      character,
    )
  );
}
