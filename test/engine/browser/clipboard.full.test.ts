import { describe, expect, it } from 'vitest';
import type { DeviceRequest } from '../../../src/engine/acting/device.ts';
import { type Listener, listener } from './listener.ts';
import {
  field,
  heardBy,
  heldIn,
  keepsItsSecret,
  openSite,
  pastesBy,
  pastesNothing,
  secret,
  sharing,
  target,
  value,
} from './shared-secret.ts';
import { noBrowser, usePool, why } from './support.ts';

describe.skipIf(noBrowser)(`the clipboard${why}`, () => {
  const pool = usePool();

  const open = async (site: Listener, request: Partial<DeviceRequest> = {}) =>
    openSite(await pool(), site, request);

  describe('is given nothing by', () => {
    it.each([
      ['a field that takes a part of it', field('maxlength=9')],
      ['a text area', '<label>Password <textarea></textarea></label>'],
      ['an editable part', '<div contenteditable role=textbox aria-label=Password>old</div>'],
      [
        'a field in a shadow root',
        `<div></div><script>document.querySelector('div').attachShadow({ mode: 'open' }).innerHTML = '<label>Password <input></label>'</script>`,
      ],
    ])('%s that a secret was typed into', async (_source, html) => {
      await keepsItsSecret(await pool(), html);
    });

    const keys = ['Ctrl+C', 'Meta+c', 'Control+Insert', 'Control+Numpad0', 'Control+KeyC', 'Control+c+a'];
    const cuts = ['Control+X', 'cmd+x', 'Shift+Delete', 'ShiftLeft+Delete', 'ControlOrMeta+X'];

    it('any key that copies or cuts in such a field', async () => {
      const site = await listener(field());
      const hand = await open(site, { secrets: [secret([site.host])] });
      await hand.type('Password', value);
      for (const key of [...keys, ...cuts]) {
        await hand.act('press', { key: 'Control+A' });
        await expect(hand.act('press', { key }), key).rejects.toMatchObject({ code: 'SECRET_PROTECTED' });
      }
      expect(await heldIn(hand, 'Password')).toBe(value);
    });

    it('a field that holds an ordinary text by now', async () => {
      const site = await listener(`${field()}<label>Copy <input></label>`);
      const hand = await open(site, { secrets: [secret([site.host])] });
      await hand.type('Password', value);
      await hand.type('Password', 'Ada');
      await hand.act('press', { key: 'Control+A' });
      await hand.act('press', { key: 'Control+X' });
      await hand.act('press', { key: 'Control+V', ...target('Copy') });
      expect(await Promise.all(['Password', 'Copy'].map((name) => heldIn(hand, name)))).toEqual(['', 'Ada']);
    });
  });

  describe('with a secret that a page has copied is pasted', () => {
    it.each(['Control+V', 'Meta+V', 'Control+Shift+V', 'Control+KeyV', 'Control+v+a'])(
      'by %s on no page of another host',
      async (key) => {
        await pastesNothing(await pool(), (hand) => pastesBy(hand, key));
      },
    );

    it('within HTML alone on no page of another host', async () => {
      const [site, other] = await Promise.all([
        listener(sharing),
        listener('<div contenteditable role=textbox aria-label=Name></div>'),
      ]);
      const hand = await open(site, { secrets: [secret([site.host])], allowedHosts: ['127.0.0.1'] });
      await hand.click('Copy link');
      await hand.open(other.url);
      await expect(hand.act('press', { key: 'Control+v', ...target('Name') })).rejects.toMatchObject({
        code: 'SECRET_NOT_FOR_HOST',
      });
      expect((await heardBy(other)).join()).not.toContain('correct');
    });
  });
});
