import { remembering } from '../../kernel/memo.ts';
import { editsBetween } from '../../kernel/similarity.ts';
import { grammar } from './grammar.ts';
import { nounWords } from './nouns.ts';
import { relationWords } from './relations.ts';
import { stateNames } from './states.ts';
import { verbForms } from './verb-group.ts';
import { numbers, ordinals } from './words.ts';

/** With one of these more or less, a sentence says something else altogether. */
const turning =
  /^(?:not?|never|neither|nor|nothing|none|only|without|except|all|each|both|if|unless|any(?:thing)?|every(?:thing)?)$/;
const others =
  'not never no should must shall will can could would does longer able times once twice second seconds minute minutes least most more less than between exactly greater fewer last page screen landscape portrait down left right bottom ascending descending alphabetical alphabetically serious critical moderate minor accessibility a11y issues violations problems errors barriers enter escape backspace delete space';

/** Every word that means something in a sentence without being in quotes. */
const known: ReadonlySet<string> = new Set([
  ...grammar.words(),
  ...nounWords(),
  ...[
    ...stateNames(),
    ...Object.values(verbForms),
    ...relationWords().flatMap(([, words]) => words),
    ...ordinals,
    ...numbers,
    others,
  ].flatMap((words) => words.split(' ')),
]);

export function isKnown(word: string): boolean {
  return known.has(word);
}

export function isTurning(word: string): boolean {
  return turning.test(word) || knownWordsLike(word).some((one) => turning.test(one.word));
}

/** A word that is known, and how many letters of another are wrong if that was meant to be it. */
export interface Likeness {
  readonly word: string;
  readonly edits: number;
  /** Of two words with as many wrong letters, the one that has less of it was rather meant. */
  readonly unlike: number;
}

const mostEdits = 2;
const shortest = 3;
/** Two letters of it may be wrong. */
const longEnoughForTwo = 6;
const longest = 24;
const mostLike = 6;

/** Which letters a word has, a bit for each: words that have too many others are not compared any further. */
function lettersIn(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

interface Candidate {
  readonly word: string;
  readonly letters: number;
  readonly isTurning: boolean;
}

/** By their length. */
const candidates: Candidate[][] = [];
for (const word of known) {
  if (word.length < shortest || !/^[a-z-]+$/.test(word)) continue;
  const alike = candidates[word.length] ?? [];
  candidates[word.length] = alike;
  alike.push({ word, letters: lettersIn(word), isTurning: turning.test(word) });
}

/** The known words that look like one, the most alike first. */
export const knownWordsLike = remembering((word: string): readonly Likeness[] => {
  if (word.length < shortest || word.length > longest || turning.test(word)) return [];
  const isItself = known.has(word);
  const most = word.length < longEnoughForTwo || isItself ? 1 : mostEdits;
  const own = lettersIn(word);
  const like: Likeness[] = [];
  for (let length = word.length - most; length <= word.length + most; length += 1)
    for (const one of candidates[length] ?? []) {
      if (bitsIn(one.letters ^ own) > 2 * most || one.word === word || (one.isTurning && isItself)) continue;
      const edits = editsBetween(word, one.word);
      if (edits > most || (edits > 1 && one.word[0] !== word[0])) continue;
      like.push({ word: one.word, edits, unlike: unlikeness(word, one.word) });
    }
  return like.sort((one, other) => one.edits - other.edits || one.unlike - other.unlike).slice(0, mostLike);
});

/** Letters change places or are left out sooner than others come in their stead, and rarely the first. */
function unlikeness(word: string, other: string): number {
  return (
    (inOrder(word) === inOrder(other) ? 0 : 0.5) +
    (word.at(0) === other.at(0) ? 0 : 1) +
    (word.at(-1) === other.at(-1) ? 0 : 0.3) +
    (other.length > word.length ? 0 : 0.1)
  );
}

function inOrder(word: string): string {
  return [...word].sort().join('');
}

function bitsIn(number: number): number {
  let count = 0;
  for (let rest = number; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
