import { expect, it } from 'vitest';
import { startRealService, verdictOf } from './support.ts';

it('a sentence that is not understood is named with three that are, before any browser is asked for', async () => {
  // A program that is no browser.
  const { run } = await startRealService({ GANTRY_BROWSER_PATH: process.execPath });
  const ended = await run('Open http://127.0.0.1/. Frobnicate the "Save" button thoroughly. See "Saved".');
  expect(verdictOf(ended)).toBe('failed STEP_NOT_UNDERSTOOD');
  expect(ended.error?.message).toContain('Frobnicate the "Save" button thoroughly');
  const [, nearest = ''] = /The nearest that are: (.*?)\. /.exec(ended.error?.message ?? '') ?? [];
  expect(nearest.split(' | ')).toHaveLength(3);
  expect(ended.output).toMatchObject({ steps: [], screenshots: [], result: null });
  expect(verdictOf(await run('Open http://127.0.0.1/. See "Saved".'))).toBe('failed NO_BROWSER');
});
