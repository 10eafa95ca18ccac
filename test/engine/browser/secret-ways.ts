import { expect } from 'vitest';
import type { DevicePool, DeviceRequest } from '../../../src/engine/acting/device.ts';
import { type Listener, listener } from './listener.ts';
import { type Hand, openDevice } from './support.ts';

export const value = 'correct horse/battery"staple';
export const secret = (hosts: string[] | null) => ({ name: 'password', value, hosts });
export const field = '<label>Password <input></label>';

export async function openSite(
  pool: DevicePool,
  site: Listener,
  request: Partial<DeviceRequest>,
): Promise<Hand> {
  const hand = await openDevice(pool, request);
  await hand.open(site.url);
  return hand;
}

type Way = [name: string, html: string, act: (hand: Hand) => Promise<unknown>];

/** How a secret gets into a page. */
export const ways: Way[] = [
  ['typed', field, (hand) => hand.type('Password', value)],
  ['typed within a text', field, (hand) => hand.type('Password', `my ${value}!`)],
  [
    'added',
    '<label>Password <input value=x></label>',
    (hand) => hand.act('type', { target: { name: 'Password' }, text: value, replace: false }),
  ],
  [
    'typed into a text area',
    '<label>Password <textarea></textarea></label>',
    (hand) => hand.type('Password', value),
  ],
  [
    'typed into an editable part',
    '<div contenteditable role=textbox aria-label=Password>old</div>',
    (hand) => hand.type('Password', value),
  ],
  [
    'added to an editable part',
    '<ul><li contenteditable role=textbox aria-label=Password>old</ul>',
    (hand) => hand.act('type', { target: { name: 'Password' }, text: value, replace: false }),
  ],
  [
    'selected',
    `<label>Password <select><option>x<option>${value.replace('"', '&quot;')}</select></label>`,
    (hand) => hand.act('select', { target: { name: 'Password' }, option: value }),
  ],
  [
    'uploaded',
    '<label>File <input type=file></label>',
    (hand) => hand.act('upload', { target: { name: 'File' }, filename: 'a.txt', content: `it is ${value}` }),
  ],
  ['pressed', field, (hand) => hand.act('press', { key: value })],
];

/** How it gets there so that the page can tell. */
export const toldWays = ways.slice(0, -1);

/** The page hears of it. */
export async function isHeard(pool: DevicePool, [, html, act]: Way): Promise<void> {
  const site = await listener(html);
  const hand = await openSite(pool, site, { secrets: [secret(['shop.example.com', site.host])] });
  await act(hand);
  await expect.poll(() => site.heard.join('\n')).toMatch(/correct horse|a\.txt/);
}
