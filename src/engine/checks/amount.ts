import { shorten } from '../../kernel/text.ts';
import type { Amount } from '../grammar/instruction.ts';
import type { Target } from '../scene/target.ts';
import { readingsOf } from '../scene/values.ts';
import { capital } from '../scene/wording.ts';
import { isSame } from '../scene/words.ts';
import { absence, inWords, quoted, secretWithin } from './absence.ts';
import { type Check, type CheckOutcome, steadyMs } from './check.ts';
import { severalOf } from './state.ts';

const isSo: Readonly<Record<Amount, (one: number, other: number) => boolean>> = {
  'more than': (one, other) => one > other,
  'less than': (one, other) => one < other,
  'at least': (one, other) => one >= other,
  'at most': (one, other) => one <= other,
};

/** The only number that a field holds or a thing says must be more or less than another. */
export function amounting(target: Target, comparison: Amount, written: string): Check {
  const what = inWords(target);
  return {
    expected: `${what} to be ${comparison} ${written}`,
    steadyMs,
    look(input): CheckOutcome {
      const limit = onlyNumber(written);
      if (limit === null) return { holds: false, actual: `${quoted(written)} is no number` };
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
      const said = texts.findLast((text) => onlyNumber(text) !== null);
      const held = `holds ${quoted(shorten(said ?? reading.texts.at(-1) ?? ''))}`;
      const number = said === undefined ? null : onlyNumber(said);
      if (number === null) return { holds: false, actual: `it ${held}, which is not one number`, rect };
      if (!isSo[comparison](number, limit)) return { holds: false, actual: `it ${held}`, rect };
      return { holds: true, evidence: `${capital(what)} ${held}.`, mustStay: true };
    },
  };
}

/** Null where there is none, or more than one. */
function onlyNumber(text: string): number | null {
  const [written, ...others] = text.match(/[-−]?\p{Sc}?[-−]?\d+(?:[.,]\d+)*/gu) ?? [];
  if (written === undefined || others.length > 0) return null;
  const digits = written.replace(/[^\d.,]/g, '');
  // `1,234.50`, `1.234,50`, `2,5`, and `1,234`, which is more than a thousand.
  const mark = /(?:\.(?=\d*$)|,(?=\d*$)(?!\d{3}$))/.exec(digits)?.[0] ?? '.';
  const isMarkedOnce = digits.split(mark).length === 2;
  const plain = [...digits].filter((sign) => /\d/.test(sign) || (sign === mark && isMarkedOnce)).join('');
  return Number(plain.replace(',', '.')) * (/[-−]/.test(written) ? -1 : 1);
}
