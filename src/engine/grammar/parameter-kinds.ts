import { variableNamePattern } from '../../kernel/variables.ts';
import { editorKeys } from '../acting/catalogue/pointer.ts';
import type { Container, Target } from '../scene/target.ts';
import type { Range } from './instruction.ts';
import { type ParameterKind, type ParameterValues, type ReadingState, spend } from './pattern.ts';
import { biometrics, connections, coordinatesOf } from './phone-words.ts';
import { endOfThing, endOfThings, isQuoted, readRelations, readTarget } from './read-target.ts';
import { type Token, wordsAt } from './tokens.ts';
import { keyOf, numberOf, ordinalOf, stepVerbs } from './words.ts';

/** What is known while a sentence is read. */
export interface Known {
  /** What "it" stands for. */
  readonly it: Target | null;
}

export type ParameterKinds = Readonly<Record<string, ParameterKind<Known>>>;

const manyWords = 60;
/** Where a sentence got lost is shown from the beginning of the thing at most. */
const longestReach = 24;
/** One that shows what is loading has no value to set. */
const spinners = /^(?:the )?(?:spinner|stepper|number spinner)$/;
/** Longer ones stand in quotes. */
const longestBare = 3;
const letterCases: Readonly<Record<string, string>> = {
  'upper case': 'upper',
  uppercase: 'upper',
  capital: 'upper',
  'lower case': 'lower',
  lowercase: 'lower',
  small: 'lower',
};
const intoSubmenu = /[>→›▸]/;
/** What holds a choice: never a row, a dialog or an area that something else is in. */
const controls: ReadonlySet<Container['role']> = new Set([
  undefined,
  'field',
  'text input',
  'text area',
  'search field',
  'dropdown',
  'slider',
  'list',
  'radio',
]);

