/** A stretch of text in quotes; `end` is behind the closing one. */
export interface Quotation {
  start: number;
  end: number;
  content: string;
}

/** What is asked of a text, so that a test can count how often its characters are looked at. */
export type Characters = Pick<string, 'length' | 'charAt' | 'slice'>;

/** What may close each opening quote, the usual one first. */
const closers = new Map<string, readonly string[]>([
  ['"', ['"']],
  ['“', ['”', '“', '"']],
  ['„', ['“', '”', '"']],
  ['«', ['»']],
  ['»', ['«']],
  ['‹', ['›']],
  ['‘', ['’']],
  ['‚', ['‘', '’']],
  ['「', ['」']],
  ['`', ['`']],
  ["'", ["'"]],
  ['*', ['*']],
]);
/** Between these stands a description, as a reading shows it: `*Sign in*`. */
export const star = '*';
/** These also stand within words, as apostrophes. */
const apostrophes = "'’‘";
const ofOneLine = "'`‘‚*";
const wordCharacter = /[\p{L}\p{N}]/u;

/** The quotations of a text, from left to right. A quote of another kind within one is part of what it says. */
export function findQuotations(text: Characters): Quotation[] {
  const found: Quotation[] = [];
  const closings = closingsOf(text);
  let at = 0;
  while (at < text.length) {
    const quotation = quotationAt(text, at, closings);
    if (quotation !== null) found.push(quotation);
    at = quotation?.end ?? at + 1;
  }
  return found;
}

function quotationAt(text: Characters, start: number, closings: Closings): Quotation | null {
  const opener = text.charAt(start);
  const candidates = closers.get(opener);
  if (candidates === undefined) return null;
  if (apostrophes.includes(opener) && wordCharacter.test(text.charAt(start - 1))) return null;
  const first = start + 1;
  // A bullet or a product is no description.
  if (opener === star && (/[\s*]/.test(text.charAt(first)) || wordCharacter.test(text.charAt(start - 1))))
    return null;
  const limit = ofOneLine.includes(opener) ? closings.next('\n', first) : text.length;
  for (const closer of candidates) {
    const close = closings.next(closer, first);
    if (close >= limit || (close === first && apostrophes.includes(opener))) continue;
    const content = text.slice(first, close).replaceAll(`\\${closer}`, closer);
    return { start, end: close + 1, content };
  }
  return null;
}

interface Closings {
  /** The first place from there on at which this character closes something; the end of the text where there is none. */
  next(closer: string, from: number): number;
}

/** Asked from left to right, it looks at each character once for each kind of quote, however many of them open. */
function closingsOf(text: Characters): Closings {
  const known = new Map<string, number>();
  return {
    next(closer, from) {
      const before = known.get(closer);
      if (before !== undefined && before >= from) return before;
      let at = from;
      while (at < text.length && !closesAt(text, at, closer)) at += 1;
      known.set(closer, at);
      return at;
    },
  };
}

function closesAt(text: Characters, at: number, closer: string): boolean {
  if (text.charAt(at) !== closer) return false;
  if (closer === '\n') return true;
  if (closer === star) return /[^\s*]/.test(text.charAt(at - 1)) && !wordCharacter.test(text.charAt(at + 1));
  if (text.charAt(at - 1) === '\\') return false;
  return !(apostrophes.includes(closer) && wordCharacter.test(text.charAt(at + 1)));
}
