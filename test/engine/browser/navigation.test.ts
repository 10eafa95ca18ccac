import { describe, expect, it } from 'vitest';
import { openable } from '../../../src/engine/browser/page/navigation-policy.ts';
import { quietPort } from '../../support/ports.ts';
import { never, noBrowser, openDevice, serve, startPool, usePool, webRequest, why } from './support.ts';
import { follow, isKept } from './ways-elsewhere.ts';

describe('an address', () => {
  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'chrome://version',
    'view-source:http://x',
    '/login',
    '',
  ])('such as %s can not be opened', (url) => {
    expect(openable(url)).toHaveProperty('fault');
  });
});

describe.skipIf(noBrowser)(`where a run may go${why}`, () => {
  const pool = usePool();

  it.each(['a link', 'a link in a new tab', 'a form that posts', 'a redirect', 'a frame that breaks out'])(
    'is kept when %s leads elsewhere: the other server sees no request',
    async (way) => {
      await isKept(await pool(), way);
    },
  );

  it('includes what the first navigation is redirected to, and no more', async () => {
    const third = await serve({ '/': 'third' });
    const second = await serve({ '/': `<h1>Second</h1><a href="${third.url}">Third</a>` });
    const first = await serve({
      '/': (_request, response) => void response.writeHead(302, { location: second.url }).end(),
      '/own': `<a href="${second.url}">Back</a>`,
    });
    const hand = await openDevice(await pool(), { targetUrl: first.url });
    await hand.open(first.url);
    expect(await hand.text()).toContain('Second');
    await hand.open(`${first.url}/own`);
    await hand.click('Back');
    await expect(follow(hand, 'Third')).rejects.toMatchObject({ code: 'HOST_NOT_ALLOWED' });
    expect(third.requests).toEqual([]);
  });

  it('is what the list says, where there is one; frames and parts of pages are free', async () => {
    const other = await serve({
      '/': '<p>Framed</p>',
      '/s.js': (_request, response) =>
        void response.setHeader('content-type', 'text/javascript').end('document.title = "scripted"'),
    });
    const site = await serve({
      '/': `<iframe src="${other.url}"></iframe><script src="${other.url}/s.js"></script><a href="${other.url}">Go</a>`,
    });
    const hand = await openDevice(await pool(), { allowedHosts: [site.host] });
    await hand.open(site.url);
    await expect.poll(hand.text).toBe('Framed\nGo');
    expect((await hand.device.scene(never)).title).toBe('scripted');
    await expect(follow(hand, 'Go')).rejects.toMatchObject({ code: 'HOST_NOT_ALLOWED' });
    const free = await openDevice(await pool(), { allowedHosts: ['127.0.0.1'] });
    await free.open(site.url);
    await free.click('Go');
    await expect.poll(free.text).toBe('Framed');
    const strict = await openDevice(await pool(), { allowedHosts: ['*.example.com'] });
    await expect(strict.open(site.url)).rejects.toMatchObject({ code: 'HOST_NOT_ALLOWED' });
  });

  it('does not mix up two runs of one browser', async () => {
    const a = await serve({ '/': '<h1>A</h1>' });
    const b = await serve({ '/': '<h1>B</h1>' });
    const hands = await Promise.all([openDevice(await pool()), openDevice(await pool())]);
    await Promise.all([hands[0].open(a.url), hands[1].open(b.url)]);
    await expect(hands[0].open(b.url)).rejects.toMatchObject({ code: 'HOST_NOT_ALLOWED' });
    expect(await hands[1].text()).toBe('B');
    expect(b.requests).toEqual(['GET /']);
  });
});

