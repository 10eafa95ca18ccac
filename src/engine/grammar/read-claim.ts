import type { Platform } from '../task.ts';
import type { Assertion } from './assertion.ts';
import { claimKinds } from './claim-kinds.ts';
import { assertions } from './claims.ts';
import type { Claim } from './instruction.ts';
import type { Known } from './parameter-kinds.ts';
import { lose, match, type Pattern, patternOf, type ReadingState, spend } from './pattern.ts';
import { Refused } from './refused.ts';
import { readOnce } from './tokens.ts';
import { claimVerbs, type VerbGroup, verbGroupAt } from './verb-group.ts';

export interface ReadClaim {
  readonly claim: Claim;
  readonly platforms: readonly Platform[];
}

interface Entry {
  readonly assertion: Assertion;
  readonly pattern: Pattern;
}

/** More verbs than that has no sentence that anyone writes. */
const maxVerbs = 3;

const maxJoints = 5;

/** By the verb in them. */
const byVerb = new Map<string, Entry[]>();
for (const assertion of assertions) {
  for (const source of assertion.patterns) {
    const entry = { assertion, pattern: patternOf(source) };
    for (const verb of verbsIn(source)) byVerb.set(verb, [...(byVerb.get(verb) ?? []), entry]);
  }
}

function verbsIn(source: string): string[] {
  return source.split(' ').flatMap((part) => part.split('|').filter((word) => claimVerbs.has(word)));
}

/** What the sentence says must be so; null where it says nothing of the kind. */
export function readClaim(reading: ReadingState<Known>, from: number, to: number): ReadClaim | null {
  return readOnce(reading.phrase, 'a claim', from, to, () => claimIn(reading, from, to));
}

function claimIn(reading: ReadingState<Known>, from: number, to: number): ReadClaim | null {
  const { tokens } = reading.phrase;
  let refused: Refused | null = null;
  let verbs = 0;
  for (let at = from; at < to && verbs < maxVerbs; at += 1) {
    const group = verbGroupAt(tokens, at);
    if (group === null || group.end > to) continue;
    verbs += 1;
    try {
      const claim = claimOf(reading, from, to, group);
      if (claim !== null) return claim;
    } catch (error) {
      refused ??= refusalIn(error, reading);
    }
    at = group.end - 1;
  }
  if (refused !== null) throw refused;
  if (verbs === 0) lose(reading, from, ['what must be so']);
  return null;
}

/** `"A" is visible and "B" is enabled`: one, or several of which all or any must be so. */
export function readClaims(reading: ReadingState<Known>, from: number, to: number): ReadClaim | null {
  const whole = readClaim(reading, from, to);
  if (whole !== null) return whole;
  const { tokens, words } = reading.phrase;
  for (const [joint, how] of [
    ['and', 'all'],
    ['or', 'any'],
  ] as const) {
    const ends = words.has(joint) ? tokens.flatMap(({ word }, at) => (word === joint ? [at] : [])) : [];
    const inside = ends.filter((at) => at > from && at < to);
    const joined = inside.length > maxJoints ? null : allBetween(reading, from, [...inside, to]);
    const platforms = joined?.map((one) => one.platforms) ?? [];
    if (joined !== null)
      return {
        claim: { claim: how, of: joined.map(({ claim }) => claim) },
        platforms: platforms.reduce((some, others) => some.filter((one) => others.includes(one))),
      };
  }
  return null;
}

/** What each stretch between two joints claims, which may itself have such a word in it; null unless there are at least two. */
function allBetween(reading: ReadingState<Known>, from: number, ends: readonly number[]): ReadClaim[] | null {
  for (const [index, end] of ends.slice(0, -1).entries()) {
    const first = readClaim(reading, from, end);
    if (first === null) continue;
    const rest = ends.slice(index + 1);
    const last = readClaim(reading, end + 1, rest.at(-1) ?? end);
    if (last !== null) return [first, last];
    const others = allBetween(reading, end + 1, rest);
    if (others !== null) return [first, ...others];
  }
  return null;
}

function claimOf(reading: ReadingState<Known>, from: number, to: number, group: VerbGroup): ReadClaim | null {
  const { phrase } = reading;
  const { verb, start, end } = group;
  spend(reading);
  const token = phrase.tokens[end - 1];
  if (token === undefined) return null;
  // The group as one word, so that patterns need not know its forms.
  const tokens = [...phrase.tokens.slice(0, start), { ...token, word: verb }, ...phrase.tokens.slice(end)];
  const shorter = end - start - 1;
  const inOneForm = { ...phrase, tokens, words: new Set(phrase.words).add(verb), read: new Map() };
  const lost = reading.lost && { at: from, expected: new Set<string>() };
  try {
    return firstThatFits({ ...reading, phrase: inOneForm, lost }, from, to - shorter, group);
  } finally {
    if (lost !== null) lose(reading, lost.at > start ? lost.at + shorter : lost.at, lost.expected);
  }
}

function firstThatFits(
  reading: ReadingState<Known>,
  from: number,
  to: number,
  { verb, isNegated }: VerbGroup,
): ReadClaim | null {
  let refused: Refused | null = null;
  for (const { assertion, pattern } of byVerb.get(verb) ?? []) {
    try {
      const places = match(pattern, claimKinds, reading, from, to);
      if (places === null) continue;
      const claim = assertion.build(new Map([...places, ['verb', verb]]), isNegated);
      if (claim !== null) return { claim, platforms: assertion.platforms };
    } catch (error) {
      refused ??= refusalIn(error, reading);
    }
  }
  if (refused !== null) throw refused;
  return null;
}

/** It may be read in another way, unless it has taken all that it may take. */
function refusalIn(error: unknown, { effort }: ReadingState<Known>): Refused {
  if (error instanceof Refused && effort.left >= 0) return error;
  throw error;
}
