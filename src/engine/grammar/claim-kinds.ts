import { type Impact, impacts } from '../acting/device.ts';
import type { Target } from '../scene/target.ts';
import type { Amount, StateName } from './instruction.ts';
import { isPlainNoun, isWholeScreen, longestScreen, pluralNounOf } from './nouns.ts';
import { type Known, type ParameterKinds, parameterKinds } from './parameter-kinds.ts';
import type { ReadingState } from './pattern.ts';
import { endOfThings, isDescribed, isQuoted } from './read-target.ts';
import { Refused } from './refused.ts';
import { type Token, wordsAt } from './tokens.ts';

/** What a message says, and no field is called. */
const faulty =
  /[.!?]$|\b(?:not?|in\w+|un\w+|mis\w+|required?|wrong|fail\w*|bad|error|expired|denied|must|cannot|already|too|empty|exists?)\b/i;

/** What an assertion is about: one thing, or each of several. */
export interface Subject {
  readonly targets: readonly Target[];
  /** An absence of words that stand without quotes proves nothing: nobody knows that they are what the screen would say. */
  readonly isSure: boolean;
}

/** A file that was downloaded, by its name; null for the last one, whatever it is called. */
export interface FileNamed {
  readonly name: string | null;
}

/** Accessibility issues, from an impact on. */
export interface Barriers {
  readonly impact: Impact;
  /** `no issues` */
  readonly areDenied: boolean;
}

const stateWords: Readonly<Record<string, readonly [StateName, boolean]>> = Object.fromEntries(
  (
    [
      ['enabled', true, 'enabled, clickable, active'],
      ['disabled', true, 'disabled, inactive, greyed out, grayed out'],
      ['checked', true, 'checked, ticked, on, turned on, switched on'],
      ['checked', false, 'unchecked, unticked, off, turned off, switched off'],
      ['selected', true, 'selected, chosen'],
      ['selected', false, 'unselected, deselected'],
      ['focused', true, 'focused, in focus, focus, the focus'],
      ['empty', true, 'empty, blank, no value, no text'],
      ['empty', false, 'filled, filled in, filled out'],
      ['expanded', true, 'expanded, open, opened'],
      ['expanded', false, 'collapsed, closed'],
      ['required', true, 'required, mandatory'],
      ['required', false, 'optional'],
      ['read-only', true, 'read-only, readonly, read only'],
      ['read-only', false, 'editable'],
      ['invalid', true, 'invalid, marked as invalid'],
      ['invalid', false, 'valid'],
    ] as const
  ).flatMap(([state, isSo, words]) => words.split(', ').map((word) => [word, [state, isSo] as const])),
);

const comparisons: ReadonlyMap<string, Amount> = new Map(
  (
    [
      ['more than', 'more than, greater than, higher than, larger than, bigger than'],
      ['less than', 'less than, lower than, smaller than'],
      ['at least', 'at least, no less than, greater than or equal to, more than or equal to'],
      ['at most', 'at most, no more than, no greater than, less than or equal to'],
    ] as const
  ).flatMap(([amount, words]) => words.split(', ').map((word) => [word, amount] as const)),
);

/** Every word for a state. */
export function stateNames(): string[] {
  return Object.keys(stateWords);
}