/** Each kind of place that has nothing to do with assertions. */
export const parameterKinds = {
  target: { ...thingy('a thing, such as the "Save" button', targetAt), reach: endOfTarget },
  /** Nothing is called 50: `Enter "Age" as 50` may be meant either way, and is refused. */
  labelled: targetThat(
    'a field',
    (_target, { phrase }, from, to) => to - from > 1 || phrase.tokens[from]?.kind !== 'value',
  ),
  /** Several keys, one after the other: `Tab and Enter`. */
  keys: wordy('keys, such as Tab and Enter', ({ phrase }, from, to) => keysAt(phrase.tokens, from, to)),
  /** Several, each with a name in quotes: "A", "B" and "C". */
  targets: severally('names in quotes', (reading, from, to) => listed(reading, from, to, 'and')),
  /** To act on; without quotes where commas separate them: Red, Green and Blue. */
  several: severally('several names', severalAt),
  choices: severally('names in quotes', (reading, from, to) => listed(reading, from, to, 'or')),
  neither: severally('names in quotes', (reading, from, to) => listed(reading, from, to, 'nor')),
  things: thingy('things of a kind, such as rows or "Delete" buttons', ({ phrase }, from, to) =>
    readTarget(phrase, from, to, 'several'),
  ),
  plural: thingy('things of a kind, such as rows', ({ phrase }, from, to) =>
    readTarget(phrase, from, to, 'plural'),
  ),
  control: targetThat('a field or dropdown', ({ role }) => controls.has(role)),
  /** One that has its name in quotes, or says what it is: nothing else is meant by its words. */
  sureControl: targetThat(
    'a field or dropdown',
    ({ role }, { phrase }, from, to) =>
      controls.has(role) && (role !== undefined || isQuoted(phrase, from, to)),
  ),
  dropdown: targetThat('a dropdown', ({ role }) => role === 'dropdown'),
  slider: thingy('the slider', (reading, from, to) => {
    if (spinners.test(wordsAt(reading.phrase.tokens, from, to))) return { role: 'slider' };
    const target = targetAt(reading, from, to);
    return target?.role === 'slider' ? target : null;
  }),
  /** Menus and what is in them: File > Save as. */
  path: wordy('a path of menus, such as File > Save as', pathAt),
  /** Several names, in quotes or with commas between them. */
  names: severally('several names', namesAt),
  dialog: targetThat('the dialog', ({ role }) => role === 'dialog'),
  /** What a text follows at once: `Enter the username "alice"`, and not `Enter alice in "Username"` nor `Enter "a" in row 5`. */
  label: targetThat(
    'a field',
    ({ where }, { phrase }, _from, to) =>
      where === undefined &&
      !/^(?:in|into|on|to|for|as|with|at|inside)$/.test(phrase.tokens[to - 1]?.word ?? ''),
  ),
  /** Name "Ada", City "London" */
  pairs: wordy('fields and what to write into them, such as Name "Ada", City "London"', pairsAt),
  /** What is called so on the screen, by its name alone. */
  name: wordy('a name', nameAt),
  /** A name in quotes: without them it may be anything else. */
  quoted: wordy('a name in quotes', (reading, from, to) =>
    isQuoted(reading.phrase, from, to) ? nameAt(reading, from, to) : null,
  ),
  relations: thingy('where it is', ({ phrase }, from, to) => {
    const relations = readRelations(phrase, from, to);
    return relations === null ? null : { where: relations };
  }),
  text: single('a text in quotes, a number or a {{variable}}', ({ kind, said }) =>
    kind === 'word' || kind === 'sign' ? null : said,
  ),
  address: single('an address, such as /cart', ({ isAddress, said }) => (isAddress ? said : null)),
  file: single('the name of a file', ({ kind, said }) =>
    kind === 'text' || kind === 'address' || kind === 'variable' ? said : null,
  ),
  variable: single('a {{variable}}', ({ kind, said }) =>
    kind === 'variable' && variableNamePattern.test(said.slice(2, -2)) ? said.slice(2, -2) : null,
  ),
  /** `390 × 844`, `390x844`, `390 by 844` */
  size: {
    expected: 'a size, such as 390 × 844',
    longest: 3,
    read: ({ phrase }, from, to) => sizeOf(wordsAt(phrase.tokens, from, to)),
  },
  ordinal: single('which one, such as second', ({ word }) => ordinalOf(word)),
  direction: single('up, down, left or right', ({ word }) => oneOf(word, 'up down left right')),
  edge: single('top or bottom', ({ word }) =>
    oneOf(word, 'bottom end') === null ? oneOf(word, 'top start beginning') && 'top' : 'bottom',
  ),
  /** What shows more when it is opened. */
  behind: single('tabs or sections', ({ word }) =>
    oneOf(word, 'sections panels folders') === null ? oneOf(word, 'tabs') : 'sections',
  ),
  orientation: single('landscape or portrait', ({ word }) => oneOf(word, 'landscape portrait')),
  key: {
    expected: 'a key, such as Enter',
    longest: 7,
    read: ({ phrase }, from, to) => keyOf(wordsAt(phrase.tokens, from, to)),
  },
  /** What a keyboard of a phone offers for a field. */
  editorKey: single(
    'a key of the keyboard, such as Search',
    ({ word, said }) => oneOf(word, editorKeys.join(' ')) && said,
  ),
  /** `52.52, 13.40` */
  coordinates: {
    expected: 'latitude and longitude, such as 52.52, 13.40',
    longest: 6,
    read: ({ phrase }, from, to) => coordinatesOf(wordsAt(phrase.tokens, from, to)),
  },
  onOff: single('on or off', ({ word }) => oneOf(word, 'on off')),
  connection: {
    expected: 'the network, Wi-Fi, mobile data or airplane mode',
    longest: 3,
    read: ({ phrase }, from, to) => connections[wordsAt(phrase.tokens, from, to)] ?? null,
  },
  biometric: {
    expected: 'the fingerprint or the face',
    longest: 2,
    read: ({ phrase }, from, to) => biometrics[wordsAt(phrase.tokens, from, to)] ?? null,
  },
  letters: {
    expected: 'upper case or lower case',
    longest: 2,
    read: ({ phrase }, from, to) => letterCases[wordsAt(phrase.tokens, from, to)] ?? null,
  },
  quotedKey: single('a key in quotes', ({ kind, said }) => (kind === 'text' ? keyOf(said) : null)),
  seconds: {
    expected: 'a time, such as 5 seconds',
    longest: 2,
    read: ({ phrase }, from, to) => secondsOf(wordsAt(phrase.tokens, from, to)),
  },
  range: {
    expected: 'a number, such as 3 or at least 3',
    longest: 5,
    read: ({ phrase }, from, to) => rangeOf(wordsAt(phrase.tokens, from, to)),
  },
  times: {
    expected: 'how often, such as 3 times',
    longest: 6,
    read: ({ phrase }, from, to) => timesOf(wordsAt(phrase.tokens, from, to)),
  },
} satisfies ParameterKinds;

