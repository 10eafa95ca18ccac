import { remembering } from '../../kernel/memo.ts';
import { type LetterPairs, letterPairs, similarityOf } from '../../kernel/similarity.ts';
import type { Platform, StepType } from '../task.ts';
import { stateNames } from './claim-kinds.ts';
import { assertions } from './claims.ts';
import { nounsWithRole } from './nouns.ts';
import { type LostSentence, readSentence, whereLost } from './read-sentence.ts';
import { verbWords } from './read-statement.ts';
import { phraseOf, type Token, type TokenizedText } from './tokens.ts';
import { verbs } from './vocabulary.ts';

const offered = 3;
const longestCompared = 300;
/** How many ways to put a sentence right are tried. */
const maxTries = 40;
/** The words that a misspelled one may have been meant to be. */
const likeWords = 4;
const leastAlike = 0.4;
const longestQuotation = 4;
/** With one of these more or less, a sentence says something else altogether. */
const turning = /^(?:not?|never|neither|nor|nothing|none|only|without|except|all|every|each|both|if|unless)$/;
/** With more words than that, one of them is hardly all that is wrong. */
const mostPutRight = 40;

/** As long as most sentences are: longer ones take more to read. */
const shortCandidate = 40;

/** How many more short sentences may be tried in the place of those that are not understood. */
export interface Tries {
  left: number;
}

/** What comes nearest to a sentence and is understood: the sentence itself put right, then examples that resemble it. */
export function nearestSentences(
  sentence: string,
  lost: LostSentence | null,
  platform: Platform,
  type: StepType | null,
  tries: Tries,
): string[] {
  const suits = (candidate: string) => {
    tries.left -= Math.ceil(candidate.length / shortCandidate);
    return tries.left >= 0 && isUnderstood(candidate, platform, type);
  };
  const own = tries.left > 0 ? putRight(lost, suits) : [];
  const others = nearestExamples(sentence, platform, type).filter((example) => !own.includes(example));
  return [...own, ...others].slice(0, offered);
}

function isUnderstood(sentence: string, platform: Platform, type: StepType | null): boolean {
  const { statement } = readSentence(sentence);
  return statement?.platforms.includes(platform) === true && (type === null || statement.type === type);
}

/** The sentence with one word or, where that does not do, two words put right. */
function putRight(lost: LostSentence | null, suits: (candidate: string) => boolean): string[] {
  const { spelled, others } = corrections(lost);
  const right = firstThat(suits, [...spelled, ...others]);
  return right.length > 0
    ? right
    : firstThat(
        suits,
        spelled.flatMap((one) => corrections(whereLost(one)).spelled),
      );
}

function firstThat(suits: (candidate: string) => boolean, candidates: readonly string[]): string[] {
  const found: string[] = [];
  for (const candidate of candidates) {
    if (!found.includes(candidate) && suits(candidate) && found.push(candidate) === offered) break;
  }
  return found;
}

/** What a sentence may have been meant to be: with a word spelled in another way, or with other changes where it got lost. */
function corrections(read: LostSentence | null): { spelled: string[]; others: string[] } {
  if (read === null || read.phrase.tokens.length > mostPutRight) return { spelled: [], others: [] };
  const { phrase, lost } = read;
  const { tokens } = phrase;
  const words = [...lost.expected].filter((word) => !word.includes(' ') && !turning.test(word));
  const at = Math.min(lost.at, tokens.length - 1);
  const known = [...words, ...nounsWithRole(), ...stateNames()];
  const spelled = [
    ...alike(tokens[0], verbWords).map((word) => replaced(phrase, 0, 1, word)),
    ...alike(tokens[at], known).map((word) => replaced(phrase, at, at + 1, word)),
  ];
  const others = [
    ...quotations(phrase, at),
    ...(turning.test(tokens[at]?.word ?? '')
      ? []
      : [...words, ''].map((word) => replaced(phrase, at, at + 1, word))),
  ];
  const isNew = (one: string) => one !== phrase.text && one !== '';
  return { spelled: spelled.filter(isNew), others: others.filter(isNew).slice(0, maxTries) };
}

