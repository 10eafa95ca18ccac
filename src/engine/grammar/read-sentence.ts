import type { Known } from './parameter-kinds.ts';
import type { Lost, ReadingState } from './pattern.ts';
import { readStatement, type Statement } from './read-statement.ts';
import { afterthoughtAt } from './read-target.ts';
import { Refused } from './refused.ts';
import { longestPhrase, phraseOf, type TokenizedText } from './tokens.ts';

/** A sentence, and what it asks for, or why nothing is made of it. */
export interface ReadOne {
  readonly sentence: string;
  readonly statement: Statement | null;
  /** It can be read, and asks for what is not done. */
  readonly refused: string | null;
}

export function readSentence(sentence: string): ReadOne {
  const phrase = phraseOf(sentence);
  if (phrase === null) return { sentence, statement: null, refused: tooLong };
  return readPhrase(sentence, phrase, null);
}

/** Several times what any sentence takes that people write. */
const mostEffort = 90;

const tooLong = `It is longer than ${longestPhrase} characters without what is in quotes: make it several sentences.`;

/** A sentence that is not understood, and where it stops making sense. */
export interface LostSentence {
  readonly phrase: TokenizedText;
  readonly lost: Lost;
}

export function whereLost(sentence: string): LostSentence | null {
  const phrase = phraseOf(sentence);
  const lost: Lost = { at: 0, expected: new Set() };
  if (phrase === null) return null;
  readPhrase(sentence, phrase, lost);
  return { phrase, lost };
}

function readPhrase(sentence: string, phrase: TokenizedText, lost: Lost | null): ReadOne {
  const reading: ReadingState<Known> = { phrase, lost, known: { it: null }, effort: { left: mostEffort } };
  try {
    const { length } = phrase.tokens;
    const end = afterthoughtAt(phrase.tokens, length);
    const whole = readStatement(reading, 0, length);
    const statement = whole ?? (end < length ? readStatement(reading, 0, end) : null);
    return { sentence, statement, refused: null };
  } catch (error) {
    if (error instanceof Refused) return { sentence, statement: null, refused: error.message };
    throw error;
  }
}
