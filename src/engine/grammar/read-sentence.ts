import { grammar } from './grammar.ts';
import type { Instruction } from './instruction.ts';
import { isKnown } from './known-words.ts';
import { type Effort, type LostSentence, type Mended, mostItems, nearMiss, putRight } from './mending.ts';
import { nearMissProblem } from './problem.ts';
import { type Named, namesIt, thingNamed, withIt } from './refer-back.ts';
import { Refused } from './refused.ts';
import { bare } from './sentences.ts';
import type { Clause, Statement } from './statement.ts';
import { longestPhrase, phraseOf, type Token, type TokenizedText } from './tokens.ts';
import { stepVerbs } from './words.ts';

/** One step of a sentence, and what it asks for, or why nothing is made of it. */
export interface ReadOne {
  readonly sentence: string;
  readonly statement: Statement | null;
  /** It can be read, and asks for what is not done. */
  readonly refused: string | null;
  /** What it was meant to be, where it is refused for that. */
  readonly meant?: Mended;
}

/**
 * For all sentences of a task, and for what they may have been meant to say: 20,000 characters of sentences as testers write them take
 * four fifths of it.
 */
export function effortOfTask(): Effort {
  return { left: 85_000 };
}

const tooLong = `It is longer than ${longestPhrase} characters without what is in quotes: make it several sentences.`;
const unknownIt = 'It does not say what "it" is: name the thing.';
const changedBySeveral =
  'What has changed is told by the last action, and several were done: say what must be there instead.';
const tooMuch = 'There is too much before it to read this as well: make several tests of it.';
const tooEntangled = 'It is too entangled: make it several sentences.';

/** The steps of a sentence. One that is not understood among others is named alone. */
export function readSentence(
  sentence: string,
  effort: Effort = effortOfTask(),
  named: Named = { thing: null },
): ReadOne[] {
  const phrase = phraseOf(sentence);
  if (phrase === null) return [{ sentence, statement: null, refused: tooLong }];
  const whole = readWhole(sentence, phrase, effort, named);
  if (whole.every(({ statement, meant }) => statement !== null || meant !== undefined)) return whole;
  const parts = apart(phrase);
  if (parts.length < 2) return whole;
  const read = parts.flatMap((part) => {
    const own = phraseOf(part);
    return own === null ? [] : readWhole(part, own, effort, named);
  });
  return read.some(({ statement }) => statement !== null) ? read : whole;
}

function readWhole(sentence: string, phrase: TokenizedText, effort: Effort, named: Named): ReadOne[] {
  const not = { sentence, statement: null, refused: null };
  const parsed = grammar.parse('sentence', phrase, { effort, most: mostItems });
  const [best] = parsed.readings;
  if (parsed.isTooMuch) return [{ ...not, refused: effort.left <= 0 ? tooMuch : tooEntangled }];
  if (best === undefined) return [not];
  if (best.value instanceof Refused) return [{ ...not, refused: best.value.message }];
  const meant = nearMiss(phrase, best.cost, effort);
  if (meant !== null) return [{ ...not, refused: nearMissProblem(phrase, meant), meant }];
  const clauses = best.value as readonly Clause[];
  return clauses.map((clause) => {
    const { type, platforms } = clause;
    const title = clauses.length === 1 ? sentence : titleOf(clause, phrase);
    const instruction = withIt(clause.instruction, named.thing);
    if (namesIt(instruction)) return { sentence: title, statement: null, refused: unknownIt };
    if (named.wasSeveral === true && speaksOfChange(instruction))
      return { sentence: title, statement: null, refused: changedBySeveral };
    if (type === 'act') named.wasSeveral = isSeveral(instruction);
    const thing = thingNamed(instruction);
    if (thing !== undefined) named.thing = thing;
    return { sentence: title, statement: { type, platforms, instruction }, refused: null };
  });
}

function speaksOfChange(instruction: Instruction): boolean {
  return JSON.stringify(instruction).includes('"claim":"changed"');
}

function isSeveral({ kind }: Instruction): boolean {
  return ['repeat', 'until', 'sequence', 'each', 'timed', 'if', 'unless'].includes(kind);
}

/** What a step is called that stands among others in its sentence. */
function titleOf({ from, to, shared }: Clause, { text, tokens }: TokenizedText): string {
  const said = (first: number, end: number) => text.slice(tokens[first]?.start, tokens[end - 1]?.end);
  return bare(shared === undefined ? said(from, to) : `${said(shared.from, shared.to)} ${said(from, to)}`);
}

const isJoint = (word: string | undefined) => /^(?:,|and|then|&)$/.test(word ?? '');

/** A word that nobody knows in front of what something is done to: "frobnicate the button". */
function mayBeVerb(token: Token | undefined, next: Token | undefined): boolean {
  if (token?.kind !== 'word') return false;
  const isUnknown = !isKnown(token.word) && (next?.kind === 'text' || next?.word === 'the');
  return isUnknown || stepVerbs.includes(token.word);
}

/** A sentence cut before each verb that follows a joint; what holds for all of it is not cut off from the rest. */
function apart({ text, tokens }: TokenizedText): string[] {
  if (/^(?:if|within|in|inside|on|under|below|above|next|beside)$/.test(tokens[0]?.word ?? '')) return [];
  const parts: string[] = [];
  let start = 0;
  for (let at = 1; at < tokens.length; at += 1) {
    if (!isJoint(tokens[at]?.word)) continue;
    let next = at + 1;
    while (isJoint(tokens[next]?.word)) next += 1;
    if (!mayBeVerb(tokens[next], tokens[next + 1])) continue;
    parts.push(text.slice(tokens[start]?.start, tokens[at - 1]?.end));
    start = next;
    at = next;
  }
  parts.push(text.slice(tokens[start]?.start));
  return parts.map(bare);
}

/** Null for one that is too long, that is understood, or that there is no more effort for. */
export function whereLost(sentence: string, effort: Effort = effortOfTask()): LostSentence | null {
  const phrase = phraseOf(sentence);
  if (phrase === null) return null;
  const parsed = grammar.parse('sentence', phrase, { effort, most: mostItems });
  const [best] = parsed.readings;
  if (parsed.isTooMuch || (best !== undefined && !(best.value instanceof Refused))) return null;
  const { furthest, expected } = parsed;
  return {
    phrase,
    lost: { at: furthest, expected: expected() },
    mended: putRight(phrase, furthest, effort),
  };
}
