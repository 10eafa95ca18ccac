import type { Platform } from '../../devices/device.ts';
import { type LetterPairs, letterPairs, likenessOf } from '../../scene/words.ts';
import type { StepType } from '../pilot.ts';
import { readings, readPhrase } from './phrase.ts';
import { vocabulary } from './vocabulary.ts';

const offered = 3;
const longestRead = 2_000;
const longestCompared = 300;

interface Outline {
  firstWord: string;
  words: Set<string>;
  letters: LetterPairs;
  isClaim: boolean;
}

const samples = vocabulary.map((shape) => ({
  shape,
  examples: shape.examples.map((example) => ({ example, outline: outlineOf(example) })),
}));

/** Examples of the shapes that come nearest to a sentence, by its words and letters. */
export function nearestExamples(sentence: string, platform: Platform, type: StepType | null): string[] {
  const outline = outlineOf(sentence);
  const wanted = type ?? (outline.isClaim ? 'assert' : null);
  return samples
    .filter(({ shape }) => shape.platforms.includes(platform) && (wanted === null || shape.type === wanted))
    .map(({ examples }) =>
      examples
        .map((sample) => ({ example: sample.example, score: closeness(outline, sample.outline) }))
        .reduce((best, sample) => (sample.score > best.score ? sample : best)),
    )
    .sort((one, other) => other.score - one.score)
    .slice(0, offered)
    .map(({ example }) => example);
}

/** The words of a sentence, with one sign for whatever is quoted. Of a long one, its beginning. */
function outlineOf(sentence: string): Outline {
  const { text, slots } = readPhrase(sentence.slice(0, longestRead));
  const last = readings({ text: text.slice(0, longestCompared), slots }).at(-1);
  const plain = (last?.text ?? '').replace(/"\d+u?"|<\d+v?>/g, '"');
  const words = plain.split(' ');
  return {
    firstWord: words[0] ?? '',
    words: new Set(words),
    letters: letterPairs(plain),
    isClaim: last?.isClaim ?? false,
  };
}

function closeness(one: Outline, other: Outline): number {
  const shared = [...one.words].filter((word) => other.words.has(word)).length;
  const start = one.firstWord === other.firstWord ? 0.5 : 0;
  return start + (2 * shared) / (one.words.size + other.words.size) + likenessOf(one.letters, other.letters);
}
