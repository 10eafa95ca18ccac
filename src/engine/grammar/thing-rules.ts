import { type Container, type PlainTarget, type Relation, type Target, withWhere } from '../scene/target.ts';
import type { Rule } from './automaton.ts';
import { type Bare, type Meanings, rule, type SaidName, type Subject, type Thing } from './meanings.ts';
import { isPlainNoun, isWholeScreen, type Noun, pluralNounOf } from './nouns.ts';
import { it } from './refer-back.ts';
import { Refused } from './refused.ts';
import { isScheme } from './scheme.ts';
import { numberOf, ordinalOf, stepVerbs } from './words.ts';

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
const fields = ['field', 'text input', 'text area', 'search field'] as const;
/** What a text is typed into. */
export const typableRoles: ReadonlySet<Container['role']> = new Set(fields);
/** What holds a choice: never a row, a dialog or an area that something else is in. */
const controls = new Set<Container['role']>([undefined, ...fields, 'dropdown', 'slider', 'list', 'radio']);
/** `in red` is no place. */
const colour = /^(?:red|green|blue|yellow|orange|gr[ae]y|black|white|bold|italics?)$/i;
const maxRelations = 5;
/** Longer ones of a list stand in quotes. */
const longestOfList = 3;
/** The message for "Email" is not called so. */
const about =
  /(?:message|error|warning|notice|notification|toast|alert|banner|label|badge|tooltip|placeholder|text|words?)$/;
const describing =
  /^(?:new|old|other|same|more|such|hidden|broken|open|empty|blank|valid|active|inactive|current|wrong|correct|right|red|green|blue|yellow|gr[ea]y|black|white|duplicate|different|similar|extra|additional|specific|unread|chosen|optional|mandatory)$|(?:ed|ing|able|ible|less)$|^invalid$/;
/** What a message says, and no field is called. */
const faulty =
  /[.!?]$|\b(?:not?|in\w+|un\w+|mis\w+|required?|wrong|fail\w*|bad|error|expired|denied|must|cannot|already|too|empty|exists?)\b/i;
const plainWordAtEnd = /^(.+) (\S+)$/;

/** `the selected row`, `no disabled buttons`: of what is not called so, there is none on any screen. */
export function isDescribed(name: string): boolean {
  return name.split(' ').some((word) => word === word.toLowerCase() && describing.test(word));
}

// A head: a kind, a name, or both.

const inQuotes = (name: string, noun: Noun | undefined, nth: number | undefined): Thing => ({
  target: { name, ...(noun?.role != null && { role: noun.role }), ...(nth !== undefined && { nth }) },
  isQuoted: true,
});

/** A kind that has a name of its own, or another spelling, may be meant in several ways. */
function ofKind({ role, name, spelling, nameless }: Noun, nth?: number): Target | null {
  if (role === null && name === undefined) return null;
  const kind = { ...(role !== null && { role }), ...(nth !== undefined && { nth }) };
  const first: Target = { ...(name !== undefined && { name }), ...kind };
  const others: Target[] = [
    ...(spelling === undefined ? [] : [{ name: spelling, ...kind }]),
    ...(nameless === undefined ? [] : [{ role: nameless, ...(nth !== undefined && { nth }) }]),
  ];
  return others.length === 0 ? first : { ...first, or: others };
}

function described(bare: Bare, noun?: Noun, nth?: number): Thing {
  const kind = { ...(noun?.role != null && { role: noun.role }) };
  const place = nth === undefined ? {} : { nth };
  const first: Target = { name: bare.name, ...kind, ...place, described: true };
  const or: PlainTarget[] = (nth === undefined ? otherNames(bare.name) : []).map((other) => ({
    ...other,
    ...kind,
    described: true,
  }));
  return { target: or.length === 0 ? first : { ...first, or }, isQuoted: false, bare };
}

const isSmall = ({ name }: Bare) => name === name.toLowerCase();

/** `first name` is also the first that is called "name", `cart icon` also what is called "cart". */
function otherNames(name: string): Container[] {
  const [first = '', ...rest] = name.split(' ');
  const nth = ordinalOf(first.toLowerCase());
  const [, own = '', last = ''] = plainWordAtEnd.exec(name) ?? [];
  return [
    ...(nth === null || rest.length === 0 ? [] : [{ name: rest.join(' '), nth }]),
    ...(isPlainNoun(last.toLowerCase()) && !about.test(last.toLowerCase()) ? [{ name: own }] : []),
  ];
}

