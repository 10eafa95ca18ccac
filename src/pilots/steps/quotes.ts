/** A stretch of text in quotes; `end` is behind the closing one. */
export interface Quotation {
  start: number;
  end: number;
  content: string;
}

/** What may close each opening quote, the usual one first. */
const closers: Record<string, readonly string[]> = {
  '"': ['"'],
  '“': ['”', '“', '"'],
  '„': ['“', '”', '"'],
  '«': ['»'],
  '»': ['«'],
  '‹': ['›'],
  '‘': ['’'],
  '‚': ['‘', '’'],
  '「': ['」'],
  '`': ['`'],
  "'": ["'"],
};
/** These also stand within words, as apostrophes. */
const apostrophes = "'’‘";
const ofOneLine = "'`‘‚";
const wordCharacter = /[\p{L}\p{N}]/u;

/** The quotations of a text, from left to right. A quote of another kind within one is part of what it says. */
export function findQuotations(text: string): Quotation[] {
  const found: Quotation[] = [];
  let at = 0;
  while (at < text.length) {
    const quotation = quotationAt(text, at);
    if (quotation !== null) found.push(quotation);
    at = quotation?.end ?? at + 1;
  }
  return found;
}

function quotationAt(text: string, start: number): Quotation | null {
  const opener = text.charAt(start);
  const candidates = closers[opener];
  if (candidates === undefined) return null;
  if (apostrophes.includes(opener) && wordCharacter.test(text.charAt(start - 1))) return null;
  for (const closer of candidates) {
    const close = closingAt(text, start + 1, closer, ofOneLine.includes(opener));
    if (close > start + 1 || (close === start + 1 && !apostrophes.includes(opener))) {
      const content = text.slice(start + 1, close).replaceAll(`\\${closer}`, closer);
      return { start, end: close + 1, content };
    }
  }
  return null;
}

function closingAt(text: string, from: number, closer: string, isOfOneLine: boolean): number {
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\n' && isOfOneLine) return -1;
    if (character !== closer || text.charAt(at - 1) === '\\') continue;
    if (apostrophes.includes(closer) && wordCharacter.test(text.charAt(at + 1))) continue;
    return at;
  }
  return -1;
}
