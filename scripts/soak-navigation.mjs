import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { judgeAll } from '../test/sites/corpus.mjs';
import { sites } from '../test/sites/index.mjs';
import { navigation, served } from '../test/sites/navigation.mjs';
import { createSoak } from './soak/frame.mjs';
import { startGantry } from './soak/gantry.mjs';

/**
 * The whole service tests a site whose pages take each other's place in every way, and the corpus's table with its form,
 * until so many runs have ended: each must pass, and each step must have its picture. `--busy` keeps every core busy
 * meanwhile. `npm run soak -- navigation --runs 400 --busy --json`, with the browser of GANTRY_BROWSER_PATH.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '400' },
    'at-once': { type: 'string', default: '2' },
    busy: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);
const atOnce = Number(values['at-once']);
if (!(runs >= 1 && atOnce >= 1)) {
  process.stderr.write(
    'Usage: npm run soak -- navigation [--runs <400>] [--at-once <2>] [--busy] [--json]\n',
  );
  process.exit(2);
}

const tellEvery = 20;
const { closers, say, run } = createSoak({
  json: values.json,
  verdict: 'Every run passed, and every step has its picture.',
});
await run(soak);

async function soak() {
  say('starting the service');
  const api = await startGantry({ atOnce, closers, settings: { GANTRY_ASSERT_TIMEOUT_SECONDS: '20' } });
  if (values.busy) for (let core = 0; core < availableParallelism(); core += 1) startBurner();
  const table = sites.find(({ name }) => name === 'table');
  const tested = Array.from({ length: runs }, (_, index) => (index % 4 === 3 ? table : navigation));
  const browser = process.env.GANTRY_BROWSER_PATH ?? 'the one that the service finds';
  const report = { browser, busy: values.busy, runs: 0, passed: 0, documents: 0, slowestMs: 0, faults: [] };
  const onJudged = ({ run, faults }) => {
    report.runs += 1;
    report.passed += faults.length === 0 ? 1 : 0;
    report.documents = served.documents;
    report.slowestMs = Math.max(report.slowestMs, run.durationMs ?? 0);
    report.faults.push(...faults.map((fault) => `run ${report.runs}: ${fault}`));
    for (const fault of faults) say(fault);
    if (report.runs % tellEvery === 0) say(`${report.runs} of ${runs} runs, ${report.passed} passed`);
  };
  const versions = tested.map((site) => ({ site, bug: null, label: site.name }));
  await judgeAll(versions, api, { atOnce, onJudged });
  return report;
}

/** A process that does nothing but be busy, for no longer than this one lives. */
function startBurner() {
  const burn =
    'const parent = process.ppid; while (process.ppid === parent) for (let i = 0; i < 1e7; i += 1);';
  const child = spawn(process.execPath, ['-e', burn], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  closers.push(async () => {
    child.kill('SIGKILL');
    await exited;
  });
}