const naming = (words: string, cost = 1) =>
  rule(
    'head',
    `[<the>] [<nth>] <noun> ${words} <q>` as '[<the>] [<nth>] <noun> <q>',
    ({ nth, noun, q }) => inQuotes(q, noun, nth),
    cost,
  );

const heads: Rule[] = [
  rule('head', '[<the>] <noun>', ({ noun }) => {
    const target = noun.alone === undefined ? ofKind(noun) : { role: noun.alone };
    return target && { target, isQuoted: false, noun: noun.said };
  }),
  rule('head', '[<the>] <nth> <ordered>', ({ nth, ordered }) => {
    const target = ofKind(ordered, nth);
    return target && { target, isQuoted: false };
  }),
  rule('head', '[<the>] <nth> <ordered> from the bottom|end|right', ({ nth, ordered }) => {
    const target = nth < 0 ? null : ofKind(ordered, -nth);
    return target && { target, isQuoted: false };
  }),
  rule('head', '[<the>] <nth> <ordered> from the top|start|left', ({ nth, ordered }) => {
    const target = ofKind(ordered, nth);
    return target && { target, isQuoted: false };
  }),
  rule('head', '[<the>] [<nth>] <q> [<noun>]', ({ nth, q, noun }) => ({
    ...inQuotes(q, noun, nth),
    ...(noun !== undefined && { noun: noun.said }),
  })),
  rule('head', '[<the>] [<nth>] <noun> <q>', ({ nth, q, noun }) => inQuotes(q, noun, nth)),
  naming('named|called|labeled|labelled|titled|saying|reading'),
  rule(
    'head',
    '[<the>] [<nth>] <noun> for|of <q>',
    ({ nth, noun, q }) => (about.test(noun.said) ? null : inQuotes(q, noun, nth)),
    1,
  ),
  naming('that|which says'),
  naming('with [the] name|label|text|title|caption|placeholder|value'),
  // `any flight` and `a helpful error` say what somebody will recognize, and not what it is called.
  rule('head', '[<the>] <bare>', ({ the = '', bare }) =>
    bare.isKind ||
    bare.isCounted ||
    isWholeScreen(bare.name.toLowerCase()) ||
    the === 'any' ||
    (/^an?$/.test(the) && isSmall(bare))
      ? null
      : described(bare),
  ),
  // As a reading says it: `Click what is called *Sign in*`.
  rule('head', 'what is called <starred>', ({ starred }) => described(starred)),
  rule('head', '[<the>] [<nth>] <starred> [<noun>]', ({ nth, starred, noun }) =>
    described(starred, noun, nth),
  ),
  rule('head', '[<the>] [<nth>] <noun> <starred>', ({ nth, starred, noun }) => described(starred, noun, nth)),
  rule('head', '[<the>] <bare> <noun>', ({ bare, noun }) =>
    noun.role === null ? null : described(bare, noun),
  ),
  rule(
    'head',
    '[<the>] <noun> <bare>',
    ({ bare, noun }) => (noun.role === null || bare.isKind ? null : described(bare, noun)),
    1,
  ),
  rule(
    'head',
    '[<the>] <nth> <bare> [<noun>]',
    ({ nth, bare, noun }) =>
      (noun === undefined ? bare.isKind : noun.role === null) || bare.isCounted
        ? null
        : described(bare, noun, nth),
    3,
  ),
];

// Where it is.