/** What was found at the places, as what it is. */
export const placed = {
  target: (places: ParameterValues, name = 'target') => places.get(name) as Target,
  targetIfAny: (places: ParameterValues, name = 'target') => places.get(name) as Target | undefined,
  targets: (places: ParameterValues, name = 'targets') => places.get(name) as Target[],
  /** One, or each of several. */
  targetsOf: (places: ParameterValues) => (places.get('several') ?? [places.get('target')]) as Target[],
  text: (places: ParameterValues, name = 'text') => places.get(name) as string,
  textIfAny: (places: ParameterValues, name = 'text') => places.get(name) as string | undefined,
  count: (places: ParameterValues, name = 'count') => places.get(name) as number,
  range: (places: ParameterValues, name = 'range') => places.get(name) as Range,
};

/** `3`, `exactly 3`, `at least 3`, `no more than 3`, `between 2 and 5`. */
export function rangeOf(words: string): Range | null {
  const between = /^(?:(?:between|from) (\w+) (?:and|to)|(\w+) to) (\w+)$/.exec(words);
  if (between !== null) {
    const [min, max] = [numberOf(between[1] ?? between[2] ?? ''), numberOf(between[3] ?? '')];
    return min === null || max === null || min > max ? null : { min, max };
  }
  const [, bound = '', word = '', more] = /^(.*?) ?\b(\w+)( or more| or fewer| or less)?$/.exec(words) ?? [];
  const count = numberOf(word);
  if (count === null) return null;
  if (more !== undefined) return bound === '' ? boundless(more === ' or more', count) : null;
  if (/^(?:exactly|only|just|precisely|a total of|)$/.test(bound)) return { min: count, max: count };
  if (/^(?:at least|no fewer than|no less than|not less than|a minimum of)$/.test(bound))
    return { min: count, max: null };
  if (/^(?:at most|no more than|not more than|up to|a maximum of)$/.test(bound))
    return { min: 0, max: count };
  if (/^(?:more|greater) than$/.test(bound)) return { min: count + 1, max: null };
  return /^(?:fewer than|less than)$/.test(bound) && count > 0 ? { min: 0, max: count - 1 } : null;
}

function boundless(isMore: boolean, count: number): Range {
  return isMore ? { min: count, max: null } : { min: 0, max: count };
}

/** `3 times`, `exactly once`, `at least twice`. */
export function timesOf(words: string): Range | null {
  const counted = words
    .replace(/\bonce$/, '1 time')
    .replace(/\btwice$/, '2 times')
    .replace(/\bthrice$/, '3 times');
  const [, range] = /^(.+) times?$/.exec(counted) ?? [];
  return range === undefined ? null : rangeOf(range);
}

function secondsOf(words: string): number | null {
  const [, amount = '', unit = ''] =
    /^(\d+(?:\.\d+)?|[a-z]+) ?(seconds?|secs?|s|minutes?|mins?|milliseconds?|ms)$/.exec(words) ?? [];
  const count = /^an?$/.test(amount) ? 1 : /^\d/.test(amount) ? Number(amount) : numberOf(amount);
  if (count === null) return null;
  if (/^min/.test(unit)) return count * 60;
  return unit.startsWith('m') ? count / 1_000 : count;
}

