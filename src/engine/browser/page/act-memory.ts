import type { LastAct, ShownScreen } from '../../acting/device.ts';
import type { Scene } from '../../scene/scene.ts';
import { followScreen, isSameLook, type Stillness } from '../../scene/stillness.ts';
import type { Traffic } from './traffic.ts';

interface Act {
  readonly before: Scene | null;
  readonly isElsewhere: boolean;
  readonly shown: ShownScreen[];
  readonly endedAtMs: number;
  readonly stillness: Stillness | null;
  looks: number;
  isOver: boolean;
}

const restMs = 400;
/** On a busy machine time alone may pass without a single look. */
const looksAtRest = 2;
/** Some pages never rest. */
const longestUnrestMs = 2_000;
/** Of a page that moves all the time, each look is another screen. */
const maxShown = 30;

/** Remembers what the page was like before the last action, what it has shown since, and whether it has come to rest. */
export function createActMemory(traffic: Pick<Traffic, 'answers' | 'isBusySince'>) {
  let before: Scene | null = null;
  let beganAtMs = 0;
  let answersAtStart = 0;
  let last: Act | null = null;

  function remember({ shown }: Act, scene: Scene, lookedAtMs: number): void {
    const answers = traffic.answers();
    const latest = shown.at(-1);
    if (latest !== undefined && isSameLook(latest.scene, scene)) {
      shown[shown.length - 1] = { ...latest, untilMs: lookedAtMs, answersAfter: answers };
      return;
    }
    const nowMs = performance.now();
    shown.push({
      scene,
      fromMs: nowMs,
      untilMs: nowMs,
      isUnanswered: answers === answersAtStart && traffic.isBusySince(beganAtMs),
      answersBefore: answers,
      answersAfter: answers,
    });
    if (shown.length > maxShown) shown.shift();
  }

  return {
    begin() {
      before = null;
      last = null;
      beganAtMs = Date.now() - 1;
      answersAtStart = traffic.answers();
    },
    /** An action looks first for what it acts on. */
    saw(scene: Scene) {
      before ??= scene;
    },
    /** The address tells whether it led elsewhere: nothing of the page before is left there. */
    end(url: string) {
      const own = before?.url === url ? before : null;
      last = {
        before: own,
        isElsewhere: before !== null && own === null,
        shown: [],
        endedAtMs: performance.now(),
        stillness: own && followScreen(own),
        looks: 0,
        isOver: own === null,
      };
    },
    /** The page was looked at after it, for no more than to remember it. The look began then, by `performance.now()`. */
    glanced(scene: Scene, lookedAtMs: number) {
      if (last !== null) remember(last, scene, lookedAtMs);
    },
    /** A check has looked at the page after it. */
    looked(scene: Scene, lookedAtMs: number) {
      if (last === null) return;
      remember(last, scene, lookedAtMs);
      if (last.isOver || last.stillness === null) return;
      last.stillness.see(scene, lookedAtMs);
      last.looks += 1;
      const isAtRest = last.stillness.lastedMs() >= restMs && last.looks >= looksAtRest;
      last.isOver = isAtRest || lookedAtMs - last.endedAtMs >= longestUnrestMs;
    },
    last: (): LastAct | null => last,
  };
}
