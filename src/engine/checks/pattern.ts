import { comparable, shorten } from '../../kernel/text.ts';
import { assertion } from '../grammar/assertion.ts';
import { dateFormat } from '../grammar/scheme.ts';
import { everywhere } from '../grammar/verb.ts';
import type { Target } from '../scene/target.ts';
import { readingsOf } from '../scene/values.ts';
import { capital } from '../scene/wording.ts';
import { inQuotes } from '../scene/words.ts';
import { absence, inWords, quoted, secretWithin, severalOf } from './absence.ts';
import { each, negated } from './build-claim.ts';
import { atOnce, type Check, steadyMs } from './check.ts';
import type { ClaimKind } from './claim-kind.ts';

export const pattern: ClaimKind<'pattern'> = {
  ways: [
    assertion({
      platforms: everywhere,
      description:
        'All that a field holds, or a thing says, is built like this: "#" stands for a digit, every other character for itself. Of a date, D, M and Y stand for its digits as well.',
      examples: [
        '"Order number" matches "INV-####"',
        '"Reference" matches the pattern "AB-######"',
        '"Due" is in the format "DD.MM.YYYY"',
      ],
      patterns: [
        '<subject> match [the] [pattern|format|scheme] <scheme>',
        '<subject> is in the format <scheme>',
        '<subject> has the format <scheme>',
      ],
      build: ({ subject, scheme }, { isNegated }) =>
        each(subject, (target) => [negated({ claim: 'pattern', target, pattern: scheme }, isNegated)]),
    }),
  ],
  words: ({ target, pattern }, isWanted) =>
    `${inWords(target)} ${isWanted ? 'matches' : 'does not match'} ${inQuotes(pattern)}`,
  spoken: ({ target }) => ({ targets: [target], purpose: 'read' }),
  check: ({ target, pattern }, isWanted) => matching(target, pattern, isWanted),
};

function expressionOf(wanted: string): RegExp {
  const signs = comparable(wanted).replace(/[^\p{L}\p{N}\s#-]/gu, '\\$&');
  const built = dateFormat.test(wanted)
    ? signs.replace('DD', '(?:0[1-9]|[12]\\d|3[01])').replace('MM', '(?:0[1-9]|1[0-2])').replace(/Y/g, '\\d')
    : signs.replaceAll('#', '\\d');
  return new RegExp(`^${built}$`, 'u');
}

function matching(target: Target, wanted: string, isWanted: boolean): Check {
  const what = inWords(target);
  const built = expressionOf(wanted);
  return {
    expected: `${what} ${isWanted ? '' : 'not '}to match "${wanted}"`,
    steadyMs: isWanted ? atOnce : steadyMs,
    look(input) {
      const readings = readingsOf(input.scene, target);
      const [reading, ...others] = readings;
      if (reading === undefined) return { holds: false, ...absence(input, target) };
      const things = readings.map(({ thing }) => thing);
      const refusal = secretWithin(target, things);
      if (refusal !== null) return refusal;
      if (others.length > 0) return severalOf(input.scene, target, things);
      const said = reading.texts.find((text) => built.test(comparable(text))) ?? reading.texts.at(-1) ?? '';
      const held = `holds ${quoted(shorten(said))}`;
      if (built.test(comparable(said)) === isWanted)
        return { holds: true, evidence: `${capital(what)} ${held}.`, mustStay: true };
      return { holds: false, actual: `it ${held}`, rect: reading.thing.rect };
    },
  };
}
