import { judgeAll, type versions } from '../../sites/corpus.mjs';
import { adminKey, startTestService } from '../../support/service.ts';

/** What is there is found at once; the long time is for a machine that is busy. */
const patient = { patienceSeconds: 20, atOnce: 4 };
/** Runs with a bug mostly wait for what does not come. */
const quick = { patienceSeconds: 2, atOnce: 6 };

type Versions = typeof versions;

/** What is wrong with the verdicts on good versions. */
export async function faultsOfGoodOnes(chosen: Versions): Promise<string[]> {
  return (await judge(chosen, patient)).faults;
}

/** Those that pass in spite of their bug, and what is wrong with the verdicts on the others. */
export async function faultsOfBugs(chosen: Versions): Promise<string[]> {
  const first = await judge(chosen, quick);
  // On a busy machine the steps before the bug may take longer than that.
  const again = chosen.filter(({ label }) => first.faulty.includes(label) && !first.passed.includes(label));
  const { faults } = await judge(again, patient);
  return [...first.passed.map((label) => `${label} passes`), ...faults];
}

async function judge(chosen: typeof versions, { patienceSeconds, atOnce: most }: typeof patient) {
  if (chosen.length === 0) return { faults: [], faulty: [], passed: [] };
  const atOnce = Math.min(most, chosen.length);
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