const relations: Rule[] = [
  rule('place', '<head>', ({ head }) => head),
  rule('place', '[<the>] [<nth>] <noun> with|containing <q>', ({ nth, noun, q }) => inQuotes(q, noun, nth)),
  rule('place', '[<the>] [<nth>] <noun> that contains <q>', ({ nth, noun, q }) => inQuotes(q, noun, nth)),
  rule(
    'rel',
    '<relation> <place>',
    ({ relation, place: { target, isQuoted, bare, noun } }) => {
      const isHeaderRow = noun === 'table header' || noun === 'header row';
      if (relation.kind === 'in' && !isQuoted && !isHeaderRow && heldOnly.has(target.role)) return null;
      if (bare !== undefined && colour.test(bare.name)) return null;
      // `for "Alice"` names a place, `for outdated screenshots` a purpose.
      if (relation.word === 'for' && bare !== undefined && target.role === undefined && isSmall(bare))
        return null;
      // What stands under a heading is in its section, and not in its letters.
      const { role: _, ...called } = target;
      const isSection = relation.kind === 'in' && target.role === 'heading' && isQuoted;
      return [at(relation.kind, { target: isSection ? called : target })];
    },
    1,
  ),
  rule('rel', '<relation> <screen>', ({ relation }) => (relation.kind === 'in' ? [] : null)),
  // `in row "A", column "B"`
  rule('rel', '<relation> <place> ,|and <other:place>', ({ relation, place, other }) =>
    relation.kind === 'in' && areCrossing(place.target, other.target)
      ? [at('in', place), at('in', other)]
      : null,
  ),
  rule('rel', 'anywhere|somewhere', () => []),
  rule('rel', 'anywhere|somewhere <relation> <screen>', ({ relation }) =>
    relation.kind === 'in' ? [] : null,
  ),
  rule('rel', 'directly|immediately|just|right <rel>', ({ rel }) => rel),
  rule('rel', 'between <place> and <other:place>', ({ place, other }) => [
    at('after', place),
    at('before', other),
  ]),
  rule('rel', '<relation> it|them', ({ relation }) => [{ is: relation.kind, ...it }]),
  rule('rels', '<rel>', ({ rel }) => rel),
  rule('rels', '<rel> <rels>', ({ rel, rels }) =>
    rel.length + rels.length > maxRelations ? null : [...rel, ...rels],
  ),
  rule('relations', '<rels>', ({ rels }) => rels),
];

const isRow = ({ role }: Target) => role === 'row' || role === 'list item';

function areCrossing(one: Target, other: Target): boolean {
  const isColumn = ({ role }: Target) => role === 'column header';
  return (isRow(one) && isColumn(other)) || (isColumn(one) && isRow(other));
}

function at(is: Relation['is'], { target }: Pick<Thing, 'target'>): Relation {
  const { or: _, where: __, ref: ___, ...place } = target;
  return { is, ...place };
}

// A thing: a head and where it is.

const things: Rule[] = [
  rule('thing', '<head>', ({ head }) => head),
  rule('thing', '<head> <rels>', ({ head, rels }) => ({ ...head, target: withWhere(head.target, rels) })),
  // `the section below`: below what is said.
  rule('thing', '<head> below|above', ({ head }) => (head.target.role === undefined ? null : head)),
  rule(
    'thing',
    '<head> <rels> named|called|labeled|labelled|titled|saying|reading <q>',
    ({ head, rels, q }) =>
      head.target.name === undefined
        ? { target: withWhere({ ...head.target, name: q }, rels), isQuoted: true }
        : null,
    1,
  ),
  rule('thing', 'it|them', () => ({ target: it, isQuoted: true, isIt: true })),
  rule('thing', 'the <nth> one', ({ nth }) => ({ target: { ...it, nth }, isQuoted: true, isIt: true })),
];

type TargetSymbol = {
  [Name in keyof Meanings]: Target extends Meanings[Name] ? Name : never;
}[keyof Meanings];

const that = (symbol: TargetSymbol, suits: (thing: Thing) => boolean) =>
  rule(symbol as 'target', '<thing>', ({ thing }) => (suits(thing) ? thing.target : null));

const kinds: Rule[] = [
  that('target', () => true),
  /** Nothing is called 50: `Enter "Age" as 50` may be meant either way, and is refused. */
  that('labelled', ({ bare }) => bare?.isValue !== true),
  /** What a text follows at once: `Enter the username "alice"`, and not `Enter alice in "Username"`. */
  that(
    'label',
    ({ target, bare }) =>
      target.where === undefined && !/^(?:in|into|on|to|for|as|with|at|inside)$/i.test(bare?.last ?? ''),
  ),
  that('control', ({ target }) => controls.has(target.role)),
  /** One that has its name in quotes, or says what it is: nothing else is meant by its words. */
  that(
    'sureControl',
    ({ target, isQuoted, bare }) =>
      controls.has(target.role) && (target.role !== undefined || isQuoted || bare?.isStarred === true),
  ),
  that('typable', ({ target }) => target.role !== undefined && typableRoles.has(target.role)),
  that('dropdown', ({ target }) => target.role === 'dropdown'),
  that('dialog', ({ target }) => target.role === 'dialog'),
  that('slider', ({ target }) => target.role === 'slider'),
  rule('slider', '[the] spinner|stepper', () => ({ role: 'slider' })),
  rule('slider', '[the] number spinner', () => ({ role: 'slider' })),
  rule('name', '<thing>', ({ thing }) => nameOf(thing)),
  rule('name', '<value>', ({ value }) => ({ name: value })),
  rule('quoted', '<thing>', ({ thing }) => (thing.isQuoted ? (nameOf(thing)?.name ?? null) : null)),
];

