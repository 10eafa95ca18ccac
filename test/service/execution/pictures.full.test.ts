import { expect, it } from 'vitest';
import { forgetfulBrowser } from '../../support/forgetful-browser.ts';
import { html, noBrowser, serve, startRealService, verdictOf, whyNot } from './support.ts';

it.skipIf(noBrowser)(`a picture that the browser forgets is asked for again${whyNot}`, async () => {
  const { run } = await startRealService({ GANTRY_BROWSER_PATH: await forgetfulBrowser(3) });
  const site = await serve((_request, response) => response.end(html('<h1>Ready</h1>')));
  const ended = await run(`Open ${site.url}/. See "Ready".`);
  expect(verdictOf(ended)).toBe('completed PASS');
  expect(ended.output.steps.map(({ screenshotUrl }) => screenshotUrl)).toEqual(ended.output.screenshots);
  expect(ended.output.screenshots).toHaveLength(2);
});

it.skipIf(noBrowser)(
  `a browser that gives no picture at all changes no verdict, and each step says that it has none${whyNot}`,
  async () => {
    const { run } = await startRealService({ GANTRY_BROWSER_PATH: await forgetfulBrowser(0) });
    const site = await serve((_request, response) => response.end(html('<h1>Ready</h1>')));
    const ended = await run(`Open ${site.url}/. See "Ready".`);
    expect(verdictOf(ended)).toBe('completed PASS');
    expect(ended.output.screenshots).toEqual([]);
    for (const { status, screenshotUrl, summary } of ended.output.steps)
      expect({ status, screenshotUrl, summary }).toEqual({
        status: 'passed',
        screenshotUrl: null,
        summary: expect.stringContaining('No screenshot could be taken.'),
      });
  },
);