/** What looks like a word that is not known. */
function alike(token: Token | undefined, words: readonly string[]): string[] {
  if (token === undefined || token.kind !== 'word' || words.includes(token.word)) return [];
  const own = pairsOfWord(token.word);
  const isCompound = (word: string) => /[-+]/.test(word);
  return words
    .filter((word) => isCompound(token.word) || !isCompound(word))
    .map((word) => ({ word, likeness: similarityOf(own, pairsOfWord(word)) }))
    .filter(({ likeness }) => likeness >= leastAlike)
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, likeWords)
    .map(({ word }) => word);
}

/** With how it begins, which counts more than the rest. */
const pairsOfWord = remembering((word) => letterPairs(` ${word}`));

/** With quotes around words near the one at which it stopped. */
function quotations(phrase: TokenizedText, at: number): string[] {
  const tries: string[] = [];
  for (let from = Math.max(1, at - 2); from <= at; from += 1) {
    for (let to = from + 1; to <= Math.min(from + longestQuotation, phrase.tokens.length); to += 1) {
      const span = phrase.tokens.slice(from, to);
      const edges = [span[0]?.word ?? '', span.at(-1)?.word ?? ''];
      const isBare =
        span.every(({ kind, word }) => (kind === 'word' || kind === 'value') && !turning.test(word)) &&
        !edges.some(isSmall);
      const said = phrase.text.slice(phrase.tokens[from]?.start, phrase.tokens[to - 1]?.end);
      if (isBare) tries.push(replaced(phrase, from, to, `"${said}"`));
    }
  }
  return tries;
}

/** Never what a quotation begins or ends with where someone forgot the quotes. */
function isSmall(word: string): boolean {
  return /^(?:the|an?|in|into|on|onto|to|from|for|with|as|of|is|are|and|or)$/.test(word);
}

function replaced({ text, tokens }: TokenizedText, from: number, to: number, word: string): string {
  const [start, end] = [tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0];
  const shown = from === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : word;
  return `${text.slice(0, start)}${shown}${text.slice(end)}`.replace(/ {2,}/g, ' ').trim();
}

interface Outline {
  firstWord: string;
  words: Set<string>;
  letters: LetterPairs;
}

const samples = [
  ...verbs.map(({ examples, platforms, type = 'act' }) => ({ examples, platforms, type })),
  ...assertions.map(({ examples, platforms }) => ({ examples, platforms, type: 'assert' as StepType })),
];

/** By their words and letters. */
function nearestExamples(sentence: string, platform: Platform, type: StepType | null): string[] {
  const outline = outlineOf(sentence);
  return samples
    .filter((sample) => sample.platforms.includes(platform) && (type === null || sample.type === type))
    .map(({ examples }) => {
      let best = { example: '', score: -1 };
      for (const example of examples) {
        const score = closeness(outline, outlineOfExample(example));
        if (score > best.score) best = { example, score };
      }
      return best;
    })
    .sort((one, other) => other.score - one.score)
    .slice(0, offered)
    .map(({ example }) => example);
}

/** The words of a sentence, with one sign for whatever is quoted. Of a long one, its beginning. */
function outlineOf(sentence: string): Outline {
  const tokens = phraseOf(sentence.slice(0, longestCompared))?.tokens ?? [];
  const words = tokens.map(({ kind, word }) => (kind === 'word' ? word : '"'));
  const plain = words.join(' ');
  return { firstWord: words[0] ?? '', words: new Set(plain.split(' ')), letters: letterPairs(plain) };
}

const outlineOfExample = remembering(outlineOf);

function closeness(one: Outline, other: Outline): number {
  let shared = 0;
  for (const word of one.words) if (other.words.has(word)) shared += 1;
  const start = one.firstWord === other.firstWord ? 0.5 : 0;
  return (
    start + (2 * shared) / (one.words.size + other.words.size) + similarityOf(one.letters, other.letters)
  );
}