/** What is called so on the screen, by its name alone. */
function nameOf({ target: { name, role, nth, where, described } }: Thing): SaidName | null {
  if (where !== undefined || nth !== undefined || (role !== undefined && role !== 'option')) return null;
  return name === undefined ? null : { name, ...(described && { described }) };
}

// Several of a kind, as they are counted.

interface Counted {
  readonly q?: string | undefined;
  readonly bare?: Bare | undefined;
  readonly noun: Noun;
  readonly rels?: readonly Relation[] | undefined;
}

function counted({ q, bare, noun, rels = [] }: Counted): Target | null {
  if (bare !== undefined && (isDescribed(bare.name) || / (?:and|to|or) /.test(bare.name))) return null;
  // `All 3 rows` are not called "3".
  if (bare !== undefined && numberOf(bare.name.split(' ')[0]?.toLowerCase() ?? '') !== null) return null;
  const name = q ?? bare?.name;
  if (name !== undefined && noun.role === null) return null;
  const { or: _, ...target } =
    (name === undefined ? ofKind(noun) : inQuotes(name, noun, undefined).target) ?? {};
  if (target.role === undefined && target.name === undefined) return null;
  return withWhere(bare === undefined ? target : { ...target, described: true }, rels);
}

const counts: Rule[] = (['things', 'plural'] as const).flatMap((symbol) => {
  const noun = symbol === 'things' ? 'counted' : 'plural-noun';
  return [
    rule(symbol, `[<the>] <noun:${noun}> [<rels>]`, counted),
    rule(symbol, `[<the>] <q> <noun:${noun}> [<rels>]`, counted),
    rule(symbol, `[<the>] <bare> <noun:${noun}> [<rels>]`, counted),
  ];
});

// Lists: "A", "B" and "C". Where only the last has a place, it is that of all.

function placedAlike(list: readonly Target[]): readonly Target[] | null {
  const placed = list.filter(({ where }) => where !== undefined).length;
  const where = list.at(-1)?.where;
  // `"A" in "B" and "C"`: nobody knows whether "C" is a place or a thing.
  if (placed === 1 && where !== undefined) return list.map((target) => ({ ...target, where }));
  return placed === 0 || placed === list.length ? list : null;
}

/** Each of several is of the kind that is said once for all. */
function ofOneKind({ role }: Noun, targets: readonly Target[]): readonly Target[] | null {
  if (targets.some((target) => target.role !== undefined)) return null;
  return role === null ? targets : targets.map((target) => ({ ...target, role }));
}

const isShort = ({ bare }: Thing) =>
  bare !== undefined &&
  bare.words <= longestOfList &&
  !/ (?:and|&|or) /.test(bare.name) &&
  !stepVerbs.includes(bare.name.split(' ')[0]?.toLowerCase() ?? '');

