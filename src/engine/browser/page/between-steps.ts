import { setTimeout as timer } from 'node:timers/promises';

const pauseMs = 250;
/** A message may stand for little more than a second. */
const firstPauseMs = 125;
const longestMs = 5_000;

/**
 * Looks at the page between an action and the next step, while pictures are taken and stored: what the page shows meanwhile
 * counts too.
 */
export function createLooksBetweenSteps(look: () => Promise<void>) {
  let lookedAtMs = 0;
  let stopping = new AbortController();
  let looking: Promise<void> = Promise.resolve();

  /** Looks, unless somebody has looked a moment ago. */
  async function glance(): Promise<void> {
    if (performance.now() - lookedAtMs < pauseMs) return;
    await look();
    lookedAtMs = performance.now();
  }

  async function keepLooking(signal: AbortSignal): Promise<void> {
    const endsAtMs = performance.now() + longestMs;
    while (performance.now() < endsAtMs) {
      await timer(firstPauseMs, undefined, { signal, ref: false });
      await glance();
    }
  }

  return {
    glance,
    /** Somebody has looked. */
    looked() {
      lookedAtMs = performance.now();
    },
    /** From the end of an action, for a while. */
    begin() {
      stopping = new AbortController();
      lookedAtMs = performance.now() - firstPauseMs;
      looking = keepLooking(stopping.signal).catch(() => undefined);
    },
    /** Resolves when no look is under way any more: an action has the page to itself. */
    stop() {
      stopping.abort();
      return looking;
    },
  };
}
