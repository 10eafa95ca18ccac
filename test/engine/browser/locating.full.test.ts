import { describe, expect, it } from 'vitest';
import { log, noBrowser, serve, useHand, usePool, why } from './support.ts';

describe.skipIf(noBrowser)(`locating a thing on a page${why}`, () => {
  const show = useHand(usePool());

  it.each([
    ['its content', '<button onclick="say(1)"><b>Sa</b>ve</button>'],
    ['aria-labelledby', '<i id=a hidden>Save</i><button aria-labelledby=a onclick="say(1)">x</button>'],
    ['the value of an input', '<input type=submit value=Save onclick="say(1)">'],
    ['the text of an image', '<a href="#x" onclick="say(1)"><img alt=Save width=20 height=20></a>'],
    ['a test id', '<div data-testid=save onclick="say(1)">&#128190;</div>'],
    ['a name in another case and with other white space', '<button onclick="say(1)"> SAVE&nbsp;\n</button>'],
  ])('is clicked by %s', async (_way, html) => {
    const hand = await show(html + log);
    await hand.click('save');
    expect((await hand.find({ name: 'log' }))[0]?.text).toBe('1');
  });

  it.each([
    ['a label that points at it', '<label for=f>Email</label><p>or phone</p><input id=f>'],
    ['aria-label', '<input aria-label=Email>'],
    ['its title', '<input title=Email>'],
    ['its name attribute', '<input name=email>'],
    ['a label, as a text area', '<label>Email <textarea></textarea></label>'],
    [
      'a label, as rich text',
      '<div id=l>Email</div><div contenteditable role=textbox aria-labelledby=l></div>',
    ],
  ])('is typed into by %s, whatever else has the name', async (_way, html) => {
    const hand = await show(`<h1>Email</h1><button>Email</button>${html}`);
    await hand.type('Email', 'a@b.c');
    const fields = await hand.find({ role: 'field' });
    expect(fields.map(({ value }) => value).filter(Boolean)).toEqual(['a@b.c']);
  });

  it.each([
    ['list items', '<ul><li>Ann %</li><li><b>Bob</b> %</li></ul>'],
    [
      'columns of plain boxes',
      '<div class=r><div class=k>Ann</div><div class=k>%</div></div><div class=r><div class=k>Bob</div><div class=k>%</div></div>',
    ],
    ['headings in line', '<div><h2>Ann</h2><p>%</p><h2>Bob</h2><p>%</p></div>'],
    ['field sets', '<fieldset><legend>Ann</legend>%</fieldset><fieldset><legend>Bob</legend>%</fieldset>'],
  ])('is told from its like in %s', async (_kind, html) => {
    let count = 0;
    const page = html.replaceAll('%', () => `<button onclick="say(${++count})">Edit</button>`);
    const hand = await show(page + log);
    await hand.click('Edit', { where: [{ is: 'in', name: 'Bob' }] });
    await hand.click('Edit', { where: [{ is: 'in', name: 'ann' }] });
    expect((await hand.find({ name: 'log' }))[0]?.text).toBe('2 1');
  });

  it('is not held up by a frame that does not come', async () => {
    const other = await serve({ '/': () => undefined });
    const frame = `http://localhost:${new URL(other.url).port}/`;
    const hand = await show(
      `<button>Go</button><script>setTimeout(() => { document.body.insertAdjacentHTML('beforeend', '<iframe src="${frame}"></iframe>') })</script>`,
    );
    await hand.act('wait_for', { seconds: 0.5 });
    expect(await hand.find('Go')).toHaveLength(1);
    await hand.click('Go');
  });

  it('counts rows without the line of headings', async () => {
    const hand = await show(
      '<table><tr><th>Name</th></tr><tr><td>Ann</td></tr><tr><td>Bob</td></tr></table>',
    );
    expect((await hand.find({ role: 'row' })).map(({ text }) => text)).toEqual(['Ann', 'Bob']);
    expect(await hand.find({ role: 'row', nth: 2 })).toMatchObject([{ text: 'Bob' }]);
    expect(await hand.find({ role: 'row', name: 'Ann' })).toHaveLength(1);
  });

  it('finds its way through five thousand things', async () => {
    const rows = Array.from(
      { length: 1_000 },
      (_, n) =>
        `<tr><td>Row ${n}</td><td><a href="#">Open ${n}</a></td><td><button>Edit</button></td><td><input aria-label="f${n}"></td></tr>`,
    );
    const hand = await show(`<table>${rows.join('')}</table><button>Finish</button>`);
    expect(await hand.find('Finish')).toHaveLength(1);
    expect(await hand.find({ name: 'Edit', where: [{ is: 'in', name: 'Row 777' }] })).toHaveLength(1);
    expect(await hand.find('Nowhere')).toEqual([]);
  });
});