/** What only assertions have at their places. */
export const claimKinds: ParameterKinds = {
  ...parameterKinds,
  subject: {
    expected: 'a thing, such as the "Save" button',
    longest: 60,
    latest: endOfThings,
    read: subjectAt,
  },
  /** One that says what it is: a button, not just a text. */
  kindred: {
    expected: 'a thing of a kind, such as a "Delete" button',
    longest: 60,
    latest: endOfThings,
    read(reading, from, to) {
      const subject = subjectAt(reading, from, to);
      return subject?.targets.every(({ role }) => role !== undefined) === true ? subject : null;
    },
  },
  /** `greater than 3`, `at least 2.50` */
  amount: {
    expected: 'more or less than a number, such as greater than 3',
    longest: 6,
    read({ phrase }, from, to) {
      const comparison = comparisons.get(wordsAt(phrase.tokens, from, to - 1));
      const number = phrase.tokens[to - 1];
      const isNumber = number !== undefined && /^(?:value|text|variable)$/.test(number.kind);
      return comparison === undefined || !isNumber ? null : [comparison, number.said];
    },
  },
  page: {
    expected: 'the page',
    longest: longestScreen,
    read: ({ phrase }, from, to) => isWholeScreen(wordsAt(phrase.tokens, from, to)) || null,
  },
  part: {
    expected: 'the page title or the address',
    longest: 4,
    read: ({ phrase }, from, to) => partOf(wordsAt(phrase.tokens, from, to)),
  },
  download: {
    expected: 'a file, such as the file "report.csv" or the downloaded file',
    longest: 7,
    read: ({ phrase }, from, to) => fileAt(phrase.tokens, from, to),
  },
  someFile: {
    expected: 'a file',
    longest: 2,
    read: ({ phrase }, from, to) =>
      ({ 'a file': 'any', 'any file': 'any', 'the file': 'any', 'no file': 'none' })[
        wordsAt(phrase.tokens, from, to)
      ] ?? null,
  },
  texts: {
    expected: 'texts in quotes',
    longest: 60,
    read: ({ phrase }, from, to) => textsAt(phrase.tokens, from, to),
  },
  state: {
    expected: 'a state, such as enabled, checked or empty',
    longest: 3,
    read: ({ phrase }, from, to) => stateWords[wordsAt(phrase.tokens, from, to)] ?? null,
  },
  rows: {
    expected: 'the rows',
    longest: 60,
    latest: endOfThings,
    read(reading, from, to) {
      const things = parameterKinds.plural.read(reading, from, to) as Target | null;
      return things?.role === 'row' || things?.role === 'list item' ? things : null;
    },
  },
  apart: {
    expected: 'what does not count, such as except "Clock"',
    longest: 40,
    read(reading, from, to) {
      const words =
        /^(?:, )?(?:except for|except|excluding|ignoring|without|apart from|aside from|other than) /.exec(
          `${wordsAt(reading.phrase.tokens, from, to)} `,
        );
      if (words === null) return null;
      return subjectAt(reading, from + words[0].trim().split(' ').length, to);
    },
  },
  barriers: {
    expected: 'accessibility issues',
    longest: 6,
    read: ({ phrase }, from, to) => barriersOf(wordsAt(phrase.tokens, from, to)),
  },
  order: {
    expected: 'ascending or descending',
    longest: 5,
    read: ({ phrase }, from, to) => orderOf(wordsAt(phrase.tokens, from, to)),
  },
};

function subjectAt(reading: ReadingState<Known>, from: number, to: number): Subject | null {
  const { phrase } = reading;
  const { tokens } = phrase;
  if (tokens[from]?.word === 'no' || isWholeScreen(wordsAt(tokens, from, to))) return null;
  const lead = /^(?:the )?(?:value|text|content|contents) (?:of|in) /.exec(`${wordsAt(tokens, from, to)} `);
  const start = lead === null ? from : from + lead[0].trim().split(' ').length;
  const isKnown = to - start === 1 && /^(?:it|them)$/.test(tokens[start]?.word ?? '');
  const isSure = isKnown || isQuoted(phrase, start, to);
  const listed = parameterKinds.targets.read(reading, start, to) as Target[] | null;
  if (listed !== null) return { targets: listed, isSure };
  const target = parameterKinds.target.read(reading, start, to) as Target | null;
  const words = wordsAt(tokens, start, to).replace(/^(?:the|a|an|any) /, '');
  const isSaid = tokens.slice(start, to).some(({ kind, said }) => kind === 'text' && said === target?.name);
  const noun = isPlainNoun(words) ? words : isSaid || isKnown ? '' : (target?.name?.toLowerCase() ?? '');
  if (isPlainNoun(noun))
    throw new Refused(`It does not say which ${noun} is meant: put what it says in quotes.`);
  if (target === null) return null;
  if (isAboutField(tokens, start, to))
    throw new Refused(
      `It does not say whether "${target.name}" is what the message says or what it is about: put what it says in quotes, as in See "…".`,
    );
  const last = isSure ? undefined : tokens[to - 1];
  if (last !== undefined && last.said === last.word && isPluralOfKind(last.word))
    throw new Refused(`The word "${last.word}" means several: name each in quotes, or count them.`);
  return {
    targets: [target],
    isSure: isSure || (target.role !== undefined && !isDescribed(target.name ?? '')),
  };
}

