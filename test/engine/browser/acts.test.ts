import { describe, expect, it } from 'vitest';
import { performSentence } from '../acting/perform-sentence.ts';
import { type Hand, never, noBrowser, openDevice, serve, useHand, usePool, why } from './support.ts';

const patienceMs = 3_000;
const does = (hand: Hand, sentence: string) => performSentence(hand.device, sentence, patienceMs);
const titleOf = async (hand: Hand) => (await hand.device.scene(never)).title;

describe.skipIf(noBrowser)(`acts as testers tell them${why}`, () => {
  const pool = usePool();
  const show = useHand(pool);

  it('opens a link in a tab of its own, and looks at it unless it is in the background', async () => {
    const site = await serve({
      '/': '<title>Home</title><a href=/terms>Terms</a><a href=/help>Help</a><button>Stay</button>',
      '/terms': '<title>Terms</title><h1>Terms</h1>',
      '/help': '<title>Help</title><h1>Help</h1>',
    });
    const hand = await openDevice(await pool());
    await hand.open(site.url);
    await does(hand, 'Use Ctrl+click on "Help" to open it in a background tab');
    expect(await titleOf(hand)).toBe('Home');
    await does(hand, 'Switch to the other tab');
    await expect.poll(() => titleOf(hand)).toBe('Help');
    await does(hand, 'Switch to the first tab');
    await does(hand, 'Open the link "Terms" in a new tab and switch to it');
    await expect.poll(() => titleOf(hand)).toBe('Terms');
    await does(hand, 'Switch to the first tab');
    await expect(does(hand, 'Open "Stay" in a new tab')).rejects.toThrow('did not open in a new tab');
  });

  it('answers the question that is meant, and no other, or else the field that is called so', async () => {
    const hand = await show(
      `<button onclick="document.title = prompt('What is your name?')">Ask</button><label>Your pet?<input></label>`,
    );
    await hand.click('Ask');
    await expect(does(hand, 'Answer the prompt "Your age?" with "7"')).rejects.toThrow(
      'it says "What is your name?"',
    );
    await hand.click('Ask');
    await does(hand, 'Answer "What is your name?" with "Ada"');
    await expect.poll(() => titleOf(hand)).toBe('Ada');
    await does(hand, 'Answer "Your pet?" with "Rex"');
    expect(await hand.find('Your pet?')).toMatchObject([{ value: 'Rex' }]);
  });

  it('confirms what a script asks, and a dialog by the only button that does not decline', async () => {
    const dialog = (buttons: string) =>
      `<dialog open aria-label="Delete it"><h2>Delete it?</h2>${buttons}</dialog>`;
    const button = (name: string) => `<button onclick="document.title = '${name}'">${name}</button>`;
    const asked = await show(
      `<button onclick="document.title = confirm('Sure?') ? 'yes' : 'no'">Delete</button>`,
    );
    await asked.click('Delete');
    await does(asked, 'Confirm');
    await expect.poll(() => titleOf(asked)).toBe('yes');
    const clear = await show(dialog(`${button('Cancel')}${button('Yes, delete')}`));
    await does(clear, 'Confirm the deletion');
    expect(await titleOf(clear)).toBe('Yes, delete');
    const unclear = await show(dialog(`${button('This one')}${button('All of them')}${button('Cancel')}`));
    await expect(performSentence(unclear.device, 'Confirm', 500)).rejects.toThrow(
      'it has "This one", "All of them". Click it by its name.',
    );
  });

  it('leaves a field so that the page hears of it', async () => {
    const hand = await show(
      `<label>Number<input onblur="document.title = 'left ' + this.value"></label><label>Other<input></label>`,
    );
    await does(hand, 'Type "abc" into "Number"');
    await does(hand, 'Leave the field');
    expect(await titleOf(hand)).toBe('left abc');
  });

  it('ticks each of several boxes, and clicks the first of several though the page takes them away', async () => {
    const boxes = ['a', 'b', 'c'].map((name) => `<label><input type=checkbox>${name}</label>`).join('');
    const rows = ['one', 'two', 'three']
      .map((name) => `<li>${name} <button onclick="this.parentNode.remove()">Delete</button></li>`)
      .join('');
    const hand = await show(`${boxes}<ul>${rows}</ul>`);
    await does(hand, 'Tick all checkboxes');
    expect((await hand.find({ role: 'checkbox' })).map(({ isChecked }) => isChecked)).toEqual([
      true,
      true,
      true,
    ]);
    await does(hand, 'Click the first two "Delete" buttons');
    expect(await hand.text()).toContain('three');
    expect(await hand.text()).not.toContain('two');
    await expect(performSentence(hand.device, 'Click the first two "Delete" buttons', 300)).rejects.toThrow(
      'there is 1',
    );
  });

  it('gives several files to a field that takes them', async () => {
    const hand = await show(
      `<label>Many<input type=file multiple onchange="document.title = [...this.files].map((file) => file.name)"></label>
      <label>One<input type=file></label>`,
    );
    await does(hand, 'Upload "a.png" and "b.txt" to "Many"');
    expect(await titleOf(hand)).toBe('a.png,b.txt');
    await expect(does(hand, 'Upload "a.png" and "b.txt" to "One"')).rejects.toThrow('no more than one file');
  });

  it('sets a slider to a share of its way, and a field for dates to a date in words', async () => {
    const hand = await show(
      `<label>Volume<input type=range min=0 max=200></label><label>Start<input type=date></label>
      <div role=slider tabindex=0 aria-label=Light aria-valuemin=0 aria-valuemax=20 aria-valuenow=4
        onkeydown="this.ariaValueNow = +this.ariaValueNow + (event.key === 'ArrowUp' ? 1 : -1)">|</div>`,
    );
    await does(hand, 'Set the slider "Volume" to 65 %');
    await does(hand, 'Set the slider "Light" to 50 %');
    await does(hand, 'Set the "Start" field to 14 March 2026');
    expect(await hand.find({ role: 'slider' })).toMatchObject([{ value: '130' }, { value: '10' }]);
    expect(await hand.find('Start')).toMatchObject([{ value: '2026-03-14' }]);
  });

  it('deletes what is in a row, and confirms it', async () => {
    const row = (name: string) =>
      `<tr><td>${name}</td><td><button onclick="if (confirm('Sure?')) this.closest('tr').remove()">Delete</button></td></tr>`;
    const hand = await show(`<table>${row('Ada')}${row('Joe Smith')}</table>`);
    await does(hand, 'Delete "Joe Smith"');
    await does(hand, 'Confirm');
    expect(await hand.text()).toContain('Ada');
    expect(await hand.text()).not.toContain('Joe Smith');
  });

  it('opens a context menu, and clicks with a key held', async () => {
    const hand = await show(
      `<p oncontextmenu="document.title = 'menu'; return false" onclick="document.title = event.altKey && event.detail">Account</p>`,
    );
    await does(hand, 'Open the context menu of "Account"');
    expect(await titleOf(hand)).toBe('menu');
    await does(hand, 'Double-click "Account" while holding Alt');
    expect(await titleOf(hand)).toBe('2');
  });
});
