import { isTooLong, type Match, matchesOf } from './match.ts';
import type { Phrase } from './phrase.ts';
import { bare, veilFixed } from './sentences.ts';

/** A sentence, or a part of one that is a step by itself, with the shapes that it has. */
export interface Clause {
  sentence: string;
  phrase: Phrase;
  matches: readonly Match[];
}

/** How many parts of sentences may still be tried, which takes its time. */
export interface Trials {
  left: number;
}

const maxJoints = 10;
/** Three are enough for each clause of what people write. */
const trialsOfOne = 40;

/** For all sentences of a task: what is left when they are used up stays whole. */
export function trialsOfTask(): Trials {
  return { left: 600 };
}

/**
 * `"Save" is enabled and "Delete" is disabled` is two steps: a sentence that is none by itself is taken apart at its
 * joints where every part is one. Otherwise it stays whole.
 */
export function clausesOf(sentence: string, trials: Trials): Clause[] {
  const whole = clauseOf(sentence);
  if (isStep(whole) || isTooLong(whole.phrase)) return [whole];
  const ofThis = { left: Math.min(trialsOfOne, trials.left) };
  trials.left -= ofThis.left;
  const parts = apart(sentence, ofThis);
  trials.left += Math.max(0, ofThis.left);
  return parts ?? [whole];
}

function apart(sentence: string, trials: Trials): Clause[] | null {
  const joints = [...veilFixed(sentence).matchAll(/,? and (?:then )?|, (?:then )?/gi)].slice(0, maxJoints);
  for (const { index, 0: words } of joints) {
    if (trials.left <= 0) return null;
    trials.left -= 1;
    const first = clauseOf(bare(sentence.slice(0, index)));
    if (!isStep(first)) continue;
    trials.left -= 1;
    const rest = clauseOf(bare(sentence.slice(index + words.length)));
    const others = isStep(rest) ? [rest] : apart(rest.sentence, trials);
    if (others !== null) return [first, ...others];
  }
  return null;
}

function clauseOf(sentence: string): Clause {
  return { sentence, ...matchesOf(sentence) };
}

function isStep({ matches }: Clause): boolean {
  return matches.length > 0;
}