function sizeOf(words: string): { width: number; height: number } | null {
  const [, width, height] = /^(\d{3,4}) ?(?:×|x|by|\*) ?(\d{3,4})$/.exec(words) ?? [];
  return width === undefined ? null : { width: Number(width), height: Number(height) };
}

function targetAt({ phrase, known }: ReadingState<Known>, from: number, to: number): Target | null {
  if (to - from === 1 && /^(?:it|them)$/.test(phrase.tokens[from]?.word ?? '')) return known.it;
  return readTarget(phrase, from, to);
}

function endOfTarget(reading: ReadingState<Known>, from: number, to: number): number | null {
  const last = Math.min(to - 1, from + longestReach, endOfThing(reading.phrase, from));
  for (let end = last; end > from; end -= 1) {
    spend(reading);
    if (targetAt(reading, from, end) !== null) return end;
  }
  return null;
}

function nameAt({ phrase }: ReadingState<Known>, from: number, to: number): string | null {
  const [token] = phrase.tokens.slice(from, to);
  if (to - from === 1 && token !== undefined && token.kind !== 'word')
    return token.kind === 'sign' ? null : token.said;
  const target = readTarget(phrase, from, to);
  if (target === null || target.where !== undefined || target.nth !== undefined) return null;
  return target.role === undefined || target.role === 'option' ? (target.name ?? null) : null;
}

const lastJoints = { and: ['and', '&'], or: ['or'], nor: ['nor', 'or'] };

/**
 * `"A", "B" and "C"`: at least two. With "or" it must say so: one of several is less than all of them. Where the last of them is
 * told by what it is in, so are those before it.
 */
function listed(
  reading: ReadingState<Known>,
  from: number,
  to: number,
  last: 'and' | 'or' | 'nor',
  mayBeBare = false,
): Target[] | null {
  const { tokens } = reading.phrase;
  const parts: Array<readonly [from: number, to: number]> = [];
  let start = last === 'and' && /^(?:both|all)$/.test(tokens[from]?.word ?? '') ? from + 1 : from;
  let isSaid = last === 'and';
  for (let at = start; at <= to; at += 1) {
    const { word, kind } = tokens[at] ?? {};
    const isLast = lastJoints[last].includes(word ?? '');
    if (at < to && isLast) isSaid = true;
    if (at < to && !isLast && !(kind === 'sign' && word === ',')) continue;
    // ", and" is one joint.
    if (at > start) parts.push([start, at]);
    start = at + 1;
  }
  if (parts.length < 2 || !isSaid) return null;
  const targets: Target[] = [];
  for (const [first, end] of parts) {
    const words = tokens.slice(first, end);
    const names = words.filter(({ word }) => word === '');
    const isBare = mayBeBare && isShortName(words);
    const target = names.length === 0 && !isBare ? null : targetAt(reading, first, end);
    if (target?.name === undefined) return null;
    if (!isBare && !names.some(({ said }) => said === target.name)) return null;
    targets.push(target);
  }
  const where = targets.at(-1)?.where;
  const placed = targets.filter((target) => target.where !== undefined).length;
  if (placed === 1 && where !== undefined) return targets.map((target) => ({ ...target, where }));
  // `"A" in "B" and "C"`: nobody knows whether "C" is a place or a thing.
  return placed === 0 || placed === targets.length ? targets : null;
}

function keysAt(tokens: readonly Token[], from: number, to: number): string[] | null {
  const keys: string[] = [];
  let start = from;
  for (let at = from; at <= to; at += 1) {
    if (at < to && !/^(?:,|and|then|&)$/.test(tokens[at]?.word ?? '')) continue;
    const key = at === start ? null : keyOf(wordsAt(tokens, start, at));
    if (key === null) return null;
    keys.push(key);
    start = at + 1;
  }
  return keys.length < 2 ? null : keys;
}

