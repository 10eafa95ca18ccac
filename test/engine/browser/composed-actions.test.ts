import { describe, expect, it } from 'vitest';
import { log, noBrowser, useHand, usePool, why } from './support.ts';

describe.skipIf(noBrowser)(`acts of several parts${why}`, () => {
  const show = useHand(usePool());
  type Hand = Awaited<ReturnType<typeof show>>;
  const logged = async (hand: Hand) => (await hand.find('log'))[0]?.text.trim();
  const held = async (hand: Hand, name: string) => (await hand.find({ role: 'field', name }))[0]?.value;

  it('follow menus that open by pointing, and click only what is last', async () => {
    const hand = await show(
      `${log}<style>ul ul { display: none } li:hover > ul { display: block }</style>
       <ul role=menu><li role=menuitem onclick="say('file')">File<ul role=menu><li role=menuitem onclick="event.stopPropagation(); say('pdf')">PDF</li></ul></li></ul>`,
    );
    await hand.act('menu', { path: ['File', 'PDF'] });
    expect(await logged(hand)).toBe('pdf');
  });

  it('follow menus that open by a click', async () => {
    const hand = await show(
      `${log}<button onclick="sub.hidden = false">View</button><ul id=sub hidden role=menu><li role=menuitem onclick="say('zoomed')">Zoom in</li></ul>`,
    );
    await hand.act('menu', { path: ['View', 'Zoom in'] });
    expect(await logged(hand)).toBe('zoomed');
  });

  it('type dates and times as people write them', async () => {
    const hand = await show('<input type=date><input type=time><label>Due <input type=date></label>');
    await hand.act('type', { target: { name: 'time' }, text: '8:05 PM' });
    await hand.act('type', { target: { name: 'Due' }, text: '4/8/2026' });
    expect(await held(hand, 'time')).toBe('20:05');
    expect(await held(hand, 'Due')).toBe('2026-04-08');
  });

  it('choose a date in a calendar by turning its pages', async () => {
    const hand = await show(
      `<label>Date <input readonly id=date onclick="calendar.hidden = false"></label>
       <div id=calendar hidden><button title=Prev onclick="turn(-1)">‹</button><b id=month></b><button title=Next onclick="turn(1)">›</button><div id=days></div></div>
       <script>
         let at = 2026 * 12 + 5;
         function turn(by) {
           at += by;
           const [year, month] = [Math.floor(at / 12), at % 12];
           document.getElementById('month').textContent = new Date(year, month).toLocaleString('en', { month: 'long' }) + ' ' + year;
           days.innerHTML = Array.from({ length: 28 }, (_, day) => '<button onclick="date.value = \\'' + year + '/' + (month + 1) + '/' + (day + 1) + '\\'; calendar.hidden = true">' + (day + 1) + '</button>').join('');
         }
         turn(0);
       </script>`,
    );
    await hand.act('select', { target: { name: 'date' }, option: '02/17/2026' });
    expect(await held(hand, 'Date')).toBe('2026/2/17');
  });

  it('type nothing into a field for dates that is no date', async () => {
    const hand = await show('<label>Due <input type=date value=2026-01-02></label>');
    await expect(hand.act('type', { target: { name: 'Due' }, text: '13/32/2026' }, 2_000)).rejects.toThrow(
      'does not take a value of that form',
    );
    expect(await held(hand, 'Due')).toBe('2026-01-02');
  });

  it('tell a text area from a field for one line', async () => {
    const hand = await show('<textarea>Some text</textarea><input>');
    await hand.act('select_text', { target: { role: 'text area' } });
    await hand.act('press', { key: 'Control+c' });
    await hand.act('press', { key: 'Control+v', target: { role: 'text input' } });
    expect((await hand.find({ role: 'text input' })).map(({ value }) => value)).toEqual(['Some text']);
  });

  it('select the text of a paragraph', async () => {
    const hand = await show(
      `${log}<p>one<p>two</p><script>document.onselectionchange = () => { log.textContent = String(getSelection()); }</script>`,
    );
    await hand.act('select_text', { target: { role: 'paragraph', nth: 2 } });
    await expect.poll(() => logged(hand)).toBe('two');
  });

  it('choose several options of a list at once', async () => {
    const hand = await show(
      `${log}<label>Colors <select multiple onchange="say([...this.selectedOptions].map((o) => o.text))"><option>Red<option>Green<option>Blue</select></label>`,
    );
    await hand.act('select', { target: { name: 'Colors' }, option: 'Red', more: ['Blue'] });
    expect(await logged(hand)).toBe('Red,Blue');
  });

  it('never press a button that lies over the one that is meant', async () => {
    const over = 'position:absolute;top:20px;width:60px;height:20px';
    const hand = await show(
      `${log}<div><button style="${over};left:20px" onclick="say('one')">ONE</button><button style="${over};left:40px" onclick="say('two')">TWO</button></div>`,
    );
    await hand.click('ONE', { role: 'button' }, 3_000);
    expect(await logged(hand)).toBe('one');
  });
});
