import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { judgeAll, versions } from '../test/sites/corpus.mjs';

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

const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const apiKey = 'gk_soak_0123456789abcdefghijABCDEFGHIJ';
const stopPatienceMs = 60_000;
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
  const api = await startService();
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

async function startService() {
  const folder = await mkdtemp(join(tmpdir(), 'gantry-soak-corpus-'));
  closers.push(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  // Root's embedded database runs as another user, who must be able to enter.
  await chmod(folder, 0o711);
  const child = spawn(process.execPath, [program, 'serve'], {
    env: {
      PATH: process.env.PATH ?? '',
      ...(process.env.GANTRY_BROWSER_PATH && { GANTRY_BROWSER_PATH: process.env.GANTRY_BROWSER_PATH }),
      GANTRY_PORT: '0',
      GANTRY_DATA_DIR: join(folder, 'data'),
      GANTRY_ADMIN_KEY: apiKey,
      GANTRY_RATE_LIMIT: '0',
      GANTRY_BROWSER_SLOTS: String(atOnce),
      GANTRY_ASSERT_TIMEOUT_SECONDS: '3',
      GANTRY_STEP_TIMEOUT_SECONDS: '10',
      GANTRY_LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'close');
  closers.push(() => stop(child, exited));
  let log = '';
  child.stderr.on('data', (text) => {
    log = (log + text).slice(-20_000);
  });
  const banner = await printed(child, exited, /listens on (\S+)\n[\s\S]*Project +(\S+)\n/, () => log);
  const [, url, projectId] = banner;
  await patch(`${url}/api/v1/projects/${projectId}`, { concurrency: atOnce });
  return { url, key: apiKey };
}

async function stop(child, exited) {
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), stopPatienceMs);
  await exited;
  clearTimeout(force);
}

function printed(child, exited, pattern, log) {
  let out = '';
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => {
      out += text;
      const match = pattern.exec(out);
      if (match) resolve(match);
    });
    void exited.then(([code, signal]) =>
      reject(new Error(`the service ended with ${code ?? signal}:\n${log()}`)),
    );
  });
}

async function patch(address, body) {
  const answer = await fetch(address, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`PATCH ${address}: ${answer.status} ${await answer.text()}`);
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
