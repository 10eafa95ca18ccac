import { shorten } from '../../kernel/text.ts';
import { assertion } from '../grammar/assertion.ts';
import type { Amount } from '../grammar/instruction.ts';
import { everywhere } from '../grammar/verb.ts';
import { readingsOf } from '../scene/values.ts';
import { capital } from '../scene/wording.ts';
import { isSame } from '../scene/words.ts';
import { absence, inWords, quoted, secretWithin, severalOf } from './absence.ts';
import { each } from './build-claim.ts';
import { type Check, type CheckOutcome, steadyMs } from './check.ts';
import type { ClaimKind, ClaimOf } from './claim-kind.ts';
import { compareNumbers, isOfSameUnit, readNumber } from './numbers.ts';

export const amount: ClaimKind<'amount'> = {
  ways: [
    assertion({
      platforms: everywhere,
      description: 'The only number that a field holds or a thing says is more or less than another.',
      examples: [
        '"Total" is greater than 3',
        '"Price" in the row "Apples" is at most 2.50',
        '"Stock" is not less than 10',
      ],
      patterns: ['<subject> is|show <amount>'],
      build({ subject, amount: [said, number] }, { isNegated }) {
        // "Total" is more than "Net": no number, but another thing.
        if (!/\d|\{\{/.test(number)) return null;
        const comparison = isNegated ? opposites[said] : said;
        return each(subject, (target) => [{ claim: 'amount', target, comparison, number }]);
      },
    }),
    assertion({
      platforms: everywhere,
      description:
        'The only number that a field holds or a thing says is between two others, or one of them.',
      examples: ['"Temperature" is between 18 and 24 °C', '"Price" reads between €10 and €12.50'],
      patterns: [
        '<subject> is|show between <number> and <to:number>',
        '<subject> is|show from <number> to <to:number>',
      ],
      build({ subject, number, to }, { isNegated }) {
        if (isNegated) return null;
        return each(subject, (target) => [
          { claim: 'amount', target, comparison: 'at least', number },
          { claim: 'amount', target, comparison: 'at most', number: to },
        ]);
      },
    }),
    assertion({
      platforms: everywhere,
      description:
        'The only number that a field holds or a thing says is so much more or less than another, such as a remembered one, or twice it.',
      examples: [
        '"Members" is exactly one higher than {{before}}',
        '"Total" is 7.80 less than {{total}}',
        '"Points" is twice as many as {{points}}',
      ],
      patterns: [
        '<subject> is [exactly] <more:byHowMuch> higher|more|greater|larger than <number>',
        '<subject> is [exactly] <less:byHowMuch> lower|less|smaller|fewer than <number>',
        '<subject> is <twice> as many|much|high|large as <number>',
        '<subject> is <twice> <number>',
      ],
      build({ subject, more, less, number }, { isNegated }) {
        if (isNegated) return null;
        const how =
          more !== undefined
            ? { plus: more }
            : less !== undefined
              ? { plus: `-${less}` }
              : { times: 2 as const };
        return each(subject, (target) => [
          { claim: 'amount', target, comparison: 'equal to', number, ...how },
        ]);
      },
    }),
  ],
  words(claim) {
    return `${inWords(claim.target)} is ${limitInWords(claim)}`;
  },
  spoken: ({ target }) => ({ targets: [target], purpose: 'read' }),
  check: (claim) => amounting(claim),
};

export const opposites: Readonly<Record<Amount, Amount>> = {
  'more than': 'at most',
  'less than': 'at least',
  'at most': 'more than',
  'at least': 'less than',
  'equal to': 'other than',
  'other than': 'equal to',
};

/** What people would not tell from the same: the machine counts in fractions of two. */
const roundingError = 1e-6;

export const isSo: Readonly<Record<Amount, (one: number, other: number) => boolean>> = {
  'more than': (one, other) => one > other,
  'less than': (one, other) => one < other,
  'at least': (one, other) => one >= other,
  'at most': (one, other) => one <= other,
  'equal to': (one, other) => Math.abs(one - other) < roundingError,
  'other than': (one, other) => Math.abs(one - other) >= roundingError,
};

type Limit = Pick<ClaimOf<'amount'>, 'comparison' | 'number' | 'plus' | 'times'>;

function limitInWords({ comparison, number, plus, times }: Limit): string {
  if (times !== undefined) return `twice as much as ${number}`;
  if (plus === undefined) return `${comparison} ${number}`;
  return plus.startsWith('-') ? `${plus.slice(1)} less than ${number}` : `${plus} more than ${number}`;
}

/** The only number that a field holds or a thing says must be more or less than another. */
function amounting(claim: ClaimOf<'amount'>): Check {
  const { target, comparison, number: written, plus = '0', times = 1 } = claim;
  const what = inWords(target);
  return {
    expected: `${what} to be ${limitInWords(claim)}`,
    steadyMs,
    look(input): CheckOutcome {
      const limit = readNumber(written).flatMap((one) => readNumber(plus).map((more) => times * one + more));
      if (limit.length === 0) return { holds: false, actual: `${quoted(written)} is no number` };
      const readings = readingsOf(input.scene, target);
      const [reading, ...others] = readings;
      if (reading === undefined) return { holds: false, ...absence(input, target) };
      const { rect } = reading.thing;
      const things = readings.map(({ thing }) => thing);
      const refusal = secretWithin(target, things);
      if (refusal !== null) return refusal;
      if (others.length > 0) return severalOf(input.scene, target, things);
      // What stands behind the name goes before all of its text: "Line 1" is not 1.
      const texts = reading.texts.filter((text) => !isSame(text, target.name ?? ''));
      const said = texts.findLast((text) => readNumber(text).length > 0);
      const held = `holds ${quoted(shorten(said ?? reading.texts.at(-1) ?? ''))}`;
      if (said === undefined) return { holds: false, actual: `it ${held}, which is not one number`, rect };
      if (!isOfSameUnit(said, written))
        return { holds: false, actual: `it ${held}, which is in another unit`, rect };
      const is = compareNumbers(readNumber(said), limit, isSo[comparison]);
      if (is === null)
        return { holds: false, actual: `it ${held}, which may be read as either of two numbers`, rect };
      if (!is) return { holds: false, actual: `it ${held}`, rect };
      return { holds: true, evidence: `${capital(what)} ${held}.`, mustStay: true };
    },
  };
}
