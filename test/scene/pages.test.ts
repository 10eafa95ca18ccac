import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { useVerdicts } from './verdicts.ts';

interface Page {
  id: string;
  body: string;
  steps: string[];
  expect: string;
}

/** Those that were given, and those that libraries of others have taught us. */
const pages: Page[] = ['./pages.json', './found-pages.json'].flatMap((file) =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')),
);

/** Small pages, each with the verdict that a person gives. */
describe('a person and Gantry give the same verdict', () => {
  const verdictOn = useVerdicts();
  it.skipIf(verdictOn === null).each(pages)('on $id', async ({ body, steps, expect: expected }) => {
    expect(await verdictOn?.(body, steps)).toEqual(expected);
  });
});
