import { Refused } from './refused.ts';
import { readOnce, type TokenizedText } from './tokens.ts';

/** What a sentence is read from, and what is known while it is. */
export interface ReadingState<Known> {
  readonly phrase: TokenizedText;
  /** Where it got lost, to explain a sentence that was not understood; null while nobody asks. */
  readonly lost: Lost | null;
  readonly known: Known;
  /** How many stretches may still be read: what is entangled without end would take seconds. */
  readonly effort: { left: number };
}

/** The word up to which something could be made of the sentence, and what could have stood there. */
export interface Lost {
  at: number;
  expected: Set<string>;
}

/** What may stand at a place of a pattern. */
export interface ParameterKind<Known> {
  /** For people: "a text in quotes". */
  readonly expected: string;
  /** Most pieces of a sentence that it takes. */
  readonly longest: number;
  /** Where one that begins there ends at the latest, as far as that is known at a glance. */
  latest?(phrase: TokenizedText, from: number): number;
  /** How far it remains one, to find out where a sentence got lost; null: it is none at all. */
  reach?(reading: ReadingState<Known>, from: number, to: number): number | null;
  /** What all of the pieces from one to another mean; null where they are nothing of the kind. */
  read(reading: ReadingState<Known>, from: number, to: number): unknown;
}

/** What was found at the places of a pattern, by their names. */
export type ParameterValues = ReadonlyMap<string, unknown>;

/** A word that may follow a place is in no sentence more often than that. */
const mostEnds = 8;

type PatternElement =
  | { readonly words: ReadonlySet<string>; readonly isOptional: boolean }
  | {
      readonly place: string;
      readonly kind: string;
      /** What may follow it; the end of the sentence where `mayEnd`. Null: anything. */
      readonly next: ReadonlySet<string> | null;
      readonly mayEnd: boolean;
      readonly isOptional: boolean;
    };

export interface Pattern {
  readonly elements: readonly PatternElement[];
  /** Words of which one begins every such sentence; null where it may begin with a place. */
  readonly first: ReadonlySet<string> | null;
  /** Words of which one is in every such sentence. */
  readonly needs: readonly (readonly string[])[];
}

/**
 * `click|tap [on] <target>`: words of which one stands there, words or places that may be left out, and places, which have a
 * kind and, where there are two of a kind, a name: `drag <target> to <to:target>`.
 */
export function patternOf(source: string): Pattern {
  const parts = source.split(' ');
  const elements: PatternElement[] = [];
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const part = parts[at] ?? '';
    const isOptional = part.startsWith('[');
    const place = /^\[?<(?:(\w+):)?(\w+)>\]?$/.exec(part);
    if (place !== null) {
      const [, name, kind = ''] = place;
      elements.unshift({ place: name ?? kind, kind, isOptional, ...followers(elements) });
    } else {
      elements.unshift({ words: new Set(wordsIn(part)), isOptional });
    }
  }
  const needs = elements.flatMap((element) =>
    'words' in element && !element.isOptional ? [[...element.words]] : [],
  );
  return { elements, first: followers(elements).next, needs };
}

function wordsIn(part: string): string[] {
  return part.replace(/^\[|\]$/g, '').split('|');
}

function followers(rest: readonly PatternElement[]): { next: ReadonlySet<string> | null; mayEnd: boolean } {
  const next = new Set<string>();
  for (const element of rest) {
    if (!('words' in element)) return { next: null, mayEnd: element.isOptional };
    for (const word of element.words) next.add(word);
    if (!element.isOptional) return { next, mayEnd: false };
  }
  return { next, mayEnd: true };
}

/** What stands at the places, if all of the sentence from one piece to another is as the pattern says. */
export function match<Known>(
  pattern: Pattern,
  kinds: Readonly<Record<string, ParameterKind<Known>>>,
  reading: ReadingState<Known>,
  from: number,
  to: number,
): ParameterValues | null {
  // A message about where a sentence got lost says how far it came.
  const isPossible = reading.lost !== null || mayMatch(pattern, reading.phrase, from);
  return isPossible ? matchAll(pattern, kinds, reading, from, to) : null;
}

function mayMatch({ first, needs }: Pattern, { tokens, words }: TokenizedText, from: number): boolean {
  if (first !== null && !first.has(tokens[from]?.word ?? '')) return false;
  return needs.every((choices) => choices.some((word) => words.has(word)));
}

function matchAll<Known>(
  { elements }: Pattern,
  kinds: Readonly<Record<string, ParameterKind<Known>>>,
  reading: ReadingState<Known>,
  from: number,
  to: number,
): ParameterValues | null {
  const { tokens } = reading.phrase;
  const places = new Map<string, unknown>();
  return matches(0, from) ? places : null;

  function matches(index: number, at: number): boolean {
    const element = elements[index];
    if (element === undefined) return at === to || lose(reading, at, ['the end of the sentence']);
    return 'words' in element ? matchesWord(element, index, at) : matchesPlace(element, index, at);
  }

  function matchesWord(
    element: Extract<PatternElement, { words: unknown }>,
    index: number,
    at: number,
  ): boolean {
    if (at < to && element.words.has(tokens[at]?.word ?? '')) {
      if (matches(index + 1, at + 1)) return true;
    } else lose(reading, at, element.words);
    return element.isOptional && matches(index + 1, at);
  }

  function matchesPlace(
    element: Extract<PatternElement, { place: string }>,
    index: number,
    at: number,
  ): boolean {
    const kind = kinds[element.kind];
    if (kind === undefined) throw new Error(`No place is called <${element.kind}>.`);
    const last = Math.min(to, at + kind.longest, kind.latest?.(reading.phrase, at) ?? to);
    let hasValue = false;
    let ends = 0;
    for (let end = at + 1; end <= last; end += 1) {
      const mayFollow = end === to ? element.mayEnd : (element.next?.has(tokens[end]?.word ?? '') ?? true);
      if (!mayFollow) continue;
      if (element.next !== null) ends += 1;
      if (ends > mostEnds && end < to) continue;
      const value = readOnce(reading.phrase, element.kind, at, end, () => {
        spend(reading);
        return kind.read(reading, at, end);
      });
      if (value === null) continue;
      hasValue = true;
      places.set(element.place, value);
      if (matches(index + 1, end)) return true;
    }
    places.delete(element.place);
    if (element.isOptional && matches(index + 1, at)) return true;
    if (hasValue || reading.lost === null) return false;
    const reached = kind.reach?.(reading, at, to) ?? at;
    return lose(reading, reached, reached === at ? [kind.expected] : []);
  }
}

/** Throws `Refused` when a sentence has taken all that any may take. */
export function spend<Known>({ effort }: ReadingState<Known>): void {
  effort.left -= 1;
  if (effort.left < 0) throw new Refused('It is too entangled: make it several sentences.');
}

/** Keeps the furthest place; always false. */
export function lose<Known>({ lost }: ReadingState<Known>, at: number, expected: Iterable<string>): false {
  if (lost === null || at < lost.at) return false;
  if (at > lost.at) {
    lost.at = at;
    lost.expected.clear();
  }
  for (const word of expected) lost.expected.add(word);
  return false;
}
