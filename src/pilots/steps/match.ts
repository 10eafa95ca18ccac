import { CucumberExpression } from '@cucumber/cucumber-expressions';
import { remembering } from '../../kernel/memo.ts';
import type { Target } from '../../scene/target.ts';
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
  shape: Shape;
  /** Its place in the vocabulary. */
  order: number;
  /** For each fixed word of it, what may stand there. */
  needs: readonly (readonly string[])[];
  /** Of each place, in their order. */
  kinds: readonly string[];
}

const expressions = vocabulary
  .flatMap((shape) => shape.expressions.map((source) => ({ shape, source })))
  .map(
    ({ shape, source }, order): Expression => ({
      source,
      shape,
      order,
      needs: fixedWords(source),
      kinds: [...source.matchAll(/\{(\w+)\}/g)].map(([, kind = '']) => kind),
    }),
  );

/** How many expressions need a word. */
const needers = new Map<string, number>();
for (const word of expressions.flatMap(({ needs }) => needs.flat())) {
  needers.set(word, (needers.get(word) ?? 0) + 1);
}
const withoutWords = expressions.filter(({ needs }) => needs.length === 0);
/** Each of the others under the rarest word that it needs, or what may stand for it: a sentence without is none of it. */
const byWord = new Map<string, Expression[]>();
for (const expression of expressions) {
  const frequency = (choices: readonly string[]) =>
    Math.max(...choices.map((word) => needers.get(word) ?? 0));
  const [rarest = []] = [...expression.needs].sort((one, other) => frequency(one) - frequency(other));
  for (const word of rarest) byWord.set(word, [...(byWord.get(word) ?? []), expression]);
}

const patternOf = remembering((source) => new CucumberExpression(source, registry).regexp);

/** Without what is quoted, no sentence of the vocabulary is nearly as long. */
export const longestPhrase = 500;

/** No shape is looked for in it. */
export function isTooLong({ text }: Phrase): boolean {
  return text.length > longestPhrase;
}

/** Every shape that a sentence has: one, unless the vocabulary is at fault, or none. */
export function matchesOf(sentence: string): { phrase: Phrase; matches: Match[] } {
  const phrase = readPhrase(sentence);
  const matches: Match[] = [];
  if (isTooLong(phrase)) return { phrase, matches };
  for (const { text, isClaim } of readings(phrase)) {
    for (const expression of candidates(text)) {
      const { shape } = expression;
      if (isClaim && shape.type !== 'assert') continue;
      if (matches.some((match) => match.shape === shape)) continue;
      const places = match(expression, text);
      if (places !== null) matches.push({ shape, places });
    }
  }
  return { phrase, matches };
}

/** In the order of the vocabulary. Most do not match, and that a word is missing shows at once. */
function candidates(text: string): Expression[] {
  const words = new Set(text.toLowerCase().split(' '));
  const found = [...withoutWords];
  for (const word of words) {
    for (const expression of byWord.get(word) ?? []) {
      if (expression.needs.every((choices) => choices.some((choice) => words.has(choice))))
        found.push(expression);
    }
  }
  return found.sort((one, other) => one.order - other.order);
}

/**
 * The first use of each pattern makes it, while everyone else waits. The library's own `match` would take each of them
 * apart once more, to say where every group begins: 60 ms.
 */
function match({ source, kinds }: Expression, text: string): Match['places'] | null {
  const found = patternOf(source).exec(text);
  if (found === null) return null;
  return (slots) =>
    placesIn(kinds.map((kind, at) => ({ kind, value: readPlace(kind, found[at + 1] ?? '', slots) })));
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
