import { readdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ActionFailed, type Download } from '../../../src/engine/acting/device.ts';
import { type Answer, type Hand, never, noBrowser, openDevice, serve, startPool, why } from './support.ts';

const csv = 'Name,Age\r\nAlice,30\r\n';

/** As a server answers that has a file to be kept. */
function file(name: string, content: string | Buffer, status = 200): Answer {
  return (_request: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(status, { 'content-disposition': `attachment; filename="${name}"` }).end(content);
}

/** More than a run keeps, without saying how much. */
const endless: Answer = (_request, response) => {
  response.writeHead(200, { 'content-disposition': 'attachment; filename="endless.bin"' });
  const piece = Buffer.alloc(1_024 * 1_024);
  const write = () => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', write);
  };
  write();
};

const pages: Record<string, Answer> = {
  '/report': file('report.csv', csv),
  '/slow': (_request, response) => {
    response.writeHead(200, { 'content-disposition': 'attachment; filename="report.csv"' });
    response.write(csv.slice(0, 5));
    setTimeout(() => response.end(csv.slice(5)), 700);
  },
  '/files/notes.txt': file('notes.txt', 'Hello'),
  '/outside': file('../../etc/passwd', 'x'),
  '/binary': file(
    'picture.png',
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]),
  ),
  '/utf-16': file('wide.csv', Buffer.from('\uFEFFMüller', 'utf16le')),
  '/latin': file('old.csv', Buffer.from('Müller;1', 'latin1')),
  '/large-text': file('large.txt', 'x'.repeat(1_024 * 1_024 + 10)),
  '/gone': file('gone.csv', 'nothing', 404),
  '/large': file('large.bin', Buffer.alloc(33 * 1_024 * 1_024)),
  '/part': file('part.bin', Buffer.alloc(25 * 1_024 * 1_024)),
  '/endless': endless,
  '/broken': (_request, response) => {
    response.writeHead(200, {
      'content-disposition': 'attachment; filename="broken.csv"',
      'content-length': '1000',
    });
    response.write('a');
    setTimeout(() => response.destroy(), 100);
  },
};

