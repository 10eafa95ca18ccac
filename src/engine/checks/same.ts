import { shorten } from '../../kernel/text.ts';
import { assertion } from '../grammar/assertion.ts';
import { everywhere } from '../grammar/verb.ts';
import type { Scene } from '../scene/scene.ts';
import type { Target } from '../scene/target.ts';
import { readingsOf, type ShownValue } from '../scene/values.ts';
import { fitOf, isExactFit, isSameExactly } from '../scene/words.ts';
import { absence, inWords, quoted, secretWithin, severalOf } from './absence.ts';
import { allOf, negated } from './build-claim.ts';
import { type Check, type CheckOutcome, steadyMs } from './check.ts';
import type { ClaimKind } from './claim-kind.ts';

export const same: ClaimKind<'same'> = {
  ways: [
    assertion({
      platforms: everywhere,
      description:
        'Two fields or things hold or say the same, letter by letter. Of a text with its value beside or below it, the value counts.',
      examples: [
        '"Billing address" and "Shipping address" are the same',
        '"Created by" has the same value as "Changed by"',
        'The value of "Net" is equal to the value of "Gross"',
      ],
      patterns: [
        '<targets> is [exactly] the same|equal|identical',
        '<targets> has|show|contain the same value|text|number|content',
        '<subject> has|show|contain the same value|text|number|content as <other:subject>',
        '<subject> is the same as <other:subject>',
        '<subject> is equal|identical to <valued>',
        '<subject> equal <valued>',
      ],
      build({ targets, subject, other, valued }, { isNegated }) {
        const [one, two, ...others] = targets ?? [
          ...(subject?.targets ?? []),
          ...(other?.targets ?? []),
          ...(valued === undefined ? [] : [valued]),
        ];
        if (subject?.isSure === false || other?.isSure === false) return null;
        if (one === undefined || two === undefined || (isNegated && others.length > 0)) return null;
        return allOf(
          [two, ...others].map((other) => negated({ claim: 'same', target: one, other }, isNegated)),
        );
      },
    }),
  ],
  words: ({ target, other }, isWanted) =>
    `${inWords(target)} ${isWanted ? 'has' : 'does not have'} the same value as ${inWords(other)}`,
  spoken: ({ target, other }) => ({ targets: [target, other], purpose: 'read' }),
  check: ({ target, other }, isWanted) => beingSame(target, other, isWanted),
};

function beingSame(target: Target, other: Target, isWanted: boolean): Check {
  const [one, two] = [inWords(target), inWords(other)];
  return {
    expected: `${one} and ${two} ${isWanted ? '' : 'not '}to be the same`,
    steadyMs,
    look(input): CheckOutcome {
      const values: string[] = [];
      for (const wanted of [target, other]) {
        const readings = readingsOf(input.scene, wanted);
        const things = readings.map(({ thing }) => thing);
        const [reading, ...others] = readings;
        if (reading === undefined) return { holds: false, ...absence(input, wanted) };
        if (others.length > 0) return severalOf(input.scene, wanted, things);
        const refusal = secretWithin(wanted, things);
        if (refusal !== null) return refusal;
        const value = valueBehind(reading, wanted);
        if (value === null)
          return {
            holds: false,
            actual: `${inWords(wanted)} has no value beside or below it`,
            rect: reading.thing.rect,
          };
        values.push(value);
      }
      const [first = '', second = ''] = values;
      const said = `${one} says ${quoted(shorten(first))}, ${two} says ${quoted(shorten(second))}`;
      if (isSameExactly(first, second) === isWanted)
        return { holds: true, evidence: `${said.charAt(0).toUpperCase()}${said.slice(1)}.`, mustStay: true };
      return { holds: false, actual: said };
    },
  };
}

/** Two labels are never the same: what is compared is what stands behind them. */
function valueBehind({ value, texts }: ShownValue, { name }: Target): string | null {
  if (value !== null) return value;
  return texts.findLast((text) => name === undefined || !isExactFit(fitOf(text, name))) ?? null;
}

/** What is in one place, to be read later. */
export function onlyValue(scene: Scene, target: Target): string | null {
  const [reading, ...others] = readingsOf(scene, target);
  return reading === undefined || others.length > 0 ? null : valueBehind(reading, target);
}
