import { placeholderOf, variableNamePattern } from '../../kernel/variables.ts';
import { editorKeys } from '../acting/catalogue/pointer.ts';
import { impacts } from '../acting/device.ts';
import { nameOfMemo } from '../acting/memos.ts';
import type { Ending, Terminal } from './automaton.ts';
import type { Bare, Barriers, FileNamed, Meanings, SaidNoun } from './meanings.ts';
import {
  countedNounOf,
  isInNouns,
  isPlainNoun,
  isWholeScreen,
  longestNoun,
  longestScreen,
  type Noun,
  nounOf,
  orderedNounOf,
  pluralNounOf,
} from './nouns.ts';
import { biometrics, connections, coordinatesOf } from './phone-words.ts';
import { comparedOf, rangeOf, secondsOf, timesOf } from './quantities.ts';
import { relationAt } from './relations.ts';
import { stateOf } from './states.ts';
import { type Token, type TokenizedText, wordsAt } from './tokens.ts';
import { dateAt, endOfNumber } from './units.ts';
import { verbForms, verbGroupAt } from './verb-group.ts';
import { heldKeysOf, keyOf, nthOf, numberOf, ordinalOf, stepVerbs } from './words.ts';

const articles = new Set('the a an any this that my your our'.split(' '));
/** `every row` is not one of them, and `all rows` are not called so. */
const quantifiers = new Set('all each every both some another several many few'.split(' '));
/** What joins things and statements or says something of them: a name with one of these in it needs quotes. */
const outsideNames = new Set(
  'is are was were be been being should must shall not if until unless then when whether while into onto , : has have had contains contain or nor neither either none nothing everything anything without except only because so while but than twice it them otherwise else'.split(
    ' ',
  ),
);
/** Where they are written small: `About us` and `Who we are` may be names. */
const outsideSmallNames = new Set(
  'that i we you he she they him its their his her who whom whose which what where how why'.split(' '),
);
/** No name begins or ends with these. */
const joints = new Set(['and', 'of', '&']);
const quantifying = /^(?:last|next|other|top)$/;
const noLastWord = new Set('and of & the a an any this that its'.split(' '));
/** Words that more often join names than are in them. */
const joining = new Set('as to from by at into with and of &'.split(' '));
/** `under` the heading, and not what is called "under the heading". */
const relationWords = new Set(
  'in on of for from under with within inside next beside near above over below beneath underneath before after'.split(
    ' ',
  ),
);
const placing = new Set('in on at under below above inside beside'.split(' '));
const stating = /^(?:dis)?appears?$|^vanish(?:es)?$|^exists?$/;
/** `for 5 seconds` is nowhere. */
const duration =
  /^\S+ (?:seconds?|secs?|s|ms|milliseconds?|minutes?|mins?)$|(?:^|\s)(?:\d\S*|an?|few|two|three|four|five|six|ten) (?:seconds?|secs?|ms|minutes?|mins?|times)$/;
