import fc from 'fast-check';
import type { Claim } from '../../../src/engine/grammar/instruction.ts';
import type { Bare, Predicate } from '../../../src/engine/grammar/meanings.ts';
import type { Container, Relation, Role, Target } from '../../../src/engine/scene/target.ts';

/** Something that can be said, and what it means. */
export interface Saying<Value = unknown> {
  readonly said: string;
  readonly value: Value;
}

const pairs = ['""', '“”', '„“', '«»', '``'] as const;
/** None that is written like an address: there `Go to "a.bc"` opens it. */
const name = fc
  .string({ unit: fc.constantFrom(...'abc XYZ 12,.-é'), minLength: 1, maxLength: 12 })
  .filter((text) => !/\S\.\S/.test(text));
/** Words that mean nothing else. */
const plainName = fc
  .array(fc.constantFrom('Foo', 'quux', 'Bar', 'wibble', 'Zed'), { minLength: 1, maxLength: 3 })
  .map((words) => words.join(' '));

const quotedName: fc.Arbitrary<Saying<string>> = fc
  .tuple(fc.constantFrom(...pairs), name)
  .map(([pair, text]) => ({ said: `${pair[0]}${text}${pair[1]}`, value: text }));

const nouns: readonly (readonly [string, Role])[] = [
  ['button', 'button'],
  ['link', 'link'],
  ['text field', 'field'],
  ['checkbox', 'checkbox'],
  ['radio button', 'radio'],
  ['menu item', 'menu item'],
  ['row', 'row'],
  ['list item', 'list item'],
  ['image', 'image'],
  ['heading', 'heading'],
];
const places: readonly (readonly [string, Role])[] = [
  ['row', 'row'],
  ['dialog', 'dialog'],
  ['section', 'section'],
  ['form', 'form'],
  ['table', 'table'],
  ['navigation', 'navigation'],
];
const ordinals: readonly (readonly [string, number])[] = [
  ['first', 1],
  ['second', 2],
  ['3rd', 3],
  ['last', -1],
];
const relations: readonly (readonly [string, Relation['is']])[] = [
  ['in', 'in'],
  ['next to', 'next to'],
  ['above', 'above'],
  ['below', 'below'],
  ['to the left of', 'left of'],
  ['right of', 'right of'],
  ['before', 'before'],
  ['after', 'after'],
];

function thing(kinds: readonly (readonly [string, Role])[]): fc.Arbitrary<Saying<Container>> {
  const noun = fc.constantFrom(...kinds);
  return fc.oneof(
    quotedName.map(({ said, value }) => ({ said, value: { name: value } })),
    fc.tuple(quotedName, noun).map(([{ said, value }, [word, role]]) => ({
      said: `the ${said} ${word}`,
      value: { name: value, role },
    })),
    fc.tuple(noun, quotedName).map(([[word, role], { said, value }]) => ({
      said: `the ${word} ${said}`,
      value: { name: value, role },
    })),
    fc.tuple(fc.constantFrom(...ordinals), noun).map(([[which, nth], [word, role]]) => ({
      said: `the ${which} ${word}`,
      value: { role, nth },
    })),
    fc
      .tuple(fc.constantFrom(...ordinals), quotedName, noun)
      .map(([[which, nth], { said, value }, [word, role]]) => ({
        said: `the ${which} ${said} ${word}`,
        value: { name: value, role, nth },
      })),
  );
}

const bareThing: fc.Arbitrary<Saying<Container>> = fc
  .tuple(plainName, fc.constantFrom(...nouns))
  .map(([words, [noun, role]]) => ({
    said: `the ${words} ${noun}`,
    value: { name: words, role, described: true as const },
  }));

const relation: fc.Arbitrary<Saying<Relation>> = fc
  .tuple(fc.constantFrom(...relations), thing(places))
  .map(([[words, is], { said, value }]) => ({ said: `${words} ${said}`, value: { is, ...value } }));

