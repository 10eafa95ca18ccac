import { assertion } from '../grammar/assertion.ts';
import { everywhere } from '../grammar/verb.ts';
import { seenTexts } from '../scene/seeing.ts';
import { inQuotes } from '../scene/words.ts';
import { whatIsThere } from './absence.ts';
import { negated } from './build-claim.ts';
import { atOnce, type Check, steadyMs } from './check.ts';
import { type ClaimKind, ofNoThing } from './claim-kind.ts';
import { comparisonInWords } from './comparisons.ts';

/** A text, letter case included. */
export const exactly: ClaimKind<'exactly'> = {
  ways: [
    assertion({
      platforms: everywhere,
      description: 'A text is on the screen, letter case included.',
      examples: ['See exactly "iPhone"', 'The page says exactly "iPhone"'],
      patterns: ['see exactly <text>', '<page> show|contain exactly <text>'],
      build: ({ text }, { isNegated }) => negated({ claim: 'exactly', text }, isNegated),
    }),
  ],
  words: ({ text }, isWanted) =>
    `the page ${comparisonInWords('contains', isWanted)} exactly ${inQuotes(text)}`,
  spoken: ofNoThing,
  check: ({ text }, isWanted) => shownExactly(text, isWanted),
};

function shownExactly(text: string, isWanted: boolean): Check {
  return {
    expected: `${isWanted ? 'to' : 'not to'} see exactly "${text}"`,
    steadyMs: isWanted ? atOnce : steadyMs,
    mayHaveGone: isWanted,
    look(input) {
      const seen = seenTexts(input.scene, text).find(({ isSpelled }) => isSpelled);
      if ((seen !== undefined) === isWanted)
        return { holds: true, evidence: `${isWanted ? 'Saw' : 'Did not see'} "${text}".` };
      if (seen === undefined) return { holds: false, ...whatIsThere(input, text) };
      return { holds: false, actual: `the ${input.place} shows it`, rect: seen.rect };
    },
  };
}
