import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RelationKind, Target } from '../../../src/engine/scene/target.ts';
import { control, keysOf, type Sketch, sceneOfSketch, text } from './sketch.ts';

const sides = ['above', 'below', 'left of', 'right of', 'next to', 'before', 'after'] as const;
const button = (is: RelationKind, name: string): Target => ({ role: 'button', where: [{ is, name }] });

describe('what is told by where it is', () => {
  /** A button on each side of a text, and one further out on each. */
  const cross = sceneOfSketch([
    control('button', 'far above', 470, 100),
    control('button', 'above', 470, 400),
    control('button', 'far left', 100, 490),
    control('button', 'left', 390, 490),
    text('Here', 480, 490),
    control('button', 'right', 560, 490),
    control('button', 'far right', 800, 490),
    control('button', 'below', 470, 580),
    control('button', 'far below', 470, 900),
  ]);

  it.each([
    ['above', 'above', ['far above', 'above']],
    ['below', 'below', ['below', 'far below']],
    ['left of', 'left', ['far left', 'left']],
    ['right of', 'right', ['right', 'far right']],
    ['before', 'left', ['far above', 'above', 'far left', 'left']],
    ['after', 'right', ['right', 'far right', 'below', 'far below']],
  ] as const)(
    '%s something is the nearest there; a number counts all of them as they are read',
    (is, one, all) => {
      expect(keysOf(cross, button(is, 'Here'))).toEqual([one]);
      expect(keysOf(cross, button(is, 'Here'), { isEvery: true })).toEqual(all);
      expect(keysOf(cross, { ...button(is, 'Here'), nth: 1 })).toEqual([all[0]]);
      expect(keysOf(cross, { ...button(is, 'Here'), nth: -1 })).toEqual([all.at(-1)]);
      expect(keysOf(cross, { ...button(is, 'Here'), nth: 5 })).toEqual([]);
    },
  );

  it('next to something is the nearest around it, in its line or column, and nothing that is far off', () => {
    expect(keysOf(cross, button('next to', 'Here'), { isEvery: true })).toEqual([
      'above',
      'far left',
      'left',
      'right',
      'far right',
      'below',
    ]);
    const aslant = [control('button', 'aslant', 580, 515), text('Here', 480, 490)];
    expect(keysOf(sceneOfSketch(aslant), button('next to', 'Here'))).toEqual([]);
    const both = [
      control('button', 'aslant', 520, 512),
      text('Here', 480, 490),
      control('button', 'in line', 600, 490),
    ];
    expect(keysOf(sceneOfSketch(both), button('next to', 'Here'))).toEqual(['in line']);
    expect(keysOf(sceneOfSketch(both.slice(0, 2)), button('next to', 'Here'))).toEqual(['aslant']);
  });

  it('stays two things where nobody could say which one is nearer', () => {
    const stepper = [
      control('button', 'less', 100, 100),
      text('Here', 180, 100),
      control('button', 'more', 232, 100),
    ];
    expect(keysOf(sceneOfSketch(stepper), button('next to', 'Here'))).toEqual(['less', 'more']);
    expect(keysOf(sceneOfSketch(stepper), button('right of', 'Here'))).toEqual(['more']);
    const columns = [
      text('Here', 146, 100),
      control('button', 'one', 100, 140),
      control('button', 'two', 164, 140),
    ];
    expect(keysOf(sceneOfSketch(columns), button('below', 'Here'))).toEqual(['one', 'two']);
  });

  it('is in the same column before it is nearer', () => {
    const scene = sceneOfSketch([
      text('Name', 100, 100),
      text('Mail', 400, 100),
      control('textbox', 'aside', 180, 130, 120),
      control('textbox', 'own', 100, 200, 60),
    ]);
    expect(keysOf(scene, { role: 'field', where: [{ is: 'below', name: 'Name' }] })).toEqual(['own']);
    expect(keysOf(scene, { role: 'field', where: [{ is: 'below', name: 'Mail' }] })).toEqual(['aside']);
    const called = (key: string, x: number, y: number) => ({ ...text('Go', x, y), role: 'button', key });
    const named = sceneOfSketch([text('Name', 100, 100), called('aside', 180, 130), called('own', 100, 200)]);
    expect(keysOf(named, { name: 'Go', where: [{ is: 'below', name: 'Name' }] })).toEqual(['own']);
  });

  it('is in the same card before it is in the same column', () => {
    const scene = sceneOfSketch([
      {
        role: 'article',
        at: [0, 0, 400, 200],
        inside: [text('Ann', 10, 10), control('button', 'own', 300, 150)],
      },
      control('button', 'another', 10, 205),
    ]);
    expect(keysOf(scene, button('below', 'Ann'))).toEqual(['own']);
  });

  it('is never to the right of what stands in another line', () => {
    const scene = sceneOfSketch([
      text('Ann', 100, 100),
      text('Open', 300, 100),
      text('Bob', 100, 130),
      text('Paid', 300, 130),
    ]);
    for (const is of ['right of', 'next to'] as const) {
      expect(keysOf(scene, { name: 'Paid', where: [{ is, name: 'Ann' }] })).toEqual([]);
      expect(keysOf(scene, { name: 'Paid', where: [{ is, name: 'Bob' }] })).toEqual(['Paid']);
    }
  });

  it('may be a link that is called a button, where no real one stands near', () => {
    const scene = sceneOfSketch([
      text('Ann', 100, 100),
      control('link', 'edit', 300, 100),
      control('button', 'save', 100, 800),
    ]);
    expect(keysOf(scene, button('next to', 'Ann'))).toEqual(['edit']);
    expect(keysOf(scene, button('right of', 'Ann'))).toEqual(['edit']);
    expect(keysOf(scene, button('below', 'Ann'))).toEqual(['save']);
    const list = [
      text('Ann', 100, 100),
      control('link', 'more', 100, 130),
      control('button', 'save', 100, 800),
    ];
    expect(keysOf(sceneOfSketch(list), button('below', 'Ann'))).toEqual(['more']);
    const near = [...list, control('button', 'edit', 100, 160)];
    expect(keysOf(sceneOfSketch(near), button('below', 'Ann'))).toEqual(['edit']);
  });

  it('is neither the anchor nor what the anchor lies in', () => {
    const row = (name: string, y: number): Sketch => ({
      role: 'row',
      key: `row ${name}`,
      at: [0, y, 400, 30],
      inside: [{ role: 'cell', at: [0, y, 200, 30], inside: [text(name, 0, y)] }],
    });
    const scene = sceneOfSketch([row('Ann', 100), row('Bob', 130), row('Cid', 160)]);
    expect(keysOf(scene, { role: 'row', where: [{ is: 'below', name: 'Ann' }] })).toEqual(['row Bob']);
    expect(keysOf(scene, { role: 'row', where: [{ is: 'above', name: 'Cid', role: 'row' }] })).toEqual([
      'row Bob',
    ]);
    expect(keysOf(scene, { role: 'row', where: [{ is: 'next to', name: 'Bob', role: 'row' }] })).toEqual([
      'row Ann',
      'row Cid',
    ]);
    expect(keysOf(scene, { name: 'Bob', where: [{ is: 'below', name: 'Bob' }] })).toEqual([]);
  });

  it('is judged by the nearest of several anchors, in the place that is named before any other', () => {
    const group = (name: string, y: number): Sketch => ({
      role: 'region',
      key: name,
      names: [{ from: 'aria', text: name }],
      at: [0, y, 600, 100],
      inside: [
        text('Ann', 10, y + 10),
        control('button', `of ${name}`, 100, y + (name === 'Users' ? 10 : 40)),
      ],
    });
    const scene = sceneOfSketch([group('Users', 0), group('Admins', 100)]);
    expect(keysOf(scene, button('next to', 'Ann'))).toEqual(['of Users']);
    const inAdmins = { is: 'in', name: 'Admins' } as const;
    const below = { is: 'below', name: 'Ann' } as const;
    expect(keysOf(scene, { role: 'button', where: [below, inAdmins] })).toEqual(['of Admins']);
    expect(keysOf(scene, { role: 'button', where: [below] })).toEqual(['of Admins']);
    expect(keysOf(scene, { role: 'button', where: [{ ...below, nth: 2 }] })).toEqual(['of Admins']);
    expect(keysOf(scene, { role: 'button', where: [{ is: 'above', name: 'Ann', nth: 2 }] })).toEqual([
      'of Users',
    ]);
    expect(keysOf(scene, { role: 'button', where: [{ is: 'right of', name: 'Ann' }, inAdmins] })).toEqual([]);
    const guests = {
      ...group('Guests', 200),
      inside: [control('button', 'of Guests', 10, 210), text('Ann', 10, 250)],
    };
    const more = sceneOfSketch([group('Users', 0), guests]);
    expect(keysOf(more, { role: 'button', where: [below, { is: 'in', name: 'Guests' }] })).toEqual([]);
  });

  it('must be so by all that is said', () => {
    const scene = sceneOfSketch([
      text('Name', 100, 100),
      control('button', 'one', 100, 140),
      text('Mail', 400, 100),
      control('button', 'two', 400, 140),
      text('End', 100, 400),
      control('button', 'three', 400, 500),
    ]);
    const where: Target['where'] = [
      { is: 'below', name: 'Mail' },
      { is: 'above', name: 'End' },
    ];
    expect(keysOf(scene, { role: 'button', where })).toEqual(['two']);
    expect(keysOf(scene, { role: 'button', where }, { isEvery: true })).toEqual(['one', 'two']);
    expect(keysOf(scene, button('below', 'Nowhere'))).toEqual([]);
  });

  it('needs no thing to be told by: some words of a text do', () => {
    const scene = sceneOfSketch([text('Your total is 12', 100, 100), control('button', 'pay', 100, 130)]);
    expect(keysOf(scene, button('below', 'total'))).toEqual(['pay']);
    expect(keysOf(scene, button('below', 'tot'))).toEqual([]);
  });
});

