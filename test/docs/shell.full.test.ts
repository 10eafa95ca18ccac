import { expect, it } from 'vitest';
import { blocksIn, exceptionFor, pages, shellOf } from './blocks.js';
import { missingPrograms } from './shell.js';
import { openWorkspace } from './workspace.js';

/** Other tests run the shell of these. */
const provedElsewhere = ['docs/client.md', 'docs/quickstart.md'];
const blocks = (await Promise.all((await pages()).map(blocksIn))).flat();
const withShell = new Set(
  blocks
    .filter(({ page, language, text }) => language === 'sh' && exceptionFor(page, text) === undefined)
    .map(({ page }) => page)
    .filter((page) => !provedElsewhere.includes(page)),
);
const missing = missingPrograms('bash', 'curl', 'git', 'jq');
const whyNot = missing.length === 0 ? '' : ` (skipped: there is no ${missing.join(', ')})`;

it.skipIf(missing.length > 0).each([...withShell])(
  `the shell of a page runs as it is pasted, with GANTRY_URL, GANTRY_API_KEY and GANTRY_PROJECT alone: %s${whyNot}`,
  async (page) => {
    const { run } = await openWorkspace();
    const outcome = await run((await shellOf(page)).join('\n'));
    expect(outcome).toEqual({ ...outcome, code: 0 });
  },
);
