import { type ReadOne, readSentence } from './read-sentence.ts';
import { bare, veil, veilFixed } from './sentences.ts';

/** How many parts of sentences may still be tried, which takes its time: more where they are long. */
export interface Trials {
  left: number;
}

const maxJoints = 10;
/** Three are enough for each clause of what people write. */
const trialsOfOne = 80;
const longPart = 100;

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
    const first = tried(bare(sentence.slice(0, index)), trials);
    if (!isStep(first)) continue;
    const others = restOf(first, bare(sentence.slice(index + words.length)), trials);
    if (others !== null) return [first, ...others];
  }
  return null;
}

function tried(sentence: string, trials: Trials): ReadOne {
  trials.left -= Math.ceil(sentence.length / longPart);
  return readSentence(sentence);
}

/** `Enter "a" as "User" and "b" as "Password"`: the verb holds for what follows, where that has none. */
function restOf(first: ReadOne, rest: string, trials: Trials): ReadOne[] | null {
  const verb = /^\S+/.exec(first.sentence)?.[0] ?? '';
  for (const sentence of [rest, `${verb} ${rest}`]) {
    const read = tried(sentence, trials);
    const others = isStep(read) ? [read] : apart(sentence, trials);
    const isVague = sentence !== rest && isUnclear(first, rest, others ?? []);
    if (others !== null && !isVague) return others;
  }
  return null;
}

/** `Enter "a" and "b" in "Name"` does not say where "a" is written, nor `See "A" in "B" and "C"` whether "C" is a place. */
function isUnclear(first: ReadOne, rest: string, others: readonly ReadOne[]): boolean {
  const isPlaced = JSON.stringify(first.statement).includes('"where"');
  return [first, ...others].some(typesAnywhere) || (isPlaced && veilFixed(rest).replaceAll(veil, '') === '');
}

function typesAnywhere({ statement }: ReadOne): boolean {
  const { instruction } = statement ?? {};
  return (
    instruction?.kind === 'perform' && instruction.action === 'type' && instruction.input.target === undefined
  );
}

function isStep({ statement }: ReadOne): boolean {
  return statement !== null;
}
