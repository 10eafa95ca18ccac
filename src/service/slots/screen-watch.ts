import { setTimeout as delay } from 'node:timers/promises';

/** Shows the screen of a run for as long as somebody looks at it. */
export interface ScreenWatch {
  /** Somebody looks. */
  look(): void;
  stop(): void;
}

/** A viewer that keeps looking says so each second. */
const lookMs = 5_000;
const everyMs = 1_000;

export function createScreenWatch(
  take: () => Promise<Buffer | null>,
  show: (jpeg: Buffer) => void,
): ScreenWatch {
  let untilMs = 0;
  let isShowing = false;
  let isOver = false;

  async function showWhileLooked(): Promise<void> {
    isShowing = true;
    while (!isOver && performance.now() < untilMs) {
      const jpeg = await take().catch(() => null);
      if (jpeg !== null && !isOver) show(jpeg);
      await delay(everyMs);
    }
    isShowing = false;
  }

  return {
    look() {
      untilMs = performance.now() + lookMs;
      if (!isShowing) void showWhileLooked();
    },
    stop() {
      isOver = true;
    },
  };
}
