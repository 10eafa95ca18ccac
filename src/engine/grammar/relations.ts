import type { RelationKind } from '../scene/target.ts';
import type { Token } from './tokens.ts';

/** How people say where a thing is. */
const wordings: Readonly<Record<RelationKind, string>> = {
  in: 'in, within, inside, inside of, of, on, from, under, for, belonging to',
  with: 'with, containing, that contains, which contains, that has, that shows, having',
  'next to': 'next to, beside, near, close to, alongside, adjacent to',
  above: 'above, over, on top of',
  below: 'below, beneath, underneath',
  'left of': 'left of, to the left of, on the left of, on the left side of',
  'right of': 'right of, to the right of, on the right of, on the right side of',
  before: 'before',
  after: 'after',
};

interface Wording {
  readonly kind: RelationKind;
  readonly words: readonly string[];
}

/** By their first word; of those, the longest first. */
const byFirstWord = new Map<string, Wording[]>();
for (const [kind, said] of Object.entries(wordings) as [RelationKind, string][]) {
  for (const words of said.split(', ').map((one) => one.split(' '))) {
    const first = words[0] ?? '';
    const known = byFirstWord.get(first) ?? [];
    const all = [...known, { kind, words }];
    byFirstWord.set(
      first,
      all.sort((one, other) => other.words.length - one.words.length),
    );
  }
}

/** Every relation, and each way to say it. */
export function relationWords(): Array<readonly [RelationKind, readonly string[]]> {
  return (Object.entries(wordings) as [RelationKind, string][]).map(([kind, said]) => [
    kind,
    said.split(', '),
  ]);
}

/** The relation that begins here, and where what it is to begins. */
export function relationAt(
  tokens: readonly Token[],
  at: number,
): { kind: RelationKind; word: string; end: number } | null {
  for (const { kind, words } of byFirstWord.get(tokens[at]?.word ?? '') ?? []) {
    if (words.every((word, offset) => tokens[at + offset]?.word === word))
      return { kind, word: words.join(' '), end: at + words.length };
  }
  return null;
}
