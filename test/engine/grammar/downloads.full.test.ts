import { describe, expect, it } from 'vitest';
import { browserProgram } from '../../support/browser.ts';
import { patienceMs, statuses, useReports } from './reports-page.ts';

describe.skipIf(browserProgram === null)(
  'files that a page hands out (skipped where there is no browser)',
  { timeout: patienceMs },
  () => {
    const run = useReports();

    it('go with condition, repetition and time', async () => {
      const prompt = `If a file is downloaded, click "Empty"
        If no file is downloaded, click "Next" until the file "pages.txt" is downloaded
        See "3 pages"
        Within 30 seconds, the file "pages.txt" has the text "done"
        Click "People"
        Wait until the file "people.csv" contains "Alice"
        Wait for the download to finish
        If the file "people.csv" contains "Bob", click "Next"
        See "4 pages"
        The file "empty.csv" is not downloaded`;
      const steps = await run(prompt);
      expect(statuses(steps)).toEqual(steps.map(({ title }) => title));
    });
  },
);
