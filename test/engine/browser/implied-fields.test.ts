import { describe, expect, it } from 'vitest';
import { noBrowser, openDevice, serve, useHand, usePool, why } from './support.ts';

describe.skipIf(noBrowser)(`a field that nobody names${why}`, () => {
  const pool = usePool();
  const show = useHand(pool);
  const typeInFocus = (hand: Awaited<ReturnType<typeof show>>, text: string, more = {}, timeoutMs?: number) =>
    hand.act('type', { text, ...more }, timeoutMs);

  it('is the one that has the focus, whose text is replaced or added to', async () => {
    const hand = await show(
      '<label>Name <input value=old></label><label>City <input value=Rome autofocus></label>',
    );
    const value = async (name: string) => (await hand.find({ role: 'field', name }))[0]?.value;
    expect(await typeInFocus(hand, 'Oslo')).toBe('Typed "Oslo" into "City".');
    expect(await value('City')).toBe('Oslo');
    await typeInFocus(hand, '!', { replace: false });
    expect(await value('City')).toBe('Oslo!');
    await hand.click('Name');
    await typeInFocus(hand, 'Ada');
    expect([await value('Name'), await value('City')]).toEqual(['Ada', 'Oslo!']);
  });

  it('is found in frames, in shadow roots and in editors, and never where the focus was before', async () => {
    const hand = await show(
      `<label>Out <input></label><div id=host></div><iframe srcdoc="<label>Framed <input></label>"></iframe>
       <iframe srcdoc="<body contenteditable aria-label=Letter>old</body>"></iframe>
       <script>host.attachShadow({ mode: 'open' }).innerHTML = '<label>Shadowed <input></label>'</script>`,
    );
    for (const name of ['Framed', 'Shadowed', 'Letter', 'Out']) {
      await hand.act('click', { target: { name, role: 'field' } });
      expect(await typeInFocus(hand, `into ${name}`)).toBe(`Typed "into ${name}" into "${name}".`);
    }
    for (const name of ['Framed', 'Shadowed', 'Letter', 'Out'])
      expect((await hand.find({ role: 'field', name }))[0]?.value).toBe(`into ${name}`);
  });

  it('may be one that nobody sees, below an editor that draws its text itself', async () => {
    const hand = await show(
      `<div onmousedown="setTimeout(() => keys.focus())"><p id=drawn>old code</p></div>
       <textarea id=keys aria-label=Keys style="position:absolute;width:1px;height:1px;padding:0;border:0;opacity:0"></textarea>
       <script>keys.onkeydown = ({ key, ctrlKey }) => { if (ctrlKey && key === 'a') drawn.textContent = '' };
       keys.oninput = () => { drawn.textContent += keys.value; keys.value = '' }</script>`,
    );
    await hand.click('old code');
    await typeInFocus(hand, 'let x;');
    expect(await hand.text()).toBe('let x;');
    await typeInFocus(hand, ' x = 1;', { replace: false });
    expect(await hand.text()).toBe('let x; x = 1;');
  });

  it('is waited for, and asked for by name when none gets the focus', async () => {
    const hand = await show(
      '<label>Late <input id=a></label><script>setTimeout(() => a.focus(), 300)</script>',
    );
    expect(await typeInFocus(hand, 'x')).toBe('Typed "x" into "Late".');
    const other = await show('<button autofocus>Go</button><label>Name <input></label>');
    await expect(typeInFocus(other, 'x', {}, 300)).rejects.toMatchObject({
      name: 'ActionFailed',
      message:
        'No field got the focus within 0.3 s: the button "Go" has the focus. Say which field to type into, or click it first.',
      expected: 'a field that has the focus',
    });
  });

  it('gets no secret that is not for its page', async () => {
    const site = await serve({ '/': '<label>Password <input autofocus></label>' });
    const secrets = [{ name: 'password', value: 'correct horse', hosts: ['shop.example.com'] }];
    const hand = await openDevice(await pool(), { secrets });
    await hand.open(site.url);
    await expect(hand.act('type', { text: 'correct horse' })).rejects.toMatchObject({
      code: 'SECRET_NOT_FOR_HOST',
    });
  });

  it('takes a file where it is the only one for files, hidden or not', async () => {
    const hand = await show(
      `<div>Drop it here<input type=file hidden onchange="log.textContent = files[0].name"></div><output id=log></output>`,
    );
    expect(await hand.act('upload', { filename: 'cv.txt' })).toBe('Uploaded "cv.txt" to the file field.');
    expect(await hand.text()).toContain('cv.txt');
  });

  it('takes no file where there are several, which are listed, or none', async () => {
    const two = await show(
      '<label>Photo <input type=file></label><label>Paper <input type=file></label><button>Choose</button>',
    );
    await expect(two.act('upload', { filename: 'a.txt' })).rejects.toMatchObject({
      code: 'STEP_AMBIGUOUS',
      message:
        'The page has 2 file fields: 1. the file field "Photo"; 2. the file field "Paper". Say which one the file is for.',
    });
    const none = await show('<button>Choose</button>');
    await expect(none.act('upload', { filename: 'a.txt' }, 300)).rejects.toMatchObject({
      name: 'ActionFailed',
      message: expect.stringContaining('There is no file field on the page'),
    });
  });
});
