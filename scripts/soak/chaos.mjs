import { setTimeout as delay } from 'node:timers/promises';

const killEveryMs = { least: 3_000, most: 6_000 };
const databasePauseMs = { least: 500, most: 3_000 };

/** Kills a random process every few seconds, and restarts the database after one and two thirds of the time. */
export function startChaos(site, durationMs) {
  const over = new AbortController();
  let kills = 0;
  let restarts = 0;

  async function killProcesses() {
    while (await passes(between(killEveryMs))) {
      const living = site.posts.filter((post) => post.isManned());
      // Where processes start slowly, killing faster than that would leave nobody to do the work.
      if (living.length < site.posts.length - 1) continue;
      const victim = living[Math.floor(Math.random() * living.length)];
      victim.kill();
      kills += 1;
    }
  }

  async function restartDatabase() {
    for (let times = 0; times < 2; times += 1) {
      if (!(await passes(durationMs / 3))) return;
      await site.postgres.stop();
      await delay(between(databasePauseMs));
      await site.postgres.start();
      restarts += 1;
    }
  }

  const done = Promise.all([killProcesses(), restartDatabase()]);
  done.catch(() => undefined);

  async function passes(ms) {
    await delay(ms, undefined, { signal: over.signal }).catch(() => undefined);
    return !over.signal.aborted;
  }

  return {
    kills: () => kills,
    restarts: () => restarts,
    /** Rejects as soon as the database can't be restarted. */
    done,
    async stop() {
      over.abort();
      await done;
    },
  };
}

function between({ least, most }) {
  return least + Math.random() * (most - least);
}
