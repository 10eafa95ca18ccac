import { describe, expect, it } from 'vitest';
import { runToEnd } from '../../sites/corpus.mjs';
import { adminKey } from '../../support/service.js';
import { canMountDisks } from '../../support/small-disk.js';
import { html, noBrowser, serve } from '../execution/support.js';
import { needs, startOnSmallDisk } from './disk-faults.ts';

describe.skipIf(!canMountDisks)(`a full disk${needs}`, () => {
  it.skipIf(noBrowser)('changes no verdict: each step says that its screenshot is missing', async () => {
    const { service, disk } = await startOnSmallDisk({ execution: 'real' });
    const site = await serve((_request, response) => response.end(html('<h1>Welcome</h1>')));
    disk.fill();
    const prompt = `Go to ${site.url}\nYou should see "Welcome"\nYou should see "Nowhere"`;
    const run = await runToEnd({ url: service.url, key: adminKey }, { prompt });
    expect(run).toMatchObject({ status: 'completed', output: { result: 'FAILED', screenshots: [] } });
    for (const step of run.output.steps)
      expect(step).toMatchObject({
        summary: expect.stringMatching(/The screenshot could not be stored\.$/),
        screenshotUrl: null,
      });
    expect(run.output.steps.map(({ status }) => status)).toEqual(['passed', 'passed', 'failed']);
    expect(run.output.description).toMatch(/The recording of the run could not be kept\.$/);
    expect(service.logged()).toContain('a file of a run could not be stored');
  });
});
