import { assertion } from '../grammar/assertion.ts';
import type { Range } from '../grammar/instruction.ts';
import { rangeInWords } from '../grammar/range-words.ts';
import { everywhere } from '../grammar/verb.ts';
import { seenTexts } from '../scene/seeing.ts';
import { inQuotes } from '../scene/words.ts';
import { whatIsThere } from './absence.ts';
import { shownWords } from './build-claim.ts';
import { type Check, steadyMs } from './check.ts';
import { type ClaimKind, ofNoThing } from './claim-kind.ts';
import { isWithin } from './number.ts';

export const times: ClaimKind<'times'> = {
  ways: [
    assertion({
      platforms: everywhere,
      description: 'A text is on the screen so many times.',
      examples: [
        'See "In stock" 3 times',
        'See "Sold out" exactly once',
        '"In stock" is shown at least twice',
      ],
      patterns: [
        'see [the] [text|word|words] <text> <times>',
        `[the] [text|word|words|message] <text> is ${shownWords} <times>`,
        '[the] [text|word|words|message] <text> appear <times>',
      ],
      build: ({ text, times }, { isNegated }) => (isNegated ? null : { claim: 'times', text, range: times }),
    }),
  ],
  words: ({ text, range }) => `${inQuotes(text)} is shown ${rangeInWords(range)} times`,
  spoken: ofNoThing,
  check: ({ text, range }) => timesShown(text, range),
};

function timesShown(text: string, range: Range): Check {
  return {
    expected: `to see "${text}" ${rangeOfTimes(range)}`,
    steadyMs,
    look(input) {
      const found = seenTexts(input.scene, text).length;
      if (isWithin(found, range)) return { holds: true, evidence: `Saw "${text}" ${timesInWords(found)}.` };
      const said = `it is there ${timesInWords(found)}`;
      if (found > 0) return { holds: false, actual: said };
      const { actual, rect } = whatIsThere(input, text);
      return { holds: false, actual: `${said}; ${actual}`, rect };
    },
  };
}

function rangeOfTimes(range: Range): string {
  return range.min === range.max ? timesInWords(range.min) : `${rangeInWords(range)} times`;
}

function timesInWords(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
}
