import { parseArgs } from 'node:util';
import { judgeAll, versions } from '../test/sites/corpus.mjs';
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

const startedAtMs = performance.now();
const closers = [];
let closing;
for (const [signal, exitCode] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
]) {
  process.on(signal, () => void close().then(() => process.exit(exitCode)));
}

try {
  const report = await soak();
  await close();
  if (values.json) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  else describe(report);
  process.exitCode = report.faults.length === 0 ? 0 : 1;
} catch (error) {
  await close();
  throw error;
}

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

function close() {
  closing ??= (async () => {
    for (const closer of closers.reverse()) await closer();
  })();
  return closing;
}

function say(text) {
  const at = Math.round((performance.now() - startedAtMs) / 1_000);
  process.stderr.write(`${String(at).padStart(4)} s  ${text}\n`);
}

function describe({ faults, ...counts }) {
  for (const [name, count] of Object.entries(counts)) process.stdout.write(`${name.padEnd(12)} ${count}\n`);
  process.stdout.write(
    faults.length === 0
      ? 'Every verdict was right.\n'
      : `Faults:\n${faults.map((fault) => `  - ${fault}\n`).join('')}`,
  );
}
