import type { Platform } from '../../devices/device.ts';
import type { StepType } from '../pilot.ts';
import { type LetterPairs, letterPairs, likenessOf } from './matching-text.ts';
import { readings, readPhrase } from './phrase.ts';
import { vocabulary } from './vocabulary.ts';

const offered = 3;
const longestCompared = 300;

interface Outline {
  firstWord: string;
  words: Set<string>;
  letters: LetterPairs;
}

const samples = vocabulary.map((shape) => ({
  shape,
  examples: shape.examples.map((example) => ({ example, outline: outlineOf(example) })),
}));

/** Examples of the shapes that come nearest to a sentence, by its words and letters. */
export function nearestExamples(sentence: string, platform: Platform, type: StepType | null): string[] {
  const outline = outlineOf(sentence);
  const isClaim = readings(readPhrase(sentence)).some((reading) => reading.isClaim);
  const wanted = type ?? (isClaim ? 'assert' : null);
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

/** The words of a sentence, with one sign for whatever is quoted. */
function outlineOf(sentence: string): Outline {
  const text = readings(readPhrase(sentence)).at(-1)?.text ?? '';
  const plain = text.replace(/"\d+u?"|<\d+v?>/g, '"').slice(0, longestCompared);
  const words = plain.split(' ');
  return { firstWord: words[0] ?? '', words: new Set(words), letters: letterPairs(plain) };
}

function closeness(one: Outline, other: Outline): number {
  const shared = [...one.words].filter((word) => other.words.has(word)).length;
  const start = one.firstWord === other.firstWord ? 0.5 : 0;
  return start + (2 * shared) / (one.words.size + other.words.size) + likenessOf(one.letters, other.letters);
}
