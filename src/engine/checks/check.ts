import { setTimeout as delay } from 'node:timers/promises';
import type { LastAct, ShownScreen } from '../acting/device.ts';
import {
  ActionFailed,
  ambiguity,
  type Device,
  failure,
  type Shortcoming,
  type WebPage,
} from '../acting/device.ts';
import { createLookClock } from '../acting/look-clock.ts';
import { ExecutionFailure } from '../report.ts';
import type { Rect } from '../scene/rect.ts';
import type { Scene } from '../scene/scene.ts';
import { capital, type Fault } from '../scene/wording.ts';

/** What a check sees, and what people call it: "page" or "screen". */
export interface CheckInput {
  readonly scene: Scene;
  readonly place: string;
  /** For what a scene does not say; null where there is no page to ask, as of a screen that has passed. */
  readonly page: WebPage | null;
  /** The screen on which the last act found what it acted on, where one did. */
  readonly before: Scene | null;
  readonly signal: AbortSignal;
}

export type CheckOutcome =
  /** `mustStay`: what a step may have set itself a moment ago. */
  | { holds: true; evidence: string; mustStay?: boolean }
  | {
      holds: false;
      actual: string;
      rect?: Rect | null;
      ambiguous?: Fault;
      /** Nothing is called as words without quotes say: if it stays so, there is no verdict. */
      unclear?: Fault;
      /** Why nobody may ask for this. It ends the run. */
      refused?: string;
      /** Each of them is an issue of its own. */
      shortcomings?: readonly Shortcoming[];
    };

/** Something that must be so. */
export interface Check {
  /** Goes on after "Expected": `to see "Welcome"`. */
  readonly expected: string;
  /** How long it must stay so: what has not come yet is not what does not come. */
  readonly steadyMs: number;
  /** What was there for a while has been seen, though it has gone since. */
  readonly mayHaveGone?: boolean;
  look(input: CheckInput): CheckOutcome | Promise<CheckOutcome>;
  /** Where it has not come true: says what to do about it. */
  givenUp?(): Promise<string>;
}

/** What has been absent, or in one number, this long is taken to stay so. */
export const steadyMs = 400;
export const atOnce = 0;

const firstPauseMs = 100;
const longestPauseMs = 250;
/** On a busy machine time alone may pass without a single look. */
const looksWhenSteady = 3;
/** Two of a name may be there for a moment, while one takes the place of the other. */
const ambiguityGraceMs = 800;

/**
 * Looks until the check holds, and says what it saw; throws `ActionFailed` when it does not within the time. What the
 * steps before have started comes to rest first: a message that the page takes back when the server answers was never
 * the result. One that has come and gone since has been seen by a check that looks back.
 */
export async function keepLooking(
  check: Check,
  device: Device,
  options: { place: string; timeoutMs: number; signal: AbortSignal; looksBack?: boolean; isLimit?: boolean },
): Promise<string> {
  const { place, timeoutMs, signal, looksBack = false, isLimit = false } = options;
  const passedMs = createLookClock();
  await atRest(device.settle(signal), () => isLimit && passedMs() >= timeoutMs);
  const act = device.lastAct();
  let heldSince = 0;
  let timesHeld = 0;
  let ambiguousSince = 0;
  let timesAmbiguous = 0;
  let hasLookedBack = false;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.3, longestPauseMs)) {
    const scene = await device.scene(signal);
    const outcome = await check.look({
      scene,
      place,
      page: device.page,
      before: act?.before ?? null,
      signal,
    });
    const now = passedMs();
    const isLate = now >= timeoutMs;
    if (outcome.holds) {
      timesAmbiguous = 0;
      if (timesHeld === 0) heldSince = now;
      timesHeld += 1;
      const staysMs = outcome.mustStay === true ? steadyMs : check.steadyMs;
      const isSteady = now - heldSince >= staysMs && timesHeld >= looksWhenSteady;
      // What was so before an action may be about to end, until the page has come to rest.
      const mayEnd = act?.before != null && !act.isOver && !isLate && (await lookAt(act.before)).holds;
      if ((staysMs === 0 || isSteady) && !mayEnd) return outcome.evidence;
    } else {
      if (outcome.refused !== undefined) throw new ExecutionFailure('SECRET_PROTECTED', outcome.refused);
      if (!hasLookedBack) {
        hasLookedBack = true;
        const isOfInterest = looksBack && check.mayHaveGone === true;
        const seen = act !== null && isOfInterest ? await seenSince(act, seenOn) : null;
        if (seen !== null) return `${seen} It has gone since.`;
      }
      timesHeld = 0;
      if (outcome.ambiguous === undefined) timesAmbiguous = 0;
      else {
        if (timesAmbiguous === 0) ambiguousSince = now;
        timesAmbiguous += 1;
        const isClear = now - ambiguousSince >= ambiguityGraceMs && timesAmbiguous >= looksWhenSteady;
        if (isClear || isLate) throw ambiguity(outcome.ambiguous);
      }
      if (isLate && outcome.unclear !== undefined) throw failure(outcome.unclear);
      if (isLate) throw notAsExpected(check, outcome, await check.givenUp?.());
    }
    await delay(pauseMs, undefined, { signal });
  }

  async function lookAt(scene: Scene): Promise<CheckOutcome> {
    return check.look({ scene, place, page: null, before: null, signal });
  }

  async function seenOn(scene: Scene): Promise<string | null> {
    const outcome = await lookAt(scene);
    return outcome.holds && outcome.mustStay !== true ? outcome.evidence : null;
  }
}

/** A limit that a sentence sets counts from the beginning: what comes after it comes too late. */
async function atRest(settling: Promise<void>, isTooLate: () => boolean): Promise<void> {
  let isOver = false;
  const settled = settling.finally(() => {
    isOver = true;
  });
  settled.catch(() => undefined);
  while (!isOver && !isTooLate()) await Promise.race([settled, delay(longestPauseMs)]);
}

function notAsExpected(
  { expected }: Check,
  { actual, rect = null, shortcomings = [] }: Extract<CheckOutcome, { holds: false }>,
  remark: string | undefined,
): ActionFailed {
  const message = `Expected ${expected}; ${actual}.${remark === undefined ? '' : ` ${remark}`}`;
  return new ActionFailed(message, {
    expected: capital(expected),
    actual: capital(actual),
    rect,
    shortcomings,
  });
}

/** What stands there for so long a person sees. */
const seenMs = 1_000;

/**
 * What came after an action and stood there for a second before it went: null where there is no such thing. `look` says what
 * it sees on a screen, or null. What a page shows before the server has answered, or takes back when it does, was never the
 * result.
 */
async function seenSince(
  act: LastAct,
  look: (scene: Scene) => Promise<string | null>,
): Promise<string | null> {
  let first: ShownScreen | null = null;
  let latest: ShownScreen | null = null;
  let seen: string | null = null;
  // Of what an action did not look for, nobody knows what was there before.
  let wasSo = !act.isElsewhere && (act.before === null || (await look(act.before)) !== null);
  for (const screen of act.shown) {
    const now = await look(screen.scene);
    if (now === null) {
      const hasStood = first !== null && latest !== null && latest.untilMs - first.fromMs >= seenMs;
      const isTakenBack = screen.answersBefore !== latest?.answersAfter;
      if (hasStood && first?.isUnanswered === false && !isTakenBack) return seen;
      first = null;
    } else {
      if (!wasSo) first = screen;
      seen = now;
      latest = screen;
    }
    wasSo = now !== null;
  }
  return null;
}