describe('sides', () => {
  const place = fc.record({ x: fc.nat(900), y: fc.nat(900), width: fc.integer({ min: 5, max: 90 }) });
  const screen = fc.record({
    here: place,
    others: fc.array(place, { minLength: 1, maxLength: 12 }),
  });
  const height = 20;
  type Box = { x: number; y: number; width: number };

  function found(
    { here, others }: { here: Box; others: readonly Box[] },
    is: (typeof sides)[number],
    turn: (box: Box) => Box,
    isEvery: boolean,
  ): string[] {
    const anchor = turn({ ...here, width: 32 });
    const scene = sceneOfSketch([
      text('Here', anchor.x, anchor.y),
      ...others.map(turn).map(({ x, y, width }, at) => control('button', `${at}`, x, y, width, height)),
    ]);
    return keysOf(scene, button(is, 'Here'), { isEvery }).sort();
  }

  it.each([
    ['above', 'below', (box: Box) => ({ ...box, y: 1_000 - height - box.y })],
    ['left of', 'right of', (box: Box) => ({ ...box, x: 1_000 - box.width - box.x })],
  ] as const)('%s and %s are the same in a mirror', (one, other, mirrored) => {
    fc.assert(
      fc.property(screen, fc.boolean(), (boxes, isEvery) => {
        expect(found(boxes, one, (box) => box, isEvery)).toEqual(found(boxes, other, mirrored, isEvery));
      }),
    );
  });

  it('are told of the same things for one and for all', () => {
    fc.assert(
      fc.property(screen, fc.constantFrom(...sides), (boxes, is) => {
        const [one, all] = [false, true].map((isEvery) => found(boxes, is, (box) => box, isEvery));
        expect(all).toEqual(expect.arrayContaining(one ?? []));
        expect(one?.length === 0).toBe(all?.length === 0);
      }),
    );
  });
});
