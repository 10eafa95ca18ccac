import { CucumberExpression, type Node, NodeType } from '@cucumber/cucumber-expressions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { platforms } from '../../../dist/devices/device.js';
import { matchesOf } from '../../../dist/pilots/steps/match.js';
import { registry } from '../../../dist/pilots/steps/parameter-types.js';
import { bare, splitSentences } from '../../../dist/pilots/steps/sentences.js';
import { vocabulary } from '../../../dist/pilots/steps/vocabulary.js';
import { roleWords } from '../../../dist/pilots/steps/words.js';

/** What the shapes are that a sentence has on each platform, by their descriptions. */
function readingsOf(sentence: string): string[][] {
  const { matches } = matchesOf(bare(sentence));
  return platforms.map((platform) =>
    matches.filter(({ shape }) => shape.platforms.includes(platform)).map(({ shape }) => shape.description),
  );
}

const samples = vocabulary.flatMap((shape) => shape.examples.map((example) => [example, shape] as const));

describe('the vocabulary', () => {
  it.each(samples)('reads %s in one way only', (example, shape) => {
    expect(splitSentences(example)).toEqual([bare(example)]);
    readingsOf(example).forEach((found, at) => {
      const isHere = shape.platforms.some((platform) => platform === platforms[at]);
      expect(found).toEqual(isHere ? [shape.description] : []);
    });
  });

  it('has about forty shapes or more, each with an example of its own', () => {
    expect(vocabulary.length).toBeGreaterThanOrEqual(40);
    expect(new Set(samples.map(([example]) => example)).size).toBe(samples.length);
    expect(new Set(vocabulary.map(({ description }) => description)).size).toBe(vocabulary.length);
  });

  it('has one group for each place of an expression', () => {
    for (const source of vocabulary.flatMap(({ expressions }) => expressions)) {
      const { regexp } = new CucumberExpression(source, registry);
      const groups = new RegExp(`${regexp.source}|`).exec('')?.slice(1);
      expect(groups, source).toHaveLength(source.match(/\{\w+\}/g)?.length ?? 0);
    }
  });

  it('reads whatever can be said with its expressions, and never in two ways', () => {
    const expressions = vocabulary.flatMap((shape) =>
      shape.expressions.map((source) => ({ shape, node: new CucumberExpression(source, registry).ast })),
    );
    const said = fc
      .constantFrom(...expressions)
      .chain(({ shape, node }) => saying(node).map((sentence) => ({ shape, sentence })));
    fc.assert(
      fc.property(said, ({ shape, sentence }) => {
        readingsOf(sentence).forEach((found, at) => {
          if (shape.platforms.some((platform) => platform === platforms[at])) {
            expect(found, sentence).toEqual([shape.description]);
          }
        });
      }),
      { numRuns: 300 },
    );
  });
});

const pairs = ['""', '“”', '„“', '«»', '``'] as const;
const quoted = fc
  .tuple(
    fc.constantFrom(...pairs),
    fc.string({ unit: fc.constantFrom(...'abc XYZ 12,.-é'), minLength: 1, maxLength: 12 }),
  )
  .map(([pair, text]) => `${pair[0]}${text}${pair[1]}`);
const roleNoun = fc.constantFrom(...Object.keys(roleWords).filter((word) => roleWords[word] !== null));
const ordinal = fc.constantFrom('first', 'second', 'last', '3rd', '21st');
const element = fc.oneof(
  quoted,
  fc.tuple(quoted, roleNoun).map(([name, word]) => `the ${name} ${word}`),
  fc.tuple(roleNoun, quoted).map(([word, name]) => `the ${word} ${name}`),
  fc.tuple(ordinal, quoted, roleNoun).map(([nth, name, word]) => `the ${nth} ${name} ${word}`),
  fc.tuple(ordinal, roleNoun).map(([nth, word]) => `the ${nth} ${word}`),
);
const container = fc
  .tuple(fc.constantFrom('row', 'section', 'dialog', 'form', 'list item'), quoted)
  .map(([word, name]) => `the ${word} ${name}`);
const named = fc
  .tuple(fc.constantFrom('', 'the '), fc.constantFrom('"Orders"', '"A b"', '«Más»'))
  .map((parts) => parts.join(''));
const sayings: Record<string, fc.Arbitrary<string>> = {
  quoted,
  texts: fc
    .array(quoted, { minLength: 2, maxLength: 4 })
    .map((texts) => `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`),
  address: fc.constantFrom(
    'http://a.example/b?c=d',
    '"/cart"',
    '/cart',
    'localhost:3000',
    '{{base}}/x',
    '"https://x.y"',
  ),
  bareAddress: fc.constantFrom('http://a.example/b?c=d', '/cart'),
  file: fc.constantFrom('"photo.png"', 'a.csv', '"my file.txt"'),
  element,
  target: fc.oneof(
    element,
    fc.tuple(element, container).map((parts) => parts.join(' in ')),
  ),
  named,
  control: fc.oneof(
    quoted,
    quoted.map((name) => `the ${name} dropdown`),
  ),
  container,
  things: fc.constantFrom('rows', '"Delete" buttons', 'links "Edit"', 'list items', 'checkboxes', 'button'),
  ordinal,
  count: fc.constantFrom('0', '1', '12', 'three'),
  times: fc.constantFrom('once', 'twice'),
  seconds: fc.constantFrom('2 seconds', '1 second', 'a second', '500 ms', '1.5 seconds', '10s'),
  direction: fc.constantFrom('up', 'down', 'left', 'right'),
  edge: fc.constantFrom('top', 'bottom', 'end'),
  key: fc.constantFrom('Enter', 'Control+A', 'Tab', 'Page Down', 'F5', 'ctrl + shift + k'),
  quotedKey: fc.constantFrom('"Enter"', '"Tab"'),
  orientation: fc.constantFrom('landscape', 'portrait'),
};

/** Everything that an expression allows to be said, by its own syntax tree. */
function saying(node: Node): fc.Arbitrary<string> {
  const parts = () => fc.tuple(...(node.nodes ?? []).map(saying)).map((said) => said.join(''));
  if (node.type === NodeType.text) return fc.constant(node.text());
  if (node.type === NodeType.optional) return fc.oneof(fc.constant(''), parts());
  if (node.type === NodeType.alternation) return fc.oneof(...(node.nodes ?? []).map(saying));
  if (node.type !== NodeType.parameter) return parts();
  const arbitrary = sayings[node.text()];
  if (arbitrary === undefined) throw new Error(`no sayings for {${node.text()}}`);
  return arbitrary;
}
