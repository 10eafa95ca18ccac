import type { LastAct, ShownScreen } from '../acting/device.ts';
import type { Scene } from '../scene/scene.ts';

/** What stands there for so long a person sees. */
const seenMs = 1_000;

/**
 * What came after an action and stood there for a second before it went: null where there is no such thing. `look` says what
 * it sees on a screen, or null. What a page shows before the server has answered, or takes back when it does, was never the
 * result.
 */
export async function seenSince(
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
