import type { Claim } from '../grammar/instruction.ts';
import type { Subject } from '../grammar/meanings.ts';
import { asPlace, type Relation, type Target } from '../scene/target.ts';

export const shownWords = 'visible|shown|displayed|present|there|available|listed|offered|back';

/** All that is said of each of its subjects. */
export function each({ targets }: Subject, claimsOf: (target: Target) => readonly Claim[]): Claim | null {
  return allOf(targets.flatMap(claimsOf));
}

export function allOf(claims: readonly Claim[]): Claim | null {
  const [first] = claims;
  return first === undefined ? null : claims.length === 1 ? first : { claim: 'all', of: claims };
}

export function negated(claim: Claim, isNegated: boolean): Claim {
  return isNegated ? { ...claim, not: true } : claim;
}

/** One, or each of several. */
export function textsOf({
  text,
  texts,
}: {
  readonly text?: string | undefined;
  readonly texts?: readonly string[] | undefined;
}): readonly string[] {
  return texts ?? (text === undefined ? [] : [text]);
}

/** What the subject holds is in it; null where that is in several at once. */
export function around(subject: Subject | undefined): readonly Relation[] | null {
  const [place, ...others] = subject?.targets ?? [];
  if (others.length > 0) return null;
  return place === undefined ? [] : [{ is: 'in', ...asPlace(place) }, ...(place.where ?? [])];
}