export const whereabouts: fc.Arbitrary<Saying<Relation[]>> = fc
  .array(relation, { minLength: 1, maxLength: 2 })
  .map((all) => ({ said: all.map(({ said }) => said).join(' '), value: all.map(({ value }) => value) }));

/** A thing, in every way to name one, with or without relations. */
export const target: fc.Arbitrary<Saying<Target>> = fc.oneof(
  fc.oneof(thing(nouns), bareThing),
  fc.tuple(fc.oneof(thing(nouns), bareThing), whereabouts).map(([{ said, value }, where]) => ({
    said: `${said} ${where.said}`,
    value: { ...value, where: where.value },
  })),
);

const text: fc.Arbitrary<Saying<string>> = fc.oneof(
  quotedName,
  fc.constantFrom('50', '$24.00', '{{name}}', 'a@example.com').map((value) => ({ said: value, value })),
);

const listOf = (last: string) =>
  fc.array(quotedName, { minLength: 2, maxLength: 4 }).map((names) => ({
    said: `${names
      .slice(0, -1)
      .map(({ said }) => said)
      .join(', ')} ${last} ${names.at(-1)?.said}`,
    value: names.map(({ value }) => ({ name: value })),
  }));

const numbered: readonly (readonly [string, { min: number; max: number | null }])[] = [
  ['3', { min: 3, max: 3 }],
  ['exactly two', { min: 2, max: 2 }],
  ['at least 2', { min: 2, max: null }],
  ['at most 5', { min: 0, max: 5 }],
  ['no more than 5', { min: 0, max: 5 }],
  ['more than 1', { min: 2, max: null }],
  ['fewer than 4', { min: 0, max: 3 }],
  ['between 2 and 5', { min: 2, max: 5 }],
];

const plural: fc.Arbitrary<Saying<Target>> = fc.oneof(
  fc.constantFrom<Saying<Target>>(
    { said: 'rows', value: { role: 'row' } },
    { said: 'list items', value: { role: 'list item' } },
    { said: 'checkboxes', value: { role: 'checkbox' } },
  ),
  quotedName.map(({ said, value }) => ({
    said: `${said} buttons`,
    value: { name: value, role: 'button' as Role },
  })),
  whereabouts.map((where) => ({
    said: `links ${where.said}`,
    value: { role: 'link' as Role, where: where.value },
  })),
);

const control = fc.oneof(
  quotedName.map(({ said, value }) => ({ said, value: { name: value } })),
  quotedName.map(({ said, value }) => ({
    said: `the ${said} dropdown`,
    value: { name: value, role: 'dropdown' },
  })),
);

function predicate(claimOf: (target: Target) => Claim): Predicate {
  return {
    isNegated: false,
    from: 0,
    verbTo: 0,
    to: 0,
    opposite: null,
    of: ({ targets: [target = {}] }) => ({ claim: claimOf(target), platforms: ['web', 'ios', 'android'] }),
  };
}

function bareName(name: string): Bare {
  const words = name.split(' ');
  return {
    name,
    words: words.length,
    isKind: false,
    isPlain: false,
    isStarred: false,
    isCounted: false,
    isValue: false,
    last: words.at(-1) ?? '',
  };
}

function oneOf(entries: Readonly<Record<string, unknown>>): fc.Arbitrary<Saying> {
  return fc.constantFrom(...Object.entries(entries).map(([said, value]) => ({ said, value })));
}

