import { describe, expect, it } from 'vitest';
import { log, noBrowser, useHand, usePool, why } from './support.ts';

describe.skipIf(noBrowser)(`acts of several parts${why}`, () => {
  const show = useHand(usePool());
  type Hand = Awaited<ReturnType<typeof show>>;
  const logged = async (hand: Hand) => (await hand.find('log'))[0]?.text.trim();
  const held = async (hand: Hand, name: string) => (await hand.find({ role: 'field', name }))[0]?.value;

  it('click no number outside of the calendar, and say when the field takes no date', async () => {
    const days = Array.from({ length: 30 }, (_, day) => `<button>${day + 1}</button>`).join('');
    const hand = await show(
      `${log}<nav><button onclick="say('page')">5</button></nav>
       <label>Date <input readonly onclick="calendar.hidden = false"></label>
       <div id=calendar hidden><b>June 2026</b><div onclick="say('day')">${days}</div></div>`,
    );
    await expect(
      hand.act('select', { target: { name: 'date' }, option: '2026-06-05' }, 6_000),
    ).rejects.toThrow('it holds ""');
    expect(await logged(hand)).toBe('day');
  });

  it('scroll a part of the page to its end', async () => {
    const hand = await show(
      `${log}<textarea aria-label=Terms rows=3 onscroll="if (scrollTop + clientHeight >= scrollHeight - 1) log.textContent = 'end'">${'line\n'.repeat(80)}</textarea>`,
    );
    await hand.act('scroll', { within: { name: 'Terms' }, direction: 'bottom' });
    await expect.poll(() => logged(hand)).toBe('end');
  });

  it('turn a field that takes no digits up and down by its keys', async () => {
    const hand = await show(
      `<input role=spinbutton aria-label=Count aria-valuenow=0 value=0 onkeydown="
         const by = { ArrowUp: 1, ArrowDown: -1 }[event.key] ?? 0;
         event.preventDefault();
         this.dataset.at = Number(this.dataset.at ?? 0) + by;
         this.setAttribute('aria-valuenow', this.dataset.at);
         this.value = this.dataset.at;" oninput="this.value = this.dataset.at ?? 0">`,
    );
    await hand.act('type', { target: { name: 'Count' }, text: '-3' });
    expect(await held(hand, 'Count')).toBe('-3');
  });

  it('expand the only menu by its sign, and no section by a plus', async () => {
    const hand = await show(
      `${log}<button onclick="say('plus')">+</button><section aria-label=News>Text</section>`,
    );
    await expect(
      hand.act('expand', { target: { role: 'section' }, expanded: true }, 2_000),
    ).rejects.toThrow();
    expect(await logged(hand)).toBe('');
    await hand.act('expand', { target: { role: 'menu' }, expanded: true });
    expect(await logged(hand)).toBe('plus');
  });

  it('say of a slider that tells no value that it does not', async () => {
    const hand = await show(
      '<span class=my-slider-handle tabindex=0 style="display:inline-block;width:20px;height:20px;background:red"></span>',
    );
    await expect(hand.act('type', { target: { role: 'slider' }, text: '-3' })).rejects.toThrow(
      'could not be set',
    );
  });
});
