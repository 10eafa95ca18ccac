import { setImmediate } from 'node:timers/promises';
import { assertion } from '../grammar/assertion.ts';
import type { Claim, Range } from '../grammar/instruction.ts';
import type { Predicate, SaidName, Subject } from '../grammar/meanings.ts';
import { pluralOf } from '../grammar/nouns.ts';
import { rangeInWords } from '../grammar/range-words.ts';
import { everywhere } from '../grammar/verb.ts';
import { find } from '../scene/find.ts';
import { isThere } from '../scene/places.ts';
import type { Scene, Thing } from '../scene/scene.ts';
import { isSeenByName } from '../scene/seeing.ts';
import { eachOne, type Relation, type Target, withWhere } from '../scene/target.ts';
import { relationsInWords, thingInWords } from '../scene/wording.ts';
import { inQuotes } from '../scene/words.ts';
import { inWords, notThere } from './absence.ts';
import { opposites } from './amount.ts';
import { allOf, shownWords } from './build-claim.ts';
import { type Check, type CheckOutcome, steadyMs } from './check.ts';
import type { ClaimKind } from './claim-kind.ts';
import { isWithin, none, outside } from './number.ts';

const every = null;
/** Nobody counts more by looking at them. */
const mostThings = 500;
const looksAtOnce = 20;

/** Something is so of each of the things of a kind, of none, or of so many. */
export const each: ClaimKind<'each'> = {
  ways: [
    assertion({
      platforms: everywhere,
      description:
        'All things of a kind are so. "Except" names those that are not: they must be there, and be otherwise. Where there are none of the kind, it is not so.',
      examples: [
        'Every row contains "Active"',
        'All checkboxes are checked',
        'All fields except "Comment" are required',
        'Each row of the table "Rules" has an "Edit" button',
        'Every row has "Paid" in the column "Status"',
        'See "Active" in every row',
        'The checkbox in every row is checked',
        'All values in the column "Price" are greater than 10',
      ],
      patterns: [
        'every|each [single] <things> [<apart:exception>] <pred>',
        'all [of] <plural> [<apart:exception>] <pred>',
        'each|both of <plural> [<apart:exception>] <pred>',
        'every|each <things> <pred> <apart:exception>',
        'all [of] <plural> <pred> <apart:exception>',
        '<subject> in|for|on every|each <things> <pred>',
        '[all] [the] values in|of|under [the] column <column:name> <pred>',
        'every|each value in|of|under [the] column <column:name> <pred>',
        'see <subject> in|for|on every|each <things>',
        'there is <subject> in|for|on every|each <things>',
        `<subject> is ${shownWords} in|for|on every|each <things>`,
        '<subject> is in|on every|each <things>',
        '<subject> appear in|for|on every|each <things>',
      ],
      build: (places, { isNegated }) => (isNegated ? null : counted(places, every)),
    }),
    assertion({
      platforms: everywhere,
      description: 'No thing of a kind is so; where "except" names some, only these are.',
      examples: [
        'No row contains "Expired"',
        'None of the checkboxes is checked',
        '"Expired" is in no row',
        'No row except "Alice" contains "Admin"',
        'Only the tab "General" is selected',
        'No value in the column "Price" is less than 10',
      ],
      patterns: [
        'no <things> [<apart:exception>] <pred>',
        'none of <plural> [<apart:exception>] <pred>',
        '<subject> in|for|on no <things> <pred>',
        'only <things> <listedTexts> <pred>',
        'no value in|of|under [the] column <column:name> <pred>',
        `<subject> is ${shownWords} in|for|on no <things>`,
        '<subject> is in|on no <things>',
        '<subject> appear in|for|on no <things>',
      ],
      build: (places, { isNegated }) => (isNegated ? null : counted(places, none)),
    }),
    assertion({
      platforms: everywhere,
      description: 'So many things of a kind are so.',
      examples: [
        'At least one row contains "Active"',
        'Exactly 2 checkboxes are checked',
        'There is at least one row that has "Overdue" in the column "Status"',
        'See 3 rows that contain "Active"',
      ],
      patterns: [
        '<range> [of] <things> <pred>',
        '<subject> in|for|on <range> <things> <pred>',
        'there is <range> <things> that|which <pred>',
        'see <range> <things> that|which <pred>',
        '<page> show|contain|has <range> <things> that|which <pred>',
      ],
      build: (places, { isNegated }) => (isNegated ? null : counted(places, places.range)),
    }),
  ],
  words({ things, range, of, except = [] }, _isWanted, wordsOf) {
    const kind = kindInWords(things, range);
    const apart =
      except.length === 0 ? '' : ` except ${except.map((one) => inWords(one).trim()).join(' and ')}`;
    const predicate = wordsOf(of);
    const isOne = range === every || range.max === 0 || (range.min === 1 && range.max === 1);
    if (predicate.startsWith('it ')) {
      const said = otherwise[predicate.slice(3)] ?? predicate.slice(3);
      return `${kind}${apart} ${isOne ? said : ofSeveral(said)}`;
    }
    return predicate.replace(/\bit\b/, kind);
  },
  spoken: ({ things, range }) => ({ targets: [things], isEvery: true, mayBeGone: range?.max === 0 }),
  check: ({ things, range, of, except = [] }, _isWanted, _pictures, checkOf) =>
    checkEach(things, range, of, except, checkOf),
};

