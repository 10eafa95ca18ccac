import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import type { Log } from '../../kernel/log.ts';
import { ExecutionFailure } from '../device.ts';
import { closeBrowser } from './launch.ts';

export interface BrowserLease {
  readonly browser: Browser;
  /** Must be called once the run is over: a browser in use is never replaced. */
  release(): void;
}

export interface BrowserKeeper {
  /** Throws `ExecutionFailure` when no browser can be started, or the signal's reason. */
  take(signal: AbortSignal): Promise<BrowserLease>;
  /** Has a browser ready for the first run; null when it can't be started, which is left to that run. */
  warm(): Promise<Browser | null>;
  close(): Promise<void>;
}

export interface BrowserKeeperOptions {
  launch(signal: AbortSignal): Promise<Browser>;
  readonly log: Log;
  /** A browser grows with every page that it has shown. */
  readonly maxUses?: number;
  readonly idleMs?: number;
}

const maxCloseMs = 10_000;

/** One browser, with the runs that use it. */
interface Generation {
  readonly started: Promise<Browser>;
  uses: number;
  inUse: number;
  /** Not given out any more; closed when the last run has released it. */
  isRetired: boolean;
  idleTimer: NodeJS.Timeout | undefined;
  ended: Promise<void> | undefined;
}

/** One warm browser, shared between runs. */
export function createBrowserKeeper(options: BrowserKeeperOptions): BrowserKeeper {
  const { launch, log, maxUses = 100, idleMs = 10 * 60_000 } = options;
  const closing = new AbortController();
  const generations = new Set<Generation>();
  let current: Generation | null = null;

  function start(): Generation {
    const started = launch(closing.signal).catch((error: unknown) => {
      throw asFailure(error);
    });
    const generation: Generation = {
      started,
      uses: 0,
      inUse: 0,
      isRetired: false,
      idleTimer: undefined,
      ended: undefined,
    };
    generations.add(generation);
    current = generation;
    started.then(
      (browser) => {
        const onGone = () => {
          if (!generation.isRetired && !closing.signal.aborted)
            log.warn('the browser has ended by itself; the next run gets a new one');
          retire(generation);
        };
        browser.once('disconnected', onGone);
        // It may have died before anyone listened.
        if (!browser.isConnected()) onGone();
        else restOf(generation);
      },
      () => {
        generation.isRetired = true;
        if (current === generation) current = null;
        generations.delete(generation);
      },
    );
    return generation;
  }

  /** Unused: it is closed at once when retired, or else after some time. */
  function restOf(generation: Generation): void {
    if (generation.inUse > 0) return;
    if (generation.isRetired) return void end(generation);
    generation.idleTimer = setTimeout(() => retire(generation), idleMs).unref();
  }

  function retire(generation: Generation): void {
    generation.isRetired = true;
    if (current === generation) current = null;
    if (generation.inUse === 0) void end(generation);
  }

  function end(generation: Generation): Promise<void> {
    clearTimeout(generation.idleTimer);
    generation.ended ??= generation.started
      .then(
        (browser) => closeBrowser(browser),
        () => undefined,
      )
      .finally(() => generations.delete(generation));
    return generation.ended;
  }

  async function takeFrom(generation: Generation, signal: AbortSignal): Promise<BrowserLease> {
    clearTimeout(generation.idleTimer);
    generation.inUse += 1;
    generation.uses += 1;
    if (generation.uses >= maxUses) retire(generation);
    const release = once(() => {
      generation.inUse -= 1;
      restOf(generation);
    });
    try {
      return { browser: await unlessAborted(generation.started, signal), release };
    } catch (error) {
      release();
      throw error;
    }
  }

  return {
    async take(signal) {
      for (;;) {
        signal.throwIfAborted();
        if (closing.signal.aborted) throw stopping();
        const lease = await takeFrom(current ?? start(), signal);
        if (lease.browser.isConnected()) return lease;
        // It died between its start and its use.
        lease.release();
      }
    },

    async warm() {
      if (closing.signal.aborted) return null;
      return (current ?? start()).started.catch((error: unknown) => {
        if (!closing.signal.aborted) log.warn({ err: error }, 'no browser could be started yet');
        return null;
      });
    },

    async close() {
      closing.abort(stopping());
      const ended = Promise.all([...generations].map(end)).then(() => true);
      const isLate = new AbortController();
      const late = delay(maxCloseMs, false, { signal: isLate.signal }).catch(() => false);
      // Playwright kills what is still there when it does not react for 30 s, or when the process ends.
      if (!(await Promise.race([ended, late])))
        log.warn('the browser does not react and is left to be killed');
      isLate.abort();
    },
  };
}

function stopping(): ExecutionFailure {
  return new ExecutionFailure('NO_BROWSER', 'The service is stopping and starts no browser any more.');
}

function asFailure(error: unknown): ExecutionFailure {
  if (error instanceof ExecutionFailure) return error;
  return new ExecutionFailure('NO_BROWSER', 'The browser could not be started.', { cause: error });
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