/** What can be said at the places of patterns, by their kinds. */
export const sayings: Readonly<Record<string, fc.Arbitrary<Saying>>> = {
  target,
  labelled: target,
  targets: listOf('and'),
  several: fc.oneof(
    listOf('and'),
    oneOf({ 'Foo, Bar and Quux': ['Foo', 'Bar', 'Quux'].map((name) => ({ name, described: true })) }),
  ),
  choices: listOf('or'),
  neither: listOf('nor'),
  label: fc.oneof(thing(nouns), bareThing),
  things: plural,
  plural,
  control,
  sureControl: control,
  dropdown: quotedName.map(({ said, value }) => ({
    said: `the ${said} dropdown`,
    value: { name: value, role: 'dropdown' },
  })),
  dialog: quotedName.map(({ said, value }) => ({
    said: `the ${said} dialog`,
    value: { name: value, role: 'dialog' },
  })),
  pairs: fc.array(fc.tuple(plainName, quotedName), { minLength: 1, maxLength: 3 }).map((entries) => ({
    said: entries.map(([field, { said }]) => `${field} ${said}`).join(', '),
    value: entries.map(([field, { value }]) => [{ name: field, described: true }, value]),
  })),
  slider: oneOf({
    'the slider': { role: 'slider' },
    'the "Volume" slider': { name: 'Volume', role: 'slider' },
    'the spinner': { role: 'slider' },
  }),
  path: oneOf({
    'File > Save as': ['File', 'Save as'],
    'File>Export>PDF': ['File', 'Export', 'PDF'],
    '"View" > "Zoom in"': ['View', 'Zoom in'],
  }),
  names: fc.oneof(
    listOf('and'),
    oneOf({
      'Foo, Bar': ['Foo', 'Bar'].map((name) => ({ name, described: true })),
      'Foo, quux and Zed': ['Foo', 'quux', 'Zed'].map((name) => ({ name, described: true })),
    }),
  ),
  name: quotedName.map(({ said, value }) => ({ said, value: { name: value } })),
  plain: oneOf({ 'the message': true, 'a badge': true }),
  typable: oneOf({ 'the field "Foo"': { name: 'Foo', role: 'field' } }),
  quoted: quotedName,
  relations: whereabouts,
  text,
  address: oneOf({
    'http://a.example/b?c=d': 'http://a.example/b?c=d',
    '"/cart"': '/cart',
    '/cart': '/cart',
    'localhost:3000': 'localhost:3000',
    '{{base}}/x': '{{base}}/x',
  }),
  file: oneOf({ '"photo.png"': 'photo.png', 'a.csv': 'a.csv', '"my file.txt"': 'my file.txt' }),
  variable: oneOf({ '{{order}}': 'order' }),
  memo: oneOf({ '"old total"': 'old_total', '“order”': 'order' }),
  size: oneOf({ '390 × 844': { width: 390, height: 844 }, '1280x720': { width: 1280, height: 720 } }),
  ordinal: oneOf({ first: 1, second: 2, last: -1, '3rd': 3 }),
  direction: oneOf({ up: 'up', down: 'down', left: 'left', right: 'right' }),
  edge: oneOf({ top: 'top', bottom: 'bottom', end: 'bottom' }),
  side: oneOf({ left: 'left', top: 'top' }),
  count: oneOf({ two: 2, 3: 3 }),
  boxes: oneOf({ checkboxes: { role: 'checkbox' }, 'the "Foo" switches': { name: 'Foo', role: 'switch' } }),
  files: oneOf({
    '"a.png" and b.csv': ['a.png', 'b.csv'],
    '"a.png", "b.png", c.csv': ['a.png', 'b.png', 'c.csv'],
  }),
  orientation: oneOf({ landscape: 'landscape', portrait: 'portrait' }),
  key: oneOf({
    Enter: 'Enter',
    'Control+A': 'Control+a',
    'Page Down': 'PageDown',
    F5: 'F5',
    'ctrl + shift + k': 'Control+Shift+k',
  }),
  editorKey: oneOf({ Search: 'Search', done: 'done', Next: 'Next' }),
  coordinates: oneOf({
    '52.52, 13.40': { latitude: 52.52, longitude: 13.4 },
    '-33.87, 151.21': { latitude: -33.87, longitude: 151.21 },
    'latitude 1 and longitude -2.5': { latitude: 1, longitude: -2.5 },
  }),
  connection: oneOf({ network: 'network', 'Wi-Fi': 'wifi', 'mobile data': 'mobile data' }),
  biometric: oneOf({ fingerprint: 'fingerprint', 'Face ID': 'face', biometrics: 'biometrics' }),
  quotedKey: oneOf({ '"Enter"': 'Enter', '"Tab"': 'Tab' }),
  keys: oneOf({
    'Tab and Enter': ['Tab', 'Enter'],
    'Tab, Ctrl+A and Page Down': ['Tab', 'Control+a', 'PageDown'],
  }),
  seconds: oneOf({ '2 seconds': 2, 'a second': 1, '500 ms': 0.5, '1.5 seconds': 1.5, '10s': 10 }),
  range: oneOf(Object.fromEntries(numbered)),
  times: oneOf({
    '3 times': { min: 3, max: 3 },
    twice: { min: 2, max: 2 },
    'at least once': { min: 1, max: null },
    'no more than 4 times': { min: 0, max: 4 },
  }),
  subject: target.map(({ said, value }) => ({ said, value: { targets: [value], isSure: true } })),
  line: quotedName.map(({ said, value }) => ({
    said: `the row ${said}`,
    value: { targets: [{ name: value, role: 'row' }], isSure: true },
  })),
  kindred: fc.tuple(quotedName, fc.constantFrom(...nouns)).map(([{ said, value }, [word, role]]) => ({
    said: `a ${said} ${word}`,
    value: { targets: [{ name: value, role }], isSure: true },
  })),
  amount: oneOf({
    'greater than 3': ['more than', '3'],
    'at least 2.50': ['at least', '2.50'],
    'lower than "10"': ['less than', '10'],
    'less than or equal to $5': ['at most', '$5'],
  }),
  page: oneOf({ 'the page': 'the page', 'the screen': 'the screen', 'the app': 'the app' }),
  part: oneOf({ 'the page title': 'title', 'the URL': 'address', 'the address': 'address' }),
  state: oneOf({
    enabled: ['enabled', true],
    disabled: ['disabled', true],
    checked: ['checked', true],
    'switched off': ['checked', false],
    empty: ['empty', true],
    collapsed: ['expanded', false],
    'read-only': ['read-only', true],
    invalid: ['invalid', true],
  }),
  download: fc.oneof(
    quotedName.map(({ said, value }) => ({ said: `the file ${said}`, value: { name: value } })),
    oneOf({ 'the downloaded file': { name: null }, 'the exported file a.csv': { name: 'a.csv' } }),
  ),
  someFile: oneOf({ 'a file': 'any', 'the file': 'any', 'no file': 'none' }),
  texts: listOf('and').map(({ said, value }) => ({ said, value: value.map(({ name }) => name) })),
  rows: whereabouts.map((where) => ({
    said: `rows ${where.said}`,
    value: { role: 'row', where: where.value },
  })),
  exception: quotedName.map(({ said, value }) => ({
    said: `except ${said}`,
    value: { targets: [{ name: value }], isSure: true },
  })),
  apart: quotedName.map(({ said, value }) => ({
    said: `except ${said}`,
    value: { targets: [{ name: value }], isSure: true },
  })),
  pred: oneOf({
    'contain "Foo"': predicate((target) => ({
      claim: 'holds',
      target,
      comparison: 'contains',
      text: 'Foo',
    })),
    'is disabled': predicate((target) => ({ claim: 'state', target, state: 'disabled' })),
    'is greater than 3': predicate((target) => ({
      claim: 'amount',
      target,
      comparison: 'more than',
      number: '3',
    })),
  }),
  kind: fc.oneof(
    fc.constantFrom<Saying<Target>>(
      { said: 'the rows', value: { role: 'row' } },
      { said: 'options', value: { role: 'option' } },
    ),
    whereabouts.map((where) => ({
      said: `columns ${where.said}`,
      value: { role: 'column header' as Role, where: where.value },
    })),
  ),
  number: oneOf({ '18': '18', '€1,249.90': '€1,249.90', '24 °C': '24 °C', '{{x}}': '{{x}}' }),
  listedTexts: fc.oneof(
    quotedName.map(({ said, value }) => ({ said, value: [value] })),
    listOf('and').map(({ said, value }) => ({ said, value: value.map(({ name }) => name) })),
  ),
  inThisOrder: oneOf({ 'in this order': true, ', in exactly this order': true, 'from left to right': true }),
  column: quotedName.map(({ said, value }) => ({ said, value: { name: value } })),
  q: quotedName,
  bare: oneOf({ wibble: bareName('wibble'), 'Foo quux': bareName('Foo quux') }),
  barriers: oneOf({
    'no accessibility issues': { impact: 'minor', areDenied: true },
    'no serious accessibility issues': { impact: 'serious', areDenied: true },
    'any critical a11y violations': { impact: 'critical', areDenied: false },
    'no moderate or worse accessibility problems': { impact: 'moderate', areDenied: true },
  }),
  valued: quotedName.map(({ said, value }) => ({
    said: `the value next to ${said}`,
    value: { name: value },
  })),
  summed: fc.oneof(
    quotedName.map(({ said, value }) => ({
      said: `the sum of the column ${said}`,
      value: { column: value },
    })),
    listOf('and').map(({ said, value }) => ({ said: `the sum of ${said}`, value: { targets: value } })),
  ),
  ranked: oneOf({ 'the options': { role: 'option' }, 'list items': { role: 'list item' } }),
  scheme: oneOf({ '"AB-####"': 'AB-####', '"DD.MM.YYYY"': 'DD.MM.YYYY' }),
  twice: oneOf({ twice: true }),
  byHowMuch: oneOf({ one: '1', '7.80': '7.80' }),
  telling: quotedName.map(({ said, value }) => ({
    said: `the ${said} field`,
    value: { targets: [{ name: value, role: 'field' }], isSure: true },
  })),
  numbered: oneOf({ '"Net"': { name: 'Net' } }),
  compared: oneOf({ 'more than': 'more than', 'at most': 'at most' }),
  unchanged: oneOf({ unchanged: true }),
  before: oneOf({ 'as before': true }),
  doubled: oneOf({ doubled: true }),
  amounts: oneOf({ 'the prices': 'prices', 'the unit prices': 'unit prices' }),
  order: oneOf({
    descending: 'descending',
    'in ascending order': 'ascending',
    'in alphabetical order': 'ascending',
  }),
  waited: quotedName.map(({ said, value }) => ({
    said: `${said} is visible`,
    value: { claim: 'shown', target: { name: value } },
  })),
};

