import { expect } from 'vitest';
import type { DevicePool } from '../../../src/engine/acting/device.ts';
import { type Hand, never, openDevice, serve } from './support.ts';

/** What ends the run only after the click is met by the next look. */
export async function follow(hand: Hand, name: string): Promise<void> {
  await hand.click(name);
  await hand.act('wait_for', { text: 'Never', seconds: 60 });
}

/** How a page may lead to another host. */
export const ways = (away: string): Array<[string, string]> => [
  ['a link', `<a href="${away}/x">Go</a>`],
  ['a link in a new tab', `<a target=_blank href="${away}/x">Go</a>`],
  ['a link without opener', `<a target=_blank rel=noopener href="${away}/x">Go</a>`],
  ['a form', `<form action="${away}/x"><button>Go</button></form>`],
  ['a form that posts', `<form method=post action="${away}/x"><button>Go</button></form>`],
  ['a script', `<button onclick="location = '${away}/x'">Go</button>`],
  ['a window', `<button onclick="window.open('${away}/x')">Go</button>`],
  ['a redirect', '<a href=/away>Go</a>'],
  ['a redirect in a new tab', '<a target=_blank href=/away>Go</a>'],
  ['a redirect after a redirect', '<a href=/twice>Go</a>'],
  [
    'a refresh',
    `<button onclick="document.head.innerHTML = '<meta http-equiv=refresh content=\\'0;url=${away}/x\\'>'">Go</button>`,
  ],
  [
    'a frame that breaks out',
    `<button onclick="document.body.innerHTML = '<iframe srcdoc=\\'<script>top.location.href=&quot;${away}/x&quot;</script>\\'></iframe>'">Go</button>`,
  ],
];

/** The run ends before the other host hears of it. */
export async function isKept(pool: DevicePool, way: string): Promise<void> {
  const other = await serve({ '/x': 'elsewhere' });
  const [, html = ''] = ways(other.url).find(([name]) => name === way) ?? [];
  expect(html).not.toBe('');
  const site = await serve({
    '/': html,
    '/away': (_request, response) => void response.writeHead(302, { location: `${other.url}/x` }).end(),
    '/twice': (_request, response) => void response.writeHead(307, { location: '/away' }).end(),
  });
  const hand = await openDevice(pool);
  await hand.open(site.url);
  const failure = await follow(hand, 'Go').catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'ExecutionFailure', code: 'HOST_NOT_ALLOWED' });
  expect(String(failure)).toContain(other.host);
  expect(String(failure)).toContain('allowedHosts');
  await expect(hand.device.scene(never)).rejects.toBe(failure);
  expect(other.requests).toEqual([]);
}
