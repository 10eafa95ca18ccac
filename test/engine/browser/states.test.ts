import { describe, expect, it } from 'vitest';
import { log, never, noBrowser, useHand, usePool, why } from './support.ts';

describe.skipIf(noBrowser)(`the states of things${why}`, () => {
  const show = useHand(usePool());
  type Hand = Awaited<ReturnType<typeof show>>;
  const logged = async (hand: Hand) => (await hand.find('log'))[0]?.text;
  const field = async (hand: Hand, name: string) => (await hand.find({ role: 'field', name }))[0];

  it('tell which fields must be filled in and which can only be read', async () => {
    const hand = await show(
      `<label>A <input required></label><label>B <select required><option>1</select></label><label>C <input></label>
       <div role=textbox aria-label=D aria-required=true tabindex=0></div><label>E <input readonly></label>
       <label>F <textarea readonly></textarea></label><div role=textbox aria-label=G aria-readonly=true></div><label>H <input required type=checkbox></label>`,
    );
    const { things } = await hand.device.scene(never);
    expect(things.filter(({ isRequired }) => isRequired)).toHaveLength(4);
    for (const name of ['A', 'B', 'D'])
      expect(await field(hand, name), name).toMatchObject({ isRequired: true });
    for (const name of ['E', 'F', 'G'])
      expect(await field(hand, name), name).toMatchObject({ isReadOnly: true, isRequired: false });
    expect(await field(hand, 'C')).toMatchObject({ isRequired: false, isReadOnly: false, isInvalid: false });
    const snapshot = await hand.device.snapshot(never);
    expect(snapshot).toContain('textbox "A" [required]');
    expect(snapshot).toContain('textbox "E" [read-only]');
  });

  it('call a field invalid when the page does, or the browser once it was used', async () => {
    const hand = await show(
      `<form onsubmit="event.preventDefault()"><label>Mail <input type=email required></label><label>Name <input required></label>
       <label>Code <input aria-invalid=true></label><label>Fine <input aria-invalid=false></label><button>Send</button></form>`,
    );
    const isInvalid = async (name: string) => (await field(hand, name))?.isInvalid;
    expect([await isInvalid('Mail'), await isInvalid('Name')]).toEqual([false, false]);
    expect([await isInvalid('Code'), await isInvalid('Fine')]).toEqual([true, false]);
    await hand.type('Mail', 'nobody');
    await hand.click('Name');
    expect([await isInvalid('Mail'), await isInvalid('Name')]).toEqual([true, false]);
    await hand.click('Send');
    expect(await isInvalid('Name')).toBe(true);
    await hand.type('Mail', 'a@example.com');
    await hand.click('Name');
    expect(await isInvalid('Mail')).toBe(false);
  });

  it('change when something is toggled, whatever they were', async () => {
    const hand = await show(
      `<label><input type=checkbox> Box</label>
       <button role=switch aria-checked=true onclick="ariaChecked = ariaChecked !== 'true'">Wifi</button>
       <button aria-pressed=false onclick="setTimeout(() => { this.ariaPressed = 'true' }, 200)">Bold</button>
       <button aria-pressed=false>Dead</button><button>Plain</button><label><input type=radio checked> One</label>`,
    );
    const toggle = (name: string, timeoutMs = 3_000) => hand.act('toggle', { target: { name } }, timeoutMs);
    expect(await toggle('Box')).toBe('Toggled "Box": it is on now.');
    expect(await toggle('Box')).toBe('Toggled "Box": it is off now.');
    expect((await hand.find({ name: 'Box', role: 'checkbox' }))[0]?.isChecked).toBe(false);
    expect(await toggle('Wifi')).toBe('Toggled "Wifi": it is off now.');
    expect(await toggle('Bold')).toBe('Toggled "Bold": it is on now.');
    await expect(toggle('Dead', 500)).rejects.toMatchObject({
      name: 'ActionFailed',
      message: 'A click on "Dead" does not check it.',
    });
    await expect(toggle('One', 500)).rejects.toThrow('it goes off when another one is chosen');
    await expect(toggle('Plain', 500)).rejects.toMatchObject({ name: 'ActionFailed' });
  });

  it('are opened and closed by what opens and closes, once', async () => {
    const hand = await show(
      `<details><summary>More</summary><p>Hidden words</p><details><summary>Deeper</summary>Depth</details></details>
       <button aria-expanded=false onclick="say('menu'); setTimeout(() => { this.ariaExpanded = this.ariaExpanded !== 'true' }, 200)">Menu</button>
       <table><tr><td>Alice</td><td><button aria-expanded=false aria-label="Show details" onclick="this.ariaExpanded = true; say('Alice')">+</button></td></tr>
       <tr><td>Bob</td><td><button aria-expanded=false aria-label="Show details" onclick="this.ariaExpanded = true; say('Bob')">+</button><button aria-expanded=false>Actions</button></td></tr></table>
       <h3>Billing</h3><button aria-label="Expand billing" aria-expanded=false onclick="this.ariaExpanded = true; say('billing')">v</button>${log}`,
    );
    const set = (target: object, expanded = true) => hand.act('expand', { target, expanded });
    expect(await set({ name: 'More' })).toBe('Expanded "More".');
    expect(await hand.text()).toContain('Hidden words');
    expect((await hand.find({ name: 'More', role: 'button' }))[0]?.isExpanded).toBe(true);
    expect(await set({ name: 'More' })).toBe('"More" was expanded already.');
    expect(await set({ name: 'More' }, false)).toBe('Collapsed "More".');
    expect(await hand.text()).not.toContain('Hidden words');
    await set({ name: 'Menu' });
    expect((await hand.find('Menu'))[0]?.isExpanded).toBe(true);
    await set({ name: 'Alice', role: 'row' });
    await set({ name: 'Bob' });
    expect(await set({ name: 'Billing' })).toBe('Expanded "Billing".');
    expect(await logged(hand)).toBe('menu Alice Bob billing');
  });

  it('are the fault of the app where a click does not change them, and of the test where there is none', async () => {
    const hand = await show('<button aria-expanded=false>Stuck</button><button>Save</button>');
    const expand = (name: string) => hand.act('expand', { target: { name }, expanded: true }, 1_000);
    await expect(expand('Stuck')).rejects.toMatchObject({
      name: 'ActionFailed',
      message: 'A click on "Stuck" does not expand it.',
      actual: 'it is not expanded',
    });
    await expect(expand('Save')).rejects.toThrow(
      `"Save" can't be expanded or collapsed: it is a button that does not say whether it is open.`,
    );
    await expect(expand('Nowhere')).rejects.toThrow('"Nowhere" could not be found within 1 s');
  });

  it('of the keyboard are heard by what is clicked', async () => {
    const heard = `say([event.ctrlKey && 'ctrl', event.shiftKey && 'shift', event.altKey && 'alt', event.metaKey && 'meta'].filter(Boolean).join('+') || 'none')`;
    const hand = await show(
      `<button onclick="${heard}">It</button><style>.sr { position: absolute; opacity: 0; width: 20px; height: 20px } i { display: inline-block; position: relative; width: 20px; height: 20px; background: #eee }</style>
       <label><input class=sr type=checkbox><i onclick="${heard}"></i></label>${log}`,
    );
    const click = (input: object) => hand.act('click', input);
    const target = { name: 'It' };
    expect(await click({ target, modifiers: ['Control'] })).toBe('Ctrl-clicked "It".');
    expect(await click({ target, modifiers: ['Shift', 'Alt'] })).toBe('Shift-Alt-clicked "It".');
    await click({ target, modifiers: ['Meta'] });
    await click({ target: { role: 'checkbox' }, modifiers: ['Shift'] });
    await click({ target });
    expect(await logged(hand)).toBe('ctrl shift+alt meta shift none');
    await expect(click({ target, modifiers: ['Hyper'] })).rejects.toMatchObject({ name: 'ActionFailed' });
  });
});
