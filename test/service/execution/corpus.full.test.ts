import { expect, it } from 'vitest';
import { versions } from '../../sites/corpus.mjs';
import { browserPath } from '../../support/browser.ts';
import { faultsOfBugs, faultsOfGoodOnes } from './judge-sites.ts';

const needsBrowser = browserPath === null ? ' (skipped: there is no browser)' : '';

it.skipIf(browserPath === null)(
  `every site as it should be passes${needsBrowser}`,
  async () => {
    expect((await faultsOfGoodOnes(versions.filter(({ bug }) => bug === null))).join('\n')).toBe('');
  },
  1_200_000,
);

it.skipIf(browserPath === null)(
  `every planted bug is FAILED with an issue that names it${needsBrowser}`,
  async () => {
    expect((await faultsOfBugs(versions.filter(({ bug }) => bug !== null))).join('\n')).toBe('');
  },
  1_200_000,
);
