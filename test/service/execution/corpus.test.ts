import { expect, it } from 'vitest';
import { judgeAll, versions } from '../../sites/corpus.mjs';
import { type PlantedBug, type Site, sites } from '../../sites/index.mjs';
import { browserPath } from '../../support/browser.ts';
import { adminKey, startTestService } from '../../support/service.ts';

/** What is there is found at once; the long time is for a machine that is busy. */
const patient = { patienceSeconds: 20, atOnce: 4 };
/** Runs with a bug mostly wait for what does not come. */
const quick = { patienceSeconds: 3, atOnce: 6 };
const needsBrowser = browserPath === null ? ' (skipped: there is no browser)' : '';

it.skipIf(browserPath === null)(
  `every good version of every site passes${needsBrowser}`,
  async () => {
    const { faults } = await judge(
      versions.filter(({ bug }) => bug === null),
      patient,
    );
    expect(faults.join('\n')).toBe('');
  },
  1_200_000,
);

it.skipIf(browserPath === null)(
  `a planted bug of every site is FAILED with an issue that names it${needsBrowser}`,
  async () => {
    const chosen = versions.filter(({ site, bug }) => bug !== null && bug === oneBugOf(site));
    const first = await judge(chosen, quick);
    expect(first.passed).toEqual([]);
    // On a busy machine the steps before the bug may take longer than that.
    const again = chosen.filter(({ label }) => first.faulty.includes(label));
    expect((await judge(again, patient)).faults.join('\n')).toBe('');
  },
  1_200_000,
);

it('there are twelve sites or more, each with two bugs or more', () => {
  const bugsOf = new Map<string, number>();
  for (const { site, bug } of versions) bugsOf.set(site.name, (bugsOf.get(site.name) ?? 0) + (bug ? 1 : 0));
  expect(bugsOf.size).toBeGreaterThanOrEqual(12);
  expect(Math.min(...bugsOf.values())).toBeGreaterThanOrEqual(2);
});

/** The first, the second and so on of each further site; `npm run soak -- corpus` takes them all. */
function oneBugOf(site: Site): PlantedBug | undefined {
  return site.bugs[sites.indexOf(site) % site.bugs.length];
}

async function judge(chosen: typeof versions, { patienceSeconds, atOnce }: typeof patient) {
  if (chosen.length === 0) return { faults: [], faulty: [], passed: [] };
  const { url, call, projectId } = await startTestService({
    execution: 'real',
    settings: {
      GANTRY_BROWSER_SLOTS: String(atOnce),
      GANTRY_ASSERT_TIMEOUT_SECONDS: String(patienceSeconds),
      GANTRY_STEP_TIMEOUT_SECONDS: String(Math.max(patienceSeconds * 2, 10)),
    },
  });
  await call('PATCH', `/projects/${projectId}`, { concurrency: atOnce });
  const judged = await judgeAll(chosen, { url, key: adminKey }, { atOnce });
  return {
    faults: judged.flatMap(({ faults }) => faults),
    faulty: judged.filter(({ faults }) => faults.length > 0).map(({ label }) => label),
    passed: judged.filter(({ run }) => run.output.result === 'PASS').map(({ label }) => label),
  };
}