describe.skipIf(noBrowser)(`files that a page hands out${why}`, { timeout: 120_000 }, () => {
  let started: Awaited<ReturnType<typeof startPool>>;
  beforeAll(async () => {
    started = await startPool({ allowPrivate: true });
  });
  afterAll(() => started.stop());

  async function show(body: string): Promise<Hand> {
    const site = await serve({ ...pages, '/': `<!doctype html><meta charset="utf-8"><body>${body}` });
    const hand = await openDevice(started.pool);
    await hand.open(site.url);
    return hand;
  }

  const download = (hand: Hand, name: string, more: Record<string, unknown> = {}, timeoutMs?: number) =>
    hand.act('download', { target: { name }, ...more }, timeoutMs);
  const listed = async ({ device }: Hand): Promise<readonly Download[]> =>
    (await device.page?.downloads(never)) ?? [];
  const failureOf = (work: Promise<string>) =>
    work.then(
      () => null,
      (error: unknown) => (error instanceof ActionFailed ? error.message : error),
    );

  it.each([
    ['a link that is answered with a file', '<a href="/report">Get</a>', csv],
    ['a link with a download attribute', '<a href="/report" download="report.csv">Get</a>', csv],
    ['a link to a new tab', '<a href="/report" target="_blank">Get</a>', csv],
    ['a window that a script opens', `<button onclick="window.open('/report')">Get</button>`, csv],
    ['a slow answer in a new tab', '<a href="/slow" target="_blank">Get</a>', csv],
    ['a form', '<form action="/report" method="post"><button>Get</button></form>', csv],
    ['a frame', `<iframe srcdoc="<a href='/report'>Get</a>"></iframe>`, csv],
    ['data in an address', '<a download="report.csv" href="data:text/csv,a%2Cb">Get</a>', 'a,b'],
    [
      'data that a script has made',
      `<button onclick="const a = document.createElement('a'); a.download = 'report.csv'; a.href = window.URL.createObjectURL(new Blob(['a,b'])); a.click()">Get</button>`,
      'a,b',
    ],
  ])('come by %s', async (_way, body, text) => {
    const hand = await show(`${body}<p>Still here</p>`);
    expect(await download(hand, 'Get')).toBe(
      `Downloaded "report.csv" (${text.length} bytes) by clicking "Get".`,
    );
    expect(await listed(hand)).toEqual([
      { name: 'report.csv', size: text.length, state: 'finished', reason: null, text, isCut: false },
    ]);
    expect(await hand.text()).toContain('Still here');
  });

  it('come by the link that leads to them where nothing is called so, and by its place among several', async () => {
    const hand = await show(
      `<table><tr><td>March</td><td><a href="/files/notes.txt">Get</a></td></tr><tr><td>April</td><td><a href="/files/notes.txt?m=4">Get</a></td></tr></table>
       <p>notes.txt</p>`,
    );
    const inMarch = { target: { name: 'notes.txt', where: [{ is: 'in', role: 'row', name: 'March' }] } };
    expect(await hand.act('download', inMarch)).toBe(
      'Downloaded "notes.txt" (5 bytes) by clicking the link to it.',
    );
    await expect(download(hand, 'notes.txt', {}, 2_000)).rejects.toMatchObject({ code: 'STEP_AMBIGUOUS' });
  });

  it('are those of a step before where nothing on the page has the name', async () => {
    const hand = await show('<a href="/report">Export</a>');
    await hand.click('Export');
    expect(await download(hand, 'report.csv')).toBe(
      '"report.csv" (20 bytes) was downloaded by a step before.',
    );
    expect(await failureOf(download(hand, 'other.csv', {}, 1_500))).toMatch(
      /^"other.csv" could not be found/,
    );
  });

  it('have the name that is asked for, or the step fails', async () => {
    const hand = await show('<a href="/report">Export</a>');
    expect(await download(hand, 'Export', { filename: 'report.csv' })).toMatch(/^Downloaded "report.csv"/);
    expect(await failureOf(download(hand, 'Export', { filename: 'Report.csv' }, 1_500))).toBe(
      'No file "Report.csv" was downloaded within 1.5 s: what came is called "report.csv".',
    );
  });

  it('fail with their reason', async () => {
    const hand = await show(
      `<a href="/missing.csv" download>Missing</a> <a href="/broken">Broken</a> <a href="/large">Large</a> <a href="/endless">Endless</a>
       <button>Nothing</button> <a href="/elsewhere">Page</a> <a href="/gone">Gone</a>`,
    );
    const refused = 'the server answered with an error, or its answer broke off';
    expect(await failureOf(download(hand, 'Missing'))).toBe(
      `The download of "missing.csv" failed: ${refused}.`,
    );
    expect(await failureOf(download(hand, 'Broken'))).toBe(
      `The download of "broken.csv" failed: ${refused}.`,
    );
    expect(await failureOf(download(hand, 'Large'))).toBe(
      'The download of "large.bin" failed: it is larger than 32 MiB.',
    );
    expect(await failureOf(download(hand, 'Endless'))).toBe(
      'The download of "endless.bin" failed: it is larger than 32 MiB.',
    );
    expect(await failureOf(download(hand, 'Nothing', {}, 1_500))).toBe(
      'No file was downloaded within 1.5 s: no download has begun.',
    );
    expect(await failureOf(download(hand, 'Page', {}, 1_500))).toMatch(
      /no download has begun, and the page is now .*\/elsewhere\.$/,
    );
    await hand.act('back');
    expect(await failureOf(download(hand, 'Gone', {}, 1_500))).toMatch(/no download has begun/);
    expect((await listed(hand)).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed', 'failed']);
  });

  it('are text where they are text, of which the first MiB is read', async () => {
    const hand = await show(
      '<a href="/binary">Binary</a> <a href="/utf-16">Wide</a> <a href="/latin">Latin</a> <a href="/large-text">Large</a>',
    );
    for (const name of ['Binary', 'Wide', 'Latin', 'Large']) await download(hand, name);
    const [binary, wide, latin, large] = await listed(hand);
    expect(binary).toMatchObject({ size: 12, text: null });
    expect(wide?.text).toBe('Müller');
    expect(latin?.text).toBe('Müller;1');
    expect(large).toMatchObject({ size: 1_024 * 1_024 + 10, isCut: true });
    expect(large?.text?.length).toBe(1_024 * 1_024);
  });

  it('are bounded for a run: in number, and in bytes together', async () => {
    const hand = await show(
      `<a href="/part">Part</a> <button onclick="for (let i = 0; i < 80; i += 1) document.body.append(Object.assign(document.createElement('iframe'), { src: '/report?' + i }))">Flood</button>`,
    );
    await download(hand, 'Part');
    await download(hand, 'Part');
    expect(await failureOf(download(hand, 'Part'))).toBe(
      'The download of "part.bin" failed: with it, the files of this run are larger than 64 MiB.',
    );
    await hand.click('Flood');
    await expect.poll(async () => (await listed(hand)).length, { timeout: 20_000 }).toBe(51);
    expect((await listed(hand)).at(-1)?.reason).toBe('a run keeps 50 files, and this is one more');
  });

  it('lie in the folder of the slot under names of their own, and go with the run', async () => {
    const hand = await show('<a href="/outside">Outside</a>');
    await download(hand, 'Outside');
    const folder = join(started.folder, 'downloads');
    const [file] = await listed(hand);
    expect(file?.name).not.toMatch(/[/\\]/);
    const kept = (await readdir(folder, { recursive: true })).filter((name) => name.includes('/'));
    expect(kept.map((name) => name.split('/')[1])).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    await hand.device.close();
    expect(await readdir(folder)).toEqual([]);
  });
});
