import { describe, expect, it } from 'vitest';
import { browserProgram } from '../../support/browser.ts';
import { patienceMs, statuses, useReports } from './reports-page.ts';

describe.skipIf(browserProgram === null)(
  'files that a page hands out (skipped where there is no browser)',
  { timeout: patienceMs },
  () => {
    const run = useReports();

    it('are looked into by sentences', async () => {
      const right = [
        'No file is downloaded',
        'Download {{name}} by clicking "People"',
        'The file {{name}} is downloaded',
        '"people.csv" was downloaded',
        'A file is downloaded',
        'The file "other.csv" is not downloaded',
        'The file "people.csv" contains "Alice"',
        'The file "people.csv" contains "30" and "New York"',
        'The file "people.csv" contains "1,200.50"',
        'The file "people.csv" contains the line "Alice,30,New York"',
        'The file "people.csv" starts with "Name,Age"',
        `The file "people.csv" ends with '"1,200.50"'`,
        'The file "people.csv" has 3 lines',
        'The file "people.csv" has between 2 and 5 lines',
        'The file "people.csv" is not empty',
        'The downloaded file does not contain "Mallory"',
        'The downloaded file does not contain "lice"',
        'Click "Empty"',
        'The downloaded file is empty',
        'The file "empty.csv" has 0 lines',
        'The file "people.csv" is not empty',
      ];
      expect(statuses(await run(right.join('\n')))).toEqual(right);
    });

    it('are told from what they are not', async () => {
      const wrong = {
        'The file "people.csv" contains "Mallory"':
          'it does not; it begins with "Name,Age,City", "Alice,30,New York", "Bob,1200.50,"1,200.50""',
        'The file "people.csv" contains "alice"': 'it does not;',
        'The file "people.csv" contains "lice"': 'it does not;',
        'The file "people.csv" contains "50"': 'it does not;',
        'The file "people.csv" contains "Alice" and "Mallory"': 'to contain "Mallory" failed: it does not',
        'The file "people.csv" does not contain "ALICE"': 'it does;',
        'The file "people.csv" contains the line "Alice,30"': 'it does not;',
        'The file "people.csv" starts with "Alice"': 'it does not;',
        'The file "people.csv" has the text "Alice"': 'it does not;',
        'The file "people.csv" has 2 lines': 'it has 3 lines;',
        'The file "people.csv" is empty': 'it has 58 bytes;',
        'The file "People.csv" is downloaded': 'what was downloaded is called "people.csv"',
        'The file "people.csv" is not downloaded': '"people.csv" (58 bytes) is downloaded',
        'No file is downloaded': '"people.csv" (58 bytes) is downloaded',
        'The file "other.csv" does not contain "Alice"': 'what was downloaded is called "people.csv"',
      };
      const [, ...steps] = await run(`Click "People"\n${Object.keys(wrong).join('\n')}`, 100);
      const missed = Object.values(wrong).filter((actual, at) => steps[at]?.error?.includes(actual) !== true);
      expect(missed, statuses(steps).join('\n')).toEqual([]);
    });
  },
);
