import { setTimeout as timer } from 'node:timers/promises';

/**
 * Looks at the page that nobody has asked for: between an action and the next step pictures are taken and stored, and what the
 * page shows meanwhile counts too.
 */
interface LooksBetweenSteps {
  /** Looks, unless somebody has looked a moment ago. */
  glance(): Promise<void>;
  /** Somebody has looked. */
  looked(): void;
  /** From the end of an action, for a while. */
  begin(): void;
  /** Resolves when no look is under way any more: an action has the page to itself. */
  stop(): Promise<void>;
}

const pauseMs = 250;
/** A message may stand for little more than a second. */
const firstPauseMs = 125;
const longestMs = 5_000;

export function createLooksBetweenSteps(look: () => Promise<void>): LooksBetweenSteps {
  let lookedAtMs = 0;
  let stopping = new AbortController();
  let looking: Promise<void> = Promise.resolve();

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
    looked() {
      lookedAtMs = performance.now();
    },
    begin() {
      stopping = new AbortController();
      lookedAtMs = performance.now() - firstPauseMs;
      looking = keepLooking(stopping.signal).catch(() => undefined);
    },
    stop() {
      stopping.abort();
      return looking;
    },
  };
}
