import { describe, expect, it } from 'vitest';
import { find } from '../../../src/engine/scene/find.ts';
import { textOf } from '../../../src/engine/scene/painted-text.ts';
import type { Scene } from '../../../src/engine/scene/scene.ts';
import { heldBy } from '../../../src/engine/scene/seeing.ts';
import type { Target } from '../../../src/engine/scene/target.ts';
import { readingsOf } from '../../../src/engine/scene/values.ts';
import { wordsFor } from '../../../src/engine/scene/wording.ts';
import { never, noBrowser, useHand, usePool, why } from '../browser/support.ts';

const shop = `<style>article { border: 1px solid; width: 200px; margin: 9px } td, th { padding: 9px }</style>
  <header>Shop <button title="in the header">Menu</button></header>
  <nav><a href="#" title="in the navigation">Home</a></nav>
  <nav aria-label="Pages"><a href="#" title="in the pages">Home</a></nav>
  <aside><a href="#" title="in the sidebar">Home</a></aside>
  <form role=search><input placeholder="Search the shop"></form>
  <article><h3>Apples</h3><p>Sold out</p><button title="of apples">Buy</button></article>
  <article><h3>Pears</h3><p>4 left</p><button title="of pears">Buy</button></article>
  <article><h3>Plums</h3><p>Sold out soon</p><button title="of plums">Buy</button></article>
  <section aria-label="Staff"><h2>Staff</h2><table aria-label="People"><tr><th>Name<th>Age<th></tr>
    <tr><td>Ann<td>33<td><button title="of Ann">Edit</button></tr>
    <tr><td>Bob<td>44<td><button title="of Bob">Edit</button></tr></table></section>
  <section><h2>Guests</h2><table><tr><th>Name<th>Age<th></tr>
    <tr><td>Bob<td>55<td><button title="of Bob, a guest">Edit</button></tr>
    <tr><td>Cid<td>66<td><button title="of Cid, a guest">Edit</button></tr></table></section>
  <div><b>Sizes</b><ul><li>Small</li><li>Large</li></ul></div>
  <progress value=3 max=9 title="in progress"></progress>
  <footer>Imprint <button title="in the footer">Menu</button></footer>`;

