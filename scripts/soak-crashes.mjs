import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startChaos } from './soak/chaos.mjs';
import { startClients } from './soak/clients.mjs';
import { createSoak } from './soak/frame.mjs';
import { openSite } from './soak/site.mjs';
import { countRuns, findFaults, untilQuiet } from './soak/verify.mjs';

/**
 * Two API processes and three workers on one PostgreSQL, thousands of short runs, a process killed every few seconds and
 * the database restarted twice: nothing accepted may be lost. `npm run soak -- crashes --seconds 60 --json`. It goes on
 * after its seconds until `--runs` have been accepted, a process was killed and the database restarted.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    runs: { type: 'string', default: '1' },
    clients: { type: 'string', default: '8' },
    json: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const leastRuns = Number(values.runs);
const clientCount = Number(values.clients);
if (!(seconds >= 10 && leastRuns >= 1 && clientCount >= 1)) {
  process.stderr.write(
    'Usage: npm run soak -- crashes [--seconds <at least 10>] [--runs <at least 1>] [--clients <8>] [--json]\n',
  );
  process.exit(2);
}

const progressEveryMs = 5_000;
const quietPatienceMs = 150_000;
const site = openSite();
let chaos;
const { closers, say, run } = createSoak({ json: values.json, verdict: 'Nothing was lost.' });
await run(soak);

async function soak() {
  say('starting PostgreSQL, two API processes and three workers');
  closers.push(() => site.close());
  await site.start();
  const clients = await startClients(site, clientCount);
  chaos = startChaos(site, seconds * 1_000);
  // Before the rest: a database that it starts again must not outlive it.
  closers.push(() => chaos.stop().catch(() => undefined));
  const progress = setInterval(() => void tell(clients), progressEveryMs);
  try {
    await delay(seconds * 1_000);
    await Promise.race([enough(clients), clients.done, chaos.done]);
    await chaos.stop();
    say('no more kills; the clients end');
    await clients.stop();
    const quietAfterMs = await untilQuiet(site, quietPatienceMs);
    clearInterval(progress);
    await tell(clients);
    const faults = await findFaults(site, clients);
    return {
      seconds,
      quietAfterMs,
      ...(await countRuns(site)),
      submitted: clients.accepted.size,
      repeatedCalls: clients.refusals(),
      kills: chaos.kills(),
      databaseRestarts: chaos.restarts(),
      deliveriesReceived: site.receivers.reduce((sum, { got }) => sum + got.length, 0),
      faults,
    };
  } finally {
    clearInterval(progress);
  }
}

/** A slow machine takes longer to do as much as a verdict needs. */
async function enough(clients) {
  while (clients.accepted.size < leastRuns || chaos.kills() === 0 || chaos.restarts() === 0) await delay(200);
}

async function tell(clients) {
  // During a restart of the database there is nothing to be asked.
  const counts = await countRuns(site).catch(() => null);
  const known =
    counts === null ? 'the database is away' : `${counts.ended} ended, ${counts.reported} reported`;
  say(
    `${clients.accepted.size} accepted, ${known}, ${chaos.kills()} kills, ${chaos.restarts()} database restarts`,
  );
}
