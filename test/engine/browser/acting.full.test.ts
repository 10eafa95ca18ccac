import { describe, expect, it } from 'vitest';
import { noBrowser, useHand, usePool, why } from './support.ts';

describe.skipIf(noBrowser)(`acting on a page${why}`, () => {
  const show = useHand(usePool());

  it('says what a list offers that typing empties, and of one that never opened that it did not', async () => {
    const hand = await show(
      `<label>Gender <input role=combobox onclick="l.hidden = false"
         oninput="for (const o of l.children) o.hidden = !o.textContent.startsWith(value)"></label>
       <ul id=l role=listbox hidden><li role=option>Male</li><li role=option>Other</li></ul>
       <div role=combobox aria-label=Color tabindex=0 onclick="c.hidden = false">Any</div>
       <div id=c hidden><div onclick="c.hidden = true">Red</div><div onclick="c.hidden = true">Blue</div></div>
       <div role=combobox aria-label=Size tabindex=0>Pick</div>`,
    );
    await expect(hand.act('select', { target: { name: 'Gender' }, option: 'Female' })).rejects.toThrow(
      '"Female" could not be chosen in "Gender": "Gender" was clicked, and shows "Male", "Other".',
    );
    await expect(hand.act('select', { target: { name: 'Color' }, option: 'Green' })).rejects.toThrow(
      '"Color" was clicked, and shows "Red", "Blue".',
    );
    await expect(hand.act('select', { target: { name: 'Size' }, option: 'Large' })).rejects.toThrow(
      '"Large" could not be chosen in "Size": "Size" was clicked, and no list opened.',
    );
  });

  it('scrolls to what moves once it rests, and says so of what never does', async () => {
    const hand = await show(
      `<style>@keyframes sway { from { translate: 0 } to { translate: 60px } } div { animation: sway 1s linear alternate }</style>
       <p style="height:2000px">Head</p><div style="animation-iteration-count:5">Calms</div><div style="animation-iteration-count:infinite">Sways</div>`,
    );
    expect(await hand.act('scroll', { target: { name: 'Calms' } }, 30_000)).toBe('Scrolled to "Calms".');
    await expect(hand.act('scroll', { target: { name: 'Sways' } }, 1_200)).rejects.toThrow(
      'Scrolling to "Sways" was not possible within 1.2 s: it does not stop moving.',
    );
  });
});
