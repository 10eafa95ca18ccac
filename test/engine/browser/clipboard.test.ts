import { describe, expect, it } from 'vitest';
import type { DeviceRequest } from '../../../src/engine/acting/device.ts';
import { type Listener, listener } from './listener.ts';
import {
  field,
  heardBy,
  heldIn,
  keepsItsSecret,
  onLocalhost,
  openSite,
  pastesBy,
  pastesNothing,
  secret,
  sharing,
  target,
  value,
} from './shared-secret.ts';
import { type Hand, never, noBrowser, usePool, why } from './support.ts';

describe.skipIf(noBrowser)(`the clipboard${why}`, () => {
  const pool = usePool();

  const open = async (site: Listener, request: Partial<DeviceRequest> = {}) =>
    openSite(await pool(), site, request);

  describe('is given nothing by', () => {
    it.each([
      ['a field', field()],
      ['a password field', field('type=password')],
    ])('%s that a secret was typed into', async (_source, html) => {
      await keepsItsSecret(await pool(), html);
    });

    it('a password field, whatever it holds', async () => {
      const site = await listener(`${field('type=password')}<label>Name <input></label>`);
      const hand = await open(site);
      await hand.type('Name', 'Ada');
      await hand.type('Password', 'nothing secret');
      await hand.act('press', { key: 'Control+A' });
      for (const key of ['Control+C', 'Shift+Delete'])
        await expect(hand.act('press', { key })).rejects.toMatchObject({
          code: 'SECRET_PROTECTED',
          message: expect.stringContaining('password field'),
        });
      await hand.act('select_text', target('Name'));
      await hand.act('press', { key: 'Control+C' });
    });

    it('a field with a secret in a frame', async () => {
      const inner = await listener(field());
      const site = await listener(`<iframe src="${onLocalhost(inner.url)}"></iframe>`);
      const hosts = [new URL(onLocalhost(inner.url)).host];
      const hand = await open(site, { secrets: [secret(hosts)] });
      await hand.type('Password', value);
      await hand.act('press', { key: 'Control+A' });
      await expect(hand.act('press', { key: 'Control+C' })).rejects.toMatchObject({
        code: 'SECRET_PROTECTED',
      });
    });
  });

  describe('with a secret that a page has copied is pasted', () => {
    it('into a field on no page of another host', async () => {
      await pastesNothing(await pool(), (hand) => hand.act('press', { key: 'Control+v', ...target('Name') }));
    });

    it('by Shift+Insert on no page of another host', async () => {
      await pastesNothing(await pool(), (hand) => pastesBy(hand, 'Shift+Insert'));
    });

    it('by no key that copies as well, before anybody has judged what', async () => {
      const site = await listener('<label>Name <input></label>');
      const hand = await open(site, { secrets: [secret([site.host])] });
      await hand.type('Name', 'Ada');
      await expect(hand.act('press', { key: 'Control+c+v' })).rejects.toMatchObject({
        name: 'ActionFailed',
        message: expect.stringContaining('one after the other'),
      });
    });

    it('where it may be typed, as by keys', async () => {
      const site = await listener(
        `${sharing}<script>addEventListener('paste', ({ clipboardData }) => tell('pasted ' + clipboardData.getData('text/plain')))</script>`,
      );
      const hand = await open(site, { secrets: [secret([site.host])] });
      await hand.type('Note', 'a  b');
      await hand.click('Copy key');
      await hand.click('Note');
      for (const key of ['Control+Home', 'ArrowRight', 'ArrowRight', 'Control+V'])
        await hand.act('press', { key });
      expect(await heldIn(hand, 'Note')).toBe(`a ${value} b`);
      await expect.poll(() => site.heard).toContain(`pasted ${value}`);
      expect(await hand.device.trace(never)).toBeNull();
    });

    it.each(['127.0.0.1', 'localhost'])('into no frame of another host, on %s', async (name) => {
      const other = await listener('<label>Card <input></label>');
      const site = await listener(
        `${sharing}<iframe src="${other.url.replace('127.0.0.1', name)}"></iframe>`,
      );
      const hand = await open(site, { secrets: [secret(null)] });
      await hand.click('Copy key');
      await hand.act('press', { key: 'Control+V', ...target('Note') });
      expect(await heldIn(hand, 'Note')).toBe(value);
      await hand.click('Card');
      await expect(hand.act('press', { key: 'Control+V' })).rejects.toMatchObject({
        code: 'SECRET_NOT_FOR_HOST',
      });
      expect((await heardBy(other)).join()).not.toContain('correct');
    });

    it.each(['127.0.0.1', 'localhost'])(
      'into no frame on %s that takes the focus from the field that it is pasted into',
      async (name) => {
        const thief = await listener(
          '<input><script>setInterval(() => document.querySelector("input").focus(), 1)</script>',
        );
        const site = await listener(
          `${sharing}<iframe src="${thief.url.replace('127.0.0.1', name)}"></iframe>`,
        );
        const hand = await open(site, { secrets: [secret([site.host])] });
        await hand.click('Copy key');
        await hand.act('press', { key: 'Control+V', ...target('Note') }).catch(() => undefined);
        expect((await heardBy(thief)).join()).not.toContain('correct');
      },
    );
  });

  it('takes a secret without hosts and ordinary texts from page to page, as ever', async () => {
    const [site, other] = await Promise.all([
      listener(`${sharing}<label>Name <input></label><div contenteditable><b>bold</b> text</div>`),
      listener('<label>Name <input></label><div contenteditable role=textbox aria-label=Text></div>'),
    ]);
    const secrets = [secret(null), { name: 'token', value: 'abcd-1234', hosts: ['shop.example.com'] }];
    const hand = await open(site, { secrets, allowedHosts: ['127.0.0.1'] });
    await hand.type('Name', 'Ada');
    await hand.act('press', { key: 'Control+A' });
    await hand.act('press', { key: 'Control+C' });
    await hand.open(other.url);
    await hand.act('press', { key: 'Control+V', ...target('Name') });
    expect(await heldIn(hand, 'Name')).toBe('Ada');
    await hand.open(site.url);
    await hand.act('select_text', { target: { name: 'bold text' } });
    await hand.act('press', { key: 'Control+Insert' });
    await hand.open(other.url);
    await hand.act('press', { key: 'Shift+Insert', ...target('Text') });
    expect((await hand.find('Text'))[0]?.text).toContain('bold text');
    await hand.open(site.url);
    await hand.click('Copy key');
    await hand.open(other.url);
    await hand.act('press', { key: 'Control+V', ...target('Name') });
    expect(await heldIn(hand, 'Name')).toBe(value);
  });

  it('holds nothing that another run has copied or selected', async () => {
    const site = await listener('<label>Name <input></label>');
    const first = await open(site);
    await first.type('Name', 'of the first run');
    await first.act('press', { key: 'Control+A' });
    await first.act('press', { key: 'Control+C' });
    await first.device.close();
    const second = await open(site);
    await second.act('press', { key: 'Control+V', ...target('Name') });
    await second.act('click', { ...target('Name'), button: 'middle' });
    expect((await heldIn(second, 'Name'))?.trim()).toBe('');
  });

  it('of what is selected gets nothing secret to a middle click', async () => {
    const site = await listener(`${field('type=password')}<label>Name <input></label>`);
    const hand = await open(site, { secrets: [secret([site.host])] });
    await hand.type('Password', value);
    await hand.click('Password');
    await hand.act('press', { key: 'Control+A' });
    await hand.act('click', { ...target('Name'), button: 'middle' });
    expect((await heldIn(hand, 'Name'))?.trim()).toBe('');
  });
});

