import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActionName } from '../../../src/engine/acting/catalogue.ts';
import type { Instruction } from '../../../src/engine/grammar/instruction.ts';
import { readSentence } from '../../../src/engine/grammar/read-sentence.ts';
import { sentenceOfCall } from '../../../src/engine/model/sentence-of-call.ts';
import { find } from '../../../src/engine/scene/find.ts';
import { renderScene } from '../../../src/engine/scene/render.ts';
import { isActive, isCheckable } from '../../../src/engine/scene/roles.ts';
import type { Scene, Thing } from '../../../src/engine/scene/scene.ts';
import type { Purpose } from '../../../src/engine/scene/search.ts';
import type { Target } from '../../../src/engine/scene/target.ts';
import { never, noBrowser, useHand, usePool, why } from '../browser/support.ts';
import { actPages } from '../grammar/everyday/act-pages.ts';
import { countPages } from '../grammar/everyday/count-pages.ts';
import { namePages } from '../grammar/everyday/name-pages.ts';
import { relationPages } from '../grammar/everyday/relation-pages.ts';
import { repeatPages } from '../grammar/everyday/repeat-pages.ts';
import { type Sketch, sceneOfSketch } from '../scene/sketch.ts';

const nowhere = sceneOfSketch([]);

describe('what a model has done is said', () => {
  it.each<[action: ActionName, input: Record<string, unknown>, sentence: string]>([
    ['open', { url: 'https://shop.example.com/cart?x=1' }, 'Open https://shop.example.com/cart?x=1'],
    ['click', { target: { name: 'Buy' }, button: 'left', count: 1, modifiers: [] }, 'Click "Buy"'],
    ['click', { target: { name: 'a.pdf' }, count: 2 }, 'Double-click "a.pdf"'],
    ['click', { target: { name: 'a.pdf' }, modifiers: ['Control'] }, 'Control-click "a.pdf"'],
    ['type', { target: { name: 'User' }, text: 'ada', replace: true }, 'Type "ada" into "User"'],
    ['type', { text: '{{password}}' }, 'Type "{{password}}"'],
    ['type', { target: { name: 'Say "hi"' }, text: 'a "b"\nc' }, 'Type "a \\"b\\"\nc" into "Say \\"hi\\""'],
    ['press', { key: 'ctrl+A' }, 'Press Control+a'],
    ['press', { key: 'Enter', target: { name: 'Search' } }, 'Press Enter in "Search"'],
    ['select', { target: { name: 'Country' }, option: 'Norway' }, 'Select "Norway" in "Country"'],
    ['check', { target: { name: 'Terms' }, checked: true }, 'Check "Terms"'],
    ['scroll', {}, 'Scroll down'],
    ['close_dialog', {}, 'Close the dialog'],
    ['wait_for', {}, 'Wait 1 seconds'],
    ['wait_for', { text: 'Done' }, 'Wait until "Done" is shown'],
    [
      'wait_for',
      { text: 'Loading', gone: true, seconds: 9 },
      'Wait up to 9 seconds until "Loading" is not shown',
    ],
    ['switch_tab', { index: -1 }, 'Switch to the last tab'],
    ['click', { target: { name: 'Buy' }, button: 'middle' }, 'Middle-click "Buy"'],
  ])('%s %j', (action, input, sentence) => {
    expect(sentenceOfCall(action, input, nowhere)).toBe(sentence);
  });

  it.each<[why: string, action: ActionName, input: Record<string, unknown>]>([
    ['a capital letter alone', 'press', { key: 'A' }],
    ['what would be made up anew', 'type', { text: '{{random email}}' }],
    ['more than a step may say', 'type', { text: 'x'.repeat(2_000) }],
    ['a thing that has gone', 'click', { target: { ref: 'e1' } }],
    ['what the grammar has no word for', 'scroll', { direction: 'top', within: {} }],
  ])('or not at all: %s', (_why, action, input) => {
    expect(sentenceOfCall(action, input, nowhere)).toBeNull();
  });

  it('by what tells a thing from others: its kind, what it lies in, its number', () => {
    const row = (name: string, y: number): Sketch => ({
      role: 'row',
      at: [0, y, 400, 40],
      inside: [
        { role: 'cell', at: [0, y, 100, 40], text: name, key: '' },
        { role: 'button', at: [200, y, 60, 20], text: 'Edit', key: `edit ${name}` },
        { role: 'button', at: [300, y, 20, 20], key: `icon ${name}` },
      ],
    });
    const scene = sceneOfSketch([
      { role: 'button', at: [0, 0, 60, 20], text: 'Save', key: 'save' },
      { role: 'link', at: [100, 0, 60, 20], text: 'Save', key: 'link' },
      { role: 'button', at: [200, 0, 20, 20], key: 'icon' },
      { role: 'table', at: [0, 100, 400, 80], inside: [row('Ann', 100), row('Ben', 140)] },
      { role: 'button', at: [0, 300, 60, 20], text: 'Go', key: 'go 1' },
      { role: 'button', at: [0, 400, 60, 20], text: 'Go', key: 'go 2' },
    ]);
    const click = (ref: string) => sentenceOfCall('click', { target: { ref } }, scene);
    expect(['save', 'link', 'edit Ben', 'icon Ann', 'go 2', 'icon'].map(click)).toEqual([
      'Click the button "Save"',
      'Click the link "Save"',
      'Click "Edit" in the row "Ben"',
      'Click the 2nd button in the row "Ann"',
      'Click the 2nd button "Go"',
      null,
    ]);
  });

  it('as what is read back as the same thing, on any screen', () => {
    fc.assert(
      fc.property(screen, (scene) => {
        for (const thing of scene.things.filter(isActive)) mustMeanIt(scene, thing);
      }),
      { numRuns: 60 },
    );
  });
});

