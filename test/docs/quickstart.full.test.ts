import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.js';
import { adminKey, createTestFolder, startTestService } from '../support/service.js';
import { shellOf } from './blocks.js';
import { missingPrograms, shell } from './shell.js';

const missing = [...missingPrograms('curl', 'jq'), ...(browserPath === null ? ['a browser'] : [])];
const whyNot = missing.length === 0 ? '' : ` (skipped: there is no ${missing.join(', ')})`;

describe.skipIf(missing.length > 0)(`docs/quickstart.md${whyNot}`, () => {
  it('does as it stands what it says: a verdict of each kind, a group by its webhook, and a report', async () => {
    const service = await startTestService({ execution: 'real' });
    const folder = await createTestFolder();
    const blocks = await shellOf('docs/quickstart.md');
    const { code, out, err } = await shell(blocks.join('\n'), {
      cwd: folder,
      env: {
        GANTRY_URL: service.url,
        GANTRY_API_KEY: adminKey,
        GANTRY_PROJECT: service.projectId,
      },
    });
    expect({ code, err }).toEqual({ code: 0, err: '' });

    const [good, bad, batch] = out
      .trim()
      .split(/\n(?=\{)/)
      .map((text) => JSON.parse(text));
    expect(good).toMatchObject({
      status: 'completed',
      result: 'PASS',
      screenshots: [expect.any(String), expect.any(String)],
    });
    expect(bad).toMatchObject({ status: 'completed', result: 'FAILED' });
    expect(bad.issues).toEqual([
      expect.objectContaining({ expectedBehavior: expect.stringContaining('Free coffee') }),
    ]);
    expect(batch).toEqual({ state: 'completed', result: 'PASS' });
    expect(await readFile(join(folder, 'junit.xml'), 'utf8')).toContain('The reference is there');
  });
});
