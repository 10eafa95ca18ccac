import { ParameterType, ParameterTypeRegistry } from '@cucumber/cucumber-expressions';
import type { Target } from '../../scene/target.ts';
import { containers, keyNames, modifierNames, numbers, ordinals, roleWords } from './words.ts';

const quoted = '(?:"\\d+u?"|<\\d+v>)';
const ordinal = `(?:${ordinals.join('|')}|last|\\d+(?:st|nd|rd|th))`;
const article = '(?:(?:the|a|an|any|another|this|that|its|my|your) )?';
const noun = oneOf(Object.keys(roleWords));
const roleNoun = oneOf(Object.keys(roleWords).filter((word) => roleWords[word] !== null));
const naming =
  '(?: (?:named|called|labeled|labelled|titled|saying|that says|for|with the (?:name|label|text|title)))?';
const element = `${article}(?:${ordinal} )?(?:${quoted}(?: ${noun})?|${noun}${naming} ${quoted})`;
/** Such as "the first", where no name follows. */
const pointing = `(?:(?:the|a|an|any) (?:${ordinal} )?|${ordinal} )`;
const namelessElement = `${pointing}${roleNoun}`;
const container = `(?:the )?(?:${oneOf(Object.keys(containers))}(?: (?:with|of|for|named|called|titled|labeled|containing|that contains))? ${quoted}|${quoted} ${oneOf(Object.keys(containers))})`;
const within = ` (?:in|within|inside|of|on|from|under|for) ${container}`;
const anyElement = `(?:${element}|${namelessElement})`;
const key = `(?:(?:${oneOf(Object.keys(modifierNames))}) ?\\+ ?)*(?:${oneOf(Object.keys(keyNames))}|f(?:1[0-2]|[1-9])|[a-z0-9])`;

const firstQuoted = new RegExp(quoted);
const thingWithin = new RegExp(`^(.*?)${within}$`);
const ordinalWord = new RegExp(`(?:^| )(${ordinal}) `);
const nounWord = new RegExp(`(?:^| )(${noun})(?= |$)`);
const containerWord = new RegExp(`(?:^| )(${oneOf(Object.keys(containers))})(?= |$)`);

export const registry = new ParameterTypeRegistry();
const readers = new Map<string, (phrase: string, slots: Slots) => unknown>();
define('quoted', quoted, readText);
/** Two or more texts: "A", "B" and "C". */
define('texts', `${quoted}(?:(?:,|,? and|,? &) ${quoted})+`, (phrase, slots) =>
  [...phrase.matchAll(new RegExp(quoted, 'g'))].map(([text]) => readText(text, slots)),
);
define('address', '(?:"\\d+u"|<\\d+v?>)', readText);
/** One that stands without quotes. */
define('bareAddress', '<\\d+>', readText);
define('file', '(?:"\\d+u?"|<\\d+v?>)', readText);
/** A thing, by itself. */
define('element', anyElement, readTarget);
/** A thing, perhaps in another. */
define('target', `${anyElement}(?:${within})?`, readTarget);
/** A thing with a name that is no address. */
define(
  'named',
  `${article}(?:${ordinal} )?(?:"\\d+"(?: ${noun})?|${noun}${naming} "\\d+")(?:${within})?`,
  readTarget,
);
/** What holds a choice or a text: never a row or a dialog that something else lies in. */
define(
  'control',
  `(?:${article}(?:${ordinal} )?(?:${quoted}(?: ${controlNoun()})?|${controlNoun()}${naming} ${quoted})|${pointing}${controlNoun()})(?:${within})?`,
  readTarget,
);
define('container', container, readContainer);
define('things', `${plurals()}(?: ${quoted})?|${quoted} ${plurals()}`, readThings);
define('ordinal', ordinal, (word) => readOrdinal(word));
define('count', `(?:\\d+|${numbers.join('|')})`, (word) =>
  numbers.includes(word) ? numbers.indexOf(word) : Number(word),
);
define('times', '(?:once|twice|thrice)', (word) => ['once', 'twice', 'thrice'].indexOf(word) + 1);
define(
  'seconds',
  '(?:\\d+(?:\\.\\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten) (?:seconds?|secs?|s|minutes?|milliseconds?|ms)|\\d+(?:s|ms)',
  readSeconds,
);
define('direction', '(?:up|down|left|right)', (word) => word);
define('edge', '(?:top|bottom|start|end|beginning)', (word) =>
  /^(?:bottom|end)$/.test(word) ? 'bottom' : 'top',
);
define('key', key, (phrase) => readKey(phrase));
define('quotedKey', quoted, (phrase, slots) => readKey(readText(phrase, slots).toLowerCase()));
define('orientation', '(?:landscape|portrait)', (word) => word);

