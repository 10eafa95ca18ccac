import { describe, expect, it } from 'vitest';
import { see } from '../../../src/engine/scene/seeing.ts';
import { placedIn, type Target } from '../../../src/engine/scene/target.ts';
import { unclearIn } from '../../../src/engine/scene/unclear.ts';
import { readingsOf } from '../../../src/engine/scene/values.ts';
import { ambiguous, missing, unclear, wordsFor } from '../../../src/engine/scene/wording.ts';
import { control, keysOf, type Sketch, sceneOfSketch, text } from './sketch.ts';

const described = (name: string, more: Partial<Target> = {}): Target => ({ name, described: true, ...more });

function button(says: string, y: number, more: Partial<Sketch> = {}): Sketch {
  return { ...control('button', says, 0, y, 200), text: says, ...more };
}

const row = (y: number, name: string, ...inside: Sketch[]): Sketch => ({
  role: 'row',
  key: `row ${name}`,
  at: [0, y, 600, 30],
  inside: [{ ...text(name, 0, y), role: 'cell' }, ...inside],
});

/** The keys of what is found. */
function found(sketches: readonly Sketch[], target: Target): string[] {
  return keysOf(sceneOfSketch(sketches), target);
}

describe('a name without quotes', () => {
  it.each<[string, Sketch, boolean]>([
    ['Save', button('Save', 0), true],
    ['save', button('SAVE', 0), true],
    ['the inbox', button('Inbox', 0), true],
    ['inbox', button('The inbox', 0), true],
    ['order', button('Orders', 0), true],
    ['orders', button('Order', 0), true],
    ['addresses', button('Address', 0), true],
    ['category', button('Categories', 0), true],
    ['boxes', button('Box', 0), true],
    ['houses', button('House', 0), true],
    ['Name', button('Name: *', 0), true],
    ['error', text('A helpful error', 0, 0), false],
    ['she', text('finished', 0, 0), false],
    ['save', button('Save and close', 0), false],
    ['Total', text('Total: $40', 0, 0), false],
    ['save', { ...button('', 0), names: [{ from: 'test id', text: 'save' }] }, false],
    ['save', { ...button('', 0), names: [{ from: 'aria', text: 'Save' }] }, true],
    ['status', button('Statu', 0), false],
  ])('is called so as a whole, or not: %s', (name, sketch, isSo) => {
    const scene = sceneOfSketch([sketch]);
    expect(see(scene, described(name)) !== null).toBe(isSo);
    expect(unclearIn(scene, described(name), 'look') === null).toBe(isSo);
  });

  it('means the same words before words that are only taken for them', () => {
    expect(found([button('Orders', 0), button('Order', 40)], described('order'))).toEqual(['Order']);
    expect(found([button('The order', 0), button('Orders', 40)], described('order'))).toHaveLength(2);
    const heading = { ...text('Order', 0, 80), role: 'heading' };
    expect(found([button('Orders', 0), heading], described('order', { role: 'button' }))).toEqual(['Orders']);
    const names = [{ from: 'aria' as const, text: 'Order' }];
    const hidden = { ...control('button', 'hidden', 0, 80), isVisible: false, names };
    expect(found([button('Orders', 0), hidden], described('order'))).toEqual(['Orders']);
  });

  it('takes other letter case for the same', () => {
    expect(found([button('Save', 0), button('SAVE', 40)], described('save'))).toEqual(['Save', 'SAVE']);
    expect(found([button('Save', 0), button('SAVE', 40)], { name: 'Save' })).toEqual(['Save']);
  });

  it('may begin with which one it is', () => {
    const sketches = [button('Delete', 0, { key: 'a' }), button('Delete', 40, { key: 'b' })];
    expect(found(sketches, described('second delete', { role: 'button' }))).toEqual(['b']);
    expect(found(sketches, described('the last delete'))).toEqual(['b']);
    expect(found(sketches, described('third delete'))).toEqual([]);
    expect(found([...sketches, button('Second delete', 80)], described('second delete'))).toEqual([
      'Second delete',
    ]);
  });

  it('is what has the label, the placeholder or the heading of that name', () => {
    const field = {
      ...control('textbox', 'field', 100, 0),
      names: [{ from: 'aria' as const, text: 'E-mail' }],
    };
    expect(found([field], described('e-mail', { role: 'field' }))).toEqual(['field']);
    const beside = [text('Town', 0, 40), control('textbox', 'town', 100, 40)];
    expect(found(beside, described('town', { role: 'field' }))).toEqual(['town']);
    expect(readingsOf(sceneOfSketch(beside), described('town', { role: 'field' }))).toHaveLength(1);
  });

  it('may be read in several ways, the first that is on the screen', () => {
    const either = described('welcome message', { or: [described('welcome')] });
    expect(found([button('Welcome', 0)], either)).toEqual(['Welcome']);
    expect(found([button('Welcome', 0), button('Welcome message', 40)], either)).toEqual(['Welcome message']);
    expect(unclearIn(sceneOfSketch([text('Welcome back', 0, 0)]), either, 'look')?.what.name).toBe(
      'welcome message',
    );
  });

  it('in another is found only where that is one place', () => {
    const edit = (y: number, key: string) => ({
      ...button('Edit', y, { key }),
      at: [300, y, 60, 20] as const,
    });
    const rows = [row(0, 'Bob', edit(0, 'of Bob')), row(40, 'Ann', edit(40, 'of Ann'))];
    const inRow = (name: string): Target =>
      placedIn({ name: 'Edit' }, { name, role: 'row', described: true });
    expect(found(rows, inRow('ann'))).toEqual(['of Ann']);
    expect(found(rows, inRow('an'))).toEqual([]);
    const twice = [...rows, row(80, 'Bob')];
    expect(found(twice, inRow('bob'))).toEqual([]);
    expect(unclearIn(sceneOfSketch(twice), inRow('bob'), 'look')?.matches).toHaveLength(2);
    expect(found(twice, placedIn({ name: 'Edit' }, { name: 'Bob', role: 'row' }))).toEqual(['of Bob']);
    expect(found(rows, { name: 'Edit', where: [{ is: 'right of', name: 'ann', described: true }] })).toEqual([
      'of Ann',
    ]);
  });

  it('may be that of a place and of a link to it, and not of two places', () => {
    const link = { ...control('link', 'link', 800, 0), names: [{ from: 'aria' as const, text: 'Guests' }] };
    const part = (y: number): Sketch => ({
      role: 'region',
      key: 'part',
      at: [0, y, 600, 90],
      inside: [{ ...text('Guests', 0, y), role: 'heading' }, button('Edit', y + 30, { key: `at ${y}` })],
    });
    const inGuests = placedIn({ name: 'Edit' }, { name: 'guests', described: true });
    expect(found([link, part(100), button('Edit', 300)], inGuests)).toEqual(['at 100']);
    expect(found([link, part(100), part(300)], inGuests)).toEqual([]);
    const below: Target = { name: 'Edit', where: [{ is: 'below', name: 'guests', described: true }] };
    expect(found([part(100)], below)).toEqual(['at 100']);
    expect(found([part(100), part(300)], below)).toEqual([]);
  });

  it('of a column is read in a row', () => {
    const heads: Sketch = {
      role: 'row',
      at: [0, 0, 600, 30],
      inside: [
        { ...text('Name', 0, 0), role: 'columnheader' },
        { ...text('Age', 200, 0), role: 'columnheader' },
      ],
    };
    const table: Sketch = {
      role: 'table',
      at: [0, 0, 600, 90],
      inside: [heads, row(40, 'Ann', { ...text('33', 200, 40), role: 'cell' })],
    };
    const target = placedIn(described('age'), { name: 'ann', role: 'row', described: true });
    expect(readingsOf(sceneOfSketch([table]), target).map(({ texts }) => texts)).toEqual([['33']]);
    expect(unclearIn(sceneOfSketch([table]), target, 'read')).toBeNull();
  });
});

