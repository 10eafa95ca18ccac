import { CucumberExpression } from '@cucumber/cucumber-expressions';
import type { Target } from '../../devices/device.ts';
import { remembering } from '../../kernel/memo.ts';
import { readPlace, registry, type Slots } from './parameter-types.ts';
import { type Phrase, readings, readPhrase } from './phrase.ts';
import type { Places, Shape } from './shape.ts';
import { vocabulary } from './vocabulary.ts';

/** A shape that a sentence has, and how to read its places with texts in them. */
export interface Match {
  shape: Shape;
  places(slots: Slots): Places;
}

interface Expression {
  source: string;
  /** For each fixed word of it, what may stand there. */
  needs: readonly (readonly string[])[];
  /** Of each place, in their order. */
  kinds: readonly string[];
}

const known = vocabulary.map((shape) => ({
  shape,
  expressions: shape.expressions.map(
    (source): Expression => ({
      source,
      needs: fixedWords(source),
      kinds: [...source.matchAll(/\{(\w+)\}/g)].map(([, kind = '']) => kind),
    }),
  ),
}));

const patternOf = remembering((source) => new CucumberExpression(source, registry).regexp);

/** Without what is quoted, no sentence of the vocabulary is nearly as long. */
const longestPhrase = 500;

/** Every shape that a sentence has: one, unless the vocabulary is at fault, or none. */
export function matchesOf(sentence: string): { phrase: Phrase; matches: Match[] } {
  const phrase = readPhrase(sentence);
  const matches: Match[] = [];
  if (phrase.text.length > longestPhrase) return { phrase, matches };
  for (const { text, isClaim } of readings(phrase)) {
    const words = new Set(text.toLowerCase().split(' '));
    for (const { shape, expressions } of known) {
      if (isClaim && shape.type !== 'assert') continue;
      const found = firstMatch(expressions, text, words);
      if (found !== null && !matches.some((match) => match.shape === shape))
        matches.push({ shape, places: found });
    }
  }
  return { phrase, matches };
}

/**
 * Most do not match. That a word is missing shows at once, while the first use of each pattern makes it and everyone else
 * waits. The library's own `match` would take each of them apart once more, to say where every group begins: 60 ms.
 */
function firstMatch(
  expressions: readonly Expression[],
  text: string,
  words: ReadonlySet<string>,
): Match['places'] | null {
  for (const { source, needs, kinds } of expressions) {
    if (!needs.every((choices) => choices.some((word) => words.has(word)))) continue;
    const found = patternOf(source).exec(text);
    if (found === null) continue;
    return (slots) =>
      placesIn(kinds.map((kind, at) => ({ kind, value: readPlace(kind, found[at + 1] ?? '', slots) })));
  }
  return null;
}

/** Those that stand between blanks and are neither optional nor a place. */
function fixedWords(source: string): string[][] {
  return source
    .toLowerCase()
    .split(' ')
    .filter((word) => !/[{}()\\]/.test(word))
    .map((word) => word.split('/'));
}

const kindsOfThings = ['element', 'target', 'named', 'control', 'things', 'container'];

function placesIn(values: ReadonlyArray<{ kind: string; value: unknown }>): Places {
  const all = <Value>(...kinds: string[]) =>
    values.filter(({ kind }) => kinds.includes(kind)).map(({ value }) => value as Value);
  const things = all<Target>(...kindsOfThings);
  return {
    text: (nth = 0) => all<string>('quoted')[nth] ?? '',
    texts: () => all<string[]>('texts')[0] ?? [],
    target: (nth = 0) => things[nth] ?? {},
    place: () => things[1] ?? {},
    count: () => all<number>('count', 'times')[0] ?? 0,
    seconds: () => all<number>('seconds')[0] ?? 0,
    ordinal: () => all<number>('ordinal')[0] ?? 0,
    word: (kind) => all<string>(...(aliases[kind] ?? [kind]))[0] ?? '',
  };
}

const aliases: Record<string, string[]> = { key: ['key', 'quotedKey'], address: ['address', 'bareAddress'] };
