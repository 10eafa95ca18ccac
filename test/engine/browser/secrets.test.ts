import { describe, expect, it } from 'vitest';
import type { DeviceRequest } from '../../../src/engine/acting/device.ts';
import { type Listener, listener } from './listener.ts';
import { field, isHeard, openSite, secret, toldWays, value, ways } from './secret-ways.ts';
import { type Hand, never, noBrowser, openDevice, usePool, why } from './support.ts';

describe.skipIf(noBrowser)(`a secret${why}`, () => {
  const pool = usePool();

  const open = async (site: Listener, request: Partial<DeviceRequest>) =>
    openSite(await pool(), site, request);

  it('is in no glimpse of the page, which is not covered for it', async () => {
    const site = await listener(`<h1>Welcome</h1><p></p>`, { '/shown': `<p>Your key: ${value}</p>` });
    const hand = await open(site, { secrets: [secret(null)] });
    const before = await hand.device.page?.glimpse();
    expect(before?.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    await hand.open(`${site.url}/shown`);
    expect(await hand.device.page?.glimpse()).toBeNull();
    await hand.open(site.url);
    expect(await hand.device.page?.glimpse()).not.toBeNull();
  });

  async function refused(site: Listener, hand: Hand, act: () => Promise<unknown>): Promise<void> {
    await expect(act()).rejects.toMatchObject({
      name: 'ExecutionFailure',
      code: 'SECRET_NOT_FOR_HOST',
      message: expect.stringContaining('{{password}}'),
    });
    // The run is over: nothing can be tried again.
    await expect(hand.device.scene(never)).rejects.toMatchObject({ code: 'SECRET_NOT_FOR_HOST' });
    // What the page would have told is told before this.
    await fetch(`${site.url}/heard`, { method: 'POST', body: 'the end' });
    expect(site.heard).toEqual(['the end']);
  }

  it.each(ways)(
    'that is bound to other hosts is not %s: the page gets no letter',
    async (_way, html, act) => {
      const site = await listener(html);
      const hand = await open(site, { secrets: [secret(['shop.example.com'])] });
      await refused(site, hand, () => act(hand));
    },
  );

  it.each(toldWays.slice(0, 1))('is %s on a page of its hosts', async (...way) => {
    await isHeard(await pool(), way);
  });

  it('that is typed is what the field then holds, in place of what it held or behind it', async () => {
    const site = await listener(
      `<form novalidate onsubmit="document.title = JSON.stringify([...new FormData(this).values()]); return false">
       <label>Password <input type=password name=a value=old maxlength=40></label>
       <label>Note <textarea name=b>old </textarea></label><label>Mail <input type=email name=c value=a></label>
       <label>Born <input type=date name=d value=2001-01-01></label><label>Slow <input name=e disabled></label><button>Go</button></form>
       <script>setTimeout(() => { document.querySelector('[name=e]').disabled = false }, 300)</script>`,
    );
    const hand = await open(site, {
      secrets: [secret([site.host]), { name: 'day', value: '1999-12-31', hosts: null }],
    });
    await hand.type('Password', value);
    await hand.act('type', { target: { name: 'Note' }, text: value, replace: false });
    await hand.act('type', { target: { name: 'Mail' }, text: value, replace: false });
    await hand.type('Born', '1999-12-31');
    await hand.type('Slow', value);
    await hand.click('Go');
    const { title } = await hand.device.scene(never);
    expect(JSON.parse(title ?? '')).toEqual([value, `old ${value}`, `a${value}`, '1999-12-31', value]);
  });

  it('without hosts goes to pages of the hosts that the run may go to, and to no frame of another', async () => {
    const other = await listener('<label>Card <input></label>');
    const site = await listener(
      `${field}<iframe src="/inner"></iframe><iframe src="${other.url}"></iframe><iframe src="${other.url.replace('127.0.0.1', 'localhost')}"></iframe>`,
      { '/inner': '<label>Inner <input></label>' },
    );
    const hand = await open(site, { secrets: [secret(null)] });
    await hand.type('Password', value);
    await hand.type('Inner', value);
    expect(await Promise.all(['Password', 'Inner'].map((name) => hand.find(name)))).toMatchObject([
      [{ value }],
      [{ value }],
    ]);
    const again = await open(site, { secrets: [secret(null)] });
    await refused(other, again, () => again.act('type', { target: { name: 'Card', nth: 1 }, text: value }));
    const third = await open(site, { secrets: [secret(null)] });
    await expect(third.act('type', { target: { name: 'Card', nth: 2 }, text: value })).rejects.toMatchObject({
      code: 'SECRET_NOT_FOR_HOST',
    });
    const bound = await open(site, { secrets: [secret([other.host])] });
    await bound.act('type', { target: { name: 'Card', nth: 1 }, text: value });
    await expect.poll(() => other.heard.at(-1)).toBe(value);
    const listed = await open(site, { secrets: [secret(null)], allowedHosts: [site.host, other.host] });
    await listed.act('type', { target: { name: 'Card', nth: 1 }, text: value });
  });

  it('by the reference of a snapshot is judged by the frame that the reference is in', async () => {
    const other = await listener('<label>Card <input></label>');
    const site = await listener(`<iframe src="${other.url}"></iframe>`);
    const hand = await open(site, { secrets: [secret(null)] });
    await expect.poll(() => hand.device.snapshot(never)).toContain('Card');
    const ref = /textbox "Card".*?\[ref=(\w+)\]/.exec(await hand.device.snapshot(never))?.[1];
    await refused(other, hand, () => hand.act('type', { target: { ref }, text: value }));
  });

  it.each(['127.0.0.1', 'localhost'])(
    'does not go to a frame on %s that takes the focus from the field that it is typed into',
    async (name) => {
      const thief = await listener(
        '<input><script>setInterval(() => document.querySelector("input").focus(), 1)</script>',
      );
      const site = await listener(`${field}<iframe src="${thief.url.replace('127.0.0.1', name)}"></iframe>`);
      const hand = await open(site, { secrets: [secret(null)] });
      await hand.type('Password', value);
      await hand.act('type', { target: { name: 'Password' }, text: value, replace: false });
      expect((await hand.find('Password'))[0]?.value).toBe(`${value}${value}`);
      await fetch(`${thief.url}/heard`, { method: 'POST', body: 'the end' });
      expect(thief.heard).toEqual(['the end']);
    },
  );

  it.each([
    ['as it was written', (frame: string) => `<iframe srcdoc="${frame}"></iframe>`],
    [
      'by a script',
      (frame: string) =>
        `<iframe></iframe><script>frames[0].document.write(${JSON.stringify(frame).replaceAll('</', '<\\/')}); frames[0].document.close()</script>`,
    ],
  ])('goes to a frame without an address that its page has filled %s', async (_way, html) => {
    const site = await listener(html('<label>Inner <input></label>'));
    const hand = await open(site, { secrets: [secret([site.host])] });
    await hand.type('Inner', value);
    const wrong = await open(site, { secrets: [secret(['shop.example.com'])] });
    await expect(wrong.type('Inner', value)).rejects.toMatchObject({ code: 'SECRET_NOT_FOR_HOST' });
  });

  it('is no answer to a dialog of another host, whether it is open or comes after', async () => {
    const html = `<button onclick="document.title = 'got ' + prompt('Password?')">Ask</button>`;
    const site = await listener(html);
    const answer = { accept: true, text: value };
    const hand = await open(site, { secrets: [secret(['shop.example.com'])] });
    await hand.click('Ask');
    await refused(site, hand, () => hand.act('answer_dialog', answer));
    const early = await open(site, { secrets: [secret(['shop.example.com'])] });
    await expect(early.act('answer_dialog', answer).then(() => early.click('Ask'))).rejects.toMatchObject({
      code: 'SECRET_NOT_FOR_HOST',
    });
    const right = await open(site, { secrets: [secret([site.host])] });
    await right.click('Ask');
    await right.act('answer_dialog', answer);
    expect((await right.device.scene(never)).title).toBe(`got ${value}`);
  });

  it('is no answer to a dialog where a frame of another host may have asked', async () => {
    const other = await listener(`<button onclick="tell('got ' + prompt('Password?'))">Ask</button>`);
    const site = await listener(`<iframe srcdoc="x"></iframe><iframe src="${other.url}"></iframe>`);
    const hand = await open(site, { secrets: [secret(null)] });
    await hand.click('Ask');
    await expect(hand.act('answer_dialog', { accept: true, text: value })).rejects.toMatchObject({
      code: 'SECRET_NOT_FOR_HOST',
    });
    await expect.poll(() => other.heard).toEqual(['got null']);
  });

  it.each([
    ['a query', (url: string) => `${url}/?q=${value}`],
    ['an escaped query', (url: string) => `${url}/?q=${encodeURIComponent(value)}`],
    ['a path', (url: string) => new URL(`/x/${value}`, url).href],
    ['a fragment', (url: string) => `${url}/#${value}`],
    ['a host', (url: string) => url.replace('127.0.0.1', 'QuietPlace.localhost')],
  ])('in %s of an address goes to that host: another one is not asked', async (_part, address) => {
    const site = await listener('<h1>Here</h1>', {
      [`/x/${new URL(`/${value}`, 'http://x').pathname.slice(1)}`]: '',
    });
    const hidden = { name: 'place', value: 'QuietPlace', hosts: ['shop.example.com'] };
    const bound = await openDevice(await pool(), {
      secrets: [{ ...secret(['shop.example.com']), name: 'place' }, hidden],
    });
    await expect(bound.open(address(site.url))).rejects.toMatchObject({
      code: 'SECRET_NOT_FOR_HOST',
      message: expect.stringContaining('{{place}}'),
    });
    expect(site.requests).toEqual([]);
  });

  it('in an address is opened on its own hosts', async () => {
    const site = await listener('<h1>Here</h1>');
    const hand = await openDevice(await pool(), { secrets: [secret([site.host])] });
    await hand.open(`${site.url}/?q=${value}`);
    expect(await hand.text()).toBe('Here');
  });

  it('that lies within another is not taken for it, and one value of two variables goes where either may', async () => {
    const site = await listener(field);
    const hand = await open(site, {
      secrets: [
        { name: 'short', value: 'battery', hosts: ['shop.example.com'] },
        secret([site.host]),
        { name: 'twin', value, hosts: ['shop.example.com'] },
      ],
    });
    await hand.type('Password', value);
    await expect(hand.type('Password', 'my battery')).rejects.toMatchObject({
      code: 'SECRET_NOT_FOR_HOST',
      message: expect.stringContaining('{{short}}'),
    });
  });
});
