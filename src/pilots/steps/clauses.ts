import { type ReadOne, readSentence } from './read-sentence.ts';
import { bare, veilFixed } from './sentences.ts';

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
export function clausesOf(sentence: string, trials: Trials): ReadOne[] {
  const whole = readSentence(sentence);
  if (isStep(whole) || whole.refused !== null) return [whole];
  const ofThis = { left: Math.min(trialsOfOne, trials.left) };
  trials.left -= ofThis.left;
  const parts = apart(sentence, ofThis);
  trials.left += Math.max(0, ofThis.left);
  return parts ?? [whole];
}

function apart(sentence: string, trials: Trials): ReadOne[] | null {
  const joints = [...veilFixed(sentence).matchAll(/,? and (?:then )?|, (?:then )?/gi)].slice(0, maxJoints);
  for (const { index, 0: words } of joints) {
    if (trials.left <= 0) return null;
    trials.left -= 1;
    const first = readSentence(bare(sentence.slice(0, index)));
    if (!isStep(first)) continue;
    const others = restOf(first.sentence, bare(sentence.slice(index + words.length)), trials);
    if (others !== null) return [first, ...others];
  }
  return null;
}

/** `Enter "a" as "User" and "b" as "Password"`: the verb holds for what follows, where that has none. */
function restOf(first: string, rest: string, trials: Trials): ReadOne[] | null {
  const verb = /^\S+/.exec(first)?.[0] ?? '';
  for (const sentence of [rest, `${verb} ${rest}`]) {
    trials.left -= 1;
    const read = readSentence(sentence);
    const others = isStep(read) ? [read] : apart(sentence, trials);
    if (others !== null) return others;
  }
  return null;
}

function isStep({ statement }: ReadOne): boolean {
  return statement !== null;
}