interface Places {
  readonly things?: Target | undefined;
  readonly plural?: Target | undefined;
  readonly column?: SaidName | undefined;
  readonly apart?: Subject | undefined;
  readonly listedTexts?: readonly string[] | undefined;
  readonly subject?: Subject | undefined;
  readonly pred?: Predicate | undefined;
}

function counted(
  { column, subject, pred, listedTexts, ...places }: Places,
  range: Range | null,
): Claim | null {
  const apart =
    listedTexts === undefined
      ? places.apart
      : { targets: listedTexts.map((name) => ({ name })), isSure: true };
  const things = column === undefined ? (places.things ?? places.plural) : { role: 'row' as const };
  if (things === undefined || apart?.isSure === false || subject?.isSure === false) return null;
  // `All rows are not visible` may be meant of each of them, or of all together.
  if (pred?.isNegated === true && (range === every || range.max === 0)) return null;
  const { role } = things;
  const one = { ...(role !== undefined && { role }), ref: eachOne };
  const inOne: Relation = { is: 'in', ...one };
  const about = subject?.targets.map((target) => withWhere(target, [inOne])) ?? [
    column === undefined ? one : { ...column, where: [inOne] },
  ];
  const of =
    pred === undefined
      ? allOf(about.map((target) => ({ claim: 'shown', target })))
      : pred.of({ targets: about, isSure: true })?.claim;
  if (of == null || !isOfEach(of) || (range !== every && opposite(of) === null)) return null;
  const except = apart?.targets;
  if (except !== undefined && opposite(of) === null) return null;
  return { claim: 'each', things, range, of, ...(except !== undefined && { except }) };
}

/** That what was found is shown says nothing, and where it is was not looked at. */
function isOfEach(claim: Claim): boolean {
  if (claim.claim === 'all' || claim.claim === 'any') return claim.of.every(isOfEach);
  if (claim.claim === 'same') return false;
  const target = 'target' in claim ? claim.target : 'things' in claim ? claim.things : null;
  if (target === null || claim.claim === 'each') return false;
  if (target.ref === eachOne) return target.where === undefined && claim.claim !== 'shown';
  return target.where?.some(({ is, ref }) => is === 'in' && ref === eachOne) === true;
}

/** What is so where it is not; null where that can't be looked for. */
function opposite(claim: Claim): Claim | null {
  switch (claim.claim) {
    case 'all':
    case 'any': {
      const parts = claim.of.flatMap((part) => opposite(part) ?? []);
      const how = claim.claim === 'all' ? 'any' : 'all';
      return parts.length < claim.of.length ? null : { claim: how, of: parts };
    }
    case 'amount':
      return { ...claim, comparison: opposites[claim.comparison] };
    case 'number': {
      const range = outside(claim.range);
      if (range !== null) return { ...claim, range };
      const { min, max } = claim.range;
      const ranges = [{ min: 0, max: min - 1 }, ...(max === null ? [] : [{ min: max + 1, max: null }])];
      return {
        claim: 'any',
        of: ranges.filter(({ max }) => max !== -1).map((range) => ({ ...claim, range })),
      };
    }
    case 'holds':
    case 'pattern':
    case 'same':
    case 'state':
    case 'shown': {
      const { not, ...positive } = claim;
      return not === true ? positive : { ...positive, not: true };
    }
    default:
      return null;
  }
}

/** `Every box is not checked` may be meant in two ways. */
const otherwise: Readonly<Record<string, string>> = {
  'is not checked': 'is unchecked',
  'is not selected': 'is unselected',
  'is not empty': 'is filled',
  'is not expanded': 'is collapsed',
  'is not required': 'is optional',
  'is not read-only': 'is editable',
  'is not invalid': 'is valid',
};

/** `contains` of one, `contain` of several. */
function ofSeveral(predicate: string): string {
  return predicate
    .replace(/^is\b/, 'are')
    .replace(/^has\b/, 'have')
    .replace(/^does\b/, 'do')
    .replace(/^(contain|start|end|match|equal)(?:es|s)\b/, '$1');
}

