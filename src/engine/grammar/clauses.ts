import { type ReadOne, readSentence } from './read-sentence.ts';
import { bare, veil, veilFixed } from './sentences.ts';
import { phraseOf } from './tokens.ts';
import { verbGroupAt } from './verb-group.ts';
import { stepVerbs } from './words.ts';

/** How many parts of sentences may still be tried, which takes its time: more where they are long. */
export interface Trials {
  left: number;
}

const maxJoints = 10;
const longestVerb = 20;
/** Three are enough for each clause of what people write. */
const trialsOfOne = 120;
const longPart = 40;
/** Hardly a clause any more. */
const veryLongPart = 160;

/** For all sentences of a task: what is left when they are used up stays whole. */
export function trialsOfTask(): Trials {
  return { left: 500 };
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
  const joints = [...veilFixed(sentence).matchAll(/,? and (?:then )?|, (?:then )?/gi)]
    .map((joint) => ({ ...joint, isBeforeVerb: isVerbAt(sentence, joint.index + joint[0].length) }))
    // What begins with a verb is surely another step: all before it may be one list.
    .sort((one, other) => Number(other.isBeforeVerb) - Number(one.isBeforeVerb))
    .slice(0, maxJoints);
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
  trials.left -= Math.ceil(sentence.length / longPart) * (sentence.length > veryLongPart ? 2 : 1);
  return readSentence(sentence);
}

function isVerbAt(sentence: string, at: number): boolean {
  return stepVerbs.includes(/^[a-z-]+/i.exec(sentence.slice(at, at + longestVerb))?.[0].toLowerCase() ?? '');
}

/**
 * `Enter "a" as "User" and "b" as "Password"`: the verb holds for what follows, where that has none; so does what an assertion
 * is about.
 */
function restOf(first: ReadOne, rest: string, trials: Trials): ReadOne[] | null {
  const verb = /^\S+/.exec(first.sentence)?.[0] ?? '';
  const again = saidAgain(first, rest) ?? `${verb} ${rest}`;
  for (const sentence of [rest, again]) {
    const read = tried(sentence, trials);
    const others = isStep(read) ? [read] : apart(sentence, trials);
    const isVague = sentence !== rest && isUnclear(first, rest, others ?? []);
    if (others !== null && !isVague) return others;
  }
  return null;
}

/** `"Save" is visible and enabled`, `"Total" is visible and contains "5"`: of the same thing. */
function saidAgain({ sentence, statement }: ReadOne, rest: string): string | null {
  const said = statement?.type === 'assert' ? subjectAndVerb(sentence) : null;
  if (said === null) return null;
  const more = rest.charAt(0).toLowerCase() + rest.slice(1);
  if (subjectAndVerb(more)?.subject === '') return `${said.subject} ${more}`;
  // What is quoted may as well be another thing, and what is not so may be meant of both.
  const isClear = said.subject !== '' && !said.isNegated && !veilFixed(rest).includes(veil);
  return isClear ? `${said.subject} ${said.verb} ${more}` : null;
}

function subjectAndVerb(sentence: string): { subject: string; verb: string; isNegated: boolean } | null {
  const { text, tokens } = phraseOf(sentence) ?? { text: '', tokens: [] };
  for (const [at, { start }] of tokens.entries()) {
    const group = verbGroupAt(tokens, at);
    if (group === null) continue;
    const verb = text.slice(start, tokens[group.end - 1]?.end);
    return { subject: text.slice(0, start).trim(), verb, isNegated: group.isNegated };
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
