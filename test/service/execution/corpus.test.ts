import { expect, it } from 'vitest';
import { versions } from '../../sites/corpus.mjs';
import { browserPath } from '../../support/browser.ts';
import { faultsOfBugs, faultsOfGoodOnes } from './judge-sites.ts';

const needsBrowser = browserPath === null ? ' (skipped: there is no browser)' : '';
/** Whole runs: the pages of the engine's tests stand for the rest. */
const bugs = versions.filter(({ bug }) => bug !== null).filter((_, at) => at % 20 === 0);
const good = versions.filter(({ bug }) => bug === null).filter((_, at) => at % 10 === 0);

it.skipIf(browserPath === null)(`sites as they should be pass${needsBrowser}`, async () => {
  expect((await faultsOfGoodOnes(good)).join('\n')).toBe('');
});

it.skipIf(browserPath === null)(
  `a site with a planted bug is FAILED with an issue that names it${needsBrowser}`,
  async () => {
    expect((await faultsOfBugs(bugs)).join('\n')).toBe('');
  },
);

it('there are twelve sites or more, each with two bugs or more', () => {
  const bugsOf = new Map<string, number>();
  for (const { site, bug } of versions) bugsOf.set(site.name, (bugsOf.get(site.name) ?? 0) + (bug ? 1 : 0));
  expect(bugsOf.size).toBeGreaterThanOrEqual(12);
  expect(Math.min(...bugsOf.values())).toBeGreaterThanOrEqual(2);
});
