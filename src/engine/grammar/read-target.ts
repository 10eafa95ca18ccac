import type { Container, Relation, Target } from '../scene/target.ts';
import {
  countedNounOf,
  isInNouns,
  isWholeScreen,
  longestNoun,
  longestScreen,
  type Noun,
  nounOf,
  orderedNounOf,
  pluralNounOf,
} from './nouns.ts';
import { relationAt } from './relations.ts';
import { readOnce, type Token, type TokenizedText, wordsAt } from './tokens.ts';
import { ordinalOf, stepVerbs } from './words.ts';

/** One thing; what another is told apart by; things of a kind as they are counted, `1 row` or `3 rows`; or `rows` alone. */
export type GrammaticalNumber = 'one' | 'place' | 'several' | 'plural';

type TargetReading = Omit<Target, 'or'>;

const nounFor = { one: nounOf, place: nounOf, several: countedNounOf, plural: pluralNounOf };
/** What stretches are remembered under. */
const readAs = {
  one: { thing: 'a thing', head: 'the head of a thing' },
  place: { thing: 'a place', head: 'the head of a place' },
  several: { thing: 'several', head: 'the head of several' },
  plural: { thing: 'a plural', head: 'the head of a plural' },
};
const isOne = (number: GrammaticalNumber) => number === 'one' || number === 'place';
/** What nothing else is in. */
const heldOnly = new Set<Container['role']>([
  'button',
  'link',
  'field',
  'text input',
  'text area',
  'search field',
  'checkbox',
  'radio',
  'switch',
  'option',
  'heading',
  'image',
  'slider',
  'column header',
  'progress bar',
]);
/** Of many places one after the other there are very many. */
const mostTried = 10;
const maxReadings = 6;
const maxRelations = 5;
const longestName = 12;
const articles = new Set('the a an any this that its my your his her their our'.split(' '));
/** `every row` is not one of them, and `all rows` are not called so. */
const quantifiers = new Set('all each every both some another several many few'.split(' '));
const naming =
  /^(?:named|called|labell?ed|titled|saying|reading|that says|which says|with (?:the )?(?:name|label|text|title|caption|placeholder|value)|for|of)$/;
/** So a row or a card is called in passing: `"Edit" in the row with "Alice"`. */
const namingOfPlace = /^(?:with|containing|that contains)$/;
const about =
  /(?:message|error|warning|notice|notification|toast|alert|banner|label|badge|tooltip|placeholder|text|words?)$/;