describe('a description in words', () => {
  it.each<[Target, string]>([
    [described('Sign in'), 'what is called *Sign in*'],
    [described('Save', { role: 'button' }), 'the *Save* button'],
    [described('Delete', { role: 'button', nth: 2 }), 'the 2nd *Delete* button'],
    [described('Delete', { nth: -1 }), 'the last *Delete*'],
    [
      { name: 'Edit', where: [{ is: 'in', name: 'Bob', role: 'row', described: true }] },
      '"Edit" in the *Bob* row',
    ],
  ])('stands between asterisks: %j', (target, words) => {
    expect(wordsFor(target)).toBe(words);
  });

  const scene = sceneOfSketch([button('Delete', 0), button('Delete', 40)]);
  const found = { hidden: 0, isElsewhere: false, waited: '1 s' };

  it('says what to do where nothing is called so', () => {
    expect(missing(scene, described('helpful error'), found)).toMatchObject({
      message:
        'Nothing on the screen is called "helpful error": put the exact words in quotes, or set a model.',
      isUnclear: true,
    });
    expect(missing(scene, described('Send', { role: 'button' }), found).message).toContain(
      'No button on the screen is called "Send"',
    );
    const place = placedIn({ name: 'Delete' }, { name: 'Bob', role: 'row', described: true });
    expect(missing(scene, place, found).message).toContain('No row on the screen is called "Bob"');
    expect(missing(scene, { name: 'Send' }, found).isUnclear).toBeUndefined();
  });

  it('says what to do where several things are called so', () => {
    const both = unclearIn(scene, described('delete'), 'click');
    expect(both && unclear(scene, both)).toMatchObject({
      message:
        '2 things on the screen are called "delete" (1. button "Delete"; 2. button "Delete"): put the exact words in quotes or say which one: the 2nd "delete".',
      isUnclear: true,
    });
    expect(ambiguous(scene, { name: 'Delete' }, both?.matches ?? []).isUnclear).toBeUndefined();
  });
});
