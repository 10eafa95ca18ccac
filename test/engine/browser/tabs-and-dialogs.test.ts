import { describe, expect, it } from 'vitest';
import { never, noBrowser, openDevice, serve, useHand, usePool, why } from './support.ts';

describe.skipIf(noBrowser)(`tabs and dialogs${why}`, () => {
  const pool = usePool();
  const show = useHand(pool);

  it('looks at a tab that a click opens, until it is closed or another is chosen', async () => {
    const site = await serve({
      '/': '<title>Home</title><a href=/new target=_blank>New</a><button onclick="window.open(\'/pop\')">Pop</button>',
      '/new': '<title>New one</title><h1>Fresh</h1>',
      '/pop': '<title>Pop up</title><button onclick="window.close()">Done</button>',
    });
    const hand = await openDevice(await pool());
    const title = () => expect.poll(async () => (await hand.device.scene(never)).title);
    await hand.open(site.url);
    await hand.click('New');
    await expect.poll(hand.text).toBe('Fresh');
    expect(await hand.act('switch_tab', { title: 'home' })).toBe('Switched to the tab "Home".');
    await hand.click('Pop');
    await title().toBe('Pop up');
    await hand.click('Done');
    await title().toBe('Home');
    await hand.act('switch_tab', { index: 2 });
    expect(await hand.act('close_tab')).toBe('Closed the tab "New one".');
    expect((await hand.device.scene(never)).title).toBe('Home');
    await expect(hand.act('close_tab')).rejects.toThrow("The only tab can't be closed.");
    await expect(hand.act('switch_tab', { url: '/none' }, 300)).rejects.toThrow(
      'There is no tab "/none"; open are "Home".',
    );
  });

  it('takes a click as done that closes its own tab before it is over', async () => {
    const site = await serve({
      '/': `<title>Home</title><button onclick="window.open('/pop')">Pop</button>`,
      '/pop': '<title>Pop up</title><button onmousedown="window.close()">Done</button>',
    });
    const hand = await openDevice(await pool());
    await hand.open(site.url);
    await hand.click('Pop');
    const title = () => expect.poll(async () => (await hand.device.scene(never)).title);
    await title().toBe('Pop up');
    expect(await hand.click('Done')).toBe('Clicked "Done".');
    await title().toBe('Home');
  });

  it('shows what an alert says, and does not stop for it', async () => {
    const hand = await show(`<button onclick="alert('Saved well'); document.title = 'after'">Save</button>`);
    await hand.click('Save');
    expect((await hand.device.scene(never)).title).toBe('after');
    expect(await hand.text()).toBe('Save\nSaved well');
    expect(await hand.find('saved well')).toMatchObject([
      { role: 'dialog', text: 'Saved well', isVisible: true },
    ]);
    expect(await hand.act('answer_dialog', { accept: true })).toBe('Accepted the dialog "Saved well".');
    await hand.act('hover', { target: { name: 'Save' } });
    expect(await hand.text()).toBe('Save');
  });

  it('leaves a question open for the next step, sees what it asks, and gives the answer', async () => {
    const hand = await show(
      `<button onclick="document.title = confirm('Are you sure?') ? 'yes' : 'no'">Delete</button><button onclick="document.title = prompt('Your name?', 'x')">Name</button>`,
    );
    await hand.device.screenshot(never);
    expect(await hand.click('Delete')).toBe('Clicked "Delete". A dialog asks: "Are you sure?"');
    expect(await hand.text()).toContain('Are you sure?');
    expect(await hand.find({ role: 'dialog', name: 'are you sure' })).toHaveLength(1);
    expect(await hand.device.snapshot(never)).toContain('- dialog "Are you sure?"');
    expect((await hand.device.screenshot(never)).length).toBeGreaterThan(100);
    await hand.device.settle(never);
    expect(await hand.act('wait_for', { text: 'sure?' })).toBe('"sure?" appeared.');
    expect(await hand.act('answer_dialog', { accept: true })).toBe('Accepted the dialog "Are you sure?".');
    expect((await hand.device.scene(never)).title).toBe('yes');
    await hand.click('Name');
    await hand.act('answer_dialog', { accept: true, text: 'Ann' });
    expect((await hand.device.scene(never)).title).toBe('Ann');
  });

  it('sees a question that a page asks while it loads', async () => {
    const hand = await show(
      `<script>document.title = confirm('Take cookies?') ? 'taken' : 'left'</script><p>Hello</p>`,
    );
    expect(await hand.text()).toBe('Take cookies?');
    await hand.act('answer_dialog', { accept: true });
    expect((await hand.device.scene(never)).title).toBe('taken');
    expect(await hand.text()).toBe('Hello');
  });

  it('dismisses a question that no step answers', async () => {
    const hand = await show(
      `<button onclick="document.title = confirm('Sure?') ? 'yes' : 'no'">Delete</button><button>Next</button>`,
    );
    await hand.click('Delete');
    await hand.click('Next');
    expect((await hand.device.scene(never)).title).toBe('no');
  });

  it('takes an answer before the step that opens the dialog, which must then open one', async () => {
    const hand = await show(
      `<button onclick="document.title = confirm('Sure?') ? 'yes' : 'no'">Delete</button> <button>Other</button>`,
    );
    expect(await hand.act('answer_dialog', { accept: true })).toBe('The next dialog will be accepted.');
    await hand.click('Delete');
    expect((await hand.device.scene(never)).title).toBe('yes');
    expect(await hand.text()).toBe('Delete Other');
    const again = await show('<button>Other</button>');
    await again.act('answer_dialog', { accept: false });
    await expect(again.click('Other')).rejects.toThrow(
      'A dialog was to be answered, but this step opened none.',
    );
    await expect(again.act('answer_dialog', { accept: true }, 300)).rejects.toThrow(
      'No dialog has opened within 0.3 s.',
    );
  });

  it('leaves a page that would rather be kept', async () => {
    const site = await serve({
      '/': '<label>A <input></label><a href=/two>Two</a><script>onbeforeunload = (event) => event.preventDefault()</script>',
      '/two': '<h1>Second</h1>',
    });
    const hand = await openDevice(await pool());
    await hand.open(site.url);
    await hand.type('A', 'x');
    await hand.click('Two');
    await expect.poll(hand.text).toBe('Second');
  });
});
