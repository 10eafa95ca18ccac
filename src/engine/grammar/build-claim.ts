import type { Container, Relation, Target } from '../scene/target.ts';
import type { Subject } from './claim-kinds.ts';
import type { Claim, Comparison, Range, StateName } from './instruction.ts';
import type { ParameterValues } from './pattern.ts';
import { Refused } from './refused.ts';

export function shownIn(places: ParameterValues, isNegated: boolean, name = 'subject'): Claim | null {
  const { targets, isSure } = subjectOf(places, name) ?? { targets: [], isSure: true };
  if (isNegated && !isSure) {
    throw new Refused(
      'That words without quotes are not on the screen proves nothing: put what must not be there in quotes, or say what it is, such as a button.',
    );
  }
  const where = name === 'subject' ? [] : around(places);
  if (where === null) return null;
  return eachShown(
    'all',
    targets.map((target) => withWhere(target, [...where, ...tailOf(places)])),
    isNegated,
  );
}

export function eachShown(how: 'all' | 'any', targets: readonly Target[], isNegated: boolean): Claim {
  const claims = targets.map((target) => negated({ claim: 'shown', target }, isNegated));
  const [first] = claims;
  if (first !== undefined && claims.length === 1) return first;
  return { claim: isNegated ? 'all' : how, of: claims };
}

/** All that is said of each of its subjects. */
export function each(places: ParameterValues, claimsOf: (target: Target) => Claim[]): Claim | null {
  const claims = subjectOf(places)?.targets.flatMap(claimsOf) ?? [];
  const [first] = claims;
  return first === undefined ? null : claims.length === 1 ? first : { claim: 'all', of: claims };
}

export function stateClaim(target: Target, state: StateName, isSo: boolean): Claim {
  // A dialog that is closed is not there.
  if (state === 'expanded' && target.role === 'dialog') return negated({ claim: 'shown', target }, !isSo);
  if (isSo) return { claim: 'state', target, state };
  if (state === 'enabled') return { claim: 'state', target, state: 'disabled' };
  if (state === 'disabled') return { claim: 'state', target, state: 'enabled' };
  return { claim: 'state', target, state, not: true };
}

/** `not more than 3` is at most 3. What is left of both ends is no range. */
export function outside({ min, max }: Range): Range | null {
  if (max === null) return min === 0 ? null : { min: 0, max: min - 1 };
  return min === 0 && max > 0 ? { min: max + 1, max: null } : null;
}

export function subjectOf(places: ParameterValues, name = 'subject'): Subject | undefined {
  return places.get(name) as Subject | undefined;
}

/** What the subject holds is in it; null where that is in several at once. */
export function around(places: ParameterValues): Relation[] | null {
  const [place, ...others] = subjectOf(places)?.targets ?? [];
  if (others.length > 0) return null;
  return place === undefined ? [] : [{ is: 'in', ...withoutOthers(place) }, ...(place.where ?? [])];
}

export function tailOf(places: ParameterValues): Relation[] {
  return (places.get('relations') as { where: Relation[] } | undefined)?.where ?? [];
}

/** Where the relations of a sentence are added to those that a thing has by itself. */
export function withWhere(target: Target, where: readonly Relation[]): Target {
  if (where.length === 0) return target;
  const { or, ...own } = target;
  const more = { ...own, where: [...(own.where ?? []), ...where] };
  return or === undefined ? more : { ...more, or: or.map((other) => withWhere(other, where)) };
}

export function withoutOthers({ name, role, nth }: Container): Omit<Relation, 'is'> {
  return {
    ...(name !== undefined && { name }),
    ...(role !== undefined && { role }),
    ...(nth !== undefined && { nth }),
  };
}

export function comparisonOf(places: ParameterValues): Comparison {
  switch (places.get('verb')) {
    case 'contain':
      return 'contains';
    case 'has':
      return places.has('part') ? 'contains' : 'is';
    case 'start':
      return 'starts with';
    case 'end':
      return 'ends with';
    default:
      return 'is';
  }
}

export function negated(claim: Claim, isNegated: boolean): Claim {
  return isNegated ? { ...claim, not: true } : claim;
}
