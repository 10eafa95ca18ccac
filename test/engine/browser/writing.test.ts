import { describe, expect, it } from 'vitest';
import { type Hand, noBrowser, openDevice, secretsNamed, serve, useHand, usePool, why } from './support.ts';
import { append, clear, held, type } from './written.ts';

describe.skipIf(noBrowser)(`what is written into a field${why}`, () => {
  const pool = usePool();
  const show = useHand(pool);

  it.each([
    ['a text area', '<textarea aria-label=It rows=5>One\nTwo\nThree</textarea>', 'One\nTwo\nThree'],
    [
      'an editor',
      '<div contenteditable aria-label=It><p>One</p><p>Two</p><ul><li>Three</li></ul></div>',
      'One\n\nTwo\n\nThree',
    ],
  ])('is added behind all of its text: %s', async (_what, page, before) => {
    const hand = await show(page);
    expect(await append(hand, '-end')).toBe('Typed "-end" into "It".');
    expect(await held(hand)).toBe(`${before}-end`);
  });

  it('is added behind all of the text also where an editor draws that itself, and where it is a secret', async () => {
    const site = await serve({
      '/': '<div contenteditable aria-label=It><p>One</p><p>Two</p></div>',
      '/drawn': `<pre id=drawn>One\nTwo</pre><textarea aria-label=It autofocus style="position:absolute;left:-999px"></textarea>
        <script>
          let caret = 3;
          const field = document.querySelector('textarea');
          field.onkeydown = ({ key, ctrlKey }) => { if (key === 'End' && ctrlKey) caret = drawn.textContent.length };
          field.oninput = () => {
            drawn.textContent = drawn.textContent.slice(0, caret) + field.value + drawn.textContent.slice(caret);
            field.value = '';
          };
        </script>`,
    });
    const hand = await openDevice(await pool(), { secrets: secretsNamed('hunter22') });
    await hand.open(site.url);
    await append(hand, ' hunter22');
    expect(await held(hand)).toBe('One\n\nTwo hunter22');
    await hand.open(`${site.url}/drawn`);
    await hand.act('type', { text: '-end', replace: false });
    expect(await hand.text()).toBe('One\nTwo-end');
  });

  it.each([
    [
      'grouped',
      `oninput="value = value.replace(/\\D/g, '').replace(/(\\d{4})(?=\\d)/g, '$1 ')"`,
      '1234567890',
      '1234 5678 90',
    ],
  ])('counts as written in the form that the field gives it: %s', async (_what, attributes, text, after) => {
    const hand = await show(`<input aria-label=It ${attributes}>`);
    expect(await type(hand, text)).toBe(`Typed "${text}" into "It".`);
    expect(await held(hand)).toBe(after);
  });

  it('is said as it is where the field holds something else', async () => {
    const hand = await show('<input aria-label=It maxlength=3>');
    expect(await type(hand, '12345')).toBe('Typed "12345" into "It", which now holds "123".');
    expect(await clear(hand)).toBe('Emptied "It".');
    const prefixed = await show(`<input aria-label=It value="+1 555" oninput="value = value || '+1'">`);
    expect(await clear(prefixed)).toBe('Emptied "It", which now holds "+1".');
  });

  it.each([
    [
      'a field that a framework sets back',
      `<input aria-label=It value=old oninput="value = 'old'">`,
      'it still holds "old"',
    ],
  ])('fails the test where nothing of it was taken: %s', async (what, page, actual) => {
    const hand = await show(page);
    const given = what === 'a secret field' ? 'the text' : '"new"';
    for (const write of [type, append])
      await expect(write(hand, 'new')).rejects.toMatchObject({
        name: 'ActionFailed',
        message: `"It" did not take ${given}: ${actual}.`,
        expected: `"It" holds ${given}`,
        actual,
      });
    if (!actual.includes('empty'))
      await expect(clear(hand)).rejects.toMatchObject({ message: `"It" can't be emptied: ${actual}.` });
  });

  it('is not said where a secret was typed in before, not even in the part that the field has kept of it', async () => {
    const site = await serve({
      '/': '<input aria-label=It oninput="value = value.slice(0, 6)">',
    });
    const hand = await openDevice(await pool(), { secrets: secretsNamed('hunter22') });
    await hand.open(site.url);
    expect(await type(hand, 'hunter22')).toContain('which now holds another text');
    await expect(append(hand, 'er')).rejects.toThrow('it still holds another text');
  });

  it('is compared in the page where it is secret, and is in no message', async () => {
    const site = await serve({
      '/': `<input aria-label=It oninput="value = value.slice(0, 5)">`,
      '/dead': `<input aria-label=It oninput="value = ''">`,
    });
    const hand = await openDevice(await pool(), { secrets: secretsNamed('hunter22') });
    await hand.open(site.url);
    expect(await type(hand, 'hunter22')).toBe('Typed "•••" into "It", which now holds another text.');
    await hand.open(`${site.url}/dead`);
    await expect(type(hand, 'hunter22')).rejects.toMatchObject({
      message: '"It" did not take the text: it is empty.',
      expected: '"It" holds the text',
    });
  });

  it('is a choice only where the list shows it, or the page something else', async () => {
    const list = (onchange: string) =>
      `<select aria-label=It onchange="${onchange}"><option>None<option>Red</select><output></output>`;
    const choose = (hand: Hand) => hand.act('select', { target: { name: 'It' }, option: 'Red' });
    expect(await choose(await show(list('')))).toBe('Chose "Red" in "It".');
    expect(await choose(await show(list(`this.value = 'None'; nextSibling.textContent = 'Done'`)))).toBe(
      'Chose "Red" in "It".',
    );
    await expect(choose(await show(list(`this.value = 'None'`)))).rejects.toMatchObject({
      name: 'ActionFailed',
      message: '"It" did not take "Red": it shows "None".',
    });
    const drawn = (onclick: string) =>
      `<div id=box role=combobox aria-label=It tabindex=0 onclick="l.hidden = false">None</div>
       <div id=l role=listbox hidden><div role=option onclick="l.hidden = true; ${onclick}">Red</div></div>`;
    expect(await choose(await show(drawn(`box.textContent = 'Red'`)))).toBe('Chose "Red" in "It".');
    await expect(choose(await show(drawn('')))).rejects.toThrow('"It" did not take "Red": it shows "None".');
  });
});
