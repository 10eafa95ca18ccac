import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { later, page, perform, seesForAMoment, seesNothingTakenBack, unread } from './settling.ts';
import { never, noBrowser, openDevice, serve, usePool, why } from './support.ts';

describe.skipIf(noBrowser)(`an answer whose body nobody reads${why}`, () => {
  const pool = usePool();

  it('is not waited for once its head is there', async () => {
    const site = await serve({
      '/': page(`fetch('/api').then((answer) => { kept = answer; setTimeout(() => fetch('/mark'), 2500) })`),
      '/api': later(150),
      '/mark': '',
    });
    const hand = await openDevice(await pool());
    await hand.open(site.url);
    await hand.click('Save');
    await hand.device.settle(never);
    expect(site.requests).toEqual(['GET /', 'GET /api']);
  });

  it('is waited for as long as more of it comes', async () => {
    const streams: ServerResponse[] = [];
    const site = await serve({
      '/': page(`fetch('/stream').then((answer) => answer.text()).then(() => { message.hidden = false })`),
      '/stream': (_request, response) => void streams.push(response.writeHead(200, unread)),
    });
    const hand = await openDevice(await pool());
    await hand.open(site.url);
    await hand.click('Save');
    let isSettled = false;
    const settling = hand.device.settle(never).then(() => {
      isSettled = true;
    });
    await expect.poll(() => streams.length).toBe(1);
    for (let part = 0; part < 8; part += 1) {
      streams[0]?.write('x'.repeat(100));
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(isSettled).toBe(false);
    }
    streams[0]?.end();
    await settling;
    expect(await hand.text()).toContain('Settings saved');
  });

  it('does not hide the message that it brings for a moment', async () => {
    await seesForAMoment(await pool(), 1);
  });
});

describe.skipIf(noBrowser)(`a message that goes again${why}`, () => {
  const pool = usePool();

  it('has been seen, also where it goes while something else is still awaited', async () => {
    const site = await serve({
      '/': page(
        `fetch('/api').then((answer) => answer.text()).then(() => {
           message.hidden = false; setTimeout(() => { message.hidden = true }, 1800);
         });
         fetch('/list')`,
      ),
      '/api': later(50),
      '/list': () => undefined,
    });
    const hand = await openDevice(await pool());
    await hand.open(site.url);
    await perform(hand, 'Click "Save"');
    await hand.device.settle(never);
    await expect.poll(() => hand.text()).not.toContain('Settings saved');
    expect(await perform(hand, 'See "Settings saved"')).toBe('Saw "Settings saved". It has gone since.');
    expect(await perform(hand, 'Do not see "Settings saved"')).toBe('Did not see "Settings saved".');
  });

  it('has not been seen where the page takes it back when the server answers', async () => {
    await seesNothingTakenBack(await pool(), 1);
  });
});
