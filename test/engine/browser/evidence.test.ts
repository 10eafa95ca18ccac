import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sampleFile } from '../../../src/engine/acting/sample-file.ts';
import { bounded } from '../../../src/engine/scene/render.ts';
import { entryNames, pixelAt, sizeOf } from './pictures.ts';
import { never, noBrowser, openDevice, secretsNamed, serve, useHand, usePool, why } from './support.ts';

const json =
  (status: number): Parameters<typeof serve>[0][string] =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  };

describe.skipIf(noBrowser)(`what goes wrong beside the screen${why}`, () => {
  const pool = usePool();

  it('is told once: answers of errors, broken requests, console errors and failing scripts of the tested site', async () => {
    const other = await serve({ '/other': json(500) });
    const site = await serve({
      '/': `<button onclick="go()">Go</button><script>
        const go = async () => {
          await fetch('/api/orders?token=1', { method: 'POST' }); await fetch('/api/orders?token=1', { method: 'POST' });
          await fetch('/none'); await fetch('/cut').catch(() => {}); await fetch('${other.url}/other', { mode: 'no-cors' });
          const leave = new AbortController(); const left = fetch('/slow', { signal: leave.signal }).catch(() => {}); leave.abort(); await left;
          console.error('Oh', 'no'); console.warn('fine'); setTimeout(() => { throw new TypeError('x is not there') });
          setTimeout(() => { document.title = 'done' }, 50);
        };</script>`,
      '/api/orders': json(500),
      '/none': json(404),
      '/cut': (request) => void request.socket.destroy(),
      '/slow': () => undefined,
    });
    const hand = await openDevice(await pool());
    await hand.open(site.url);
    const before = Date.now();
    await hand.click('Go');
    await expect.poll(async () => (await hand.device.scene(never)).title).toBe('done');
    const incidents = await hand.device.incidents();
    expect(incidents.map(({ kind, status, message }) => [kind, status, message])).toEqual([
      ['answer', 500, 'POST /api/orders answered 500.'],
      ['answer', 404, 'GET /none answered 404.'],
      ['request', null, expect.stringContaining('GET /cut failed: ')],
      ['console', null, 'The console says: Oh no'],
      ['console', null, 'A script failed: x is not there'],
    ]);
    expect(incidents.every(({ atMs }) => atMs >= before && atMs <= Date.now())).toBe(true);
    expect(await hand.device.incidents()).toEqual([]);
  });

  it('shows how the answer of a server error begins, in one line, without markup and secrets', async () => {
    const answers: Record<string, [type: string, body: string | Buffer]> = {
      '/json': ['application/problem+json; charset=utf-8', '{"error":\n  "the disk is full"}'],
      '/html': ['text/html', '<!doctype html><title>Oops</title><h1>No   luck</h1>'],
      '/key': ['text/plain', `${'x'.repeat(290)} the key is sesame-open`],
      '/binary': ['application/octet-stream', Buffer.alloc(100)],
      '/large': ['text/plain', 'y'.repeat(1_000_000)],
      '/empty': ['text/plain', ''],
    };
    const answering = Object.entries(answers).map(([path, [type, body]]) => [
      path,
      ((_request, response) => {
        response.writeHead(500, { 'content-type': type }).end(body);
      }) satisfies Parameters<typeof serve>[0][string],
    ]);
    const site = await serve({
      '/': `<button onclick="go()">Go</button><script>const go = async () => {
        for (const path of ${JSON.stringify(Object.keys(answers))}) await (await fetch(path)).text();
        document.title = 'done';
      }</script>`,
      ...Object.fromEntries(answering),
    });
    const hand = await openDevice(await pool(), { secrets: secretsNamed('sesame-open') });
    await hand.open(site.url);
    await hand.click('Go');
    await expect.poll(async () => (await hand.device.scene(never)).title).toBe('done');
    const told = (await hand.device.incidents()).map(({ message, answer }) => [message, answer]);
    expect(Object.fromEntries(told)).toEqual({
      'GET /json answered 500.': '{"error": "the disk is full"}',
      'GET /html answered 500.': 'Oops No luck',
      'GET /key answered 500.': `${'x'.repeat(290)} the key i…`,
      'GET /binary answered 500.': null,
      'GET /large answered 500.': null,
      'GET /empty answered 500.': null,
    });
  });
});

