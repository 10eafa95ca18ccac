import { describe, expect, it } from 'vitest';
import { noBrowser, useHand, usePool, why } from './support.ts';
import { append, clear, held, type } from './written.ts';

describe.skipIf(noBrowser)(`what is written into a field${why}`, () => {
  const show = useHand(usePool());

  it.each([
    [
      'one whose lines wrap',
      '<textarea aria-label=It cols=8>One two three four</textarea>',
      'One two three four',
    ],
    [
      'one that selects all when it gets the focus',
      '<input aria-label=It value=One onfocus="setTimeout(() => select())">',
      'One',
    ],
    ['a field without a caret of its own', '<input type=email aria-label=It value=One>', 'One'],
  ])('is added behind all of its text: %s', async (_what, page, before) => {
    const hand = await show(page);
    expect(await append(hand, '-end')).toBe('Typed "-end" into "It".');
    expect(await held(hand)).toBe(`${before}-end`);
  });

  it.each([
    ['in capitals', 'oninput="value = value.toUpperCase()"', 'abc', 'ABC'],
    ['trimmed', 'oninput="value = value.trim()"', ' abc ', 'abc'],
    ['a date', 'type=date', '05/31/2024', '2024-05-31'],
  ])('counts as written in the form that the field gives it: %s', async (_what, attributes, text, after) => {
    const hand = await show(`<input aria-label=It ${attributes}>`);
    expect(await type(hand, text)).toBe(`Typed "${text}" into "It".`);
    expect(await held(hand)).toBe(after);
  });

  it.each([
    ['a field that empties itself', `<input aria-label=It oninput="value = ''">`, 'it is empty'],
    [
      'an editor that refuses',
      '<div contenteditable aria-label=It onbeforeinput="event.preventDefault()">old</div>',
      'it still holds "old"',
    ],
    [
      'a secret field',
      `<input type=password aria-label=It value=old oninput="value = 'old'">`,
      'it still holds another text',
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

  it('fails the test where an addition ends up elsewhere', async () => {
    const hand = await show(
      `<textarea aria-label=It oninput="value = value.slice(-1) + value.slice(0, -1)">One\nTwo</textarea>`,
    );
    await expect(append(hand, '3')).rejects.toThrow(
      '"3" was not written behind what "It" held: it now holds "3One\nTwo".',
    );
  });

  it('counts as taken by a page that goes on with it: as an entry, as a message, by another step or another page', async () => {
    const entries = await show(
      `<ul id=tags></ul><input aria-label=It oninput="if (value.endsWith(',')) { tags.innerHTML += '<li>' + value.slice(0, -1); value = '' }">`,
    );
    expect(await type(entries, 'blue,')).toBe('Typed "blue," into "It".');
    const chat = await show(`<input aria-label=It onkeydown="if (event.key === 'Enter') value = ''">`);
    expect(await append(chat, 'hello\n')).toContain('Typed "hello');
    const code = await show(
      `<div id=panel><input aria-label=It oninput="if (value.length === 4) panel.textContent = 'Welcome'"></div>`,
    );
    expect(await type(code, '1234')).toBe('Typed "1234" into "It".');
    expect(await code.text()).toBe('Welcome');
    const next = await show(
      `<input aria-label=It autofocus oninput="if (value.length === 4) location = '/?next'">`,
    );
    expect(await type(next, '1234')).toBe('Typed "1234" into "It".');
  });

  it('is read in the field that a page has put in the place of the other', async () => {
    const redrawing = (value: string) => `<div id=form></div><script>
      const draw = (value) => {
        form.innerHTML = '<input aria-label=It>';
        form.firstChild.value = value;
        form.firstChild.oninput = ({ target }) => draw(${value});
      };
      draw('');
    </script>`;
    expect(await type(await show(redrawing('target.value')), 'n')).toBe('Typed "n" into "It".');
    await expect(type(await show(redrawing("''")), 'n')).rejects.toThrow(
      '"It" did not take "n": it is empty.',
    );
  });
});
