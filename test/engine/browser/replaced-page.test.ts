import { describe, expect, it } from 'vitest';
import { pixelAt, sizeOf } from './pictures.ts';
import { type Hand, never, noBrowser, openDevice, type Site, serve, usePool, why } from './support.ts';

const hops = 8;
const secret = 'relay-secret';
const size = { width: 1280, height: 720 };

/** The same page again and again, each after another time than the last: looks meet every moment of its replacement. */
function serveRelay(): Promise<Site> {
  return serve({
    '/': (request, response) => {
      const hop = Number(new URL(request.url ?? '/', 'http://site').searchParams.get('hop') ?? 0);
      const go = `<script>setTimeout(() => location.replace('/?hop=${hop + 1}'), ${(hop * 37) % 120})</script>`;
      const body = `<title>Relay</title><body style="margin:0"><h1>Relay</h1>
        <p style="position:absolute;left:0;top:100px;width:400px;height:50px;background:#f00">${secret}</p>
        <iframe src="/within"></iframe>${hop < hops ? go : '<p>Arrived</p>'}`;
      response.setHeader('content-type', 'text/html; charset=utf-8').end(body);
    },
    '/within': '<p>Within</p>',
  });
}

describe.skipIf(noBrowser)(`a page that is replaced${why}`, () => {
  const pool = usePool();

  it('has its picture taken at any moment', async () => {
    const site = await serve({
      '/': '<form action="/next"><label>Name <input name="name"></label></form>',
      '/next': '<h1>Next</h1>',
    });
    const hand = await openDevice(await pool());
    for (let round = 0; round < 5; round += 1) {
      await hand.open(site.url);
      await hand.type('Name', 'lund');
      let isLeft = false;
      const leave = hand.act('press', { key: 'Enter' }).finally(() => {
        isLeft = true;
      });
      while (!isLeft) expect(sizeOf(await hand.device.screenshot(never))).toEqual(size);
      await leave;
      // A page that begins to leave only now would take the place of the one opened next.
      await expect.poll(() => pages(site, '/next')).toBe(round + 1);
    }
  });
});

describe.skipIf(noBrowser)(`a page that is replaced all the time${why}`, () => {
  const pool = usePool();

  const looks: Record<string, (hand: Hand) => Promise<void>> = {
    'its text': async ({ device }) => {
      expect((await device.scene(never)).url).toContain('/');
    },
    'its things': async ({ find }) => {
      expect((await find('Relay')).length).toBeLessThan(2);
    },
    'its snapshot': async ({ device }) => {
      expect(await device.snapshot(never)).toContain('Page: http');
    },
    'its scrolling': async ({ act }) => {
      expect(await act('scroll', { direction: 'down' })).toContain('scroll');
    },
    'its keys and requests': async ({ act, device }) => {
      expect(await act('press', { key: 'Tab' })).toBe('Pressed Tab.');
      await device.settle(never);
    },
  };

  it.each(Object.entries(looks))('gives %s at any moment', async (_name, look) => {
    const site = await serveRelay();
    const hand = await openDevice(await pool());
    await hand.open(site.url);
    while (pages(site, '/') <= hops) await look(hand);
    await look(hand);
    await expect.poll(hand.text).toContain('Arrived');
  });

  it('shows in no picture what is secret', async () => {
    const site = await serveRelay();
    const hand = await openDevice(await pool(), { secrets: [{ name: 'word', value: secret, hosts: null }] });
    await hand.open(site.url);
    const pictures: Buffer[] = [];
    // The browser may give none in time, and a run goes on without it.
    const take = () =>
      hand.device.screenshot(never).then(
        (png) => void pictures.push(png),
        (error: unknown) => expect(error).toMatchObject({ code: 'SITE_TIMEOUT' }),
      );
    while (pages(site, '/') <= hops) await take();
    const colourOf = (png: Buffer) => Buffer.from(pixelAt(png, 300, 125)).toString('hex');
    // Covered, or not there yet.
    for (const png of pictures) expect(['444444', 'ffffff']).toContain(colourOf(png));
    // The page rests now: its picture comes, and is covered.
    await expect.poll(async () => colourOf(await hand.device.screenshot(never))).toBe('444444');
  });

  it('is loaded anew and gone back from, though it goes on by itself meanwhile', async () => {
    const site = await serveRelay();
    const hand = await openDevice(await pool());
    await hand.open(`${site.url}/within`);
    await hand.open(site.url);
    while (pages(site, '/') <= hops) await hand.act('reload');
    await expect.poll(hand.text).toContain('Arrived');
    await hand.act('back');
    expect(await hand.text()).toBe('Within');
  });
});

function pages({ requests }: Site, path: string): number {
  return requests.filter((line) => line === `GET ${path}`).length;
}
