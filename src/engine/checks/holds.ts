import { dayIn } from '../../kernel/dates.ts';
import { comparable } from '../../kernel/text.ts';
import { assertion } from '../grammar/assertion.ts';
import type { Comparison } from '../grammar/instruction.ts';
import { everywhere } from '../grammar/verb.ts';
import { holdsFocus } from '../scene/seeing.ts';
import type { Target } from '../scene/target.ts';
import { readingsOf, type ShownValue } from '../scene/values.ts';
import { capital } from '../scene/wording.ts';
import { inQuotes, isSame, isSameExactly, says, saysExactly } from '../scene/words.ts';
import { absence, inWords, secretWithin, severalOf, shortenHeld } from './absence.ts';
import { around, each, negated, textsOf } from './build-claim.ts';
import { atOnce, type Check, steadyMs } from './check.ts';
import type { ClaimKind } from './claim-kind.ts';
import { comparisonInWords, comparisonOf, infinitives } from './comparisons.ts';

export const holds: ClaimKind<'holds'> = {
  ways: [
    assertion({
      platforms: everywhere,
      description:
        'A field holds this text, letter case included; of other things, their text says it. "Contains" looks for whole words in it.',
      examples: [
        'The "Email" field has the value "a@example.com"',
        '"Quantity" is 2',
        'The value of "Quantity" is "2"',
        'The "Country" dropdown is set to "Norway"',
        '"Total" shows "$24.00"',
        '"Age" in the row "Airi Satou" is 33',
        '"Address" contains "Main Street"',
        'The row "Alice" contains "Admin" and "Active"',
        '"Total" is not "$0.00"',
      ],
      patterns: [
        '<subject> is|equal|show [exactly] <text>',
        '<subject> is set|equal to <text>',
        '<subject> change to <text>',
        '<subject> is|show <text> [,] not <other:text>',
        '<subject> is|show <text> instead of <other:text>',
        '<subject> has [the] [value|text|content] <text>',
        '<subject> contain [the] [text|value] <text>',
        '<subject> contain|has|show [both] <texts>',
        '<subject> start|end with <text>',
      ],
      build(places, { verb, isNegated }) {
        const { subject, texts, other } = places;
        if (other !== undefined && isNegated) return null;
        // `does not contain "A" and "B"` may be meant of each of them, or of both together.
        if (texts !== undefined && isNegated) return null;
        const comparison = texts === undefined ? comparisonOf(verb) : 'contains';
        return each(subject, (target) => [
          ...textsOf(places).map((text) => negated({ claim: 'holds', target, comparison, text }, isNegated)),
          ...(other === undefined
            ? []
            : [negated({ claim: 'holds', target, comparison, text: other }, true)]),
        ]);
      },
    }),
    assertion({
      platforms: everywhere,
      description: 'A row holds this text under the heading of a column.',
      examples: [
        'The row "INV-7" has "Overdue" in the column "Status"',
        'The row "INV-7" has the status "Overdue"',
        'The first row does not contain "Overdue" in the column "Status"',
      ],
      patterns: [
        '<subject:line> has|contain|show [the] [value|text] <text> in|under [the] column <column:q>',
        '<subject:line> has|contain|show [the] [value|text] <text> in|under [the] <column:q> column',
        '<subject:line> has|contain|show [the] <bare> <text> in|under [the] column <column:q>',
        '<subject:line> has|show the <bare> <text>',
      ],
      build({ subject, column, bare, text }, { verb, isNegated }) {
        const isNamed =
          bare === undefined || !(bare.isKind || bare.isPlain || bare.words > 2 || ofLooks.test(bare.name));
        const where = around(subject);
        const name = column ?? bare?.name;
        if (!isNamed || where?.[0]?.role !== 'row' || name === undefined) return null;
        const isDescribed = column === undefined && { described: true as const };
        const target = { name, ...isDescribed, where: [...where] };
        return negated({ claim: 'holds', target, comparison: comparisonOf(verb), text }, isNegated);
      },
    }),
  ],
  words: ({ target, comparison, text }, isWanted) =>
    `${inWords(target)} ${comparisonInWords(comparison, isWanted)} ${inQuotes(text)}`,
  spoken: ({ target }) => ({ targets: [target], purpose: 'read' }),
  check: ({ target, comparison, text }, isWanted) => holding(target, comparison, text, isWanted),
};

/** What no heading of a column says, but how the row itself looks or is made. */
const ofLooks = /\b(?:colou?r|background|border|font|style|class|placeholder|tooltip|attribute|icon)$/i;

/** What a field holds or a thing says. A field's value is compared with its letter case. */
function holding(target: Target, comparison: Comparison, text: string, isWanted: boolean): Check {
  const what = inWords(target);
  // What must not be so must not be a part of it either.
  const how = !isWanted && comparison === 'is' ? 'contains' : comparison;
  return {
    expected: `${what} ${isWanted ? '' : 'not '}to ${infinitives[how]} "${text}"`,
    steadyMs: isWanted ? atOnce : steadyMs,
    look(input) {
      const { scene } = input;
      const readings = readingsOf(scene, target);
      const [first] = readings;
      if (first === undefined) return { holds: false, ...absence(input, target) };
      const isWhole = comparison === 'is';
      const things = readings.map(({ thing }) => thing);
      const refusal = isWhole ? null : secretWithin(target, things);
      if (refusal !== null) return refusal;
      const holdings = readings.map((reading) =>
        agrees(reading, text, isWhole && reading.thing.secret !== null ? 'is' : how),
      );
      // Those that agree need not be distinguished.
      if (holdings.some((one) => one !== holdings[0])) return severalOf(scene, target, things);
      if (holdings[0] === isWanted) {
        const mustStay = readings.some(({ value, thing }) => value !== null || holdsFocus(scene, thing));
        const said = isWanted ? 'holds' : 'does not hold';
        return { holds: true, evidence: `${capital(what)} ${said} "${text}".`, mustStay };
      }
      const said = [...new Set(readings.map(({ thing, texts }) => shortenHeld(thing, texts.at(-1) ?? '')))];
      const shown = said.slice(0, 3).map((one) => `"${one}"`);
      return { holds: false, actual: `it holds ${shown.join(', ')}`, rect: first.thing.rect };
    },
  };
}

function agrees({ value, texts, isLarge }: ShownValue, text: string, comparison: Comparison): boolean {
  if (comparison === 'starts with' || comparison === 'ends with') {
    const wanted = comparable(text);
    const own = (value === null ? texts : [value]).map((one) => comparable(one));
    return own.some((one) => (comparison === 'starts with' ? one.startsWith(wanted) : one.endsWith(wanted)));
  }
  const isWhole = comparison === 'is';
  // A field for dates shows them as its browser does, and holds them as 2026-03-14.
  if (value !== null && /^\d{4}-\d{2}-\d{2}$/.test(value) && dayIn(text) === value) return true;
  if (value !== null) return isWhole ? isSameExactly(value, text) : saysExactly(value, text);
  return texts.some((one) => (isWhole && !isLarge ? isSame(one, text) : says(one, text)));
}