const lists: Rule[] = [
  // The "Big" rows "A" and "B" may be named in either way.
  rule('kind', '<plural>', ({ plural }) =>
    plural.role === undefined || plural.name !== undefined ? null : plural,
  ),
  rule('ranked', '<kind>', ({ kind }) =>
    kind.role === 'row' || kind.role === 'column header' ? null : kind,
  ),
  rule('amounts', '[<the>] <bare>', ({ bare }) => {
    const isMeant = /s$/.test(bare.name) && bare.words < 3 && pluralNounOf(bare.last.toLowerCase()) === null;
    return isMeant && !isDescribed(bare.name) ? bare.name : null;
  }),
  rule('rows', '<plural>', ({ plural }) => (isRow(plural) ? plural : null)),
  rule('named', '<thing>', ({ thing }) =>
    (thing.isQuoted || thing.bare?.isStarred === true) && thing.target.name !== undefined
      ? thing.target
      : null,
  ),
  rule('short', '<thing>', ({ thing }) => (isShort(thing) ? thing.target : null)),
  rule('short', '<named>', ({ named }) => named),
  rule('named-commas', '<named>', ({ named }) => [named]),
  rule('named-commas', '<named> , <more:named-commas>', ({ named, more }) => [named, ...more]),
  rule('short-commas', '<short>', ({ short }) => [short]),
  rule('short-commas', '<short> , <more:short-commas>', ({ short, more }) => [short, ...more]),
  rule(
    'targets',
    '[both|all] <list:named-commas> [,] and|& <named>',
    ({ list, named }) => placedAlike([...list, named]),
    1,
  ),
  // `the buttons "A" and "B"`, `the "A" and "B" buttons`, `the checkboxes in the rows "A" and "B"`
  rule('targets', '[<the>] [both|all] <noun:plural-noun> <targets>', ({ noun, targets }) =>
    ofOneKind(noun, targets),
  ),
  rule('targets', '[<the>] <targets> <noun:plural-noun>', ({ noun, targets }) => ofOneKind(noun, targets)),
  rule('placesOfOneKind', '[<the>] <noun:plural-noun> <targets>', ({ noun, targets }) =>
    ofOneKind(noun, targets),
  ),
  rule(
    'targets',
    '[<the>] <noun:plural-noun> <relation> <placesOfOneKind>',
    ({ noun, relation, placesOfOneKind }) => {
      const things = ofKind(noun);
      return things && placesOfOneKind.map((target) => withWhere(things, [at(relation.kind, { target })]));
    },
  ),
  rule(
    'targets',
    '[<the>] <q> [<noun>] <relation> <placesOfOneKind>',
    ({ q, noun, relation, placesOfOneKind }) =>
      placesOfOneKind.map((target) =>
        withWhere(inQuotes(q, noun, undefined).target, [at(relation.kind, { target })]),
      ),
  ),
  rule('targets', '<named> , <list:named-commas>', ({ list, named }) => placedAlike([named, ...list]), 1),
  rule(
    'choices',
    '<list:named-commas> [,] or <named>',
    ({ list, named }) => placedAlike([...list, named]),
    1,
  ),
  rule(
    'neither',
    '<list:named-commas> [,] or|nor <named>',
    ({ list, named }) => placedAlike([...list, named]),
    1,
  ),
  rule('several', '<targets>', ({ targets }) => targets),
  rule(
    'several',
    '<short> , <list:short-commas> [,] and|& <last:short>',
    ({ short, list, last }) => placedAlike([short, ...list, last]),
    1,
  ),
  rule('several', '<short> , <list:short-commas>', ({ short, list }) => placedAlike([short, ...list]), 1),
  rule('names', '<several>', ({ several }) => {
    const names = several.flatMap(({ name, role, described }) =>
      name === undefined || role !== undefined ? [] : [{ name, ...(described && { described }) }],
    );
    return names.length < several.length ? null : names;
  }),
  rule('texts', '<q> , <texts>', ({ q, texts }) => [q, ...texts]),
  rule('texts', '<q> , <last:q>', ({ q, last }) => [q, last]),
  rule('listedTexts', '<q>', ({ q }) => [q]),
  rule('listedTexts', '<texts>', ({ texts }) => texts),
  rule('inThisOrder', '[,] in|(in [exactly] this|that|the [same|following|exact] order', () => true),
  rule('inThisOrder', '[,] in order', () => true),
  rule('inThisOrder', '[,] from left|top to right|bottom', () => true),
  rule('texts', '<q> [,] and|& <last:q>', ({ q, last }) => [q, last]),
  rule('amount', '<compared> <number>', ({ compared, number }) => [compared, number]),
  rule('scheme', '<text>', ({ text }) => {
    if (isScheme(text)) return text;
    throw new Refused('A pattern has "#" for each digit, and every other character as it is: "AB-####".');
  }),
  rule('files', '<file> [,] and|& <last:file>', ({ file, last }) => [file, last]),
  rule('files', '<file> , <last:file>', ({ file, last }) => [file, last]),
  rule('files', '<file> ,|and|& <files>', ({ file, files }) => [file, ...files]),
  rule('boxes', '<things>', ({ things }) =>
    things.role === 'checkbox' || things.role === 'switch' ? things : null,
  ),
  rule('keys', '<key> ,|and|then|& <more:keys>', ({ key, more }) => [key, ...more]),
  rule('keys', '<key> ,|and|then|& <last:key>', ({ key, last }) => [key, last]),
  rule('pair', '<label> [:|=|as|with|to|is] <text>', ({ label, text }) => [label, text]),
  rule('pair', '<label> =|: <bare>', ({ label, bare }) => [label, bare.name]),
  rule('pairs', '<pair>', ({ pair }) => [pair]),
  rule('pairs', '<pair> [,] [and|&] <pairs>', ({ pair, pairs }) => [pair, ...pairs]),
];

// What an assertion is about.

