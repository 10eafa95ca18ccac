import { describe, expect, it } from 'vitest';
import { never, noBrowser, useHand, usePool, why } from './support.ts';

describe.skipIf(noBrowser)(`closing a dialog${why}`, () => {
  const show = useHand(usePool());
  const dialog = (name: string, inside: string, more = '') =>
    `<div role=dialog aria-label="${name}" ${more} style="position:fixed;inset:100px;background:#fff">${name} ${inside}</div>`;
  const closing = `onclick="this.closest('[role=dialog]').remove()"`;

  it.each([
    ['its name', `<button ${closing}>Close</button>`],
    ['a cross', `<button ${closing}>×</button>`],
    ['a cross beside a word', `<button ${closing}>✕ Dismiss</button>`],
    ['its label', `<button aria-label="Close dialog" ${closing}><svg width=10 height=10></svg></button>`],
    [
      'its title, in another tongue',
      `<button title="Schließen" ${closing}><svg width=10 height=10></svg></button>`,
    ],
    [
      'its test id alone',
      `<button data-testid="modal-close-button" ${closing}><svg width=10 height=10></svg></button>`,
    ],
    ['its being drawn as a button', `<span style="cursor:pointer" ${closing}>X</span>`],
  ])('knows the close button by %s', async (_what, button) => {
    const hand = await show(dialog('News', `<button>Close account</button> ${button}`));
    expect(await hand.act('close_dialog')).toBe('Closed the dialog "News".');
    expect(await hand.find({ role: 'dialog' })).toEqual([]);
  });

  it('takes the one in front, and leaves the crosses of what lies in it alone', async () => {
    const hand = await show(
      `${dialog('Below', `<button ${closing}>Close</button>`, 'aria-modal=true')}
       ${dialog('Above', `<ul><li>Tag <button onclick="this.remove()">x</button></li></ul><button ${closing}>Close</button>`, 'aria-modal=true')}`,
    );
    expect(await hand.act('close_dialog')).toBe('Closed the dialog "Above".');
    expect(await hand.act('close_dialog')).toBe('Closed the dialog "Below".');
  });

  it('takes the one that is named', async () => {
    const hand = await show(
      `<div role=dialog aria-label=Cookies>We bake <button ${closing}>Dismiss</button></div><div role=dialog aria-label=Chat>Hello <button ${closing}>Close</button></div>`,
    );
    expect(await hand.act('close_dialog', { target: { name: 'Cookies' } })).toBe(
      'Closed the dialog "Cookies".',
    );
    expect(await hand.text()).toBe('Hello Close');
    await expect(hand.act('close_dialog', { target: { name: 'Cookies' } }, 300)).rejects.toThrow(
      'The dialog "Cookies" could not be found within 0.3 s',
    );
  });

  it('waits for it to come, presses Escape where it has no button, and waits until it has gone', async () => {
    const hand = await show(
      `<dialog id=d aria-label=Slow>Slow words</dialog><script>setTimeout(() => d.showModal(), 300);
       d.oncancel = (event) => { event.preventDefault(); setTimeout(() => d.close(), 300) }</script>`,
    );
    expect(await hand.act('close_dialog')).toBe('Closed the dialog "Slow".');
    expect(await hand.text()).toBe('');
  });

  it('is the fault of the app where the dialog stays, or where there is none', async () => {
    const hand = await show(dialog('Stays', '<button>Close</button>'));
    await expect(hand.act('close_dialog', {}, 1_000)).rejects.toMatchObject({
      name: 'ActionFailed',
      message: expect.stringContaining('A click on "Close" does not close the dialog "Stays"'),
      actual: 'it is still open',
    });
    const deaf = await show(dialog('Deaf', ''));
    await expect(deaf.act('close_dialog', {}, 1_000)).rejects.toThrow(
      'Escape does not close the dialog "Deaf"',
    );
    const none = await show('<p>Nothing</p>');
    await expect(none.act('close_dialog', {}, 300)).rejects.toThrow(
      'There is no dialog to close: none opened within 0.3 s.',
    );
  });

  it('dismisses what a script asks, and passes what a script has said', async () => {
    const hand = await show(
      `<button onclick="document.title = confirm('Delete all?') ? 'yes' : 'no'">Delete</button><button onclick="alert('Saved')">Save</button>`,
    );
    await hand.click('Delete');
    expect(await hand.act('close_dialog')).toBe('Dismissed the dialog "Delete all?".');
    expect((await hand.device.scene(never)).title).toBe('no');
    await hand.click('Save');
    expect(await hand.act('close_dialog')).toBe('Dismissed the dialog "Saved".');
    expect(await hand.text()).toBe('Delete Save');
  });
});