function fileAt(tokens: readonly Token[], from: number, to: number): FileNamed | null {
  const words = wordsAt(tokens, from, to);
  if (/^(?:the )?(?:last |latest |newest )?(?:downloaded|exported) file$/.test(words)) return { name: null };
  const isNamed =
    /^(?:(?:the|a) )?(?:downloaded |exported )?file (?:(?:named|called|with the name) )?"$/.test(words);
  return isNamed ? { name: tokens[to - 1]?.said ?? '' } : null;
}

/** `"A", "B" and "C"`: at least two. */
function textsAt(tokens: readonly Token[], from: number, to: number): string[] | null {
  const isText = (token: Token) => token.kind === 'text' || token.kind === 'variable';
  const texts = tokens.slice(from, to).filter(isText);
  const joints = /^"(?: , ")*(?: ,)? (?:and|&) "$/;
  return texts.length > 1 && joints.test(wordsAt(tokens, from, to)) ? texts.map(({ said }) => said) : null;
}

/** `the "Email" error` says nothing of the kind; `the "Invalid email" error` does. */
function isAboutField(tokens: readonly Token[], from: number, to: number): boolean {
  const at = tokens.findIndex(({ kind }, index) => index >= from && index < to && kind === 'text');
  const noun = wordsAt(tokens, at + 1, Math.min(to, at + 2));
  if (at < 0 || !/^(?:error|warning|validation)$/.test(noun)) return false;
  const said = tokens[at]?.said ?? '';
  return said.split(/\s+/).length <= 2 && !faulty.test(said);
}

function isPluralOfKind(word: string): boolean {
  return (pluralNounOf(word)?.role ?? null) !== null;
}

function partOf(words: string): 'title' | 'address' | null {
  if (/^(?:the )?(?:page |browser |document |tab |window )?title(?: of the page)?$/.test(words))
    return 'title';
  return /^(?:the )?(?:current )?(?:page |browser )?(?:address|url)$/.test(words) ? 'address' : null;
}

const barrierWords =
  /^(?:(no|any) )?(?:(minor|moderate|serious|critical)(?: or (?:moderate|serious|critical|worse))? )?(?:accessibility|a11y) (?:issues?|violations?|problems?|errors?)$/;

/** `no serious or critical accessibility issues` names the least impact that counts. */
function barriersOf(words: string): Barriers | null {
  const found = barrierWords.exec(words);
  if (found === null) return null;
  const [, quantity, least] = found;
  return {
    impact: impacts.find((impact) => impact === least) ?? 'minor',
    areDenied: quantity === 'no',
  };
}

function orderOf(words: string): 'ascending' | 'descending' | null {
  const order = words
    .replace(/^(?:column )?(?:in |from )?(?:an? )?(?=[a-z-]{2}|[az] to)/, '')
    .replace(/ order$/, '');
  if (/^(?:ascending|alphabetical|a to z|a-z|lowest first|low to high|smallest first|asc)$/.test(order))
    return 'ascending';
  return /^(?:descending|reverse|z to a|z-a|highest first|high to low|newest first|desc)$/.test(order)
    ? 'descending'
    : null;
}
