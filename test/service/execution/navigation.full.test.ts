import { expect, it } from 'vitest';
import { judgeAll } from '../../sites/corpus.mjs';
import { navigation } from '../../sites/navigation.mjs';
import { adminKey } from '../../support/service.ts';
import { noBrowser, startRealService, whyNot } from './support.ts';

const runs = 2;

it.skipIf(noBrowser)(
  `pages may replace each other in any way and at any moment: runs pass, and each step has its picture${whyNot}`,
  async () => {
    const { url, call, projectId } = await startRealService({
      GANTRY_ASSERT_TIMEOUT_SECONDS: '20',
      GANTRY_BROWSER_SLOTS: String(runs),
    });
    await call('PATCH', `/projects/${projectId}`, { concurrency: runs });
    const versions = Array.from({ length: runs }, () => ({
      site: navigation,
      bug: null,
      label: 'navigation',
    }));
    const judged = await judgeAll(versions, { url, key: adminKey }, { atOnce: runs });
    expect(judged.flatMap(({ faults }) => faults)).toEqual([]);
  },
  1_200_000,
);