function subjectOf({ target, isQuoted, bare, noun, isIt }: Thing): Subject | null {
  const plain = bare?.name.toLowerCase();
  if (plain !== undefined && isPlainNoun(plain))
    throw new Refused(`It does not say which ${plain} is meant: put what it says in quotes.`);
  const { name = '' } = target;
  if (isQuoted && /^(?:error|warning|validation)/.test(noun ?? '') && isAboutField(name))
    throw new Refused(
      `It does not say whether "${name}" is what the message says or what it is about: put what it says in quotes, as in See "…".`,
    );
  // `the window now has …`: what says so is not called "window now".
  if (bare !== undefined && isSmall(bare) && /^(?:now|still|also|only|again|just)$/.test(bare.last))
    return null;
  if (bare !== undefined && target.role === undefined && isSeveral(bare))
    throw new Refused(`The word "${bare.last}" means several: name each in quotes, or count them.`);
  if (bare !== undefined && target.role === undefined && isSmall(bare) && isDescribed(name))
    throw new Refused(`The words "${name}" describe something: put what it says in quotes.`);
  const isSure = isQuoted || isIt === true || (target.role !== undefined && !isDescribed(name));
  return { targets: [target], isSure };
}

/** `changes`, `the dates`: in small letters they are no name. */
function isSeveral(bare: Bare): boolean {
  return (
    pluralNounOf(bare.last)?.role != null || (isSmall(bare) && bare.words === 1 && /[^siu]s$/.test(bare.name))
  );
}

/** `the "Email" error` says nothing of the kind; `the "Invalid email" error` does. */
function isAboutField(name: string): boolean {
  return name.split(/\s+/).length <= 2 && !faulty.test(name);
}

/** Of other things, people also mean how they look. */
const telling = new Set<Container['role']>([
  undefined,
  ...fields,
  'dropdown',
  'slider',
  'progress bar',
  'cell',
  'heading',
]);

/** What is known by what it says or holds. */
export function isTelling({ targets, isSure }: Subject): boolean {
  return isSure && targets.every(({ role }) => telling.has(role));
}

const subjects: Rule[] = [
  rule('subject', '<thing>', ({ thing }) => subjectOf(thing)),
  rule('subject', '[the] value|text|content|contents of|in <thing>', ({ thing }) => subjectOf(thing)),
  rule('subject', 'its value|text|label|content|contents', () => ({ targets: [it], isSure: true })),
  rule('subject', '<targets>', ({ targets }) => ({ targets, isSure: true })),
  rule('line', '<subject>', ({ subject }) =>
    subject.targets.length === 1 && subject.targets[0]?.role === 'row' ? subject : null,
  ),
  rule('valued', '[the] value|number|amount of|in <thing>', ({ thing }) =>
    thing.isQuoted ? thing.target : null,
  ),
  // `the value next to "Total"` is that of "Total".
  rule('valued', '[the] value|number|amount beside|behind <q>', ({ q }) => ({ name: q })),
  rule('valued', '[the] value|number|amount next to <q>', ({ q }) => ({ name: q })),
  rule('summed', '[the] sum|total of [the] [values|numbers] [in] [the] column <q>', ({ q }) => ({
    column: q,
  })),
  rule('summed', '[the] sum|total of [the] <q> column', ({ q }) => ({ column: q })),
  rule('summed', '[the] sum|total of <targets>', ({ targets }) => ({ targets })),
  rule('telling', '<subject>', ({ subject }) => (isTelling(subject) ? subject : null)),
  // Of what is in quotes, a number is one, and all else is called so.
  rule('numbered', '<quoted>', ({ quoted }) => (/\d|\{\{/.test(quoted) ? null : { name: quoted })),
  rule('kindred', '<subject>', ({ subject }) =>
    subject.targets.every(({ role }) => role !== undefined) ? subject : null,
  ),
  rule('exception', '[,] but|except|excluding <subject>', ({ subject }) => subject),
  rule('exception', '[,] except for <subject>', ({ subject }) => subject),
  rule('exception', '[,] apart|aside|other from|than <subject>', ({ subject }) => subject),
  rule('exception', '[,] but|except the <nth> [one]', ({ nth }) => ({ targets: [{ nth }], isSure: true })),
  rule('exception', '[,] except for the <nth> [one]', ({ nth }) => ({ targets: [{ nth }], isSure: true })),
  rule('apart', '[,] except|excluding|ignoring|without [for] <subject>', ({ subject }) => subject),
  rule('apart', '[,] apart|aside|other from|than <subject>', ({ subject }) => subject),
];

/** What people name, where it is, and lists of them. */
export const thingRules: readonly Rule[] = [
  ...heads,
  ...relations,
  ...things,
  ...kinds,
  ...counts,
  ...lists,
  ...subjects,
];
