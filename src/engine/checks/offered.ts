import { find } from '../scene/find.ts';
import { nameOf } from '../scene/names.ts';
import { textOf } from '../scene/painted-text.ts';
import { type Scene, type Thing, thingsIn } from '../scene/scene.ts';
import type { Target } from '../scene/target.ts';
import { inWords, severalOf } from './absence.ts';
import type { CheckInput, CheckOutcome } from './check.ts';

/**
 * What a list offers. A closed list of the browser is asked, of any other what it shows while it is open is read; null for
 * what is in no list.
 */
export async function offeredIn(
  { scene, page, signal }: CheckInput,
  { role, name, nth, where = [] }: Target,
): Promise<readonly string[] | Extract<CheckOutcome, { holds: false }> | null> {
  const [place, ...others] = where;
  if (role !== 'option' || name !== undefined || nth !== undefined || place?.is !== 'in') return null;
  const { is: _, ...list } = place;
  const target: Target = { ...list, ...(others.length > 0 && { where: others }) };
  const { matches, isSeen } = find(scene, target, 'select');
  const things = isSeen ? matches.map(({ thing }) => thing) : [];
  const [thing] = things;
  if (thing === undefined) return null;
  if (things.length > 1) return severalOf(scene, target, things);
  const offered = await page?.options(thing.key, signal);
  if (offered != null) return offered;
  const within = optionsAmong(thingsIn(scene, thing));
  const shown = within.length > 0 || thing.isExpanded !== true ? within : optionsAmong(scene.things);
  if (shown.length > 0) return shown.map((option) => textOf(scene, option) || nameOf(scene, option));
  const actual = `nothing shows what ${inWords(target)} offers: open it first`;
  return { holds: false, actual, rect: thing.rect };
}

function optionsAmong(things: Scene['things']): Thing[] {
  return things.filter(({ role, isVisible }) => role === 'option' && isVisible);
}
