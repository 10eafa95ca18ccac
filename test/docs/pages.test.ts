import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { startTestService } from '../support/service.js';
import { type Block, blocksIn, exceptions, pages } from './blocks.js';
import { missingPrograms, shell } from './shell.js';

/** The test that runs, compiles or reads the blocks of a language in a page. Other shell is run by `shell.full.test.ts`. */
const provedBy: Readonly<Record<string, string>> = {
  'docs/ci-recipes.md groovy': 'test/docs/ci-recipes.full.test.ts',
  'docs/ci-recipes.md yaml': 'test/docs/ci-recipes.full.test.ts',
  'docs/cli.md yaml': 'test/tools/cli/apply.test.ts',
  'docs/client.md sh': 'test/docs/client.test.ts',
  'docs/client.md ts': 'test/docs/client.test.ts',
  'docs/github-action.md yaml': 'test/tools/action/words.test.ts',
  'docs/mcp.md json': 'test/docs/mcp.test.ts',
  'docs/phones.md yaml': 'test/engine/phones/device-list.test.ts',
  'docs/quickstart.md sh': 'test/docs/quickstart.full.test.ts',
  'docs/receiving-webhooks.md bash': 'test/docs/receiving-webhooks.full.test.ts',
  'docs/receiving-webhooks.md go': 'test/docs/receiving-webhooks.full.test.ts',
  'docs/receiving-webhooks.md js': 'test/docs/receiving-webhooks.full.test.ts',
  'docs/receiving-webhooks.md python': 'test/docs/receiving-webhooks.full.test.ts',
};

const all = await Promise.all((await pages()).map(blocksIn));
const blocks = all.flat();
const missing = missingPrograms('bash');
const whyNot = missing.length === 0 ? '' : ` (skipped: there is no ${missing.join(', ')})`;

describe('every block of the docs', () => {
  it('names its language, and is run, read by a test, or said to be no code', async () => {
    for (const { page, line, language } of blocks) {
      const proof = provedBy[`${page} ${language}`];
      const place = `${page}:${line}`;
      expect({
        place,
        isProved: proof !== undefined || ['json', 'sh', 'steps', 'text'].includes(language),
      }).toEqual({
        place,
        isProved: true,
      });
      if (proof !== undefined) {
        const test = await readFile(new URL(`../../${proof}`, import.meta.url), 'utf8');
        expect(test).toContain(page);
      }
    }
  });

  it('is left out only where it is still there', () => {
    for (const { page, begins } of exceptions) {
      const left = blocks.filter((block) => block.page === page && block.text.startsWith(begins));
      expect({ page, begins, count: left.length }).toEqual({ page, begins, count: 1 });
    }
  });

  it.skipIf(missing.length > 0)(`is shell that can be read, also where it is not run${whyNot}`, async () => {
    for (const { page, line, text } of inLanguage('sh')) {
      const read = await shell(`bash -n <<'END OF BLOCK'\n${text}END OF BLOCK\n`, { cwd: '/' });
      expect({ page, line, ...read }).toMatchObject({ page, line, code: 0, err: '' });
    }
  });

  it('is JSON that can be parsed', () => {
    for (const { text } of inLanguage('json')) JSON.parse(text);
  });

  it('is made of sentences that are understood', async () => {
    const service = await startTestService();
    for (const { page, text } of inLanguage('steps')) {
      const { sentences } = (
        await service.call('POST', '/steps/read', { prompt: text, platform: platformOf(page) })
      ).body;
      expect(sentences).not.toHaveLength(0);
      for (const { sentence, problem } of sentences)
        expect({ sentence, problem }).toEqual({ sentence, problem: null });
    }
  });
});

function inLanguage(language: string): Block[] {
  return blocks.filter((block) => block.language === language);
}

function platformOf(page: string): string {
  return page === 'docs/phones.md' ? 'mobile' : 'web';
}
