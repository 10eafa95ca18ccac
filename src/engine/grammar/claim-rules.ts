import { assertions } from '../checks/claims.ts';
import type { Platform } from '../task.ts';
import type { Assertion } from './assertion.ts';
import type { Rule } from './automaton.ts';
import { type Meanings, type Predicate, rule, type SharedClaim, type Stated } from './meanings.ts';
import { verbForms } from './verb-group.ts';

/** Earlier assertions win. */
const costOf = (index: number) => 1 + index / 1_000;

const isVerb = (part: string) => part.split('|').every((word) => Object.hasOwn(verbForms, word));

/** A rule for each form of the verb in a pattern, and of what is said of a subject one that leaves the subject out. */
function rulesFor({ platforms, build }: Assertion, pattern: string, cost: number): Rule[] {
  const parts = pattern.split(' ');
  const forms = parts.filter(isVerb).flatMap((part) => part.split('|'));
  if (forms.length === 0) {
    const claimOf = (places: Readonly<Record<string, unknown>>): Stated | null => {
      const claim = build(places, { verb: '', isNegated: false });
      return claim === null ? null : { claim, platforms };
    };
    return [rule('claim', pattern as '<pred>', claimOf, cost)];
  }
  return forms.flatMap((form) => {
    const bodyOf = (kept: readonly string[]) =>
      kept
        .map((part) => (isVerb(part) && part.split('|').includes(form) ? `<group:V-${form}>` : part))
        .join(' ') as '<group:V-is>';
    const stated = (places: Readonly<Record<string, unknown>>, isNegated: boolean): Stated | null => {
      const claim = build(places, { verb: form, isNegated });
      return claim === null ? null : { claim, platforms };
    };
    const claims = [rule('claim', bodyOf(parts), (places) => stated(places, places.group.isNegated), cost)];
    const [first, ...rest] = parts;
    if (first === undefined || !/^<subject(?::\w+)?>$/.test(first)) return claims;
    const predicate = rule(
      'pred',
      bodyOf(rest),
      (places, { from, to }) => ({
        isNegated: places.group.isNegated,
        from,
        verbTo: places.group.end,
        to,
        of: (subject) => stated({ ...places, subject }, places.group.isNegated),
        opposite: form === 'is' ? (subject) => stated({ ...places, subject }, !places.group.isNegated) : null,
      }),
      cost,
    );
    const isState = form === 'is' && rest.length === 2 && rest[1] === '<state>';
    if (!isState) return [...claims, predicate];
    const elided = rule(
      'elided',
      '<state>',
      (places, { from, to }) => ({
        isNegated: false,
        from,
        verbTo: from,
        to,
        of: (subject) => stated({ ...places, subject }, false),
        opposite: null,
      }),
      cost,
    );
    return [...claims, predicate, elided];
  });
}

export function sharedBy(list: ReadonlyArray<{ platforms: readonly Platform[] }>): readonly Platform[] {
  const [first, ...others] = list.map(({ platforms }) => platforms);
  return (first ?? []).filter((platform) => others.every((other) => other.includes(platform)));
}

function joined(how: 'all' | 'any', list: readonly Stated[]): Stated {
  return { claim: { claim: how, of: list.map(({ claim }) => claim) }, platforms: sharedBy(list) };
}

/** `"Total" is visible and contains "5"`: of the same thing. */
function ofBoth(
  subject: Meanings['subject'],
  pred: Predicate,
  second: Predicate,
  shared: { from: number; to: number },
): SharedClaim[] | null {
  const [one, other] = [pred.of(subject), second.of(subject)];
  if (one === null || other === null) return null;
  return [
    { ...one, from: shared.from, to: pred.to },
    { ...other, from: second.from, to: second.to, shared },
  ];
}

/** `"A" is enabled, "B" is not`: the opposite of what was said before. */
function contrasted(
  subject: Meanings['subject'],
  pred: Predicate,
  other: Meanings['subject'],
  group: { isNegated: boolean; start: number; end: number },
  from: number,
): SharedClaim[] | null {
  const [one, opposite] = [pred.of(subject), pred.opposite?.(other) ?? null];
  if (one === null || opposite === null || group.isNegated === pred.isNegated) return null;
  return [
    { ...one, from, to: pred.to },
    { ...opposite, from: pred.to + 1, to: group.end },
  ];
}

/** What can be asserted, and several of it at once. */
export const claimRules: readonly Rule[] = [
  ...assertions.flatMap((entry, index) =>
    entry.patterns.flatMap((pattern) => rulesFor(entry, pattern, costOf(index))),
  ),
  rule(
    'two-claims',
    '<subject> <pred> and <second:pred>',
    ({ subject, pred, second }, { from }) => ofBoth(subject, pred, second, { from, to: pred.from }),
    2,
  ),
  rule(
    'two-claims',
    '<subject> <pred> and <elided>',
    // What is not so may be meant of both.
    ({ subject, pred, elided }, { from }) =>
      pred.isNegated ? null : ofBoth(subject, pred, elided, { from, to: pred.verbTo }),
    2,
  ),
  rule(
    'two-claims',
    '<subject> <pred> <joint> <other:subject> <group:V-is>',
    ({ subject, pred, other, group }, { from }) => contrasted(subject, pred, other, group, from),
    2,
  ),
  ...(['all', 'any'] as const).flatMap((how) => {
    const joint = how === 'all' ? 'and' : 'or';
    return [
      rule(`claims-${how}`, `<claim> ${joint} <last:claim>`, ({ claim, last }) => [claim, last]),
      rule(`claims-${how}`, `<claim> ${joint} <more:claims-${how}>`, ({ claim, more }) => [claim, ...more]),
      rule('claims', `<list:claims-${how}>`, ({ list }) => joined(how, list), 2),
    ];
  }),
  // The line of headings is no row of its own.
  ...['not counting|including', 'without|excluding|ignoring'].map((words) =>
    rule(
      'claim',
      `<claim> [,] ${words} the header|headings|heading [row]` as '<claim>',
      ({ claim }) => (claim.claim.claim === 'number' && claim.claim.things.role === 'row' ? claim : null),
      1,
    ),
  ),
  rule('claims', '[i|we|you|he|she|they] <claim>', ({ claim }) => claim),
  rule('claims', '<two:two-claims>', ({ two }) => joined('all', two)),
];