describe.skipIf(noBrowser)(`a drag${why}`, () => {
  const pool = usePool();

  const open = async (site: Listener, request: Partial<DeviceRequest> = {}) =>
    openSite(await pool(), site, request);
  const drag = (hand: Hand, from: string, to: string) =>
    hand.act('drag', { target: { name: from }, to: { name: to } });

  it('takes nothing out of a field that holds a secret, nor out of a password field', async () => {
    const site = await listener(
      `${field()}<label>Name <input></label><label>Pin <input type=password></label>`,
    );
    const hand = await open(site, { secrets: [secret([site.host])] });
    await hand.type('Password', value);
    await hand.type('Pin', 'nothing secret');
    for (const from of ['Password', 'Pin']) {
      await hand.act('select_text', target(from));
      await expect(drag(hand, from, 'Name')).rejects.toMatchObject({ code: 'SECRET_PROTECTED' });
    }
    expect((await hand.find('Name'))[0]?.value).toBe('');
  });

  it.each([
    ['a text that is selected', `<p id=key>${value}</p>`, true],
    [
      'what its page has given it',
      `<p draggable=true id=key>My key</p>
       <script>document.querySelector('#key').addEventListener('dragstart', (event) => {
         event.stopPropagation();
         event.dataTransfer.setData('text/plain', '${value}');
       })</script>`,
      false,
    ],
  ])('takes %s with a secret into no frame of another host', async (_what, html, isSelected) => {
    const other = await listener('<label>Card <input></label>');
    const site = await listener(`${html}<iframe src="${other.url}"></iframe>`);
    const hand = await open(site, { secrets: [secret([site.host])] });
    const from = isSelected ? value : 'My key';
    if (isSelected) await hand.act('select_text', target(from));
    await expect(drag(hand, from, 'Card')).rejects.toMatchObject({ code: 'SECRET_NOT_FOR_HOST' });
    await fetch(`${other.url}/heard`, { method: 'POST', body: 'the end' });
    expect(other.heard).toEqual(['the end']);
  });

  it('takes no secret out of a frame into the page of another host around it', async () => {
    const inner = await listener(`<p>${value}</p>`);
    const site = await listener(`<iframe src="${inner.url}"></iframe><label>Name <input></label>`);
    const hand = await open(site, { secrets: [secret([inner.host])] });
    await hand.act('select_text', target(value));
    await drag(hand, value, 'Name').catch(() => undefined);
    await fetch(`${site.url}/heard`, { method: 'POST', body: 'the end' });
    expect(site.heard.join()).not.toContain('correct');
  });

  it('takes a secret and an ordinary text to a place on its own host', async () => {
    const site = await listener(`<p>${value}</p><p>plain words</p><label>Name <input></label>`);
    const hand = await open(site, { secrets: [secret([site.host])] });
    for (const text of [value, 'plain words']) {
      await hand.type('Name', '');
      await hand.act('select_text', target(text));
      await drag(hand, text, 'Name');
      expect((await hand.find('Name'))[0]?.value).toBe(text);
    }
  });
});