describe.skipIf(noBrowser)(`what is shown of a page${why}`, () => {
  const pool = usePool();
  const show = useHand(pool);

  it('is its text as people see it, one line for each block', async () => {
    const hand = await show(`<title>T</title><style>.u { text-transform: uppercase }</style>
      <h1>One <em>two</em></h1><p class=u>three</p><div hidden>never</div><p style="visibility:hidden">never</p>
      <ul><li>a</li><li>b</li></ul><label>L <select><option>x<option selected>y</select></label><input value=never placeholder=never>
      <script>1</script><noscript>never</noscript><pre>p  q\nr</pre>`);
    expect((await hand.device.scene(never)).title).toBe('T');
    expect((await hand.text()).split('\n')).toEqual(['One two', 'THREE', 'a', 'b', 'L y', 'p q', 'r']);
  });

  it('is a picture of what can be seen, and the page is the same after it', async () => {
    const hand = await show(
      `<style>@keyframes k { from { width: 100% } } body { margin: 0; height: 3000px; background: #00f } i { position: fixed; top: 0; width: 0; height: 9px; animation: k 60s linear forwards }</style>
       <i onanimationend="document.title = 'ended'"></i><input autofocus onblur="document.title = 'blurred'">
       <script>new MutationObserver(() => { document.title = 'changed' }).observe(document, { subtree: true, childList: true, attributes: true })</script>`,
    );
    const before = await hand.device.scene(never);
    const png = await hand.device.screenshot(never);
    expect(sizeOf(png)).toEqual({ width: 1280, height: 720 });
    expect(pixelAt(png, 600, 300)).toEqual([0, 0, 255]);
    const after = await hand.device.scene(never);
    expect([before.title, after.title]).toEqual(['', '']);
    expect(after.things.find(({ isFocused }) => isFocused)?.role).toBe('textbox');
  });

  it('covers what is secret in pictures, snapshots, summaries and incidents, and keeps no recording of it', async () => {
    const secret = 'hunter2hunter2';
    const site = await serve({
      '/': `<body style="margin:0;background:#fff"><label>Key <input id=k style="position:absolute;left:0;top:100px;width:400px;height:50px;border:0;background:#f00"></label>
        <div style="position:absolute;left:0;top:300px;width:400px;height:50px;background:#f00"><b>Your key is ${secret}!</b></div><p>public</p></body>`,
    });
    const hand = await openDevice(await pool(), { secrets: secretsNamed(secret, 'abc') });
    await hand.open(site.url);
    expect(await hand.type('Key', secret)).toBe('Typed "•••" into "Key".');
    const png = await hand.device.screenshot(never);
    expect(pixelAt(png, 300, 125)).toEqual([0x44, 0x44, 0x44]);
    expect(pixelAt(png, 30, 310)).toEqual([0x44, 0x44, 0x44]);
    const tree = await hand.device.snapshot(never);
    expect(tree).toContain('Your key is •••!');
    expect(tree).not.toContain(secret);
    expect(await hand.device.trace(never)).toBeNull();
  });

  it('is not recorded where it shows what is secret, though no step used it', async () => {
    const site = await serve({ '/': '<p>The key is sesame-open.</p>' });
    const hand = await openDevice(await pool(), { secrets: secretsNamed('sesame-open') });
    await hand.open(site.url);
    expect(await hand.device.trace(never)).toBeNull();
  });

  it('is recorded in the form that the trace viewer opens', async () => {
    const site = await serve({ '/': '<button>Save</button>' });
    const hand = await openDevice(await pool(), { secrets: secretsNamed('never-used-here') });
    await hand.open(site.url);
    await hand.click('Save');
    await hand.device.screenshot(never);
    const zip = await hand.device.trace(never);
    expect(zip?.includes('never-used-here')).toBe(false);
    const names = entryNames(zip ?? Buffer.alloc(0));
    expect(names).toEqual(expect.arrayContaining(['trace.trace', 'trace.network']));
    expect(await hand.device.trace(never)).toBeNull();
  });

  it('is cut at a line where it is too long, with a word on it', () => {
    expect(bounded('a\nb', 10)).toBe('a\nb');
    expect(bounded('aaaa\nbbbb\ncccc\ndddd', 11)).toBe(
      'aaaa\nbbbb\n- (2 more lines are left out: scroll, or look for things by their names)',
    );
  });
});

describe('a file that is made up for an upload', () => {
  it.each([
    ['a.png', 'image/png', '\x89PNG'],
    ['b.JPG', 'image/jpeg', '\xff\xd8\xff'],
    ['c.pdf', 'application/pdf', '%PDF-1.4'],
    ['d.json', 'application/json', '{'],
    ['e.csv', 'text/csv', 'id,name'],
    ['f', 'application/octet-stream', 'This is'],
  ])('%s is of its kind', (name, mimeType, start) => {
    const file = sampleFile(name, undefined);
    expect(file).toMatchObject({ name, mimeType });
    expect(file.buffer.toString('latin1').startsWith(start)).toBe(true);
  });

  it('is named without a path, and holds what it is given', () => {
    expect(sampleFile('../../etc/passwd', 'x')).toMatchObject({ name: 'passwd', buffer: Buffer.from('x') });
    expect(inflateSync(sampleFile('a.png', undefined).buffer.subarray(41, -16))).toHaveLength(72);
  });
});