/** The texts of a sentence, by the numbers that stand for them. */
export type Slots = readonly string[];

/** What stands at a place of this kind. */
export function readPlace(kind: string, phrase: string, slots: Slots): unknown {
  return readers.get(kind)?.(phrase, slots);
}

/** The pattern must capture nothing: each place of an expression is one group of it. */
function define(name: string, regexp: string, read: (phrase: string, slots: Slots) => unknown): void {
  registry.defineParameterType(new ParameterType<unknown>(name, regexp, null));
  readers.set(name, read);
}

function readText(phrase: string, slots: Slots): string {
  return slots[Number(/\d+/.exec(phrase)?.[0])] ?? '';
}

function readTarget(phrase: string, slots: Slots): Target {
  const inside = thingWithin.exec(phrase);
  const [, thing = phrase] = inside ?? [];
  const target: Target = readElement(thing, slots);
  if (inside !== null) target.where = [{ is: 'in', ...readContainer(phrase.slice(thing.length), slots) }];
  return target;
}

function readElement(phrase: string, slots: Slots): Target {
  const target: Target = {};
  const text = firstQuoted.exec(phrase)?.[0];
  if (text !== undefined) target.name = readText(text, slots);
  const words = phrase.replace(firstQuoted, ' ');
  const nth = ordinalWord.exec(words)?.[1];
  if (nth !== undefined) target.nth = readOrdinal(nth);
  const word = nounWord.exec(words.replace(nth ?? '', ''))?.[1];
  const role = word === undefined ? null : (roleWords[word] ?? null);
  if (role !== null) target.role = role;
  return target;
}

function readContainer(phrase: string, slots: Slots): Target {
  const text = firstQuoted.exec(phrase)?.[0] ?? '';
  const word = containerWord.exec(phrase.replace(text, ''))?.[1];
  const role = containers[word as keyof typeof containers] ?? null;
  return { name: readText(text, slots), ...(role !== null && { role }) };
}

function readThings(phrase: string, slots: Slots): Target {
  const text = firstQuoted.exec(phrase)?.[0];
  const words = phrase.replace(firstQuoted, '').trim();
  const singular = Object.keys(roleWords).find((word) => plural(word) === words || word === words);
  const role = roleWords[singular ?? ''] ?? null;
  return { ...(text !== undefined && { name: readText(text, slots) }), ...(role !== null && { role }) };
}

function readOrdinal(word: string): number {
  if (word === 'last') return -1;
  return ordinals.includes(word) ? ordinals.indexOf(word) + 1 : Number.parseInt(word, 10);
}

function readSeconds(phrase: string): number {
  const [, amount = '', unit = ''] =
    /^([\d.]+|\w+?) ?((?:milli)?seconds?|secs?|minutes?|ms|s)$/.exec(phrase) ?? [];
  const count = /^an?$/.test(amount)
    ? 1
    : numbers.includes(amount)
      ? numbers.indexOf(amount)
      : Number(amount);
  if (unit.startsWith('minute')) return count * 60;
  return unit.startsWith('m') ? count / 1_000 : count;
}

function readKey(phrase: string): string {
  const parts = phrase.split(/ ?\+ ?/);
  const last = parts.pop() ?? '';
  const name = keyNames[last] ?? (/^f\d/.test(last) ? last.toUpperCase() : last);
  return [...parts.map((part) => modifierNames[part] ?? part), name].join('+');
}

function controlNoun(): string {
  return oneOf(
    Object.keys(roleWords).filter((word) => ['field', 'dropdown', 'slider'].includes(roleWords[word] ?? '')),
  );
}

function plurals(): string {
  return oneOf(
    Object.keys(roleWords)
      .filter((word) => roleWords[word] !== null)
      .flatMap((word) => [plural(word), word]),
  );
}

function plural(word: string): string {
  if (/(?:x|ch)$/.test(word)) return `${word}es`;
  return /(?:entry)$/.test(word) ? word.replace(/y$/, 'ies') : `${word}s`;
}

/** The longest first: otherwise "menu" would win over "menu item". */
function oneOf(words: string[]): string {
  return `(?:${[...new Set(words)].sort((one, other) => other.length - one.length).join('|')})`;
}
