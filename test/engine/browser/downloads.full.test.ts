import { describe, expect, it } from 'vitest';
import { comesBy, csv, download, failureOf, showFiles } from './handed-out.ts';
import { noBrowser, usePool, why } from './support.ts';

describe.skipIf(noBrowser)(`files that a page hands out${why}`, { timeout: 120_000 }, () => {
  const pool = usePool();
  const show = async (body: string) => showFiles(await pool(), body);

  it.each([
    ['a link with a download attribute', '<a href="/report" download="report.csv">Get</a>', csv],
    ['a window that a script opens', `<button onclick="window.open('/report')">Get</button>`, csv],
    ['a slow answer in a new tab', '<a href="/slow" target="_blank">Get</a>', csv],
    ['a form', '<form action="/report" method="post"><button>Get</button></form>', csv],
    ['a frame', `<iframe srcdoc="<a href='/report'>Get</a>"></iframe>`, csv],
    ['data in an address', '<a download="report.csv" href="data:text/csv,a%2Cb">Get</a>', 'a,b'],
  ])('come by %s', async (_way, body, text) => {
    await comesBy(await pool(), body, text);
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
});
