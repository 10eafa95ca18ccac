import { shorten } from '../../kernel/text.ts';
import { assertion } from '../grammar/assertion.ts';
import type { Claim } from '../grammar/instruction.ts';
import { isTelling } from '../grammar/thing-rules.ts';
import { everywhere } from '../grammar/verb.ts';
import type { Scene } from '../scene/scene.ts';
import type { Target } from '../scene/target.ts';
import { readingsOf } from '../scene/values.ts';
import { capital } from '../scene/wording.ts';
import { isSameExactly } from '../scene/words.ts';
import { absence, inWords, quoted, secretWithin, severalOf } from './absence.ts';
import { each, negated } from './build-claim.ts';
import { type Check, type CheckOutcome, steadyMs } from './check.ts';
import type { ClaimKind, ClaimOf } from './claim-kind.ts';
import { compareNumbers, isOfSameUnit, readNumber } from './numbers.ts';
import { onlyValue } from './same.ts';

type By = NonNullable<ClaimOf<'changed'>['by']>;

const roundingError = 1e-6;

export const changed: ClaimKind<'changed'> = {
  ways: [
    assertion({
      platforms: everywhere,
      description:
        'What a field holds, or a thing says, is another than before the last action; with "not", the same.',
      examples: ['"Total" does not change', '"Total" has changed', '"Total" is unchanged'],
      patterns: [
        '<subject:telling> change',
        '<subject:telling> has changed',
        '<subject:telling> is <unchanged>',
        '<subject:telling> is the same <before>',
      ],
      build({ subject, unchanged, before }, { isNegated }) {
        const isSame = unchanged !== undefined || before !== undefined;
        if (!isTelling(subject)) return null;
        return each(subject, (target) => [negated({ claim: 'changed', target }, isSame !== isNegated)]);
      },
    }),
    assertion({
      platforms: everywhere,
      description:
        'The number that a field holds, or a thing says, is so much more or less than before the last action.',
      examples: [
        '"Members" has grown by 1',
        '"Total" drops by 7.80',
        '"Total" drops by 7.80 to 3.90',
        '"Total" has doubled',
      ],
      patterns: [
        '<subject:telling> has grown|increased|risen by <more:number>',
        '<subject:telling> has dropped|decreased|fallen by <less:number>',
        '<subject:telling> grow by <more:number>',
        '<subject:telling> drop by <less:number>',
        '<subject:telling> has grown|increased|risen by <more:number> to <to:number>',
        '<subject:telling> has dropped|decreased|fallen by <less:number> to <to:number>',
        '<subject:telling> grow by <more:number> to <to:number>',
        '<subject:telling> drop by <less:number> to <to:number>',
        '<subject:telling> has <doubled>',
      ],
      build({ subject, more, less, to }, { isNegated }) {
        if (isNegated || !isTelling(subject)) return null;
        const by: By = more !== undefined ? { more } : less !== undefined ? { less } : { times: 2 };
        return each(subject, (target) => [
          { claim: 'changed', target, by },
          ...(to === undefined ? [] : exactly(target, to)),
        ]);
      },
    }),
  ],
  words({ target, by }, isWanted) {
    const what = inWords(target);
    if (by === undefined) return `${what} ${isWanted ? 'has changed' : 'does not change'}`;
    return `${what} has ${byInWords(by)}`;
  },
  spoken: ({ target }) => ({ targets: [target], purpose: 'read' }),
  check: ({ target, by }, isWanted) => changing(target, by, isWanted),
};

function exactly(target: Target, number: string): Claim[] {
  return (['at least', 'at most'] as const).map((comparison) => ({
    claim: 'amount',
    target,
    comparison,
    number,
  }));
}

function byInWords(by: By): string {
  if ('more' in by) return `grown by ${by.more}`;
  return 'less' in by ? `dropped by ${by.less}` : 'doubled';
}

function changing(target: Target, by: By | undefined, isWanted: boolean): Check {
  const what = inWords(target);
  return {
    expected: `${what} to have ${by === undefined ? `${isWanted ? '' : 'not '}changed` : byInWords(by)}`,
    steadyMs,
    look(input): CheckOutcome {
      const { scene, before } = input;
      const was = before === null ? null : valueOn(before, target);
      if (was === null) return { holds: false, actual: 'nobody knows what it was before the last action' };
      const readings = readingsOf(scene, target);
      const [reading, ...others] = readings;
      if (reading === undefined) return { holds: false, ...absence(input, target) };
      const things = readings.map(({ thing }) => thing);
      if (others.length > 0) return severalOf(scene, target, things);
      const refusal = secretWithin(target, things);
      if (refusal !== null) return refusal;
      const is = onlyValue(scene, target) ?? '';
      const said = `was ${quoted(shorten(was))} and is ${quoted(shorten(is))}`;
      const isSo = by === undefined ? !isSameExactly(was, is) === isWanted : isBy(by, was, is);
      if (isSo) return { holds: true, evidence: `${capital(what)} ${said}.`, mustStay: true };
      return { holds: false, actual: `it ${said}`, rect: reading.thing.rect };
    },
  };
}

function valueOn(scene: Scene, target: Target): string | null {
  const isSecret = readingsOf(scene, target).some(({ thing }) => thing.secret !== null);
  return isSecret ? null : onlyValue(scene, target);
}

function isBy(by: By, was: string, is: string): boolean {
  const step = 'more' in by ? by.more : 'less' in by ? by.less : null;
  if (!isOfSameUnit(was, is) || (step !== null && !isOfSameUnit(step, is))) return false;
  const steps = step === null ? [0] : readNumber(step);
  const wanted = readNumber(was).flatMap((one) =>
    steps.map((more) => ('more' in by ? one + more : 'less' in by ? one - more : 2 * one)),
  );
  return (
    compareNumbers(readNumber(is), wanted, (one, other) => Math.abs(one - other) < roundingError) === true
  );
}