/** `Red, Green and Blue`; but `Salt and pepper` may be one name. */
function severalAt(reading: ReadingState<Known>, from: number, to: number): Target[] | null {
  const { phrase } = reading;
  const isBare = !isQuoted(phrase, from, to) && phrase.tokens.slice(from, to).some(isComma);
  return listed(reading, from, to, 'and', isBare);
}

function isShortName(words: readonly Token[]): boolean {
  return words.length <= longestBare && !stepVerbs.includes(words[0]?.word ?? '');
}

function namesAt(reading: ReadingState<Known>, from: number, to: number): string[] | null {
  const targets = severalAt(reading, from, to);
  const names = (targets ?? []).flatMap(({ name, role }) =>
    name === undefined || role !== undefined ? [] : [name],
  );
  return targets === null || names.length < targets.length ? null : names;
}

function pathAt({ phrase }: ReadingState<Known>, from: number, to: number): string[] | null {
  if (!intoSubmenu.test(phrase.text)) return null;
  const parts = [''];
  for (const { kind, said } of phrase.tokens.slice(from, to)) {
    if (kind === 'sign') return null;
    const [first = '', ...others] = kind === 'text' ? [said] : said.split(intoSubmenu);
    parts.push(`${parts.pop()} ${first}`, ...others);
  }
  const path = parts.map((part) => part.trim());
  return path.length < 2 || path.includes('') ? null : path;
}

function isComma({ kind, word }: Token): boolean {
  return kind === 'sign' && word === ',';
}

/** Each a field and a text, with commas, "and" or nothing between them. */
function pairsAt(
  reading: ReadingState<Known>,
  from: number,
  to: number,
): Array<readonly [Target, string]> | null {
  const { tokens } = reading.phrase;
  const pairs: Array<readonly [Target, string]> = [];
  let start = from;
  for (let at = from; at < to; at += 1) {
    const token = tokens[at];
    const isLast = at + 1 === to || /^(?:,|and|&)$/.test(tokens[at + 1]?.word ?? '');
    if (token === undefined || !isLast || at === start) continue;
    const text = parameterKinds.text.read(reading, at, at + 1) as string | null;
    const isLead = /^(?:[:=]|as|with|to|is)$/.test(tokens[at - 1]?.word ?? '');
    const target = text === null ? null : readTarget(reading.phrase, start, isLead ? at - 1 : at);
    if (text === null || target === null) continue;
    pairs.push([target, text]);
    start = at + 1;
    while (/^(?:,|and|&)$/.test(tokens[start]?.word ?? '')) start += 1;
    at = start;
  }
  return start >= to && pairs.length > 0 ? pairs : null;
}

function wordy(expected: string, read: ParameterKind<Known>['read']): ParameterKind<Known> {
  return { expected, longest: manyWords, read };
}

/** A thing, or what things describe. */
function thingy(expected: string, read: ParameterKind<Known>['read']): ParameterKind<Known> {
  return { ...wordy(expected, read), latest: endOfThing };
}

function severally(expected: string, read: ParameterKind<Known>['read']): ParameterKind<Known> {
  return { ...wordy(expected, read), latest: endOfThings };
}

function targetThat(
  expected: string,
  suits: (target: Target, reading: ReadingState<Known>, from: number, to: number) => boolean,
): ParameterKind<Known> {
  return thingy(expected, (reading, from, to) => {
    const target = targetAt(reading, from, to);
    return target !== null && suits(target, reading, from, to) ? target : null;
  });
}

function single(expected: string, read: (token: Token) => unknown): ParameterKind<Known> {
  return {
    expected,
    longest: 1,
    read({ phrase }, from) {
      const token = phrase.tokens[from];
      return token === undefined ? null : read(token);
    },
  };
}

function oneOf(word: string, words: string): string | null {
  return words.split(' ').includes(word) ? word : null;
}
