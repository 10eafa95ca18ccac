import { ActionFailed, type Limits, mismatch } from '../../acting/device.ts';
import { ExecutionFailure } from '../../report.ts';
import { openerFor, openersIn } from '../../scene/openers.ts';
import { plainRole } from '../../scene/roles.ts';
import type { Target } from '../../scene/target.ts';
import { capital, thingInWords, wordsFor } from '../../scene/wording.ts';
import { type LocatedElement, locate } from '../page/locate.ts';
import { type ActionContext, actOnTarget } from './act-on-target.ts';
import { awaitOnPage, comesToBe } from './await-page.ts';
import { clickOn } from './gestures.ts';

/** A name that only resembles may be waiting for the one that is meant. */
const resemblanceGraceMs = 400;
/** How soon a branch that opens by a click on its name does so. */
const branchMs = 1_000;

/** Opens or closes what can be opened, and waits until it is so. */
export async function expand(
  context: ActionContext,
  target: Target,
  expanded: boolean,
  limits: Limits,
): Promise<string> {
  const { found: opener, left } = await awaitOnPage(context, limits, (scene, waitedMs) =>
    openerFor(scene, target, waitedMs >= resemblanceGraceMs),
  );
  if (opener === null) throw await whyNot(context, target, limits);
  const doing = expanded ? 'Expanding' : 'Collapsing';
  const ask = { target: { ref: opener.key }, purpose: 'click', doing } as const;
  const { spot, result: hasChanged } = await actOnTarget(context, ask, left, (found, timeoutMs) =>
    setExpanded(context, found, expanded, { ...limits, timeoutMs }),
  );
  const words = target.ref === undefined ? wordsFor(target) : spot.words;
  const state = expanded ? 'expanded' : 'collapsed';
  return hasChanged === false ? `${capital(words)} was ${state} already.` : `${capital(state)} ${words}.`;
}

/** False when it was so already. */
async function setExpanded(
  context: ActionContext,
  opener: LocatedElement,
  expanded: boolean,
  limits: Limits,
): Promise<boolean> {
  const { thing, locator, words } = opener;
  if (thing.isExpanded === expanded) return false;
  const isSo = () => isNow(context, opener, expanded, limits);
  await clickOn(context, opener, { timeout: limits.timeoutMs });
  if (thing.role !== 'treeitem') {
    if (await isSo()) return true;
  } else {
    if (await isNow(context, opener, expanded, { ...limits, timeoutMs: branchMs })) return true;
    // A click may only choose the branch. These keys open and close it in every tree that follows ARIA.
    await locator.press(expanded ? 'ArrowRight' : 'ArrowLeft', { timeout: limits.timeoutMs });
    if (await isSo()) return true;
  }
  const state = expanded ? 'expanded' : 'collapsed';
  throw new ActionFailed(`A click on ${words} does not ${expanded ? 'expand' : 'collapse'} it.`, {
    expected: `it is ${state}`,
    actual: `it is not ${state}`,
  });
}

/** What has gone with the click, or shows no state any more, has done what it was there for. */
function isNow(
  context: ActionContext,
  { thing }: LocatedElement,
  expanded: boolean,
  limits: Limits,
): Promise<boolean> {
  return comesToBe(context, limits, ({ things }) => {
    const now = things.find(({ key, role }) => key === thing.key && role === thing.role);
    return now?.isExpanded !== !expanded;
  });
}

/** Nothing of that name, several of them, or nothing that opens. */
async function whyNot(context: ActionContext, target: Target, limits: Limits): Promise<Error> {
  const now = { ...limits, timeoutMs: 0 };
  const { scene, thing, words } = await locate(context, target, 'click', now, limits.timeoutMs);
  const openers = openersIn(scene, thing);
  if (openers.length > 1) {
    const listed = openers.map((opener) => thingInWords(scene, opener)).join(', ');
    const message = `${capital(words)} has ${openers.length} parts that open: ${listed}. Say which one.`;
    return new ExecutionFailure('STEP_AMBIGUOUS', message);
  }
  return mismatch(`${capital(words)} can't be expanded or collapsed`, {
    expected: `${words} can be expanded`,
    actual: `it is a ${plainRole(thing.role)} that does not say whether it is open`,
    rect: thing.rect,
  });
}