describe.skipIf(noBrowser)(`a page that can not be reached${why}`, () => {
  const pool = usePool();

  it('ends the run, when it is opened', async () => {
    const gone = `127.0.0.1:${await quietPort()}`;
    const hand = await openDevice(await pool());
    const failure = await hand.open(`http://${gone}/`).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'ExecutionFailure', code: 'SITE_UNREACHABLE' });
    expect(String(failure)).toContain(`${gone} could not be reached`);
    const named = await openDevice(await pool());
    await expect(named.open('https://no-such-name.invalid/')).rejects.toMatchObject({
      code: 'SITE_UNREACHABLE',
    });
    const scheme = await openDevice(await pool());
    await expect(scheme.open('file:///etc/passwd')).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
  });

  it('ends the run, when a click leads to it', async () => {
    const gone = `127.0.0.1:${await quietPort()}`;
    const site = await serve({ '/': `<a href="http://${gone}/">Go</a>` });
    const hand = await openDevice(await pool(), { allowedHosts: ['127.0.0.1'] });
    await hand.open(site.url);
    await expect(follow(hand, 'Go')).rejects.toMatchObject({ code: 'SITE_UNREACHABLE' });
    await expect(hand.find('Go')).rejects.toMatchObject({ code: 'SITE_UNREACHABLE' });
  });

  it('ends the run with its own code, when it does not answer in time', async () => {
    const site = await serve({ '/': '<a href=/slow>Slow</a>', '/slow': () => undefined });
    const hand = await openDevice(await pool());
    await expect(hand.act('open', { url: `${site.url}/slow` }, 500)).rejects.toMatchObject({
      code: 'SITE_TIMEOUT',
    });
    const other = await openDevice(await pool());
    await other.open(site.url);
    await expect(other.click('Slow', {}, 2_000)).rejects.toMatchObject({ code: 'SITE_TIMEOUT' });
  });

  it('ends the run, when it stands still under an act: that says nothing against what is acted on', async () => {
    const site = await serve({
      '/': '<label>Size <select onchange="for (;;);"><option>S<option>L</select></label>',
    });
    const hand = await openDevice(await pool());
    await hand.open(site.url);
    const failure = await hand
      .act('select', { target: { name: 'Size' }, option: 'L' }, 2_000)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'ExecutionFailure', code: 'SITE_TIMEOUT' });
    expect(String(failure)).toContain('did not respond');
  });

  it('is no failure when it answers with an error, even an empty one', async () => {
    const site = await serve({
      '/': '<a href=/bad>Bad</a><a href=/empty>Empty</a>',
      '/bad': (_request, response) => void response.writeHead(500).end('Broken'),
      '/empty': (_request, response) => void response.writeHead(500).end(),
    });
    const hand = await openDevice(await pool());
    await hand.open(site.url);
    await hand.click('Bad');
    await expect.poll(hand.text).toBe('Broken');
    await hand.open(`${site.url}/empty`);
    expect(await hand.device.incidents()).toMatchObject([
      { kind: 'answer', status: 500, message: 'GET /bad answered 500.' },
      { message: 'GET /empty answered 500.' },
    ]);
  });

  it('is not visited where the guard refuses its address', async () => {
    const { pool: guarded, stop } = await startPool({ allowPrivate: false });
    try {
      const site = await serve({ '/': 'inner' });
      const hand = await openDevice(guarded);
      await expect(hand.open(site.url)).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
      const secure = await openDevice(guarded);
      await expect(secure.open(site.url.replace('http', 'https'))).rejects.toMatchObject({
        code: 'ADDRESS_REFUSED',
      });
      expect(site.requests).toEqual([]);
    } finally {
      await stop();
    }
  });
});

describe.skipIf(noBrowser)(`a browser that breaks${why}`, () => {
  it('ends at once what waits, and everything after it, and can still be closed', async () => {
    const { pool, browser, stop } = await startPool({ allowPrivate: true });
    try {
      const site = await serve({ '/': '<h1>Here</h1>' });
      const [hand, other] = await Promise.all([openDevice(pool), openDevice(pool)]);
      await Promise.all([hand.open(site.url), other.open(site.url)]);
      const waiting = hand.click('Nothing', {}, 90_000).catch((error: unknown) => error);
      const page = browser.contexts()[0]?.pages()[0];
      await page?.goto('chrome://crash', { timeout: 2_000 }).catch(() => undefined);
      const crashed = await Promise.race([
        waiting,
        other.click('Nothing', {}, 90_000).catch((error: unknown) => error),
      ]);
      expect(crashed).toMatchObject({ code: 'BROWSER_CRASHED' });
      const session = await browser.newBrowserCDPSession();
      await session.send('Browser.crash').catch(() => undefined);
      expect(await waiting).toMatchObject({ code: 'BROWSER_CRASHED' });
      await expect(hand.device.screenshot(never)).rejects.toMatchObject({ code: 'BROWSER_CRASHED' });
      await hand.device.close();
      await expect(openDevice(pool)).rejects.toMatchObject({ code: 'BROWSER_CRASHED' });
    } finally {
      await stop();
    }
  });

  it('leaves the run by its signal', async () => {
    const { pool, stop } = await startPool({ allowPrivate: true });
    try {
      const site = await serve({ '/': '<h1>Here</h1>' });
      const hand = await openDevice(pool);
      await hand.open(site.url);
      const leave = new AbortController();
      const limits = { signal: leave.signal, timeoutMs: 30_000 };
      const waiting = hand.device.perform('click', { target: { name: 'None' } }, limits);
      setTimeout(() => leave.abort(new Error('cancelled')), 100);
      await expect(waiting).rejects.toThrow('cancelled');
      await expect(pool.open(webRequest, leave.signal)).rejects.toThrow('cancelled');
    } finally {
      await stop();
    }
  });
});
