import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../../../kernel/errors.ts';
import { end, isRunning, launch, type Running } from './launch.ts';
import { claim, inUse, type Ownership } from './ownership.ts';
import type { Site } from './site.ts';

export interface Supervision {
  stop(): Promise<void>;
}

const firstStartPatienceMs = 10_000;
const longestPauseMs = 2_000;
const lockPatienceMs = 2_000;

/** Starts the server and keeps it running until `stop`; a server that dies is started again. */
export async function supervise(site: Site, onFatal: (error: Error) => void): Promise<Supervision> {
  const stopping = new AbortController();
  let running = await launchAgain(site, stopping.signal, firstStartPatienceMs);

  // A service that leaves by process.exit must not leave its server behind.
  const onExit = () => void running.child.kill('SIGINT');
  process.once('exit', onExit);

  const watch = keepRunning().catch((error: unknown) => {
    if (stopping.signal.aborted) return;
    onFatal(error instanceof Error ? error : new Error(String(error)));
  });

  let stopped: Promise<void> | undefined;
  return {
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };

  async function keepRunning(): Promise<void> {
    const aborted = new Promise<'stop'>((resolve) => {
      stopping.signal.addEventListener('abort', () => resolve('stop'), { once: true });
    });
    for (;;) {
      const event = await Promise.race([
        aborted,
        running.exited,
        running.ownership.lost.then(() => 'lost' as const),
      ]);
      if (event === 'stop') return;
      const ownership = event === 'lost' ? await reclaim(site, running.child, stopping.signal) : undefined;
      if (ownership !== undefined) {
        running = { ...running, ownership };
        continue;
      }
      site.log.error({ reason: await running.exited }, 'PostgreSQL ended by itself; starting it again');
      await running.ownership.release();
      running = await launchAgain(site, stopping.signal, Number.POSITIVE_INFINITY);
      site.log.warn({ serverPid: running.child.pid }, 'PostgreSQL runs again');
    }
  }

  async function stop(): Promise<void> {
    stopping.abort();
    await watch;
    process.off('exit', onExit);
    await running.ownership.release();
    await end(running);
  }
}

/** The server lives but our session is gone; undefined when the server turns out to be dying as well. */
async function reclaim(site: Site, child: ChildProcess, signal: AbortSignal): Promise<Ownership | undefined> {
  const deadline = Date.now() + lockPatienceMs;
  while (isRunning(child)) {
    const claimed = await claim(site);
    if (typeof claimed !== 'string') {
      site.log.warn('The owner session of PostgreSQL was lost and is back');
      return claimed;
    }
    if (claimed === 'held' && Date.now() > deadline) throw inUse(site);
    await sleep(50, undefined, { signal });
  }
  return undefined;
}

/** The children of a killed postmaster hold its shared memory for a moment, so the first tries may fail. */
async function launchAgain(site: Site, signal: AbortSignal, patienceMs: number): Promise<Running> {
  const deadline = Date.now() + patienceMs;
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await launch(site, signal);
    } catch (error) {
      if (error instanceof StartupError || signal.aborted) throw error;
      if (Date.now() > deadline) throw doesNotStart(site, error);
      site.log.warn({ err: error, pauseMs }, 'PostgreSQL did not start; trying again');
      await sleep(pauseMs, undefined, { signal });
    }
  }
}

function doesNotStart(site: Site, cause: unknown): StartupError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new StartupError(
    `The embedded PostgreSQL does not start (${why}); see ${site.place.dataDir}/postgres.log or set GANTRY_DATABASE_URL.`,
    { cause },
  );
}
