import { expect, it } from 'vitest';
import { judgeAll } from '../../sites/corpus.mjs';
import { navigation } from '../../sites/navigation.mjs';
import { forgetfulBrowser } from '../../support/forgetful-browser.ts';
import { adminKey } from '../../support/service.ts';
import { html, noBrowser, serve, startRealService, verdictOf, whyNot } from './support.ts';

const runs = 2;

it.skipIf(noBrowser)(
  `pages may replace each other in any way and at any moment: runs pass, and each step has its picture${whyNot}`,
  async () => {
    const { url, call, projectId } = await startRealService({
      GANTRY_ASSERT_TIMEOUT_SECONDS: '20',
      GANTRY_BROWSER_SLOTS: String(runs),
    });
    await call('PATCH', `/projects/${projectId}`, { concurrency: runs });
    const versions = Array.from({ length: runs }, () => ({
      site: navigation,
      bug: null,
      label: 'navigation',
    }));
    const judged = await judgeAll(versions, { url, key: adminKey }, { atOnce: runs });
    expect(judged.flatMap(({ faults }) => faults)).toEqual([]);
  },
  1_200_000,
);

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
