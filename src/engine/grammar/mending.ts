import type { Correction, Mending, Reading } from './chart.ts';
import { grammar } from './grammar.ts';
import { isKnown, isTurning, knownWordsLike, type Likeness } from './known-words.ts';
import { isInNouns } from './nouns.ts';
import { Refused } from './refused.ts';
import { stateOf } from './states.ts';
import type { Token, TokenizedText } from './tokens.ts';
import { keyOf, stepVerbs } from './words.ts';

/** A sentence put right, and how. */
export interface Mended {
  readonly sentence: string;
  readonly corrections: readonly Correction[];
}

/** A sentence that is not understood, where it stops making sense, and what it may have been meant to be. */
export interface LostSentence {
  readonly phrase: TokenizedText;
  readonly lost: { readonly at: number; readonly expected: ReadonlySet<string> };
  readonly mended: readonly Mended[];
}

export interface Effort {
  left: number;
}

/** What a correction costs: as much as a name without quotes, or more. */
const costOf = { spelled: 6, otherwise: 2, missing: 9, quoted: 10, superfluous: 14 };
/** What is missing in a sentence that makes no sense without it. */
const joints = [',', 'and', 'then'];
const prepositions = ['to', 'from', 'in', 'into', 'with', 'as', 'until', 'for', 'of', 'on'];
/** No text that lacks its quotes has one of these in it. */
const stating = /^(?:is|are|was|were|be|been|should|must|has|have|and|or|then)$/;
const longestQuotation = 4;
/** So many words before the one at which a sentence got lost may lack quotes. */
const quotedBefore = 5;
/** With more words than that, one of them is hardly all that is wrong. */
const longestMended = 60;
/** A shorter word looks like too many others. */
const shortestSlip = 4;
/** To compare a word with all that are known takes as long as so many places of the chart. */
const effortOfWord = 15;
/** So much more than a name without quotes costs a word of the vocabulary that has to be put right. */
const leeway = 6;
/** Whoever left out words and quotes wrote at least the rest as it is read. */
const mostCostOfGuess = 22;
const mostMended = 3;
/** Of one sentence; the longest that testers write take a fifth. */
export const mostItems = 5_000;

const nothing: Omit<Mending, 'spelled'> = {
  missing: new Map(),
  quoted: new Map(),
  superfluous: new Map(),
  mostCost: Number.POSITIVE_INFINITY,
};

/** A sentence that got lost at a word, put right in the ways that cost least. A word that nobody knows is what is wrong most often. */
export function putRight(phrase: TokenizedText, lostAt: number, effort: Effort): Mended[] {
  if (phrase.tokens.length > longestMended) return [];
  const unknown = spelledOtherwise(phrase, effort, ({ word }) => !isKnown(word));
  const right = unknown.size === 0 ? [] : mendedBy(phrase, { ...nothing, spelled: unknown }, effort);
  if (right.length > 0) return right;
  const mending: Mending = {
    ...nothing,
    spelled: spelledOtherwise(phrase, effort, () => true),
    missing: missingIn(phrase, lostAt),
    quoted: quotedIn(phrase, lostAt),
    superfluous: superfluousIn(phrase, lostAt),
    mostCost: mostCostOfGuess,
  };
  return mendedBy(phrase, mending, effort);
}

/**
 * A sentence that can be read only because a name without quotes takes in a word that is nearly one of the vocabulary: with that word it
 * would say something else, and no less simply. Which of both is meant is not guessed.
 */
export function nearMiss(phrase: TokenizedText, cost: number, effort: Effort): Mended | null {
  if (phrase.tokens.length > longestMended) return null;
  const spelled = spelledOtherwise(
    phrase,
    effort,
    ({ word, said, start }, like) =>
      // `Theme` in the midst of a sentence is a name, and keys are written large as well.
      (start === 0 || said === word || isKey(like.word)) &&
      like.edits === 1 &&
      like.word.length >= shortestSlip &&
      !isKnown(word),
  );
  if (spelled.size === 0) return null;
  const mending = { ...nothing, spelled, mostCost: cost + leeway };
  return mendedBy(phrase, mending, effort)[0] ?? null;
}

function isKey(word: string): boolean {
  return keyOf(word) !== null || keyOf(`${word}+a`) !== null;
}

function mendedBy(phrase: TokenizedText, mending: Mending, effort: Effort): Mended[] {
  const { readings } = grammar.parse('sentence', phrase, { effort, most: mostItems, mending });
  const right = readings.filter(
    ({ value, corrections }) => corrections.length > 0 && !(value instanceof Refused),
  );
  const found = new Map<string, Mended>();
  const fewest = Math.min(...right.map(({ corrections }) => corrections.length));
  for (const { corrections } of right) {
    if (corrections.length > fewest) continue;
    const sentence = corrected(phrase, corrections);
    if (!found.has(sentence)) found.set(sentence, { sentence, corrections });
  }
  return [...found.values()].slice(0, mostMended);
}

