import { remembering } from '../../kernel/memo.ts';
import { type LetterPairs, letterPairs, similarityOf } from '../../kernel/similarity.ts';
import { assertions } from '../checks/claims.ts';
import type { Platform, StepType } from '../task.ts';
import { isKnown } from './known-words.ts';
import type { Effort, Mended } from './mending.ts';
import { readSentence } from './read-sentence.ts';
import { phraseOf } from './tokens.ts';
import { verbs } from './vocabulary.ts';

const offered = 3;
const longestCompared = 300;
/** To compare a sentence with all examples takes as long as so many places of the chart. */
const effortOfExamples = 120;

/** What comes nearest to a sentence and is understood: the sentence itself put right, then examples that resemble it. */
export function nearestSentences(
  sentence: string,
  mended: readonly Mended[],
  platform: Platform,
  type: StepType | null,
  effort: Effort,
): string[] {
  const own = mended.map((one) => one.sentence).filter((one) => isUnderstood(one, platform, type, effort));
  if (own.length >= offered || effort.left <= 0) return own;
  effort.left -= effortOfExamples;
  const others = nearestExamples(sentence, platform, type).filter((example) => !own.includes(example));
  return [...own, ...others].slice(0, offered);
}

function isUnderstood(sentence: string, platform: Platform, type: StepType | null, effort: Effort): boolean {
  return readSentence(sentence, effort).every(
    ({ statement }) =>
      statement?.platforms.includes(platform) === true && (type === null || statement.type === type),
  );
}

/** What is done and checked most. */
const likeliest = /^(?:click|tap|type|enter|select|check|open|see|wait)$/;
/** Some that are understood everywhere are said of phones. */
const ofPhones = /\b(?:app|application|phone|device|tap|swipe|keyboard)\b/i;

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
        if (platform === 'web' && ofPhones.test(example)) continue;
        const score = closeness(outline, outlineOfExample(example));
        if (score > best.score) best = { example, score };
      }
      return best;
    })
    .filter(({ example }) => example !== '')
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

/** A sentence that does not begin with a word that is known may begin with one that is usual. */
function closeness(one: Outline, other: Outline): number {
  let shared = 0;
  for (const word of one.words) if (other.words.has(word)) shared += 1;
  const isUsual = !isKnown(one.firstWord) && likeliest.test(other.firstWord);
  const start = one.firstWord === other.firstWord || isUsual ? 0.5 : 0;
  return (
    start + (2 * shared) / (one.words.size + other.words.size) + similarityOf(one.letters, other.letters)
  );
}
