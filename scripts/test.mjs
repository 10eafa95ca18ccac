// `npm test [-- files and options of vitest]`: the tests, of what is built. Where the host of the machine gives the processor
// to others, fewer of them run at once, and what failed meanwhile is run once more, one test at a time. On a machine of one's
// own, what fails has failed.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { watchStolenTime } from '../test/support/stolen-time.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const results = 'coverage/test-results.json';
const resultsAlone = 'coverage/test-results-alone.json';
/** Where more fails, it is not for want of time. */
const mostFiles = 25;
const probeMs = 3_000;

for (const old of [results, resultsAlone]) rmSync(new URL(`../${old}`, import.meta.url), { force: true });
const isStolen = watchStolenTime();
useProcessor();
const few = isStolen() ? ['--maxWorkers=3'] : [];
let code = await run([...few, ...process.argv.slice(2)]);
const failed = code === 0 ? [] : failedFiles();
if (failed.length > 0 && failed.length <= mostFiles && isStolen()) {
  console.log('\nThe host took the processor away. Run once more, one test at a time:');
  for (const file of failed) console.log(`  ${file}`);
  code = await run([...failed, '--maxWorkers=1', '--maxConcurrency=1', `--outputFile.json=${resultsAlone}`]);
  replaceResults();
}
process.exitCode = code;

/** The host takes nothing from a machine that wants nothing. */
function useProcessor() {
  const endMs = performance.now() + probeMs;
  while (performance.now() < endMs);
}

/** @param {string[]} args */
function run(args) {
  const child = spawn(process.execPath, [vitest, 'run', ...args], { cwd: root, stdio: 'inherit' });
  const end = () => child.kill('SIGTERM');
  process.once('SIGTERM', end);
  return new Promise((resolve) =>
    child.once('exit', (exitCode, signal) => {
      process.removeListener('SIGTERM', end);
      if (signal !== null) process.exit(1);
      resolve(exitCode ?? 1);
    }),
  );
}

function failedFiles() {
  return read(results)
    .testResults.filter(({ status }) => status === 'failed')
    .map(({ name }) => relative(root, name));
}

/** Each file counts as it ended the last time. */
function replaceResults() {
  const last = new Map(read(resultsAlone).testResults.map((result) => [result.name, result]));
  const testResults = read(results).testResults.map((result) => last.get(result.name) ?? result);
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const countOf = (...states) => tests.filter(({ status }) => states.includes(status)).length;
  const counts = {
    numPassedTests: countOf('passed'),
    numFailedTests: countOf('failed'),
    numPendingTests: countOf('skipped', 'pending'),
  };
  writeFileSync(results, JSON.stringify({ ...counts, testResults }));
}

function read(file) {
  try {
    return JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));
  } catch {
    return { testResults: [] };
  }
}
