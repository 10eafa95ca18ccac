import { withoutTail } from '../../kernel/without-tail.ts';
import { findQuotations, star } from './quotes.ts';

/**
 * A piece of a sentence. A `value` is a number, an amount, a date or an e-mail address without quotes; an `address` may
 * also be a file name. What is `starred` is described: it stands between asterisks, as a reading shows it.
 */
export interface Token {
  readonly kind: 'word' | 'text' | 'starred' | 'variable' | 'value' | 'address' | 'sign';
  /** In lower case, of a word or a sign; otherwise empty, so that no text is taken for a word. */
  readonly word: string;
  /** As it is written, without its quotes. */
  readonly said: string;
  /** Where it is in the sentence. */
  readonly start: number;
  readonly end: number;
  /** In quotes, and an address all the same. */
  readonly isAddress: boolean;
}

const variable = /\{\{\s*([^{}\s]+)\s*\}\}/g;
const wholeVariable = /^\{\{[^{}]+\}\}$/;
/** What is in braces is one piece, with all that touches it, and so are `8:22 AM` and `1,249.90`. */
const pieces =
  /(?<!\S)[-+−]?\p{Sc}?\d{1,3}(?:(?:,\d{3})+(?:\.\d+)?|(?:\.\d{3})*,\d{1,2})(?:\p{Sc}|%)?(?=[.,;:!?)]*(?:\s|$))|[^\s,{]*(?:\{\{[^{}\n]{0,80}\}\}[^\s,{]*)+|(?<!\S)\d{1,2}(?::\d{2})?\s?[ap]m(?![^\s.,;!?])|[^\s,]+|,/giu;
const value =
  /^(?:[-+]?\p{Sc}?\d[\d.,:/%-]*(?:\p{Sc}|%)?|[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)$/u;
const clockTime = /^\d{1,2}(?::\d{2})?\s?[ap]m$/i;
/** Most of them: neither a contraction, nor an address, nor a value. */
const plainWord = /^[a-z-]+$/i;
const contractions: ReadonlyMap<string, readonly string[]> = new Map([
  ['cannot', ['can', 'not']],
  ["can't", ['can', 'not']],
  ["won't", ['will', 'not']],
  ["shan't", ['shall', 'not']],
  ["there's", ['there', 'is']],
  ["it's", ['it', 'is']],
]);

/** A sentence in pieces. */
export interface TokenizedText {
  readonly text: string;
  readonly tokens: readonly Token[];
}

/** Without what is quoted, no sentence that anyone writes is nearly as long. */
export const longestPhrase = 500;
const maxQuotations = 60;

/** Null for a sentence that is too long to make sense of. */
export function phraseOf(sentence: string): TokenizedText | null {
  const tokens: Token[] = [];
  const text = sentence.replace(variable, '{{$1}}');
  const quotations = findQuotations(text);
  const inQuotes = quotations.reduce((sum, { start, end }) => sum + end - start, 0);
  if (text.length - inQuotes > longestPhrase || quotations.length > maxQuotations) return null;
  let at = 0;
  for (const { start, end, content } of quotations) {
    addWords(tokens, text, at, start);
    const isStarred = text.charAt(start) === star;
    const isAddress = !isStarred && looksLikeAddress(content);
    tokens.push(tokenOf(isStarred ? 'starred' : 'text', '', content, start, end, isAddress));
    at = end;
  }
  addWords(tokens, text, at, text.length);
  return { text, tokens: withoutEnd(tokens) };
}

/** What stands there word for word; a quote for whatever is none. */
export function wordsAt(tokens: readonly Token[], from: number, to: number): string {
  let words = '';
  for (let at = from; at < to; at += 1) words += `${at > from ? ' ' : ''}${tokens[at]?.word || '"'}`;
  return words;
}

function addWords(tokens: Token[], text: string, from: number, to: number): void {
  for (const { 0: piece, index } of text.slice(from, to).matchAll(pieces)) {
    addPiece(tokens, piece, from + index);
  }
}

function addPiece(tokens: Token[], piece: string, start: number): void {
  const lower = piece.toLowerCase();
  if (plainWord.test(piece) && !contractions.has(lower)) {
    tokens.push(tokenOf('word', lower, piece, start, start + piece.length));
    return;
  }
  if (clockTime.test(piece)) {
    tokens.push(tokenOf('value', lower, piece, start, start + piece.length));
    return;
  }
  const core = withoutTail(piece, /[.,;:!?)]/);
  const end = start + core.length;
  if (core === '' || core === '+') {
    const sign = piece.charAt(0);
    tokens.push(tokenOf('sign', sign, sign, start, start + 1));
  } else if (wholeVariable.test(core)) {
    tokens.push(tokenOf('variable', '', core, start, end, true));
  } else if (looksLikeAddress(core)) {
    tokens.push(tokenOf('address', '', core, start, end, true));
  } else if (value.test(core)) {
    tokens.push(tokenOf('value', core, core, start, end));
  } else {
    for (const word of wordsOf(core.toLowerCase().replaceAll('’', "'")))
      tokens.push(tokenOf('word', word, core, start, end));
  }
  if (core !== '' && piece.charAt(core.length) === ':') tokens.push(tokenOf('sign', ':', ':', end, end + 1));
}

function tokenOf(
  kind: Token['kind'],
  word: string,
  said: string,
  start: number,
  end: number,
  isAddress = false,
): Token {
  return { kind, word, said, start, end, isAddress };
}

function wordsOf(word: string): readonly string[] {
  const known = contractions.get(word);
  if (known !== undefined) return known;
  const stem = /^(.+)n't$/.exec(word)?.[1];
  return stem === undefined ? [word] : [stem, 'not'];
}

function withoutEnd(tokens: Token[]): Token[] {
  while (tokens.at(-1)?.kind === 'sign') tokens.pop();
  return tokens;
}

/** Most words have none of these. */
const signOfAddress = /[/.:[{]|localhost/i;

export function looksLikeAddress(text: string): boolean {
  if (!signOfAddress.test(text)) return false;
  return (
    /^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(text) ||
    /^about:blank$/i.test(text) ||
    /^\/\S*$/.test(text) ||
    /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]+\])(?::\d+)?(?:[/?#]\S*)?$/i.test(text) ||
    /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u.test(text) ||
    (/\{\{[^{}\s]+\}\}/.test(text) && !/\s/.test(text))
  );
}