describe.skipIf(noBrowser)(`on pages as frameworks render them${why}`, () => {
  const show = useHand(usePool());

  it.each([...actPages, ...countPages, ...namePages, ...relationPages, ...repeatPages])(
    'everything that can be used is named: $id',
    async ({ body }) => {
      const scene = await (await show(body)).device.scene(never);
      const shown = new Set(renderScene(scene).flatMap((line) => /\[ref=(\w+)\]/.exec(line)?.[1] ?? []));
      for (const thing of scene.things.filter(({ key }) => shown.has(key)).filter(isActive))
        expect(mustMeanIt(scene, thing), thing.key).not.toBeNull();
    },
  );

  it('but for a picture without a name', async () => {
    const scene = await (
      await show('<button><svg width=9 height=9></svg></button><button><svg width=9 height=9></svg></button>')
    ).device.scene(never);
    const [first] = scene.things.filter(({ role }) => role === 'button');
    expect(sentenceOfCall('click', { target: { ref: first?.key } }, scene)).toBeNull();
  });
});

/** The sentence that uses it, if there is one, which then means this very thing. */
function mustMeanIt(scene: Scene, thing: Thing): string | null {
  const [action, more, purpose] = useOf(thing);
  const sentence = sentenceOfCall(action, { target: { ref: thing.key }, ...more }, scene);
  if (sentence === null) return null;
  const instruction = readSentence(sentence)[0]?.statement?.instruction as Extract<
    Instruction,
    { kind: 'perform' }
  >;
  expect(instruction).toMatchObject({ kind: 'perform', action, input: more });
  const { matches, isSeen } = find(scene, instruction.input.target as Target, purpose);
  expect({ sentence, isSeen, found: matches.map((match) => match.thing.index) }).toEqual({
    sentence,
    isSeen: true,
    found: [thing.index],
  });
  return sentence;
}

function useOf(thing: Thing): [action: ActionName, more: Record<string, unknown>, purpose: Purpose] {
  if (thing.isEditable) return ['type', { text: 'x' }, 'type'];
  if (isCheckable(thing)) return ['check', { checked: true }, 'check'];
  if (thing.role === 'combobox' || thing.role === 'listbox') return ['select', { option: 'o' }, 'select'];
  return ['click', {}, 'click'];
}

const words = fc.constantFrom(
  'Edit',
  'Delete',
  'Ann',
  'Ben',
  'Name',
  'Open the "door"',
  'Save and see',
  '{{x}}',
  '',
);
const control: fc.Arbitrary<Pick<Sketch, 'role' | 'text' | 'names' | 'isEditable' | 'isChecked'>> = fc.oneof(
  fc
    .tuple(fc.constantFrom('button', 'link', 'tab', 'option', 'menuitem'), words)
    .map(([role, text]) => ({ role, text })),
  words.map((text) => ({ role: 'textbox', isEditable: true, names: [{ from: 'aria' as const, text }] })),
  words.map((text) => ({ role: 'checkbox', isChecked: false, names: [{ from: 'aria' as const, text }] })),
  words.map((text) => ({ role: 'combobox', names: [{ from: 'placeholder' as const, text }] })),
);
const box = fc.record({
  role: fc.constantFrom('row', 'listitem', 'dialog', 'navigation', 'form', 'region', null),
  label: words,
  controls: fc.array(control, { minLength: 1, maxLength: 4 }),
});
/** Boxes below each other, each with a label and some controls in a line. */
const screen = fc.array(box, { minLength: 1, maxLength: 5 }).map((boxes) =>
  sceneOfSketch(
    boxes.map(({ role, label, controls }, line) => {
      const y = line * 60;
      return {
        role,
        at: [0, y, 900, 40],
        key: `box ${line}`,
        inside: [
          { at: [0, y, 150, 20], key: '', ...(label !== '' && { text: label }) },
          ...controls.map(({ text, ...facts }, place) => ({
            ...facts,
            ...(text !== undefined && text !== '' && { text }),
            key: `e${line}-${place}`,
            at: [200 + place * 160, y, 150, 20] as const,
          })),
        ],
      };
    }),
  ),
);
