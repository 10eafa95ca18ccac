import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findQuotations, type Quotation } from '../../../src/engine/grammar/quotes.ts';

/** The rules in the words of docs/steps.md, for each opening quote by a search of its own. */
const pairs: ReadonlyArray<readonly [opener: string, closers: readonly string[], isOfOneLine: boolean]> = [
  ['"', ['"'], false],
  ['“', ['”', '“', '"'], false],
  ['„', ['“', '”', '"'], false],
  ['«', ['»'], false],
  ['»', ['«'], false],
  ['‹', ['›'], false],
  ['‘', ['’'], true],
  ['‚', ['‘', '’'], true],
  ['「', ['」'], false],
  ['`', ['`'], true],
  ["'", ["'"], true],
];
const isApostrophe = (sign: string) => ["'", '’', '‘'].includes(sign);
const isWord = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);

function quotationsByDefinition(text: string): Quotation[] {
  const found: Quotation[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const quotation = quotationFrom(text, at);
    if (quotation === null) continue;
    found.push(quotation);
    at = quotation.end - 1;
  }
  return found;
}

function quotationFrom(text: string, start: number): Quotation | null {
  const [opener, closers, isOfOneLine] = pairs.find(([sign]) => sign === text[start]) ?? [];
  if (opener === undefined || closers === undefined) return null;
  if (isApostrophe(opener) && isWord(text[start - 1])) return null;
  for (const closer of closers) {
    const ends = [...Array(text.length).keys()].filter(
      (at) =>
        at > start &&
        text[at] === closer &&
        text[at - 1] !== '\\' &&
        !(isApostrophe(closer) && isWord(text[at + 1])) &&
        !(isOfOneLine && text.slice(start, at).includes('\n')),
    );
    const [close] = ends;
    if (close === undefined || (close === start + 1 && isApostrophe(opener))) continue;
    const content = text
      .slice(start + 1, close)
      .split(`\\${closer}`)
      .join(closer);
    return { start, end: close + 1, content };
  }
  return null;
}

describe('quotations', () => {
  const sign = fc.constantFrom(...'"“”„«»‹›‘’‚「」`\'\\\n a1é');

  it('are what the definition says, whatever opens and closes', () => {
    fc.assert(
      fc.property(fc.string({ unit: sign, maxLength: 40 }), (text) => {
        expect(findQuotations(text)).toEqual(quotationsByDefinition(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it('are what the definition says where few kinds meet often', () => {
    const few = fc.uniqueArray(sign, { minLength: 2, maxLength: 4 });
    const text = few.chain((signs) => fc.string({ unit: fc.constantFrom(...signs), maxLength: 30 }));
    fc.assert(
      fc.property(text, (given) => {
        expect(findQuotations(given)).toEqual(quotationsByDefinition(given));
      }),
      { numRuns: 5_000 },
    );
  });
});
