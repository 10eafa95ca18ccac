import type { Scene } from '../../scene/scene.ts';
import type { LastAct } from '../device.ts';

/** Remembers what the page was like before the last action. */
export interface ActMemory {
  begin(): void;
  /** An action looks first for what it acts on. */
  saw(scene: Scene): void;
  /** The address tells whether it led elsewhere: nothing of the page before is left there. */
  end(url: string): void;
  /** Somebody looks at the page after it. */
  looked(): void;
  last(): LastAct | null;
}

export function createActMemory(): ActMemory {
  let before: Scene | null = null;
  let last: { before: Scene; endedAtMs: number; looks: number } | null = null;

  return {
    begin() {
      before = null;
    },
    saw(scene) {
      before ??= scene;
    },
    end(url) {
      last = before?.url === url ? { before, endedAtMs: performance.now(), looks: 0 } : null;
    },
    looked() {
      if (last !== null) last.looks += 1;
    },
    last: () => last,
  };
}
