import { shorten } from '../../kernel/text.ts';
import { assertion } from '../grammar/assertion.ts';
import type { Amount, SumOf } from '../grammar/instruction.ts';
import { everywhere } from '../grammar/verb.ts';
import { columnOf } from '../scene/column-cells.ts';
import { textOf } from '../scene/painted-text.ts';
import type { Target } from '../scene/target.ts';
import { capital } from '../scene/wording.ts';
import { inQuotes } from '../scene/words.ts';
import { absence, inWords, quoted } from './absence.ts';
import { isSo } from './amount.ts';
import { type Check, type CheckInput, type CheckOutcome, steadyMs } from './check.ts';
import type { ClaimKind } from './claim-kind.ts';
import { isOfSameUnit, readNumber } from './numbers.ts';
import { onlyValue } from './same.ts';

type Missing = Extract<CheckOutcome, { holds: false }>;

/** What people would not tell from a sum that is right: the machine adds in fractions of two. */
const roundingError = 1e-6;

export const sum: ClaimKind<'sum'> = {
  ways: [
    assertion({
      platforms: everywhere,
      description:
        'The numbers in a column, or of several things, make so much together; also the number that one thing says, beside that of another.',
      examples: [
        'The sum of the column "Hours" is 37.5',
        'The sum of the column "Hours" equals the value next to "Total hours"',
        '"Total" equals the sum of "Net" and "Tax"',
        'The sum of the column "Hours" is less than 40',
        '"Total" is more than "Net"',
      ],
      patterns: [
        '<summed> is|equal <number>',
        '<summed> is equal to <number>',
        '<summed> is <amount>',
        '<summed> is|equal <valued>',
        '<summed> is equal to <valued>',
        '<summed> is <compared> <valued>',
        '<subject> is|equal <summed>',
        '<subject> is equal to <summed>',
        '<subject> is <compared> <valued>',
        '<subject> is <compared> <summed>',
        '<subject> is <compared> <numbered>',
      ],
      build({ summed, number, amount, valued, subject, compared, numbered }, { isNegated }) {
        const [only, ...others] = subject?.targets ?? [];
        if (isNegated || others.length > 0 || subject?.isSure === false) return null;
        const other = number ?? amount?.[1] ?? valued ?? numbered;
        const comparison = amount?.[0] ?? compared ?? 'equal to';
        if (summed === undefined) {
          if (only === undefined || other === undefined) return null;
          return { claim: 'sum', of: { targets: [only] }, comparison, to: other };
        }
        if (only !== undefined) return { claim: 'sum', of: summed, comparison: turned[comparison], to: only };
        return other === undefined ? null : { claim: 'sum', of: summed, comparison, to: other };
      },
    }),
  ],
  words({ of, comparison, to }) {
    const said = typeof to === 'string' ? to : `the value of ${inWords(to)}`;
    return `${sumInWords(of)} is ${comparison} ${said}`;
  },
  spoken: ({ of, to }) => ({
    targets: [...('column' in of ? [] : of.targets), ...(typeof to === 'string' ? [] : [to])],
    purpose: 'read',
  }),
  check: ({ of, comparison, to }) => summing(of, comparison, to),
};

export const distinct: ClaimKind<'distinct'> = {
  ways: [
    assertion({
      platforms: everywhere,
      description: 'No two rows say the same in a column.',
      examples: [
        'No two rows have the same value in the column "Badge ID"',
        'All values in the column "Badge ID" are different',
      ],
      patterns: [
        'no two rows has|show the same value|text|number in|under [the] column <column:q>',
        '[all] [the] values in|of|under [the] column <column:q> is different|unique|distinct',
      ],
      build: ({ column }, { isNegated }) => (isNegated ? null : { claim: 'distinct', column }),
    }),
  ],
  words: ({ column }) => `all values in the column ${inQuotes(column)} are different`,
  spoken: ({ where }) => ({ targets: where === undefined ? [] : [where] }),
  check: ({ column }) => differing(column),
};

/** `"Total" is less than the sum`: the sum is more than "Total". */
const turned: Readonly<Record<Amount, Amount>> = {
  'more than': 'less than',
  'less than': 'more than',
  'at least': 'at most',
  'at most': 'at least',
  'equal to': 'equal to',
  'other than': 'other than',
};

function sumInWords(of: SumOf): string {
  if ('column' in of) return `the sum of the column ${inQuotes(of.column)}`;
  if (of.targets.length === 1) return of.targets.map(inWords).join('');
  return `the sum of ${of.targets.map(inWords).join(' and ')}`;
}

function summing(of: SumOf, comparison: Amount, to: string | Target): Check {
  const what = sumInWords(of);
  const limit = typeof to === 'string' ? to : inWords(to);
  return {
    expected: `${what} to be ${comparison} ${limit}`,
    steadyMs,
    look(input): CheckOutcome {
      const parts = 'column' in of ? textsIn(input, of.column) : valuesOf(input, of.targets);
      if ('holds' in parts) return parts;
      const wanted = typeof to === 'string' ? [to] : valuesOf(input, [to]);
      if ('holds' in wanted) return wanted;
      const texts = parts.filter((text) => text.trim() !== '');
      const [limitText = ''] = wanted;
      for (const text of [...texts, limitText]) {
        if (readNumber(text).length === 0)
          return { holds: false, actual: `${quoted(shorten(text))} is no number` };
        if (!texts.every((other) => isOfSameUnit(other, text)))
          return { holds: false, actual: `${quoted(shorten(text))} is in another unit` };
      }
      if (texts.length === 0) return { holds: false, actual: 'there is nothing to add' };
      const sums = [0, -1].map((at) => texts.reduce((all, text) => all + (readNumber(text).at(at) ?? 0), 0));
      const said = sums.flatMap((one) => readNumber(limitText).map((other) => isAsWanted(one, other)));
      const total = `${what} is ${Number((sums[0] ?? 0).toFixed(6))}`;
      if (said.every((is) => is)) return { holds: true, evidence: `${capital(total)}.`, mustStay: true };
      const doubt = said.includes(true) ? ', if its numbers are read in one of two ways' : '';
      return { holds: false, actual: `${total}${doubt}` };
    },
  };

  function isAsWanted(one: number, other: number): boolean {
    const isSame = Math.abs(one - other) < roundingError;
    return isSo[comparison](isSame ? other : one, other);
  }
}

function textsIn(input: CheckInput, column: string): readonly string[] | Missing {
  const cells = columnOf(input.scene, column, null);
  if (cells !== null) return cells.map((cell) => textOf(input.scene, cell));
  const { actual, rect } = absence(input, { name: column, role: 'column header' });
  return { holds: false, actual: `there is no such column; ${actual}`, rect };
}

function valuesOf({ scene }: CheckInput, targets: readonly Target[]): readonly string[] | Missing {
  const values: string[] = [];
  for (const target of targets) {
    const value = onlyValue(scene, target);
    if (value === null) return { holds: false, actual: `it can't be told what ${inWords(target)} holds` };
    values.push(value);
  }
  return values;
}

function differing(column: string): Check {
  return {
    expected: `all values in the column "${column}" to be different`,
    steadyMs,
    look(input): CheckOutcome {
      const texts = textsIn(input, column);
      if ('holds' in texts) return texts;
      if (texts.length < 2) return { holds: false, actual: `there are only ${texts.length} rows to compare` };
      const again = texts.find((text, at) => texts.indexOf(text) < at);
      if (again !== undefined)
        return { holds: false, actual: `${quoted(shorten(again))} is there more than once` };
      return { holds: true, evidence: `${texts.length} values in the column "${column}" are different.` };
    },
  };
}
