import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comesBy, csv, download, failureOf, listed, showFiles } from './handed-out.ts';
import { noBrowser, startPool, why } from './support.ts';

describe.skipIf(noBrowser)(`files that a page hands out${why}`, { timeout: 120_000 }, () => {
  let started: Awaited<ReturnType<typeof startPool>>;
  beforeAll(async () => {
    started = await startPool({ allowPrivate: true });
  });
  afterAll(() => started.stop());

  const show = async (body: string) => showFiles(started.pool, body);

  it.each([
    ['a link that is answered with a file', '<a href="/report">Get</a>', csv],
    ['a link to a new tab', '<a href="/report" target="_blank">Get</a>', csv],
    [
      'data that a script has made',
      `<button onclick="const a = document.createElement('a'); a.download = 'report.csv'; a.href = window.URL.createObjectURL(new Blob(['a,b'])); a.click()">Get</button>`,
      'a,b',
    ],
  ])('come by %s', async (_way, body, text) => {
    await comesBy(started.pool, body, text);
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
