import { shorten, tidy } from '../../kernel/text.ts';
import { assertion } from '../grammar/assertion.ts';
import { screenWords } from '../grammar/nouns.ts';
import { everywhere } from '../grammar/verb.ts';
import { seenTexts } from '../scene/seeing.ts';
import { inQuotes } from '../scene/words.ts';
import { type Check, steadyMs } from './check.ts';
import { type ClaimKind, ofNoThing } from './claim-kind.ts';

/** A text, also within a word. Only that there is none can be asked for. */
export const part: ClaimKind<'part'> = {
  ways: [
    assertion({
      platforms: everywhere,
      description: 'No text on the screen has this in it, not even within a word.',
      examples: ['Nothing says "error"', 'Nothing on the page says "undefined"'],
      patterns: [
        `nothing [on|in] [the] [${screenWords}] show|contain <text>`,
        'see nothing that says|contains|shows|mentions <text>',
      ],
      build: ({ text }, { isNegated }) => (isNegated ? null : { claim: 'part', text, not: true }),
    }),
  ],
  words: ({ text }) => `nothing says ${inQuotes(text)}`,
  spoken: ofNoThing,
  check: ({ text }) => nothingSays(text),
};

function nothingSays(text: string): Check {
  return {
    expected: `that nothing says "${text}"`,
    steadyMs,
    look({ scene, place }) {
      const [found] = seenTexts(scene, text, { isPart: true });
      if (found === undefined) return { holds: true, evidence: `Nothing says "${text}".` };
      const line = tidy(
        scene.runs
          .slice(found.firstRun, found.lastRun + 1)
          .map((run) => run.text)
          .join(' '),
      );
      return { holds: false, actual: `the ${place} says "${shorten(line)}"`, rect: found.rect };
    },
  };
}