function kindInWords(things: Target, range: Range | null): string {
  const { name, role = 'thing', where } = things;
  const isOne = range === every || range.max === 0 || (range.min === 1 && range.max === 1);
  const quantity = range === every ? 'every' : range.max === 0 ? 'no' : rangeInWords(range);
  const kind = `${name === undefined ? '' : `${inQuotes(name)} `}${isOne ? role : pluralOf(role)}`;
  return `${quantity} ${kind}${relationsInWords(where, inWords)}`;
}

function checkEach(
  things: Target,
  range: Range | null,
  of: Claim,
  except: readonly Target[],
  checkOf: (part: Claim) => Check,
): Check {
  const { where = [] } = things;
  const kind = kindInWords(things, range);
  const apart =
    except.length === 0 ? '' : ` except ${except.map((one) => inWords(one).trim()).join(' and ')}`;
  return {
    expected: `of ${kind}${apart}: ${checkOf(of).expected}`,
    steadyMs,
    async look(input): Promise<CheckOutcome> {
      const { scene } = input;
      const lost = where.find((around) => around.is !== 'with' && !isThere(scene, around));
      if (lost !== undefined) return notThere(lost);
      const all = seenThings(scene, things);
      if (all.length > mostThings)
        return { holds: false, actual: `there are ${all.length}, more than can be looked at one by one` };
      const apartKeys = new Set<string>();
      for (const exception of except) {
        const own = all.filter((thing) => isCalled(scene, things, exception, thing));
        if (own.length === 0) return notThere(exception);
        for (const { key } of own) apartKeys.add(key);
      }
      if (all.length === apartKeys.size && !(range?.max === 0 && isEmptied(scene, things)))
        return {
          holds: false,
          actual: `there is no ${things.role ?? 'such thing'}${relationsInWords(where, inWords)}`,
        };
      let count = 0;
      for (const [at, thing] of all.entries()) {
        // Hundreds of rows take seconds, in which the run may be cancelled.
        if (at % looksAtOnce === 0) await setImmediate(undefined, { signal: input.signal });
        const isApart = apartKeys.has(thing.key);
        const outcome = await judged(thing);
        if (outcome.problem !== null) return outcome.problem;
        if (outcome.isSo && !isApart) count += 1;
        const mustBe = range === every ? !isApart : range.max === 0 ? isApart : null;
        if (mustBe === null || outcome.isSo === mustBe) continue;
        return { holds: false, actual: `${thingInWords(scene, thing)}: ${outcome.said}`, rect: thing.rect };
      }
      const found = `${count} of ${all.length - apartKeys.size} ${pluralOf(things.role ?? 'thing')}`;
      if (range !== every && !isWithin(count, range)) return { holds: false, actual: `it is so of ${found}` };
      return { holds: true, evidence: `It is so of ${found}: ${checkOf(of).expected}.`, mustStay: true };

      /** What is not so must be seen to be otherwise: a column that is not there proves nothing. */
      async function judged(thing: Thing): Promise<Judged> {
        const outcome = await checkOf(withOne(of, thing.key)).look(input);
        if (outcome.holds) return { isSo: true, said: outcome.evidence, problem: null };
        if (outcome.ambiguous !== undefined || outcome.refused !== undefined || outcome.unclear !== undefined)
          return { isSo: false, said: '', problem: outcome };
        const other = opposite(of);
        const isOtherwise = other === null || (await checkOf(withOne(other, thing.key)).look(input)).holds;
        const actual = `${thingInWords(scene, thing)}: ${outcome.actual}`;
        return { isSo: false, said: outcome.actual, problem: isOtherwise ? null : { ...outcome, actual } };
      }
    },
  };
}

interface Judged {
  readonly isSo: boolean;
  readonly said: string;
  readonly problem: CheckOutcome | null;
}

function seenThings(scene: Scene, things: Target): Thing[] {
  const { matches, isSeen } = find(scene, things, 'look', { isEvery: true });
  return (isSeen ? matches : [])
    .map(({ thing }) => thing)
    .filter((thing) => isSeenByName(scene, thing, things));
}

/** One of them, by its name or its number. */
function isCalled(scene: Scene, { where = [], role }: Target, named: Target, thing: Thing): boolean {
  const target = withWhere({ ...(role !== undefined && { role }), ...named }, where);
  const { matches, isSeen } = find(scene, target, 'look', { isEvery: true });
  return isSeen && matches.some((match) => match.thing === thing);
}

/** Where nothing is left in a table or list, nothing in it is so. */
function isEmptied(scene: Scene, { role }: Target): boolean {
  const around = role === 'row' ? 'table' : role === 'list item' ? 'list' : null;
  return around !== null && find(scene, { role: around }).isSeen;
}

function withOne<Part>(part: Part, key: string): Part {
  if (Array.isArray(part)) return part.map((item) => withOne<unknown>(item, key)) as Part;
  if (part === null || typeof part !== 'object') return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      name === 'ref' && value === eachOne ? key : withOne<unknown>(value, key),
    ]),
  ) as Part;
}
