import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActionName } from '../../../src/engine/acting/catalogue.ts';
import { assertions } from '../../../src/engine/checks/claims.ts';
import type { Assertion } from '../../../src/engine/grammar/assertion.ts';
import type { Instruction } from '../../../src/engine/grammar/instruction.ts';
import { readSentence } from '../../../src/engine/grammar/read-sentence.ts';
import { bare, splitSentences } from '../../../src/engine/grammar/sentences.ts';
import type { Verb } from '../../../src/engine/grammar/verb.ts';
import { verbs } from '../../../src/engine/grammar/vocabulary.ts';
import { sayingOf, target, whereabouts } from './sayings.ts';

interface Made {
  said: string;
  instruction: Instruction;
}

const runs = { numRuns: 400 };

describe('the grammar', () => {
  const examples = [...verbs, ...assertions].flatMap(({ examples, description }) =>
    examples.map((example) => [example, description] as const),
  );

  it.each(examples)('reads %s as one sentence', (example) => {
    expect(splitSentences(example)).toEqual([bare(example)]);
    expect(readSentence(bare(example))[0]?.statement, example).not.toBeNull();
  });

  it('has an example of its own for everything', () => {
    expect(new Set(examples.map(([example]) => example)).size).toBeGreaterThanOrEqual(verbs.length);
    expect(new Set([...verbs, ...assertions].map(({ description }) => description)).size).toBe(
      verbs.length + assertions.length,
    );
  });

  it('reads whatever can be said with its verbs as what it was made from', () => {
    fc.assert(fc.property(fc.constantFrom(...verbs).chain(doing), isReadBack), runs);
  });

  it('reads whatever can be asserted as what it was made from', () => {
    fc.assert(fc.property(fc.constantFrom(...assertions).chain(asserting), isReadBack), runs);
  });

  it('reads a thing in the same way wherever it stands', () => {
    fc.assert(
      fc.property(target, ({ said, value }) => {
        isReadBack({ said: `Click ${said}`, instruction: performing('click', { target: value }) });
        isReadBack({ said: `Hover over ${said}`, instruction: performing('hover', { target: value }) });
        isReadBack({
          said: `${said} is enabled`,
          instruction: { kind: 'check', claim: { claim: 'state', target: value, state: 'enabled' } },
        });
      }),
      runs,
    );
  });

  const clicking = target.map(({ said, value }) => ({
    said: `click ${said}`,
    instruction: performing('click', { target: value }),
  }));
  const claiming = target.map(({ said, value }) => ({
    said: `${said} is disabled`,
    claim: { claim: 'state', target: value, state: 'disabled' } as const,
  }));

  it('reads repetition, condition, place and time around everything', () => {
    fc.assert(
      fc.property(
        clicking,
        claiming,
        fc.integer({ min: 1, max: 100 }),
        whereabouts,
        (act, claim, count, place) => {
          const { said, instruction: step } = act;
          isReadBack({ said: `${said} ${count} times`, instruction: { kind: 'repeat', step, times: count } });
          isReadBack({
            said: `${said} until ${claim.said}`,
            instruction: { kind: 'until', step, claim: claim.claim },
          });
          isReadBack({
            said: `If ${claim.said}, ${said}`,
            instruction: { kind: 'if', step, claim: claim.claim },
          });
          const seconds = Math.min(count, 60);
          isReadBack({
            said: `Within ${seconds} seconds, ${said}`,
            instruction: { kind: 'timed', step, seconds },
          });
          isReadBack({
            said: `Wait up to ${seconds} seconds until ${claim.said}`,
            instruction: { kind: 'timed', seconds, step: { kind: 'check', claim: claim.claim } },
          });
          isReadBack({
            said: `${place.said}, click "Foo"`,
            instruction: performing('click', { target: { name: 'Foo', where: place.value } }),
          });
        },
      ),
      runs,
    );
  });
});

function doing(verb: Verb): fc.Arbitrary<Made> {
  return fc.constantFrom(...verb.patterns).chain((pattern) =>
    sayingOf(pattern).map(({ said, places }) => {
      return { said, instruction: verb.build(places) };
    }),
  );
}

const forms: Readonly<Record<string, readonly [string, string]>> = {
  see: ['see', 'do not see'],
  is: ['is', 'is not'],
  has: ['has', 'does not have'],
  contain: ['contains', 'does not contain'],
  show: ['shows', 'should not show'],
  equal: ['equals', 'does not equal'],
  appear: ['appears', 'does not appear'],
  disappear: ['disappears', 'does not disappear'],
  go: ['goes', 'does not go'],
  start: ['starts', 'does not start'],
  end: ['ends', 'should not end'],
  come: ['comes', 'does not come'],
  match: ['matches', 'does not match'],
  change: ['changes', 'does not change'],
  grow: ['grows', 'does not grow'],
  drop: ['drops', 'does not drop'],
};

function asserting(assertion: Assertion): fc.Arbitrary<Made> {
  return fc.tuple(fc.constantFrom(...assertion.patterns), fc.boolean()).chain(([pattern, isNegated]) =>
    sayingOf(pattern, (word) => (forms[word] === undefined ? word : `<${word}>`)).map(({ said, places }) => {
      const verb = /<(\w+)>/.exec(said)?.[1] ?? '';
      const inForm = (form: 0 | 1) =>
        said.replace(/<\w+>/, forms[verb]?.[form] ?? '').replace(/<(\w+)>/g, '$1');
      // Some can be said in one of the two ways alone.
      const ways = isNegated ? [true, false] : [false, true];
      const way = ways.find((not) => assertion.build(places, { verb, isNegated: not }) !== null) ?? false;
      const claim = assertion.build(places, { verb, isNegated: way });
      if (claim === null) throw new Error(`It can't be said like this: ${inForm(0)}`);
      return { said: inForm(way ? 1 : 0), instruction: { kind: 'check', claim } };
    }),
  );
}

function performing(action: ActionName, input: Record<string, unknown>): Instruction {
  return { kind: 'perform', action, input };
}

function isReadBack({ said, instruction }: Made): void {
  const [read, ...others] = readSentence(bare(said));
  expect(read?.refused, said).toBeNull();
  expect(others, said).toEqual([]);
  expect(withoutOthers(read?.statement?.instruction), said).toEqual(withoutOthers(instruction));
}

/** The screen settles which of several readings of words without quotes is meant; the first is what they most likely mean. */
function withoutOthers(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutOthers);
  if (part === null || typeof part !== 'object') return part;
  return Object.fromEntries(
    Object.entries(part)
      .filter(([key]) => key !== 'or')
      .map(([key, value]) => [key, withoutOthers(value)]),
  );
}
