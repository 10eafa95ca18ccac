import { describe, expect, it } from 'vitest';
import { log, noBrowser, useHand, usePool, why } from './support.ts';

describe.skipIf(noBrowser)(`the states of things${why}`, () => {
  const show = useHand(usePool());
  type Hand = Awaited<ReturnType<typeof show>>;
  const logged = async (hand: Hand) => (await hand.find('log'))[0]?.text;
  it('of a branch are changed on its own words, or by keys where a click only chooses it', async () => {
    const tree = (attribute: string) =>
      `<ul role=tree ${attribute}><li role=treeitem tabindex=0 aria-expanded=true>Fruits<ul role=group><li role=treeitem>Apples</li><li role=treeitem>Pears</li></ul></li></ul>`;
    const clicked = await show(
      `${tree(`onclick="const item = event.target.closest('li'); say(item.firstChild.data); if (item.ariaExpanded) item.ariaExpanded = item.ariaExpanded !== 'true'"`)}${log}`,
    );
    await clicked.act('expand', { target: { name: 'Fruits' }, expanded: false });
    expect(await logged(clicked)).toBe('Fruits');
    await expect(clicked.act('expand', { target: { name: 'Apples' }, expanded: true }, 500)).rejects.toThrow(
      `"Apples" can't be expanded or collapsed`,
    );
    const keyed = await show(
      tree(`onkeydown="if (event.key === 'ArrowLeft') event.target.ariaExpanded = 'false'"`),
    );
    expect(await keyed.act('expand', { target: { name: 'Fruits' }, expanded: false })).toBe(
      'Collapsed "Fruits".',
    );
  });
});
