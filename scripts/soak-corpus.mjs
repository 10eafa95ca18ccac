import { parseArgs } from 'node:util';
import { judgeAll, versions } from '../test/sites/corpus.mjs';
import { createSoak } from './soak/frame.mjs';
import { startGantry } from './soak/gantry.mjs';

/**
 * The whole service as `gantry serve` starts it tests every site of the corpus, good and with each planted bug, several
 * times over: no verdict may be wrong once. `node scripts/soak-corpus.mjs --times 5 --json` after a build.
 */
const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '5' },
    'at-once': { type: 'string', default: '4' },
    json: { type: 'boolean', default: false },
  },
});
const times = Number(values.times);
const atOnce = Number(values['at-once']);
if (!(times >= 1 && atOnce >= 1)) {
  process.stderr.write(
    'Usage: node scripts/soak-corpus.mjs [--times <number>] [--at-once <number>] [--json]\n',
  );
  process.exit(2);
}

const { closers, say, run } = createSoak({ json: values.json, verdict: 'Every verdict was right.' });
await run(soak);

async function soak() {
  say('starting the service');
  const api = await startGantry({
    atOnce,
    closers,
    settings: { GANTRY_ASSERT_TIMEOUT_SECONDS: '3', GANTRY_STEP_TIMEOUT_SECONDS: '10' },
  });
  const report = { times, versions: versions.length, runs: 0, slowestMs: 0, roundsMs: [], faults: [] };
  for (let round = 1; round <= times; round += 1) {
    const roundAtMs = performance.now();
    let faults = 0;
    const onJudged = ({ run, faults: found }) => {
      report.runs += 1;
      report.slowestMs = Math.max(report.slowestMs, run.durationMs ?? 0);
      report.faults.push(...found.map((fault) => `round ${round}: ${fault}`));
      faults += found.length;
      for (const fault of found) say(fault);
    };
    await judgeAll(versions, api, { atOnce, onJudged });
    report.roundsMs.push(Math.round(performance.now() - roundAtMs));
    say(
      `round ${round} of ${times}: ${versions.length} versions, ${faults === 0 ? 'all verdicts right' : `${faults} faults`}`,
    );
  }
  return report;
}
