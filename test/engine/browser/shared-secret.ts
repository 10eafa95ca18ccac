import { expect } from 'vitest';
import type { DevicePool, DeviceRequest } from '../../../src/engine/acting/device.ts';
import { type Listener, listener } from './listener.ts';
import { type Hand, openDevice } from './support.ts';

export const value = 'correct horse battery';
export const secret = (hosts: string[] | null) => ({ name: 'password', value, hosts });
export const field = (more = '') => `<label>Password <input ${more}></label>`;
export const target = (name: string) => ({ target: { name } });
export const onLocalhost = (url: string) => url.replace('127.0.0.1', 'localhost');

/** A page that shows the secret, and copies it when its button is clicked: as text, or only within HTML. */
export const sharing = `<p id=key>${value}</p><button>Copy key</button><button>Copy link</button>
  <label>Note <textarea></textarea></label>
  <script>
    const [key, link] = document.querySelectorAll('button');
    key.onclick = () => { getSelection().selectAllChildren(document.querySelector('#key')); document.execCommand('copy') };
    link.onclick = () => {
      addEventListener('copy', (event) => {
        event.preventDefault();
        event.clipboardData.setData('text/html', '<a href="/?q=${value}">key</a>');
      }, { once: true });
      getSelection().selectAllChildren(document.querySelector('#key'));
      document.execCommand('copy');
    };
  </script>`;

export async function openSite(
  pool: DevicePool,
  site: Listener,
  request: Partial<DeviceRequest> = {},
): Promise<Hand> {
  const hand = await openDevice(pool, request);
  await hand.open(site.url);
  return hand;
}

export const heldIn = async (hand: Hand, name: string) => (await hand.find(name))[0]?.value;

/** What the page would have told is told before this. */
export async function heardBy(site: Listener): Promise<string[]> {
  await fetch(`${site.url}/heard`, { method: 'POST', body: 'the end' });
  return site.heard.filter((text) => text !== 'the end');
}

/** Neither copied nor cut is the secret that was typed into "Password". */
export async function keepsItsSecret(pool: DevicePool, html: string): Promise<void> {
  const site = await listener(html);
  const hand = await openSite(pool, site, { secrets: [secret([site.host])] });
  await hand.type('Password', value);
  await hand.act('select_text', target('Password'));
  await expect(hand.act('press', { key: 'Control+c' })).rejects.toMatchObject({
    name: 'ExecutionFailure',
    code: 'SECRET_PROTECTED',
    message: expect.stringContaining('field that holds a secret'),
  });
  await expect(hand.act('press', { key: 'Control+X', ...target('Password') })).rejects.toMatchObject({
    code: 'SECRET_PROTECTED',
  });
}

/** With what another host has copied. */
export async function pastesNothing(
  pool: DevicePool,
  paste: (hand: Hand) => Promise<unknown>,
): Promise<void> {
  const [site, other] = await Promise.all([listener(sharing), listener('<label>Name <input></label>')]);
  const hand = await openSite(pool, site, { secrets: [secret([site.host])], allowedHosts: ['127.0.0.1'] });
  await hand.click('Copy key');
  await hand.open(other.url);
  await expect(paste(hand)).rejects.toMatchObject({
    name: 'ExecutionFailure',
    code: 'SECRET_NOT_FOR_HOST',
    message: expect.stringContaining('{{password}}'),
  });
  expect((await heardBy(other)).join()).not.toMatch(/correct|horse|battery/);
}

export async function pastesBy(hand: Hand, key: string): Promise<void> {
  await hand.click('Name');
  await hand.act('press', { key });
}