/** Half of a quotation, something in brackets, or keys that are pressed together. */
const signOutsideNames = /["“”„«»`()<>=→]|[a-z]\+[a-z]/;
const longestName = 12;
const longestQuantity = 5;

/** What a name without quotes costs, each word of it, and words in it that may as well stand beside it. */
const bareCost = 5;
const wordCost = 1;
const dearWordCost = 4;
const articleCost = 2;
const statingCost = 30;

const sides = ['left', 'right', 'top', 'bottom'] as const;

const single = <Value>(expected: string, read: (token: Token) => Value | null): Terminal => ({
  expected,
  read({ tokens }, at) {
    const token = tokens[at];
    const value = token === undefined ? null : read(token);
    return value === null ? [] : [{ end: at + 1, value }];
  },
});

/** A few words that are one of something. */
const stretch = <Value>(
  expected: string,
  longest: number,
  read: (words: string, tokens: readonly Token[]) => Value | null,
): Terminal => ({
  expected,
  read({ tokens }, at) {
    const endings: Ending[] = [];
    for (let end = at + 1; end <= Math.min(tokens.length, at + longest); end += 1) {
      const value = read(wordsAt(tokens, at, end), tokens.slice(at, end));
      if (value !== null) endings.push({ end, value });
    }
    return endings;
  },
});

const noun = (nounFor: (words: string) => Noun | null): Terminal => ({
  expected: 'a kind of thing, such as button',
  read({ tokens }, at) {
    const endings: Ending[] = [];
    if (!isInNouns(tokens[at]?.word ?? '')) return endings;
    for (let end = at + 1; end <= Math.min(tokens.length, at + longestNoun); end += 1) {
      const said = wordsAt(tokens, at, end);
      const found = nounFor(said);
      const value: SaidNoun | null = found === null ? null : { ...found, said };
      if (value !== null) endings.push({ end, value });
    }
    return endings;
  },
});

const oneOf = (word: string, words: string): string | null => (words.split(' ').includes(word) ? word : null);

const verbs = Object.fromEntries(
  Object.entries(verbForms).map(([verb, forms]): [string, Terminal] => [
    `V-${verb}`,
    {
      expected: forms.split(' ')[0] ?? verb,
      read({ tokens }, at) {
        const group = verbGroupAt(tokens, at);
        return group?.verb === verb ? [{ end: group.end, value: group }] : [];
      },
    },
  ]),
);

/** What single words and stretches of a few words mean. */
export const terminals = {
  ...verbs,
  the: {
    expected: 'the',
    read({ tokens }, at) {
      let end = at;
      while (isArticle(tokens[end]) && !isJoined(tokens, end)) end += 1;
      return end > at ? [{ end, value: tokens[at]?.word }] : [];
    },
  },
  unchanged: single('unchanged', ({ word }) => oneOf(word, 'unchanged') !== null || null),
  before: stretch('as before', 2, (words) => words === 'as before' || null),
  doubled: single('doubled', ({ word }) => oneOf(word, 'doubled') !== null || null),
  twice: single('twice', ({ word }) => oneOf(word, 'twice double') !== null || null),
  byHowMuch: single('a number', ({ kind, word, said }) =>
    kind === 'value' ? said : (numberOf(word)?.toString() ?? null),
  ),
  nth: stretch('which one, such as second', 3, nthOf),
  q: single('a name in quotes', ({ kind, said }) => (kind === 'text' || kind === 'variable' ? said : null)),
  value: single('a number', ({ kind, said }) => (kind === 'value' || kind === 'address' ? said : null)),
  bare: { expected: 'a name', read: namesAt },
  starred: single<Bare>('a description, such as *Sign in*', ({ kind, said }) =>
    kind === 'starred' ? bareOf(said) : null,
  ),
  noun: noun(nounOf),
  counted: noun(countedNounOf),
  'plural-noun': noun(pluralNounOf),
  ordered: noun(orderedNounOf),
  screen: stretch('the page', longestScreen, (words) => isWholeScreen(words) || null),
  page: stretch('the page', longestScreen, (words) => (isWholeScreen(words) ? words : null)),
  /** Something that says a text, and has no name of its own: `the message`. */
  plain: stretch('what says it, such as the message', 3, (words) =>
    isPlainNoun(words.replace(/^(?:the|an?) /, '')) && /^(?:the|an?) /.test(words) ? true : null,
  ),
  relation: {
    expected: 'where it is',
    read({ tokens }, at) {
      const relation = relationAt(tokens, at);
      return relation === null ? [] : [{ end: relation.end, value: relation }];
    },
  },
  text: { expected: 'a text in quotes, a number or a {{variable}}', read: textsAt },
  number: {
    expected: 'a number',
    read: (phrase, at) =>
      /^(?:address|sign)$/.test(phrase.tokens[at]?.kind ?? '') ? [] : textAt(phrase, at),
  },
  address: single('an address, such as /cart', ({ isAddress, said }) => (isAddress ? said : null)),
  file: single('the name of a file', ({ kind, said }) =>
    kind === 'text' || kind === 'address' || kind === 'variable' ? said : null,
  ),
  variable: single('a {{variable}}', ({ kind, said }) =>
    kind === 'variable' && variableNamePattern.test(said.slice(2, -2)) ? said.slice(2, -2) : null,
  ),
  memo: single('a name in quotes', ({ kind, said }) => (kind === 'text' ? nameOfMemo(said) : null)),
  size: stretch('a size, such as 390 × 844', 3, sizeOf),
  ordinal: single('which one, such as second', ({ word }) => ordinalOf(word)),
  direction: single('up, down, left or right', ({ word }) => oneOf(word, 'up down left right')),
  edge: single('top or bottom', ({ word }) =>
    oneOf(word, 'bottom end') === null ? oneOf(word, 'top start beginning') && 'top' : 'bottom',
  ),
  side: single('left, right, top or bottom', ({ word }) => sides.find((side) => side === word) ?? null),
  count: single('a number', ({ word }) => numberOf(word)),
  orientation: single('landscape or portrait', ({ word }) => oneOf(word, 'landscape portrait')),
  key: stretch('a key, such as Enter', 7, keyOf),
  editorKey: single('a key of the keyboard, such as Search', ({ word, said }) =>
    editorKeys.some((key) => key === word) ? said : null,
  ),
  coordinates: stretch('latitude and longitude, such as 52.52, 13.40', 6, coordinatesOf),
  connection: stretch(
    'the network, Wi-Fi, mobile data or airplane mode',
    3,
    (words) => connections[words] ?? null,
  ),
  biometric: stretch('the fingerprint or the face', 2, (words) => biometrics[words] ?? null),
  quotedKey: single('a key in quotes', ({ kind, said }) => (kind === 'text' ? keyOf(said) : null)),
  held: stretch('a key that is held, such as Ctrl', 5, heldKeysOf),
  seconds: stretch('a time, such as 5 seconds', 2, secondsOf),
  range: stretch('a number, such as 3 or at least 3', 5, rangeOf),
  times: stretch('how often, such as 3 times', 6, timesOf),
  path: { expected: 'a path of menus, such as File > Save as', read: pathsAt },
  compared: stretch('more or less than, such as greater than', 5, comparedOf),
  part: stretch('the page title or the address', 5, partOf),
  download: stretch('a file, such as the file "report.csv" or the downloaded file', 7, fileOf),
  someFile: stretch('a file', 2, (words) => someFiles.get(words) ?? null),
  state: stretch('a state, such as enabled, checked or empty', 3, stateOf),
  barriers: stretch('accessibility issues', 6, barriersOf),
  order: stretch('ascending or descending', 5, orderOf),
} satisfies Readonly<Record<string, Terminal>>;

/** In quotes, or as it is written: `1.2 GB`. */
function textAt(phrase: TokenizedText, at: number): Ending[] {
  const { text, tokens } = phrase;
  const token = tokens[at];
  if (token === undefined) return [];
  const date = dateAt(phrase, at);
  if (date !== null) return [date];
  const end = endOfNumber(phrase, at);
  if (end !== null && end > at + 1) return [{ end, value: text.slice(token.start, tokens[end - 1]?.end) }];
  return /^(?:word|sign|starred)$/.test(token.kind) ? [] : [{ end: at + 1, value: token.said }];
}

/** A name without quotes, up to each word that it may end with. */
function namesAt({ text, tokens }: TokenizedText, at: number): Ending[] {
  const endings: Ending[] = [];
  const first = tokens[at];
  if (first === undefined || !mayBegin(first, tokens[at + 1]) || isQuantity(tokens, at)) return endings;
  let cost = bareCost;
  for (let end = at + 1; end <= Math.min(tokens.length, at + longestName); end += 1) {
    const token = tokens[end - 1];
    if (token === undefined || !mayBeInName(token)) break;
    const { kind, word, said } = token;
    const before = end - 1 > at ? tokens[end - 2]?.word : undefined;
    if (word === 'i' && end - 1 > at) break;
    const isNextStep = before === 'and' && stepVerbs.includes(word);
    if (isNextStep || (before === 'by' && word.endsWith('ing'))) break;
    // `the checkbox in the table`: a kind, and where it is.
    if (placing.has(word) && before !== undefined && nounOf(before)?.role != null) break;
    const relation = relationAt(tokens, end - 1);
    cost += wordCost;
    if (relation !== null || joining.has(word)) cost += dearWordCost;
    if ((nounOf(word) ?? countedNounOf(word))?.role != null) cost += dearWordCost;
    if (/^(?:the|an?)$/.test(word)) cost += articleCost;
    if (stating.test(word)) cost += statingCost;
    if (noLastWord.has(word) || (relation !== null && relation.end > end)) continue;
    const lower = wordsAt(tokens, at, end);
    if (duration.test(lower)) continue;
    const value: Bare = {
      name: text.slice(first.start, token.end),
      words: end - at,
      isStarred: false,
      isKind: nounOf(lower)?.role != null,
      isPlain: isPlainNoun(lower),
      isValue: end === at + 1 && kind === 'value',
      isCounted: end > at + 1 && numberOf(first.word) !== null,
      last: said,
    };
    endings.push({ end, cost, value });
  }
  return endings;
}

/** A description as a reading shows it. */
function bareOf(name: string): Bare {
  const words = name.split(' ');
  const isNothingElse = { isStarred: true, isKind: false, isPlain: false, isValue: false, isCounted: false };
  return { name, words: words.length, last: words.at(-1) ?? name, ...isNothingElse };
}

/** `at least 3` says how many; a number alone may be part of a name. */
function isQuantity(tokens: readonly Token[], at: number): boolean {
  for (let end = at + 2; end <= Math.min(tokens.length, at + longestQuantity); end += 1)
    if (
      tokens[at]?.kind === 'word' &&
      numberOf(tokens[at]?.word ?? '') === null &&
      rangeOf(wordsAt(tokens, at, end)) !== null
    )
      return true;
  return false;
}

function mayBegin(token: Token, next: Token | undefined): boolean {
  const { word, said, start } = token;
  // `the first two pictures` are several.
  if ((ordinalOf(word) !== null || quantifying.test(word)) && numberOf(next?.word ?? '') !== null)
    return false;
  if (joints.has(word) || isArticle(token)) return false;
  if (/^(?:left|right)$/.test(word) && next?.word === 'of') return false;
  if (word === 'no' && (said === 'no' || start === 0)) return false;
  if (said === word && start > 0 && (joining.has(word) || relationWords.has(word))) return false;
  // The tab "All" is written with a capital letter, unless it begins the sentence.
  return !quantifiers.has(word) || (start > 0 && said !== word);
}

function mayBeInName({ kind, word, said }: Token): boolean {
  if (said === word && outsideSmallNames.has(word)) return false;
  return (kind === 'word' || kind === 'value') && !outsideNames.has(word) && !signOutsideNames.test(word);
}

/** `A` in the midst of a sentence is what something is called. */
function isArticle(token: Token | undefined): boolean {
  return articles.has(token?.word ?? '') && !(token?.said === 'A' && token.start > 0);
}

/** `Check that …` never ticks a box. */
function isJoined(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.word === 'that' && /^(?:check|see|verify|ensure|sure)$/.test(tokens[at - 1]?.word ?? '');
}

function sizeOf(words: string): Meanings['size'] | null {
  const [, width, height] = /^(\d{3,4}) ?(?:×|x|by|\*) ?(\d{3,4})$/.exec(words) ?? [];
  return width === undefined ? null : { width: Number(width), height: Number(height) };
}

const madeUp: Readonly<Record<string, string>> = {
  'e-mail': 'email',
  email: 'email',
  'e-mail address': 'email',
  'email address': 'email',
  text: 'text',
  string: 'text',
  word: 'word',
  name: 'name',
  number: 'number',
};
const longestMadeUp = 5;
const memoInQuotes =
  /^the (?:(?:remembered|noted|stored|copied) (?:value |text |number )?|(?:value|text|number) (?:remembered|noted|stored|copied) as )"$/;
const memoAsWord = /^the (?:remembered|noted) [a-z]\w*$/;

/** `the remembered "old total"`, `the noted steps` */
function memoIn(words: string, last: Token | undefined): string | null {
  return memoInQuotes.test(words) || memoAsWord.test(words) ? nameOfMemo(last?.said ?? '') : null;
}

function textsAt(phrase: TokenizedText, at: number): Ending[] {
  const { tokens } = phrase;
  const own = textAt(phrase, at);
  if (own.length > 0) return own;
  for (let end = Math.min(tokens.length, at + longestMadeUp); end > at; end -= 1) {
    const [, what = ''] = /^an? random (?:valid )?(.+)$/.exec(wordsAt(tokens, at, end)) ?? [];
    if (Object.hasOwn(madeUp, what)) return [{ end, value: `{{random ${madeUp[what]}}}` }];
    const memo = memoIn(wordsAt(tokens, at, end), tokens[end - 1]);
    if (memo !== null) return [{ end, value: placeholderOf(memo) }];
  }
  return [];
}

const intoSubmenu = /-+>|[>→›▸»]/;
const longestPath = 20;

/** Menus and what is in them: File > Save as. */
function pathsAt({ text, tokens }: TokenizedText, at: number): Ending[] {
  const endings: Ending[] = [];
  if (!intoSubmenu.test(text)) return endings;
  const parts = [''];
  for (let end = at + 1; end <= Math.min(tokens.length, at + longestPath); end += 1) {
    const token = tokens[end - 1];
    if (token === undefined || token.kind === 'sign' || token.word === '=>') break;
    // A name in quotes is all that an entry is called.
    if (token.kind === 'text' && parts.at(-1)?.trim() !== '') break;
    const [first = '', ...others] = token.kind === 'text' ? [token.said] : token.said.split(intoSubmenu);
    parts.push(`${parts.pop()} ${first}`, ...others);
    const path = parts.map((part) => part.trim());
    if (path.length > 1 && !path.includes('')) endings.push({ end, value: path, cost: (end - at) / 10 });
  }
  return endings;
}

function partOf(words: string): Meanings['part'] | null {
  if (/^(?:the )?(?:page |browser |document |tab |window )?title(?: of the page)?$/.test(words))
    return 'title';
  return /^(?:the )?(?:current )?(?:page |browser )?(?:address|url)$/.test(words) ? 'address' : null;
}

function fileOf(words: string, tokens: readonly Token[]): FileNamed | null {
  if (/^(?:the )?(?:last |latest |newest )?(?:downloaded|exported) file$/.test(words)) return { name: null };
  const isNamed =
    /^(?:(?:the|a) )?(?:downloaded |exported )?file (?:(?:named|called|with the name) )?"$/.test(words);
  return isNamed ? { name: tokens.at(-1)?.said ?? '' } : null;
}

const someFiles = new Map<string, Meanings['someFile']>([
  ['a file', 'any'],
  ['any file', 'any'],
  ['the file', 'any'],
  ['no file', 'none'],
]);

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

function orderOf(words: string): Meanings['order'] | null {
  const order = words
    .replace(/^(?:column )?(?:in |from )?(?:an? )?(?=[a-z-]{2}|[az] to)/, '')
    .replace(/ order$/, '');
  if (
    /^(?:ascending|alphabetical|alphabetically|a to z|a-z|low(?:est)? to high(?:est)?|(?:lowest|smallest|cheapest|oldest|earliest) first|asc)$/.test(
      order,
    )
  )
    return 'ascending';
  return /^(?:descending|reverse|reverse alphabetical|z to a|z-a|high(?:est)? to low(?:est)?|(?:highest|largest|biggest|most expensive|newest|latest) first|desc)$/.test(
    order,
  )
    ? 'descending'
    : null;
}
