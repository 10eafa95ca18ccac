import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFleet } from '../../test/support/fleet.mjs';
import { startOwnPostgres } from '../../test/support/own-postgres.mjs';
import { startReceiver } from '../../test/support/receiver.mjs';

const apiKey = 'gk_soak_0123456789abcdefghijABCDEFGHIJ';
const posts = ['api', 'api', 'worker', 'worker', 'worker'];

/** How often a receiver fails, resets and hangs, out of a hundred. The last one never accepts. */
const moods = [
  { share: 88, fail: 2, reset: 1, hold: 0 },
  { share: 10, fail: 15, reset: 10, hold: 2 },
  { share: 2, fail: 100, reset: 0, hold: 0 },
];

/** Everything that the soak starts; `close` leaves nothing of it behind, at whatever point it is called. */
export function openSite() {
  const closers = [];
  let starting;
  let closing;
  const site = {
    dataDir: '',
    receivers: [],
    posts: [],
    /** Processes that ended without being killed, with the end of their log. */
    collapses: [],
    start() {
      starting ??= start();
      return starting;
    },
    ask,
    chooseReceiver: () => site.receivers[moods.indexOf(chooseByShare(moods))],
    apis: () => site.posts.filter(({ role }) => role === 'api'),
    close() {
      closing ??= closeAll();
      return closing;
    },
  };

  async function start() {
    const folder = await mkdtemp(join(tmpdir(), 'gantry-soak-'));
    closers.push(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
    await chmod(folder, 0o711);
    site.dataDir = join(folder, 'data');
    await mkdir(site.dataDir);
    site.postgres = await keep(startOwnPostgres(folder));
    site.receivers = await Promise.all(moods.map((mood) => keep(startReceiver(() => decide(mood)))));
    const fleet = createFleet({
      databaseUrl: site.postgres.url,
      dataDir: site.dataDir,
      apiKey,
      settings: { GANTRY_LOG_LEVEL: 'warn' },
    });
    closers.push(() => fleet.close());
    site.posts = posts.map((role) => createPost(site, fleet, role));
    closers.push(async () => {
      for (const post of site.posts) post.leave();
    });
    await Promise.all(site.posts.map((post) => post.manned()));
  }

  async function keep(beginning) {
    const part = await beginning;
    closers.push(() => part.close());
    if (closing !== undefined) throw new Error('it is being closed');
    return part;
  }

  async function closeAll() {
    // What is half started can't be closed yet.
    await starting?.catch(() => undefined);
    for (const close of closers.reverse()) await close().catch(() => undefined);
  }

  return site;
}

/** A process that is started again whenever it ends. */
function createPost(site, fleet, role) {
  let isLeft = false;
  let isKilled = false;
  let member = null;
  let starting = null;

  async function man() {
    while (!isLeft) {
      isKilled = false;
      starting = fleet.start(role, { platforms: 'web,ios', slots: 16 });
      try {
        member = await starting;
      } catch (error) {
        if (!isLeft && !isKilled) site.collapses.push(`${role}: ${error.message}`);
        continue;
      }
      const { code, signal } = await member.exited;
      if (!isLeft && !isKilled)
        site.collapses.push(`${role}: ${code ?? signal} ${member.log().slice(-1_000)}`);
    }
  }

  void man();
  return {
    role,
    url: () => member?.url ?? '',
    manned: () => starting,
    isManned: () => member?.isAlive() ?? false,
    kill() {
      isKilled = true;
      member?.child.kill('SIGKILL');
    },
    leave() {
      isLeft = true;
    },
  };
}

function decide({ fail, reset, hold }) {
  const die = Math.random() * 100;
  if (die < fail) return 'fail';
  if (die < fail + reset) return 'reset';
  return die < fail + reset + hold ? 'hold' : 'ok';
}

/** One of them, each as often as its share of a hundred. */
export function chooseByShare(choices) {
  let die = Math.random() * 100;
  const chosen = choices.find(({ share }) => {
    die -= share;
    return die < 0;
  });
  return chosen ?? choices[0];
}

/** A call to the API; null when no answer came. */
async function ask(post, method, path, body, headers = {}) {
  try {
    const response = await fetch(`${post.url()}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(40_000),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return null;
  }
}
