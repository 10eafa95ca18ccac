import { describe, expect, it } from 'vitest';
import { see } from '../../../src/engine/scene/seeing.ts';
import { settled } from '../../../src/engine/scene/settle.ts';
import { placedIn, type Target } from '../../../src/engine/scene/target.ts';
import { readingsOf } from '../../../src/engine/scene/values.ts';
import { wordsFor } from '../../../src/engine/scene/wording.ts';
import { control, keysOf, type Sketch, sceneOfSketch, text } from './sketch.ts';

/** `the first name field` */
const firstName: Target = {
  name: 'first name',
  role: 'field',
  or: [{ name: 'first name field' }, { name: 'name', role: 'field', nth: 1 }],
};

function field(label: string, y: number, value = ''): Sketch {
  return { ...control('textbox', label, 200, y), value, names: [{ from: 'aria', text: label }] };
}

describe('words that can be read in several ways', () => {
  it.each([
    ['the first that names something', [field('First name', 0), field('Name', 40)], 'First name'],
    [
      'in the order in which they are given',
      [text('First name field', 0, 0), field('First name', 40)],
      'First name',
    ],
    [
      'the next where the first names nothing',
      [text('First name field', 0, 0), field('Name', 40)],
      'First name field',
    ],
    ['also by its place', [field('Name', 0), field('Last name', 40)], 'Name'],
    ['exactly before in part', [field('Your first name', 0), field('Name', 40)], 'Name'],
    ['in part where nothing is exact', [field('Your first name', 0)], 'Your first name'],
  ])('are read as what is on the screen: %s', (_rule, sketches, key) => {
    const scene = sceneOfSketch(sketches);
    expect(keysOf(scene, firstName)).toEqual([key]);
    expect(see(scene, firstName)).not.toBeNull();
  });

  it('pass over what nobody sees', () => {
    const scene = sceneOfSketch([{ ...field('First name', 0), isVisible: false }, field('Name', 40)]);
    expect(keysOf(scene, firstName)).toEqual(['Name']);
  });

  it('are read the first way where nothing fits', () => {
    const scene = sceneOfSketch([text('Nothing', 0, 0)]);
    expect(settled(scene, firstName)).toEqual({ name: 'first name', role: 'field' });
    expect(see(scene, firstName)).toBeNull();
  });

  it('are settled by what is to be done', () => {
    const target: Target = { name: 'Total', role: 'button', or: [{ name: 'Total' }] };
    const scene = sceneOfSketch([field('Total', 0, '12'), text('Total', 0, 0)]);
    expect(readingsOf(scene, target)).toMatchObject([{ value: '12' }]);
  });

  it('lie in a place whichever way they are read', () => {
    const group = (name: string, y: number, ...inside: Sketch[]): Sketch => ({
      role: 'region',
      names: [{ from: 'aria', text: name }],
      at: [0, y, 600, 90],
      inside,
    });
    const scene = sceneOfSketch([
      group('Sender', 0, field('First name', 10)),
      group('Receiver', 100, { ...field('Name', 110), key: 'of the receiver' }),
    ]);
    const target = placedIn(firstName, { name: 'Receiver', role: 'section' });
    expect(keysOf(scene, target)).toEqual(['of the receiver']);
    expect(wordsFor(settled(scene, target))).toBe('the 1st field "name" in the section "Receiver"');
  });
});
