import { describe, expect, it } from 'vitest';
import { never, noBrowser, openDevice, serve, usePool, why } from './support.ts';

describe.skipIf(noBrowser)(`what goes wrong beside the screen${why}`, () => {
  const pool = usePool();

  it('is waited for, but not for ever: an answer that comes late is there after settling', async () => {
    const site = await serve({
      '/': `<p>Saved</p><button onclick="fetch('/save').then(() => fetch('/then'))">Save</button><script>new EventSource('/events'); fetch('/poll')</script>`,
      '/save': (_request, response) => void setTimeout(() => response.writeHead(500).end(), 300),
      '/then': (_request, response) => void setTimeout(() => response.writeHead(503).end(), 300),
      '/events': (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n'),
      '/poll': () => undefined,
    });
    const hand = await openDevice(await pool());
    await hand.open(site.url);
    await hand.device.settle(never);
    await hand.click('Save');
    await hand.device.settle(never);
    expect((await hand.device.incidents()).map(({ status }) => status)).toEqual([500, 503]);
  });
});
