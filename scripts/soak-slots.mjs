import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createProcessTree } from '../dist/service/slots/process-tree.js';
import { runToEnd } from '../test/sites/corpus.mjs';
import { createSoak } from './soak/frame.mjs';
import { startGantry } from './soak/gantry.mjs';

/**
 * Kills processes of slots and of their browsers at random moments while runs go on: no run is lost, and the service does
 * not end. `npm run soak -- slots --kills 200 --json`, with the browser of GANTRY_BROWSER_PATH.
 */
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '200' }, json: { type: 'boolean', default: false } },
});
const kills = Number(values.kills);
if (!(kills >= 1)) {
  process.stderr.write('Usage: npm run soak -- slots [--kills <200>] [--json]\n');
  process.exit(2);
}

const atOnce = 2;
/** Most runs live through it: two deaths end one. */
const pause = { leastMs: 300, mostMs: 4_000 };
const tellEvery = 20;
const { closers, say, run } = createSoak({
  json: values.json,
  verdict: 'No run was lost, and the service lives.',
});
await run(soak);

async function soak() {
  say('starting the service');
  const site = await serve();
  const api = await startGantry({ atOnce, closers });
  const report = { kills: 0, slots: 0, browsers: 0, runs: 0, passed: 0, lostTwice: 0, faults: [] };
  let isOver = false;
  const runs = Array.from({ length: atOnce }, async () => {
    while (!isOver) judge(await runToEnd(api, { prompt: promptFor(site) }), report);
  });
  while (report.kills < kills) {
    await delay(pause.leastMs + Math.random() * (pause.mostMs - pause.leastMs));
    await killOne(api.pid, report);
    if (report.kills % tellEvery === 0 && report.kills > 0) say(`${report.kills} kills, ${report.runs} runs`);
  }
  isOver = true;
  await Promise.all(runs);
  // The killing is over: what runs now loses nothing.
  const last = await runToEnd(api, { prompt: promptFor(site) });
  if (last.output.result !== 'PASS')
    report.faults.push(`the run after the last kill ended as ${last.status}`);
  if (!api.isRunning()) report.faults.push('the service has ended');
  return report;
}

function judge({ id, status, output, error }, report) {
  report.runs += 1;
  if (status === 'completed' && output.result === 'PASS') report.passed += 1;
  else if (status === 'failed' && error.code === 'BROWSER_CRASHED') report.lostTwice += 1;
  else report.faults.push(`run ${id} ended as ${status} ${output.result ?? error?.code}: ${error?.message}`);
}

async function killOne(servicePid, report) {
  const processes = (await createProcessTree().of(servicePid))
    .map(({ pid }) => ({ pid, kind: kindOf(pid) }))
    .filter(({ kind }) => kind !== null);
  const kind = Math.random() < 0.5 ? 'slots' : 'browsers';
  const candidates = processes.filter((one) => one.kind === kind);
  const victim = candidates[Math.floor(Math.random() * candidates.length)];
  if (victim === undefined) return;
  process.kill(victim.pid, 'SIGKILL');
  report.kills += 1;
  report[kind] += 1;
}

function kindOf(pid) {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    if (command.includes('slot/main.mjs')) return 'slots';
    return /--headless|--type=/.test(command) ? 'browsers' : null;
  } catch {
    return null;
  }
}

function promptFor(url) {
  return `Open ${url}. See "Ready". Click "Next". See "Done". Wait 1 second. See "Done".`;
}

async function serve() {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(request.url === '/next' ? '<h1>Done</h1>' : '<h1>Ready</h1><a href="/next">Next</a>');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}/`;
}