/** Everything that a pattern allows to be said, with what is then at its places. */
export function sayingOf(
  pattern: string,
  wordsFor: (word: string) => string = (word) => word,
): fc.Arbitrary<{ said: string; places: Record<string, unknown> }> {
  const parts = pattern.split(' ').map((part) => {
    const isOptional = part.startsWith('[');
    const core = part.replace(/^\[|\]$/g, '');
    const [, own, kind] = /^<(?:(\w+):)?(\w+)>$/.exec(core) ?? [];
    const said: fc.Arbitrary<{ said: string; place: readonly [string, unknown] | null }> =
      kind === undefined
        ? fc.constantFrom(...core.split('|')).map((word) => ({ said: wordsFor(word), place: null }))
        : sayingAt(kind).map((saying) => ({
            said: saying.said,
            place: [own ?? kind, saying.value] as const,
          }));
    return isOptional ? fc.option(said, { nil: null }) : said;
  });
  return fc.tuple(...parts).map((said) => ({
    said: said.flatMap((part) => (part === null ? [] : [part.said])).join(' '),
    places: Object.fromEntries(said.flatMap((part) => (part?.place == null ? [] : [part.place]))),
  }));
}

function sayingAt(kind: string): fc.Arbitrary<Saying> {
  const arbitrary = sayings[kind];
  if (arbitrary === undefined) throw new Error(`nothing can be said at <${kind}>`);
  return arbitrary;
}
