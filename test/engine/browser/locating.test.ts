import { describe, expect, it } from 'vitest';
import type { Relation, Target } from '../../../src/engine/scene/target.ts';
import { log, noBrowser, serve, useHand, usePool, why } from './support.ts';

describe.skipIf(noBrowser)(`locating a thing on a page${why}`, () => {
  const show = useHand(usePool());

  it.each([
    ['an accessible name', '<button aria-label="Save" onclick="say(1)">x</button>'],
    ['plain text', '<div onclick="say(1)"><p>Save</p></div>'],
    ['a part of the name', '<button onclick="say(1)">Save all changes</button>'],
  ])('is clicked by %s', async (_way, html) => {
    const hand = await show(html + log);
    await hand.click('save');
    expect((await hand.find({ name: 'log' }))[0]?.text).toBe('1');
  });

  it.each([
    ['a label around it', '<label>Email <input></label>'],
    ['aria-labelledby', '<span id=l>Email</span><div><input aria-labelledby=l></div>'],
    ['a placeholder', '<input placeholder=Email>'],
    [
      'a label that nobody tied to it',
      '<div><label>Email</label><input></div><div><label>Name</label><input></div>',
    ],
  ])('is typed into by %s, whatever else has the name', async (_way, html) => {
    const hand = await show(`<h1>Email</h1><button>Email</button>${html}`);
    await hand.type('Email', 'a@b.c');
    const fields = await hand.find({ role: 'field' });
    expect(fields.map(({ value }) => value).filter(Boolean)).toEqual(['a@b.c']);
  });

  it('prefers the exact name to one that contains it, and the seen to the hidden', async () => {
    const hand = await show(
      `<button onclick="say('all')">Save all</button><button hidden onclick="say('hidden')">Save</button>
       <button onclick="say('one')">Save</button><button onclick="say('draft')">Save draft</button>${log}`,
    );
    await hand.click('Save');
    expect(await hand.text()).toContain('one');
  });

  it('prefers a thing to click to a heading of the same name, and counts a link around a heading once', async () => {
    const hand = await show(
      `<h2>Delete</h2><button onclick="say('deleted')">Delete</button>
       <a href="#news" onclick="say('news')"><h3>News</h3><p>Read it</p></a>${log}`,
    );
    await hand.click('Delete');
    await hand.click('News');
    expect(await hand.text()).toContain('deleted news');
    expect(await hand.find('News')).toHaveLength(1);
  });

  it('waits for what comes later', async () => {
    const hand = await show(
      `${log}<script>setTimeout(() => { document.body.insertAdjacentHTML('beforeend', '<button onclick="say(7)">Late</button>') }, 400)</script>`,
    );
    await hand.click('Late');
    expect(await hand.text()).toContain('7');
  });

  it('takes a name without quotes only for the one thing that is called so, and else gives no verdict', async () => {
    const hand = await show(
      `<button onclick="say('sent')">Send Orders</button><button disabled>Stop</button>
      <p>There was an error</p><button>Delete</button><button>DELETE</button>
      <table><tr><td>Ann</td><td><button onclick="say('ann')">Edit</button></td></tr>
      <tr><td>Bob</td><td><button>Edit</button></td></tr></table>${log}`,
    );
    const click = (target: Target, timeoutMs = 300) => hand.act('click', { target }, timeoutMs);
    const described = true;
    expect(await click({ name: 'send order', described })).toBe('Clicked what is called *send order*.');
    const edit: Target = {
      name: 'Edit',
      where: [{ is: 'in', name: 'ann', role: 'row', described }],
    };
    expect(await click(edit)).toBe('Clicked "Edit" in the *ann* row.');
    expect(await hand.text()).toMatch(/sent.*ann/s);
    const where: Relation[] = [{ is: 'in', name: 'an', role: 'row', described }];
    for (const target of [
      { name: 'error', described },
      { name: 'send', role: 'button', described },
      { name: 'delete', described },
      { name: 'Edit', where },
    ] satisfies Target[])
      await expect(click(target)).rejects.toMatchObject({ code: 'STEP_NOT_UNDERSTOOD' });
    await expect(click({ name: 'delete', described })).rejects.toThrow(
      '2 things on the page are called "delete"',
    );
    await expect(click({ name: 'stop', described }, 1_500)).rejects.toMatchObject({ name: 'ActionFailed' });
  });

  it('fails on a name that several things have, lists them, and says how to tell them apart', async () => {
    const hand = await show(
      `<table><tr><td>Ann</td><td><button>Delete</button></td></tr><tr><td>Bob</td><td><button onclick="say('bob')">Delete</button></td></tr></table>${log}`,
    );
    const failure = await hand.click('Delete').catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'ExecutionFailure', code: 'STEP_AMBIGUOUS' });
    expect(String(failure)).toContain(
      '1. button "Delete" in the row "Ann Delete"; 2. button "Delete" in the row "Bob Delete"',
    );
    expect(String(failure)).toContain('Say which one: the 2nd "Delete", or "Delete" in the row "Ann".');
    await hand.click('Delete', { nth: 2 });
    await hand.click('Delete', { nth: -1 });
    await hand.click('Delete', { where: [{ is: 'in', name: 'Bob' }] });
    expect(await hand.text()).toContain('bob bob bob');
    await expect(hand.click('Delete', { nth: 3 }, 1_200)).rejects.toThrow(
      'The 3rd "Delete" could not be found: there are only 2',
    );
  });

  it('fails on a name that nothing has, with the nearest that there are', async () => {
    const hand = await show('<button>Sign in</button><a href="#">Help</a><label>Sign <input></label>');
    const failure = await hand.click('Sign inn', { role: 'button' }, 300).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'ActionFailed', expected: 'the button "Sign inn" on the page' });
    expect(String(failure)).toMatch(/could not be found within 0\.3 s; there is button "Sign in"/);
    await expect(hand.act('type', { target: { name: 'Help' }, text: 'x' }, 1_200)).rejects.toThrow(
      '"Help" could not be found',
    );
  });

  it('says that a thing is hidden', async () => {
    const hand = await show('<button style="display:none">Pay</button>');
    await expect(hand.click('Pay', {}, 1_200)).rejects.toThrow('it is in the page, but hidden');
    expect(await hand.find('Pay')).toMatchObject([{ name: 'Pay', isVisible: false }]);
  });

  it.each([
    ['rows', '<table><tr><td>Ann</td><td>%</td></tr><tr><td>Bob</td><td>%</td></tr></table>'],
    [
      'cards of plain boxes',
      '<div><div class=c><h3>Ann</h3><div>%</div></div><div class=c><h3>Bob</h3><div>%</div></div></div>',
    ],
    ['named sections', '<section aria-label=Ann>%</section><section aria-label=Bob>%</section>'],
  ])('is told from its like in %s', async (_kind, html) => {
    let count = 0;
    const page = html.replaceAll('%', () => `<button onclick="say(${++count})">Edit</button>`);
    const hand = await show(page + log);
    await hand.click('Edit', { where: [{ is: 'in', name: 'Bob' }] });
    await hand.click('Edit', { where: [{ is: 'in', name: 'ann' }] });
    expect((await hand.find({ name: 'log' }))[0]?.text).toBe('2 1');
  });

  it.each([
    [
      'row',
      '<table><tr><td>Ann</td><td><button>Edit</button></td></tr><tr><td>Bob</td><td></td></tr></table>',
    ],
    ['card', '<div><div class=c><h3>Ann</h3><button>Edit</button></div><div class=c><p>Bob</p></div></div>'],
  ])('is not taken from the neighbour of the %s that lacks it', async (_kind, html) => {
    const hand = await show(html);
    await expect(hand.click('Edit', { where: [{ is: 'in', name: 'Bob' }] }, 1_200)).rejects.toThrow(
      'it is on the page, but not in "Bob"',
    );
  });

  it('takes the words of people for roles', async () => {
    const hand = await show(
      `<a href="#" role=button>Go</a><label>City <select><option>Rome<option selected>Oslo</select></label>
       <label>Dark <input type=checkbox role=switch></label><h2>News</h2><img alt=Logo width=9 height=9>
       <div role=tab>All</div><dialog open aria-label=Cart>empty</dialog><a href="#">More</a><input type=range aria-label=Size value=3>`,
    );
    const roles = {
      button: 'Go',
      dropdown: 'City',
      switch: 'Dark',
      heading: 'News',
      image: 'Logo',
      tab: 'All',
      dialog: 'Cart',
      slider: 'Size',
    } as const;
    for (const [role, name] of Object.entries(roles))
      expect(await hand.find({ role: role as keyof typeof roles, name }), role).toHaveLength(1);
    expect((await hand.find({ role: 'dropdown', name: 'City' }))[0]?.value).toBe('Oslo');
    expect((await hand.find({ role: 'slider', name: 'Size' }))[0]?.value).toBe('3');
    // What looks like a button is called one, though it is a link.
    expect(await hand.find({ role: 'button', name: 'More' })).toMatchObject([{ role: 'link' }]);
    expect(await hand.find({ role: 'heading', name: 'Go' })).toEqual([]);
  });

  it('looks into frames, also of other sites, and into open shadow trees', async () => {
    const other = await serve({ '/': '<label>Card <input></label><p><button>Pay</button></p><p>Secure</p>' });
    const port = new URL(other.url).port;
    const hand = await show(
      `<h1>Shop</h1><iframe src="http://localhost:${port}/"></iframe><iframe srcdoc="<button>Inner</button><iframe srcdoc='<button>Innermost</button>'></iframe>"></iframe>
       <x-box></x-box><iframe hidden srcdoc="<p>Unseen</p><script>1</script>"></iframe>
       <script>customElements.define('x-box', class extends HTMLElement { connectedCallback() {
         this.attachShadow({ mode: 'open' }).innerHTML = '<p>Shady</p><div><button>Deep</button></div><label>Note <input></label>'; } })</script>`,
    );
    await hand.type('Card', '4242');
    await hand.type('Note', 'hello');
    for (const name of ['Pay', 'Inner', 'Innermost', 'Deep'])
      expect(await hand.click(name)).toBe(`Clicked "${name}".`);
    expect(await hand.find({ role: 'field', name: 'Card' })).toMatchObject([{ value: '4242' }]);
    expect(await hand.find({ role: 'field', name: 'Note' })).toMatchObject([{ value: 'hello' }]);
    await expect
      .poll(async () => (await hand.text()).split('\n'))
      .toEqual(['Shop', 'Card', 'Pay', 'Secure', 'Inner', 'Innermost', 'Shady', 'Deep', 'Note']);
  });

  it('takes what lies in an open modal dialog before what lies behind it', async () => {
    const hand = await show(
      `<button onclick="say('behind')">Close</button><dialog id=d><button onclick="say('front')">Close</button></dialog>${log}<script>d.showModal()</script>`,
    );
    await hand.click('Close');
    expect((await hand.find('log'))[0]?.text).toBe('front');
  });
});
