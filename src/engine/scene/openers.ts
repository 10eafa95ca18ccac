import { find } from './find.ts';
import { nameOf } from './names.ts';
import { textOf } from './painted-text.ts';
import { isActive, isDialog, isHolding, isItem } from './roles.ts';
import { ancestorsOf, type Scene, type Thing, thingsIn } from './scene.ts';
import type { Role, Target } from './target.ts';

/** By which a part that shows no state may show that there is more. Beside a section, a plus may as well add something. */
const signs: Partial<Record<Role, RegExp>> = { section: /^[▸▶►▾▼]$/u, menu: /^[+⊕▾▼☰≡⋮]$/u };
const opening = /\b(?:expand|collapse|toggle|details|show|hide)\b/i;

/** What opens and closes the thing that a target names, where there is one such; `mayResemble` takes a part of a name. */
export function openerFor(scene: Scene, target: Target, mayResemble: boolean): Thing | null {
  const only = isAny(target) ? onlyOpener(scene, target.role) : null;
  if (only !== null) return only;
  const called = openersCalled(scene, target, mayResemble);
  const isAnything = target.ref === undefined && target.role === undefined;
  // A heading may have the name, and the button beside it be called "Expand" before the name.
  const found =
    called.length > 0 || !isAnything
      ? called
      : openersCalled(scene, { ...target, role: 'button' }, mayResemble);
  const [opener, ...others] = new Set(found);
  return opener !== undefined && others.length === 0 ? opener : null;
}

/** `the section`, `the menu`: the only one. */
function isAny({ role, or, ...more }: Target): boolean {
  return Object.keys(more).length === 0;
}

function onlyOpener(scene: Scene, role: Role | undefined): Thing | null {
  const sign = role === undefined ? undefined : signs[role];
  if (sign === undefined) return null;
  const usable = scene.things.filter((thing) => thing.isVisible && isActive(thing) && !isHolding(thing));
  const openers = usable.filter(
    ({ isExpanded, role: own, index, end }) =>
      isExpanded !== null &&
      own !== 'combobox' &&
      !usable.some((inner) => inner.index > index && inner.index < end),
  );
  const [opener, ...others] =
    openers.length > 0 ? openers : usable.filter((thing) => sign.test(textOf(scene, thing)));
  return opener !== undefined && others.length === 0 ? opener : null;
}

function openersCalled(scene: Scene, target: Target, mayResemble: boolean): Thing[] {
  const { matches, isSeen, isExact } = find(scene, target, 'click');
  if (!isSeen || (!isExact && !mayResemble)) return [];
  if (target.described === true && matches.length > 1) return [];
  return matches.flatMap(({ thing }) => openerOf(scene, thing) ?? []);
}

/** The thing itself, or the control that belongs to it: in a row, in the row around a text, in `<details>`. */
function openerOf(scene: Scene, thing: Thing): Thing | null {
  if (isActive(thing) && thing.isExpanded !== null) return thing;
  const own = openersIn(scene, thing);
  const [opener] = own;
  if (own.length === 1 && opener !== undefined) return opener;
  if (own.length > 1) return meantOf(scene, thing, own);
  if (thing.isExpanded !== null) return thing;
  if (isActive(thing) || isItem(thing)) return null;
  const item = [...ancestorsOf(scene, thing)].find(isItem);
  return item === undefined || isDialog(item) ? null : openerOf(scene, item);
}

/** Controls that open something, without those of items that are in it. */
export function openersIn(scene: Scene, thing: Thing): Thing[] {
  return thingsIn(scene, thing).filter((inner) => {
    const { isVisible, isDrawnOver, isExpanded } = inner;
    const isOpener =
      isExpanded !== null && (isVisible || isDrawnOver) && isActive(inner) && !isHolding(inner);
    return isOpener && !isItem(inner) && !isOfOther(scene, inner, thing);
  });
}

function isOfOther(scene: Scene, inner: Thing, thing: Thing): boolean {
  for (const around of ancestorsOf(scene, inner)) {
    if (around === thing) return false;
    if (isItem(around)) return true;
  }
  return false;
}

function meantOf(scene: Scene, thing: Thing, openers: readonly Thing[]): Thing | null {
  const summary = openers.find(({ parent }) => thing.isExpanded !== null && parent === thing.index);
  if (summary !== undefined) return summary;
  const [only, ...others] = openers.filter((opener) =>
    [nameOf(scene, opener), ...opener.names.map(({ text }) => text)].some((name) => opening.test(name)),
  );
  return only !== undefined && others.length === 0 ? only : null;
}
