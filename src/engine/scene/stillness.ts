import type { Rect } from './rect.ts';
import type { Scene } from './scene.ts';

/** Follows a screen from one look to the next. */
export interface Stillness {
  /** Whether this look shows a change. It began then, by `performance.now()`: the screen is at least as new as that. */
  see(scene: Scene, beganAtMs: number): boolean;
  /** How long nothing had changed when the last look began. */
  lastedMs(): number;
}

export function followScreen(first: Scene): Stillness {
  let seen = first;
  let changedAtMs = performance.now();
  let lookedAtMs = changedAtMs;
  return {
    see(scene, beganAtMs) {
      const isChanged = !isSameLook(seen, scene);
      if (isChanged) changedAtMs = performance.now();
      seen = scene;
      lookedAtMs = beganAtMs;
      return isChanged;
    },
    lastedMs: () => lookedAtMs - changedAtMs,
  };
}

/** Whether nothing has come, gone, moved or changed its words from one look to the other. */
export function isSameLook(one: Scene, other: Scene): boolean {
  return (
    one.things.length === other.things.length &&
    one.runs.length === other.runs.length &&
    one.runs.every(({ text, rect }, at) => {
      const run = other.runs[at];
      return run !== undefined && text === run.text && isSamePlace(rect, run.rect);
    })
  );
}

function isSamePlace(one: Rect, other: Rect): boolean {
  return (
    Math.abs(one.x - other.x) < 1 &&
    Math.abs(one.y - other.y) < 1 &&
    Math.abs(one.width - other.width) < 1 &&
    Math.abs(one.height - other.height) < 1
  );
}