describe.skipIf(noBrowser)(`things of a page${why}`, () => {
  const show = useHand(usePool());

  let shopScene: Promise<Scene> | undefined;
  const sceneOfShop = async () => (await show(shop)).device.scene(never);

  /** By their titles, else by what they say. */
  async function named(target: Target): Promise<string[]> {
    shopScene ??= sceneOfShop();
    const scene = await shopScene;
    const { matches, isSeen } = find(scene, target, 'look', { isEvery: true });
    return (isSeen ? matches : []).map(
      ({ thing }) => thing.names.find(({ from }) => from === 'title')?.text ?? textOf(scene, thing),
    );
  }

  it.each<[Target, string[]]>([
    [{ name: 'Menu', where: [{ is: 'in', role: 'header' }] }, ['in the header']],
    [{ name: 'Menu', where: [{ is: 'in', role: 'footer' }] }, ['in the footer']],
    [{ name: 'Home', where: [{ is: 'in', role: 'sidebar' }] }, ['in the sidebar']],
    [{ name: 'Home', where: [{ is: 'in', role: 'navigation', nth: 1 }] }, ['in the navigation']],
    [{ name: 'Home', where: [{ is: 'in', role: 'navigation', name: 'Pages' }] }, ['in the pages']],
    [{ name: 'Home', where: [{ is: 'in', role: 'menu', name: 'Pages' }] }, ['in the pages']],
    [{ role: 'progress bar' }, ['in progress']],
    [{ role: 'column header', name: 'Age', where: [{ is: 'in', role: 'section', name: 'Staff' }] }, ['Age']],
    [{ role: 'row', where: [{ is: 'in', role: 'table', nth: 2 }] }, ['Bob 55 Edit', 'Cid 66 Edit']],
    [{ role: 'row', where: [{ is: 'in', role: 'table', name: 'People' }] }, ['Ann 33 Edit', 'Bob 44 Edit']],
    [{ role: 'list item', where: [{ is: 'in', role: 'list', name: 'Sizes' }] }, ['Small', 'Large']],
    [{ role: 'list item', where: [{ is: 'in', role: 'list' }] }, ['Small', 'Large']],
    [{ role: 'link', where: [{ is: 'in', role: 'toolbar' }] }, []],
  ])('are found in a part of it, with a name and without: %j', async (target, found) => {
    expect(await named(target)).toEqual(found);
  });

  it.each<[Target, string[]]>([
    [{ role: 'row', where: [{ is: 'with', name: 'Ann' }] }, ['Ann 33 Edit']],
    [{ role: 'row', where: [{ is: 'with', name: 'Bob' }] }, ['Bob 44 Edit', 'Bob 55 Edit']],
    [
      {
        role: 'row',
        where: [
          { is: 'with', name: 'Edit', role: 'button' },
          { is: 'with', name: '66' },
        ],
      },
      ['Cid 66 Edit'],
    ],
    [{ role: 'section', where: [{ is: 'with', name: 'Sold out' }] }, ['Apples Sold out Buy']],
    [
      { role: 'section', where: [{ is: 'with', name: 'Sold' }] },
      ['Apples Sold out Buy', 'Plums Sold out soon Buy'],
    ],
    [{ role: 'row', where: [{ is: 'with', name: 'Dan' }] }, []],
    [
      {
        name: 'Buy',
        where: [
          { is: 'in', role: 'section' },
          { is: 'with', name: 'Sold out' },
        ],
      },
      ['of apples'],
    ],
  ])('are told by what they hold: %j', async (target, found) => {
    expect(await named(target)).toEqual(found);
  });

  it.each<[Target, string[]]>([
    [{ name: 'Edit', where: [{ is: 'in', name: 'Bob', role: 'row' }] }, ['of Bob', 'of Bob, a guest']],
    [
      {
        name: 'Edit',
        where: [
          { is: 'in', name: 'Bob', role: 'row' },
          { is: 'in', name: 'Guests', role: 'section' },
        ],
      },
      ['of Bob, a guest'],
    ],
    [
      {
        name: 'Edit',
        where: [
          { is: 'in', role: 'row', nth: 1 },
          { is: 'in', name: 'Guests' },
        ],
      },
      ['of Bob, a guest'],
    ],
    [
      {
        name: 'Edit',
        where: [
          { is: 'in', name: 'Guests' },
          { is: 'in', role: 'row', nth: -1 },
        ],
      },
      ['of Cid, a guest'],
    ],
    [
      {
        name: 'Edit',
        where: [
          { is: 'in', role: 'row', nth: 3 },
          { is: 'in', name: 'Guests' },
        ],
      },
      [],
    ],
    [
      {
        name: 'Edit',
        where: [
          { is: 'in', name: 'Bob', role: 'row' },
          { is: 'below', name: 'Guests' },
        ],
      },
      ['of Bob, a guest'],
    ],
    [
      {
        name: 'Edit',
        where: [
          { is: 'in', role: 'row', nth: 1 },
          { is: 'below', name: 'Guests' },
        ],
      },
      ['of Bob, a guest'],
    ],
    [{ name: 'Buy', where: [{ is: 'next to', name: '4 left' }] }, ['of pears']],
    [{ name: 'Edit', where: [{ is: 'right of', name: 'Cid' }] }, ['of Cid, a guest']],
  ])('lie where all of it holds: %j', async (target, found) => {
    expect(await named(target)).toEqual(found);
  });

  it.each<[Target, string]>([
    [{ name: 'Age', where: [{ is: 'in', role: 'row', name: 'Ann' }] }, '33'],
    [{ name: 'Age', where: [{ is: 'in', role: 'row', nth: 1 }] }, '33'],
    [{ name: 'Age', where: [{ is: 'in', role: 'row', nth: -1 }] }, '66'],
    [
      {
        name: 'Age',
        where: [
          { is: 'in', role: 'row', name: 'Bob' },
          { is: 'in', name: 'Guests' },
        ],
      },
      '55',
    ],
    [
      {
        name: 'Age',
        where: [
          { is: 'in', role: 'table', name: 'People' },
          { is: 'in', role: 'row', nth: 2 },
        ],
      },
      '44',
    ],
  ])('are read below the heading of their column: %j', async (target, says) => {
    const scene = await (await show(shop)).device.scene(never);
    expect(readingsOf(scene, target).map(({ texts }) => texts)).toEqual([[says]]);
  });

  it('are fields to search in, also where only their name says so', async () => {
    const hand = await show(`${shop}<label>Other <input></label>`);
    expect(await hand.find({ role: 'search field' })).toMatchObject([{ name: 'Search the shop' }]);
  });

  it('are filled in by where they stand', async () => {
    const hand =
      await show(`<style>div { display: inline-block; width: 300px } input { display: block }</style>
      <div><label for=a>Street</label><input id=a><input><label>Town</label><input></div>
      <div><p>Street</p><input></div>`);
    const type = (text: string, target: Target) => hand.act('type', { target, text });
    await type('1', { role: 'field', where: [{ is: 'below', name: 'Street', nth: 1 }] });
    await type('2', { role: 'field', where: [{ is: 'above', name: 'Town' }] });
    await type('3', { role: 'field', where: [{ is: 'below', name: 'Town' }] });
    await type('4', { role: 'field', where: [{ is: 'below', name: 'Street', nth: 2 }] });
    const scene = await hand.device.scene(never);
    const fields = find(scene, { role: 'field' }).matches.map(({ thing }) => heldBy(scene, thing));
    expect(fields).toEqual(['1', '2', '3', '4']);
  });

  it('stand in a table beside their name, also where a field lies below the table', async () => {
    const hand = await show(
      `<table><tr><td>Order<td>A-17<tr><td>Gender<td>female</table><input aria-label=Code>`,
    );
    const scene = await hand.device.scene(never);
    expect(find(scene, { name: 'Gender', role: 'field' }).isSeen).toBe(false);
    expect(readingsOf(scene, { name: 'Gender' }).map(({ texts }) => texts.at(-1))).toEqual(['female']);
  });

  it('are spoken of as the sentence says it', async () => {
    const hand = await show(shop);
    const target: Target = {
      name: 'Delete',
      role: 'button',
      nth: 2,
      where: [
        { is: 'in', name: 'Bob', role: 'row' },
        { is: 'below', name: 'Guests' },
      ],
    };
    expect(wordsFor(target)).toBe('the 2nd button "Delete" in the row "Bob" below "Guests"');
    await expect(
      hand.act('click', { target: { name: 'Edit', where: [{ is: 'right of', name: 'Dan' }] } }, 300),
    ).rejects.toThrow(
      '"Edit" right of "Dan" could not be found within 0.3 s; it is on the page, but there is no "Dan".',
    );
    await expect(
      hand.act('click', { target: { name: 'Edit', where: [{ is: 'above', name: 'Pears' }] } }, 300),
    ).rejects.toThrow('it is on the page, but not above "Pears".');
    const either = { name: 'Buy button', or: [{ name: 'Buy', role: 'button' as const }] };
    await expect(hand.act('click', { target: either }, 1_200)).rejects.toThrow(
      'The button "Buy" names 3 things',
    );
  });
});
