import type { Scene } from '../../../scene/scene.ts';
import { followScreen, type Stillness } from '../../../scene/stillness.ts';
import type { LastAct } from '../../device.ts';

/** Remembers what the page was like before the last action, and whether it has come to rest since. */
export interface ActMemory {
  begin(): void;
  /** An action looks first for what it acts on. */
  saw(scene: Scene): void;
  /** The address tells whether it led elsewhere: nothing of the page before is left there. */
  end(url: string): void;
  /** Somebody has looked at the page after it; the look began then, by `performance.now()`. */
  looked(scene: Scene, beganAtMs: number): void;
  last(): LastAct | null;
}

const restMs = 400;
/** On a busy machine time alone may pass without a single look. */
const looksAtRest = 2;
/** Some pages never rest. */
const longestUnrestMs = 2_000;

export function createActMemory(): ActMemory {
  let before: Scene | null = null;
  let last: {
    before: Scene;
    endedAtMs: number;
    stillness: Stillness;
    looks: number;
    isOver: boolean;
  } | null = null;

  return {
    begin() {
      before = null;
    },
    saw(scene) {
      before ??= scene;
    },
    end(url) {
      last =
        before?.url === url
          ? {
              before,
              endedAtMs: performance.now(),
              stillness: followScreen(before),
              looks: 0,
              isOver: false,
            }
          : null;
    },
    looked(scene, beganAtMs) {
      if (last === null || last.isOver) return;
      last.stillness.see(scene, beganAtMs);
      last.looks += 1;
      const isAtRest = last.stillness.lastedMs() >= restMs && last.looks >= looksAtRest;
      last.isOver = isAtRest || beganAtMs - last.endedAtMs >= longestUnrestMs;
    },
    last: () => last,
  };
}
