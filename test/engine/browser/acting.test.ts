import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { log, noBrowser, openDevice, serve, useHand, usePool, why } from './support.ts';

describe.skipIf(noBrowser)(`acting on a page${why}`, () => {
  const pool = usePool();
  const show = useHand(pool);
  const logged = async (hand: Awaited<ReturnType<typeof show>>) => (await hand.find('log'))[0]?.text;

  it('clicks with the button and as often as it is told', async () => {
    const hand = await show(
      `<button ondblclick="say('double')" oncontextmenu="say('right')">It</button>${log}`,
    );
    expect(await hand.act('click', { target: { name: 'It' }, count: 2 })).toBe('Double-clicked "It".');
    expect(await hand.act('click', { target: { name: 'It' }, button: 'right' })).toBe('Right-clicked "It".');
    expect(await logged(hand)).toBe('double right');
  });

  it('waits until a thing can be clicked, and says why it can not', async () => {
    const hand = await show(
      `<button id=a disabled onclick="say('a')">Soon</button><button disabled>Off</button><button style="position:fixed;left:0;bottom:0">Under</button>
       <div class=veil style="position:fixed;inset:auto auto 0 0;width:200px;height:60px;background:#fff">Cookies?</div>${log}<script>setTimeout(() => { a.disabled = false }, 300)</script>`,
    );
    await hand.click('Soon');
    expect(await logged(hand)).toBe('a');
    // Long enough to have looked at it, also on a busy machine.
    await expect(hand.click('Off', {}, 1_200)).rejects.toThrow(
      'Clicking "Off" was not possible within 1.2 s: it stays disabled.',
    );
    await expect(hand.click('Under', {}, 1_200)).rejects.toThrow('something else covers it ("Cookies?")');
  });

  it('never takes the neighbour that has moved into the place of what was found', async () => {
    const row = (name: string) =>
      `<tr><td>${name}</td><td><button disabled onclick="say('${name}')">Delete</button></td></tr>`;
    const hand = await show(
      `<table id=t><tr><th>Name</th><th></th></tr>${row('Alice')}${row('Bob')}</table>${log}
       <script>setTimeout(() => { t.rows[1].remove(); for (const b of t.querySelectorAll('button')) b.disabled = false }, 1000)</script>`,
    );
    await expect(hand.click('Delete', { where: [{ is: 'in', name: 'Alice' }] }, 1_200)).rejects.toThrow(
      'Alice',
    );
    expect(await logged(hand)).toBe('');
  });

  it('types, adds, clears and presses keys', async () => {
    const hand = await show(
      `<label>Note <input value=old oninput="say('input')"></label><p contenteditable aria-label=Rich>old</p><label>Fixed <input readonly value=x></label>${log}
       <script>addEventListener('keydown', (event) => { if (event.key === 'Escape' || event.ctrlKey) say(event.key) })</script>`,
    );
    const value = async (name: string) => (await hand.find({ role: 'field', name }))[0]?.value;
    expect(await hand.type('Note', 'new')).toBe('Typed "new" into "Note".');
    expect(await value('Note')).toBe('new');
    await hand.act('type', { target: { name: 'Note' }, text: 'er', replace: false });
    expect(await value('Note')).toBe('newer');
    await hand.act('clear', { target: { name: 'Note' } });
    expect(await value('Note')).toBe('');
    await hand.type('Rich', 'words');
    expect(await value('Rich')).toBe('words');
    await hand.act('press', { key: 'esc' });
    await hand.act('press', { key: 'Ctrl + k', target: { name: 'Note' } });
    expect(await logged(hand)).toContain('Escape Control k');
    await expect(hand.act('press', { key: 'Anykey' })).rejects.toThrow('There is no key "Anykey"');
    await expect(hand.act('type', { target: { name: 'Fixed' }, text: 'y' }, 1_200)).rejects.toThrow(
      'it can only be read',
    );
  });

  it('chooses options of native and of drawn lists', async () => {
    const hand = await show(
      `<label>City <select onchange="say(value)"><option value=r>Rome<option value=o>Oslo (Norway)</select></label>
       <div role=combobox aria-label=Size tabindex=0 onclick="l.hidden = false">Pick</div>
       <ul id=l role=listbox hidden><li role=option onclick="say('S'); l.hidden = true">Small</li><li role=option onclick="say('L'); l.hidden = true">Large</li></ul>
       <label>Tag <input role=combobox oninput="t.innerHTML = '<div role=option onclick=say(1)>' + value + '</div>'"></label><div id=t></div>
       <label>Many <select multiple><option>One<option>Two</select></label>${log}`,
    );
    await hand.act('select', { target: { name: 'City' }, option: 'oslo' });
    await hand.act('select', { target: { name: 'Size' }, option: 'Large' });
    await hand.act('select', { target: { name: 'Tag' }, option: 'blue' });
    await hand.act('select', { target: { name: 'Many' }, option: 'Two' });
    expect(await logged(hand)).toBe('o L 1');
    expect((await hand.find({ role: 'dropdown', name: 'Many' }))[0]?.value).toBe('Two');
    await expect(hand.act('select', { target: { name: 'City' }, option: 'Paris' }, 1_200)).rejects.toThrow(
      '"City" has no option "Paris": it offers "Rome", "Oslo (Norway)".',
    );
  });

  it('checks native, drawn and hidden boxes, and says when a click does not help', async () => {
    const hand = await show(
      `<label><input type=checkbox onchange="say('native')"> Native</label>
       <div role=checkbox aria-checked=false tabindex=0 onclick="ariaChecked = ariaChecked !== 'true'">Drawn</div>
       <button role=switch aria-checked=true onclick="ariaChecked = ariaChecked !== 'true'">Wifi</button>
       <style>.sr { position: absolute; opacity: 0; width: 1px; height: 1px }</style>
       <input class=sr type=checkbox id=h><label for=h>Hidden</label>
       <label><input type=radio name=r checked> One</label><label><input type=radio name=r> Two</label>
       <div role=checkbox aria-checked=false>Dead</div>${log}`,
    );
    const set = (name: string, checked = true) => hand.act('check', { target: { name }, checked });
    const isChecked = async (name: string) => (await hand.find({ name, role: 'checkbox' }))[0]?.isChecked;
    for (const name of ['Native', 'Drawn', 'Hidden']) {
      expect(await set(name)).toBe(`Checked "${name}".`);
      expect(await isChecked(name), name).toBe(true);
      await set(name, true);
      expect(await isChecked(name), name).toBe(true);
      await set(name, false);
      expect(await isChecked(name), name).toBe(false);
    }
    await set('Wifi', false);
    expect((await hand.find({ name: 'Wifi', role: 'switch' }))[0]?.isChecked).toBe(false);
    await set('Two');
    expect((await hand.find({ name: 'One', role: 'radio' }))[0]?.isChecked).toBe(false);
    await expect(set('Dead')).rejects.toThrow('A click on "Dead" does not check it.');
  });

  it('hovers, drags and scrolls', async () => {
    const hand = await show(
      `<style>#m { display: none; position: absolute } nav:hover #m { display: block }</style><nav>Menu<a id=m href="#">Sub</a></nav>
       <div draggable=true id=d style="width:80px;height:30px">Card</div><div style="width:80px;height:30px" ondragover="event.preventDefault()" ondrop="say('dropped')">Bin</div>
       ${log}<div style="height:3000px"></div><p>Foot</p><script>addEventListener('scroll', () => { document.title = scrollY > 2000 ? 'low' : scrollY > 0 ? 'lower' : 'top' })</script>`,
    );
    await hand.act('hover', { target: { name: 'Menu' } });
    expect((await hand.find('Sub'))[0]?.isVisible).toBe(true);
    await hand.act('drag', { target: { name: 'Card' }, to: { name: 'Bin' } });
    expect(await logged(hand)).toBe('dropped');
    // A page hears of it with its next frame.
    const title = () =>
      expect.poll(async () => (await hand.device.scene(new AbortController().signal)).title);
    await hand.act('scroll', { direction: 'down' });
    await title().toBe('lower');
    await hand.act('scroll', { target: { name: 'Foot' } });
    await title().toBe('low');
    await hand.act('scroll', { direction: 'top' });
    await title().toBe('top');
    expect(await hand.act('scroll', { direction: 'up' })).toBe('There was nothing more to scroll up.');
  });

  it('uploads a made-up or given file, into hidden fields and by what opens the chooser', async () => {
    const bodies: string[] = [];
    const take = (request: IncomingMessage) =>
      new Promise<void>((resolve) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          bodies.push(Buffer.concat(chunks).toString('latin1'));
          resolve();
        });
      });
    const site = await serve({
      '/': `<form method=post enctype=multipart/form-data action=/up><label>Photo <input type=file name=a></label>
        <input id=b type=file name=b hidden><button type=button onclick="b.click()">Choose paper</button><button>Send</button></form>`,
      '/up': (request, response) => void take(request).then(() => response.end('Thanks')),
    });
    const hand = await openDevice(await pool());
    await hand.open(site.url);
    await hand.act('upload', { target: { name: 'Photo' }, filename: '../me.png' });
    await hand.act('upload', { target: { name: 'Choose paper' }, filename: 'cv.txt', content: 'all of it' });
    await hand.click('Send');
    await expect.poll(hand.text).toBe('Thanks');
    expect(bodies[0]).toContain('filename="me.png"');
    expect(bodies[0]).toContain('\x89PNG');
    expect(bodies[0]).toContain('all of it');
  });

  it('waits for texts and things to come and to go', async () => {
    const hand = await show(
      `<p id=p>Loading</p><script>setTimeout(() => { p.remove(); document.body.insertAdjacentHTML('beforeend', '<button>Ready</button>') }, 300)</script>`,
    );
    await hand.act('wait_for', { text: 'loading', gone: true });
    expect(await hand.act('wait_for', { target: { name: 'Ready', role: 'button' } })).toBe(
      'the button "Ready" appeared.',
    );
    await expect(hand.act('wait_for', { text: 'Never', seconds: 0.2 })).rejects.toThrow(
      '"Never" did not appear within 0.2 s.',
    );
  });

  it('goes back, forward, and loads anew', async () => {
    const site = await serve({ '/': '<a href=/two>Two</a>', '/two': '<h1>Second</h1>' });
    const hand = await openDevice(await pool());
    await hand.open(site.url);
    await hand.click('Two');
    await expect.poll(hand.text).toBe('Second');
    await hand.act('back');
    expect(await hand.text()).toBe('Two');
    await hand.act('forward');
    expect(await hand.text()).toBe('Second');
    await hand.act('reload');
    expect(site.requests.filter((line) => line === 'GET /two').length).toBeGreaterThan(1);
    await expect(hand.act('forward')).rejects.toThrow('There is no page to go forward to.');
  });

  it('refuses what an action can not take', async () => {
    const hand = await show('<p>x</p>');
    await expect(hand.act('click', { target: 'Save' })).rejects.toMatchObject({ name: 'ActionFailed' });
    await expect(hand.act('click', { target: { ref: 'e999' } })).rejects.toThrow('look at it again');
  });

  it('acts by the references of the snapshot, in frames too', async () => {
    const hand = await show(
      `<button onclick="say('main')">Main</button><iframe srcdoc="<button onclick=parent.say('frame')>Framed</button>"></iframe>${log}`,
    );
    const tree = await hand.device.snapshot(new AbortController().signal);
    for (const name of ['Main', 'Framed']) {
      const ref = new RegExp(`button "${name}".*\\[ref=(\\w+)\\]`).exec(tree)?.[1] ?? '';
      expect(await hand.act('click', { target: { ref } })).toBe(`Clicked "${name}".`);
      expect(await hand.find({ ref })).toMatchObject([{ name, role: 'button' }]);
    }
    expect(await logged(hand)).toBe('main frame');
  });
});