const longestNaming = 3;
/** What joins things and statements, and is in no target. */
const outsideTargets = new Set(
  'is are was were be been being should must shall not if until unless then when whether into onto , :'.split(
    ' ',
  ),
);
/** What says something about a thing, or leaves something out: a name with one of these in it needs quotes. */
const outsideNames = new Set(
  'has have had contains contain or nor neither either none nothing everything anything without except only because so while but than twice it them otherwise else'.split(
    ' ',
  ),
);
/** No name begins or ends with these. */
const joints = new Set(['and', 'of', '&']);
/** Half of a quotation, something in brackets, or keys that are pressed together. */
const signOutsideNames = /["“”„«»`()]|[a-z]\+[a-z]/;
const describing =
  /^(?:new|old|other|same|more|such|hidden|broken|open|empty|blank|valid|active|inactive|current|wrong|correct|right|red|green|blue|yellow|gr[ea]y|black|white|duplicate|different|similar|extra|additional|specific|unread|chosen|optional|mandatory)$|(?:ed|ing|able|ible|less)$|^invalid$/;
const manner = /^(?:quickly|slowly|carefully|gently|immediately|directly|successfully)$/;
/** `for 5 seconds` is nowhere. */
const time = /^\S+ (?:seconds?|secs?|s|ms|milliseconds?|minutes?|mins?)$/;

/**
 * A thing as people name it: `the second "Delete" button in the row "Alice"`. Words without quotes may be read in several
 * ways, and the screen settles which is meant: `the first name field` has the name "first name", or is the first of those called
 * "name".
 */
export function readTarget(
  phrase: TokenizedText,
  from: number,
  to: number,
  number: GrammaticalNumber = 'one',
): Target | null {
  return readOnce(phrase, readAs[number].thing, from, to, () => targetAt(phrase, from, to, number));
}

function targetAt(phrase: TokenizedText, from: number, to: number, number: GrammaticalNumber): Target | null {
  if (endOfThing(phrase, from) < to) return null;
  const readings = [...namedAtLast(phrase, from, to, number), ...readingsOf(phrase, from, to, number)];
  if (readings.length < 2) return readings[0]?.target ?? null;
  readings.sort((one, other) => one.doubt - other.doubt);
  const different: TargetReading[] = [];
  for (const { target } of readings) {
    if (different.length === maxReadings) break;
    if (!different.some((other) => isSame(target, other))) different.push(target);
  }
  const [first, ...or] = different;
  return first === undefined ? null : or.length === 0 ? first : { ...first, or };
}

/** `the button in the dialog labeled "OK"`: it is the button that is called so. `the section below`: below what is said. */
function namedAtLast(
  phrase: TokenizedText,
  from: number,
  to: number,
  number: GrammaticalNumber,
): DoubtfulReading[] {
  const { tokens } = phrase;
  const last = tokens[to - 1];
  if (last === undefined || to - from < 2) return [];
  if (last.word === 'below' || last.word === 'above') {
    return readingsOf(phrase, from, to - 1, number)
      .filter(({ target }) => target.role !== undefined)
      .map((reading) => ({ ...reading, doubt: reading.doubt - 1 }));
  }
  const at = isName(last) && number === 'one' && naming.test(tokens[to - 2]?.word ?? '') ? to - 2 : null;
  if (at === null || /^(?:for|of)$/.test(tokens[at]?.word ?? '')) return [];
  return readingsOf(phrase, from, at, number)
    .filter(({ target }) => target.name === undefined && target.where !== undefined)
    .map(({ target, doubt }) => ({ target: { ...target, name: last.said }, doubt: doubt - 1 }));
}

function isSame(one: TargetReading, other: TargetReading): boolean {
  const { where = [] } = one;
  const { where: others = [] } = other;
  return (
    isSamePlace(one, other) &&
    where.length === others.length &&
    where.every((relation, at) => relation.is === others[at]?.is && isSamePlace(relation, others[at]))
  );
}

function isSamePlace(one: Container, other: Container): boolean {
  return one.name === other.name && one.role === other.role && one.nth === other.nth;
}

/** Where the words end that may belong to a thing. */
export function endOfThing({ tokens }: TokenizedText, from: number): number {
  let end = from;
  while (end < tokens.length && !outsideTargets.has(tokens[end]?.word ?? '')) end += 1;
  return end;
}

/** The same of several with commas between them. */
export function endOfThings(phrase: TokenizedText, from: number): number {
  let end = endOfThing(phrase, from);
  while (phrase.tokens[end]?.word === ',') end = endOfThing(phrase, end + 1);
  return end;
}

/** Relations with nothing before them: `in the row "Alice"`. Those to the screen as a whole say nothing. */
export function readRelations(phrase: TokenizedText, from: number, to: number): Relation[] | null {
  return relationsOf(phrase, from, to)[0]?.where ?? null;
}

/** Whether there is a name in quotes, or a variable that holds one. */
export function isQuoted({ tokens }: TokenizedText, from: number, to: number): boolean {
  return tokens.slice(from, to).some(isName);
}

/** `the selected row`, `no disabled buttons`: of what is not called so, there is none on any screen. */
export function isDescribed(name: string): boolean {
  return name.split(' ').some((word) => word === word.toLowerCase() && describing.test(word));
}

/** Where a sentence ends that says "again", "anymore" or the like behind all that it asks for. */
export function afterthoughtAt(tokens: readonly Token[], to: number): number {
  if (/^(?:again|anymore|now|too|please)$/.test(tokens[to - 1]?.word ?? '')) return to - 1;
  if (isManner(tokens[to - 1])) return to - 1;
  return /^(?:any more|any longer|once more|as well)$/.test(wordsAt(tokens, to - 2, to)) ? to - 2 : to;
}

/** `quickly`: nothing is called so, unless with a capital letter. */
function isManner(token: Token | undefined): boolean {
  return token?.kind === 'word' && token.said === token.word && manner.test(token.word);
}

interface DoubtfulReading {
  readonly target: TargetReading;
  /** What is read with less of it goes first. */
  readonly doubt: number;
}

/** The first of them: no more are tried. */
function readingsOf(
  phrase: TokenizedText,
  from: number,
  to: number,
  number: GrammaticalNumber,
): DoubtfulReading[] {
  const cuts = cutsIn(phrase, from, to);
  if (cuts === null) return [];
  const found: DoubtfulReading[] = [];
  for (const [at, cut] of [to, ...cuts].entries()) {
    const within = at === 0 ? cuts.length : at - 1;
    for (const { place, isBare } of headsOf(phrase, from, cut, number)) {
      // `Terms of service` may be a name, or what is in something called "service"; `the Edit link for Alice` is hardly a name.
      const doubt = isBare ? 2 * within : 0;
      const doubtOfBare = place.role === undefined ? 3 : 1;
      for (const { where, bare: unsure } of cut === to ? nowhere : relationsOf(phrase, cut, to)) {
        const target = where.length === 0 ? place : { ...place, where };
        if (found.push({ target, doubt: doubt + doubtOfBare * unsure }) === mostTried) return found;
      }
    }
  }
  return found;
}

interface ReadRelations {
  readonly where: Relation[];
  /** How many of them are to words without quotes. */
  readonly bare: number;
}

/** The first of the ways to read them: no more are asked for. */
function relationsOf(phrase: TokenizedText, from: number, to: number): readonly ReadRelations[] {
  if (from === to) return nowhere;
  return readOnce(phrase, 'relations to others', from, to, () => firstRelationsOf(phrase, from, to));
}

const nowhere: readonly ReadRelations[] = [{ where: [], bare: 0 }];

function firstRelationsOf(phrase: TokenizedText, from: number, to: number): ReadRelations[] {
  const found: ReadRelations[] = [];
  const relation = relationAt(phrase.tokens, from);
  if (relation === null || relation.end >= to) return found;
  const cuts = cutsIn(phrase, relation.end, to) ?? [];
  for (const cut of [...cuts, to]) {
    const isScreen = relation.kind === 'in' && isScreenAt(phrase, relation.end, cut);
    const heads = isScreen ? [null] : headsOf(phrase, relation.end, cut, 'place');
    const others = relationsOf(phrase, cut, to);
    if (others.length === 0) continue;
    for (const head of heads) {
      if (head !== null && relation.kind === 'in' && !mayHold(head)) continue;
      // `in the row with "Alice"`: that is what the row is called by.
      if (head?.place.name === undefined && relationAt(phrase.tokens, cut)?.kind === 'with' && cut < to)
        continue;
      const own = head === null ? [] : [{ is: relation.kind, ...head.place }];
      for (const { where, bare } of others) {
        const all = { where: [...own, ...where], bare: bare + (head?.isBare === true ? 1 : 0) };
        if (found.push(all) === mostTried) return found;
      }
    }
  }
  return found;
}

function isScreenAt({ tokens }: TokenizedText, from: number, to: number): boolean {
  return to - from <= longestScreen && isWholeScreen(wordsAt(tokens, from, to));
}

/** Nothing is in a button, unless it is one that is named in quotes. */
function mayHold({ place, isBare }: Head): boolean {
  const isSure = place.name !== undefined && !isBare;
  return isSure || place.role === undefined || !heldOnly.has(place.role);
}

/** Where a relation may begin; null where there are more than people write. */
function cutsIn({ tokens }: TokenizedText, from: number, to: number): number[] | null {
  const cuts: number[] = [];
  for (let at = from + 1; at < to; ) {
    const relation = relationAt(tokens, at);
    if (relation !== null) cuts.push(at);
    at = relation?.end ?? at + 1;
  }
  return cuts.length > maxRelations ? null : cuts;
}

interface Head {
  readonly place: Container;
  /** Its name stands without quotes. */
  readonly isBare: boolean;
}

function headsOf(
  phrase: TokenizedText,
  from: number,
  to: number,
  number: GrammaticalNumber,
): readonly Head[] {
  return readOnce(phrase, readAs[number].head, from, to, () => allHeadsOf(phrase, from, to, number));
}

function allHeadsOf(phrase: TokenizedText, from: number, to: number, number: GrammaticalNumber): Head[] {
  const { tokens } = phrase;
  let at = from;
  while (at < to && isArticle(tokens[at])) at += 1;
  if (isQuantifier(tokens[at])) return [];
  if (number === 'place' && to - at === 2 && time.test(wordsAt(tokens, at, to))) return [];
  const nth = isOne(number) ? ordinalOf(tokens[at]?.word ?? '') : null;
  let texts = 0;
  for (let index = at; index < to; index += 1) if (isName(tokens[index])) texts += 1;
  if (texts > 0) {
    const place = texts > 1 ? null : named(tokens, nth === null ? at : at + 1, to, number);
    return place === null ? [] : [{ place: ordered(place, nth), isBare: false }];
  }
  const kind = nth === null ? null : orderedNounOf(wordsAt(tokens, at + 1, to));
  if (nth !== null && kind !== null)
    return nameless(kind).map((place) => ({ place: ordered(place, nth), isBare: false }));
  const heads = bare(phrase, at, to, number).map((place) => ({ place, isBare: place.name !== undefined }));
  if (nth === null) return heads;
  const numbered = bare(phrase, at + 1, to, number);
  return [...heads, ...numbered.map((place) => ({ place: ordered(place, nth), isBare: true }))];
}

/** With a name in quotes, before or behind what kind of thing it is. */
function named(
  tokens: readonly Token[],
  from: number,
  to: number,
  number: GrammaticalNumber,
): Container | null {
  const at = tokens.findIndex((token, index) => index >= from && isName(token));
  const name = tokens[at]?.said ?? '';
  if (at > from && at < to - 1) return null;
  const noun = at === from ? wordsAt(tokens, from + 1, to) : nounBefore(tokens, from, at, number === 'place');
  if (noun === '') return isOne(number) ? { name } : null;
  const kind = nounFor[number](noun);
  if (kind === null || (!isOne(number) && kind.role === null)) return null;
  return kind.role === null ? { name } : { name, role: kind.role };
}

/** `button`, `row with`, `field with the label`: the words before a name, without those that lead up to it. */
function nounBefore(tokens: readonly Token[], from: number, to: number, isPlace: boolean): string {
  for (let words = Math.min(longestNaming, to - from - 1); words > 0; words -= 1) {
    const lead = wordsAt(tokens, to - words, to);
    const noun = wordsAt(tokens, from, to - words);
    // The message for "Email" is not called so.
    const isOther = /^(?:for|of)$/.test(lead) && about.test(noun);
    if (!isOther && (naming.test(lead) || (isPlace && namingOfPlace.test(lead)))) return noun;
  }
  return wordsAt(tokens, from, to);
}

/** Without quotes: nothing but a kind of thing, or words that are its name, with or without what kind of thing it is. */
function bare(phrase: TokenizedText, from: number, to: number, number: GrammaticalNumber): Container[] {
  const { tokens } = phrase;
  const count = to - from;
  if (count <= 0 || count > longestName || !mayBeName(phrase, from, to)) return [];
  if (isJoint(tokens[from]) || isJoint(tokens[to - 1])) return [];
  if (articles.has(tokens[to - 1]?.word ?? '') || hasStep(tokens, from, to)) return [];
  // Of `to the left of`, no name is what is left behind "to".
  if (/^(?:left|right) of$/.test(wordsAt(tokens, from, from + 2))) return [];
  // Nor is of `next to` what stands before "to".
  if ((relationAt(tokens, to - 1)?.end ?? to) > to) return [];
  if (isManner(tokens[to - 1])) return [];
  // `the Save button again`
  if (afterthoughtAt(tokens, to) < to && nounOf(wordsAt(tokens, to - 2, to - 1))?.role != null) return [];
  const kind = (first: number, last: number) =>
    isInNouns(tokens[first]?.word ?? '') && isInNouns(tokens[last - 1]?.word ?? '')
      ? nounFor[number](wordsAt(tokens, first, last))
      : null;
  const whole = kind(from, to);
  if (whole !== null) {
    // A field may be called "Message".
    const mayBeCalled = whole.name !== undefined || (whole.role === null && number === 'one');
    const isCalled = mayBeCalled && isOne(number);
    const kinds = whole.alone !== undefined && isOne(number) ? [{ role: whole.alone }] : nameless(whole);
    return [...kinds, ...(isCalled ? [{ name: nameIn(phrase, from, to) }] : [])];
  }
  const found: Container[] = [];
  for (let words = Math.min(longestNoun, count - 1); words > 0; words -= 1) {
    const last = kind(to - words, to);
    if (last === null || (!isOne(number) && last.role === null)) continue;
    if (articles.has(tokens[to - words - 1]?.word ?? '') || isJoint(tokens[to - words - 1])) break;
    const ownName = nameIn(phrase, from, to - words);
    if (!isOne(number) && (isDescribed(ownName) || / (?:and|to) /.test(ownName))) break;
    // `the welcome message` may be called so as a whole.
    if (last.role === null) found.push({ name: nameIn(phrase, from, to) });
    found.push(withRole(ownName, last));
    break;
  }
  if (!isOne(number)) return found;
  for (let words = Math.min(longestNoun, count - 1); words > 0; words -= 1) {
    const first = kind(from, from + words);
    if (first === null) continue;
    if (isJoint(tokens[from + words])) break;
    if (first.role === null) found.push({ name: nameIn(phrase, from, to) });
    found.push(withRole(nameIn(phrase, from + words, to), first));
    break;
  }
  found.push({ name: nameIn(phrase, from, to) });
  return found;
}

function nameless({ role, name, spelling, nameless: other }: Noun): Container[] {
  if (role === null && name === undefined) return [];
  const kind = role !== null && { role };
  const places: Container[] = [{ ...(name !== undefined && { name }), ...kind }];
  if (spelling !== undefined) places.push({ name: spelling, ...kind });
  if (other !== undefined) places.push({ role: other });
  return places;
}

function withRole(name: string, { role }: Noun): Container {
  return role === null ? { name } : { name, role };
}

function ordered(place: Container, nth: number | null): Container {
  return nth === null ? place : { ...place, nth };
}

function isName(token: Token | undefined): boolean {
  return token?.kind === 'text' || token?.kind === 'variable';
}

function mayBeName(phrase: TokenizedText, from: number, to: number): boolean {
  const { length } = phrase.tokens;
  const ends = readOnce(phrase, 'where names end', 0, length, () => endsOfNames(phrase.tokens));
  return (ends[from] ?? from) >= to;
}

/** For each word the first from there on that is in no name. */
function endsOfNames(tokens: readonly Token[]): number[] {
  const ends: number[] = [];
  for (let at = tokens.length - 1; at >= 0; at -= 1)
    ends[at] = mayBeInName(tokens[at]) ? (ends[at + 1] ?? at + 1) : at;
  return ends;
}

function mayBeInName(token: Token | undefined): boolean {
  if (token?.kind !== 'word' && token?.kind !== 'value') return false;
  return !outsideNames.has(token.word) && !signOutsideNames.test(token.word);
}

function isJoint(token: Token | undefined): boolean {
  return joints.has(token?.word ?? '');
}

/** `A` in the midst of a sentence is what something is called. */
function isArticle(token: Token | undefined): boolean {
  return articles.has(token?.word ?? '') && !(token?.said === 'A' && token.start > 0);
}

/** The tab "All" is written with a capital letter, unless it begins the sentence. */
function isQuantifier(token: Token | undefined): boolean {
  if (token === undefined || !quantifiers.has(token.word)) return false;
  return token.start === 0 || token.said === token.word;
}

/** `Login and see the cart` is no name, and `Save and close` may be one. */
function hasStep(tokens: readonly Token[], from: number, to: number): boolean {
  for (let at = from + 1; at < to - 1; at += 1)
    if (tokens[at - 1]?.word === 'and' && stepVerbs.includes(tokens[at]?.word ?? '')) return true;
  return false;
}

function nameIn({ text, tokens }: TokenizedText, from: number, to: number): string {
  return text.slice(tokens[from]?.start, tokens[to - 1]?.end);
}