type Corrections = Map<number, Correction[]>;

function spelledOtherwise(
  { tokens }: TokenizedText,
  effort: Effort,
  suits: (token: Token, like: Likeness) => boolean,
): Corrections {
  const found: Corrections = new Map();
  for (const [at, token] of tokens.entries()) {
    const { kind, word } = token;
    if (kind !== 'word' || isPart(tokens, at)) continue;
    if (!isKnown(word)) effort.left -= effortOfWord;
    const like = knownWordsLike(word).filter((one) => suits(token, one));
    if (like.length === 0) continue;
    const more = isKnown(word) ? costOf.otherwise : 0;
    found.set(
      at,
      like.map(({ word: said, edits, unlike }) => {
        const cost = costOf.spelled + more + (edits - 1) * costOf.otherwise + unlike;
        return { kind: 'spelled', said, from: at, to: at + 1, cost };
      }),
    );
  }
  return found;
}

/** The "not" of "shouldn't", which stands where "should" does. */
function isPart(tokens: TokenizedText['tokens'], at: number): boolean {
  return tokens[at - 1]?.start === tokens[at]?.start;
}

function missingIn({ tokens }: TokenizedText, lostAt: number): Corrections {
  const found: Corrections = new Map();
  for (const at of [lostAt - 1, lostAt]) {
    const [before, next] = [tokens[at - 1], tokens[at]];
    if (before === undefined || next === undefined) continue;
    const isBehindThing = before.kind !== 'word' || isInNouns(before.word);
    const isBeforeThing = next.kind !== 'word' || /^(?:the|an?)$/.test(next.word);
    const words = [
      ...(stepVerbs.includes(next.word) || isBeforeThing ? joints : []),
      ...(isBehindThing && isBeforeThing ? prepositions : []),
      ...(isBehindThing && stateOf(next.word) !== null ? ['is'] : []),
    ];
    found.set(
      at,
      words.map((said, index) => ({
        kind: 'missing',
        said,
        from: at,
        to: at,
        cost: costOf.missing + index / 10,
      })),
    );
  }
  return found;
}

/** With quotes around words near the one at which it stopped. */
function quotedIn({ text, tokens }: TokenizedText, lostAt: number): Corrections {
  const found: Corrections = new Map();
  for (let from = Math.max(1, lostAt - quotedBefore); from <= lostAt; from += 1) {
    const corrections: Correction[] = [];
    for (let to = from + 1; to <= Math.min(from + longestQuotation, tokens.length); to += 1) {
      const [first, last] = [tokens[from], tokens[to - 1]];
      if (first === undefined || last === undefined) break;
      if (!/^(?:word|value)$/.test(last.kind) || stating.test(last.word) || isTurning(last.word)) break;
      if (isSmall(first.word) || isSmall(last.word)) continue;
      const said = `"${text.slice(first.start, last.end)}"`;
      corrections.push({ kind: 'quoted', said, from, to, cost: costOf.quoted + 3 * (to - from - 1) });
    }
    if (corrections.length > 0) found.set(from, corrections);
  }
  return found;
}

/** Never what a quotation begins or ends with where someone forgot the quotes. */
function isSmall(word: string): boolean {
  return /^(?:the|an?|that|in|into|on|onto|to|from|for|with|as|of|i|we|you|he|she|it|they|them|him|her)$/.test(
    word,
  );
}

function superfluousIn({ tokens }: TokenizedText, lostAt: number): Map<number, Correction> {
  const found = new Map<number, Correction>();
  for (const at of [lostAt - 1, lostAt]) {
    const token = tokens[at];
    if (token === undefined || at === 0 || token.kind !== 'word' || token.word.includes("'")) continue;
    if (isTurning(token.word) || isPart(tokens, at) || isPart(tokens, at + 1)) continue;
    found.set(at, { kind: 'superfluous', said: '', from: at, to: at + 1, cost: costOf.superfluous });
  }
  return found;
}

/** `"shoudn't"` is put right as a whole. */
export function saidBy({ kind, said, to }: Correction, { tokens }: TokenizedText): string {
  return kind === 'spelled' && isPart(tokens, to) ? `${said}n't` : said;
}

function corrected(phrase: TokenizedText, corrections: Reading['corrections']): string {
  const { text, tokens } = phrase;
  let right = text;
  for (const correction of corrections.toSorted((one, other) => other.from - one.from)) {
    const { kind, from, to } = correction;
    const start = tokens[from]?.start ?? text.length;
    const end = kind === 'missing' ? start : (tokens[to - 1]?.end ?? text.length);
    const said = saidBy(correction, phrase);
    const word = start === 0 ? said.charAt(0).toUpperCase() + said.slice(1) : said;
    const before = said === ',' || said === '' ? right.slice(0, start).trimEnd() : right.slice(0, start);
    right = `${before}${word}${kind === 'missing' ? ' ' : ''}${right.slice(end)}`;
  }
  return right.trim();
}
