import { normalize } from '../../kernel/text.ts';

const shortest = 3;

/**
 * Whether the screen really says what is quoted from it. White space, kinds of quotes and references don't count, and
 * several places may be quoted, each on a line of its own.
 */
export function isOnScreen(quote: string, snapshot: string): boolean {
  const screen = plain(snapshot);
  const pieces = quote
    .split(/[\r\n]+|…|\.{3}/)
    .map(bare)
    .filter((piece) => piece !== '');
  return pieces.some(({ length }) => length >= shortest) && pieces.every((piece) => screen.includes(piece));
}

/** Without the marks that a quote may stand in. */
function bare(piece: string): string {
  return plain(piece.replace(/^\s*-\s/, ''))
    .replace(/^["'.]+|["'.]+$/g, '')
    .trim();
}

function plain(text: string): string {
  return normalize(text, 'NFKC')
    .replaceAll(/\[(?:ref|cursor)=[^\]]{0,100}\]/g, ' ')
    .replaceAll(/[“”„‟«»]/g, '"')
    .replaceAll(/[‘’‚‛`]/g, "'")
    .replaceAll(/[‐‑‒–—−]/g, '-')
    .replaceAll(/\\"/g, '"')
    .replaceAll(/[\s\u200b\ufeff]+/g, ' ')
    .trim();
}
