import { setTimeout as delay } from 'node:timers/promises';
import type { Scene } from '../scene/scene.ts';
import { sceneOfTree } from './phone-scene.ts';
import type { PhoneView } from './phone-view.ts';
import type { UiTree } from './ui-node.ts';

/** Between two looks of one who waits: no more than five requests a second, with those for an alert. */
const pauseMs = 300;
/** While one is open, each look is two requests. */
const pauseBehindAlertMs = 500;
/** What was seen so short a time ago is not asked for again. */
const freshMs = 100;

export function createLooks(view: PhoneView) {
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  /** How many requests there had been by then: another one means that something else was done since. */
  let requests = -1;
  let rested: UiTree | null = null;
  let shown: UiTree | null = null;

  return {
    /** What a snapshot shows. Where nothing has changed since the one before, an alert of the system may be the reason. */
    async tree(signal: AbortSignal): Promise<UiTree> {
      const tree = await view.look(signal);
      const isNew = shown !== null && shown !== tree;
      const isBehind = !isNew && (await view.noticeAlert(signal, { isUrgent: true }));
      shown = isBehind ? await view.look(signal) : tree;
      return shown;
    },
    /** What was seen counts no more. */
    forget() {
      rested = null;
    },
    /** The screen has come to rest as it was seen last. */
    atRest() {
      rested = view.lastSeen();
      noteLook();
    },
    /** What checks look at, again and again. */
    async scene(signal: AbortSignal): Promise<Scene> {
      const isUndisturbed = requests === view.requests();
      const atRest = isUndisturbed ? rested : null;
      rested = null;
      if (atRest !== null && performance.now() - lookedAtMs <= freshMs) return sceneOfTree(atRest);
      // Another look means that something is missing, or is waited for.
      const isAgain = isUndisturbed && atRest === null;
      if (isUndisturbed) await delay(pauseLeft(), undefined, { signal });
      let tree = await view.look(signal);
      if (isAgain && (await view.noticeAlert(signal))) tree = await view.look(signal);
      noteLook();
      return sceneOfTree(tree);
    },
  };

  function pauseLeft(): number {
    const isBehind = view.lastSeen()?.alert != null;
    return Math.max(lookedAtMs + (isBehind ? pauseBehindAlertMs : pauseMs) - performance.now(), 0);
  }

  function noteLook(): void {
    lookedAtMs = performance.now();
    requests = view.requests();
  }
}
