import { shorten } from '../../../kernel/text.ts';
import { type ActionFailed, type Limits, mismatch } from '../../acting/device.ts';
import { createPatience } from '../../acting/look-clock.ts';
import { textOf } from '../../scene/painted-text.ts';
import { centreOf } from '../../scene/rect.ts';
import { isDialog } from '../../scene/roles.ts';
import { ancestorsOf, childrenOf, type Scene, type Thing, thingsIn } from '../../scene/scene.ts';
import { isUsable } from '../../scene/search.ts';
import { heldBy } from '../../scene/seeing.ts';
import { isSameLook } from '../../scene/stillness.ts';
import type { Target } from '../../scene/target.ts';
import { fitOf } from '../../scene/words.ts';
import { type LocatedElement, locate } from '../page/locate.ts';
import type { ActionContext } from './act-on-target.ts';
import { awaitOnPage, canBeClicked, comesToBe } from './await-page.ts';
import { clickOn } from './gestures.ts';
import { giveText } from './give-text.ts';

/** How long a list that was opened may take to show what it offers. */
const openingMs = 2_000;
/** A list of any length that people would go through. */
const maxScrolls = 60;
const wheelPx = 300;
const maxListed = 12;
/** How long a dialog that closes by itself may take for it. */
const closingMs = 1_000;
/** What is still open by then does not close by itself. */
const stayingOpenMs = 400;
/** A key takes a moment; on a busy machine, seconds. */
const closingKeyMs = 10_000;
/** How soon a list must show what was chosen. */
const reactionMs = 1_000;
const confirming = /^(ok|okay|done|apply|select|confirm)$/i;
const offering = /^(option|menuitem|menuitemradio|menuitemcheckbox|treeitem|listitem|radio)$/;

/** Chooses options of a `<select>`, of a list that is shown, or of one that opens on a click. */
export async function choose(
  context: ActionContext,
  list: LocatedElement,
  options: readonly string[],
  limits: Limits,
): Promise<void> {
  const offered = await offeredByBrowser(context, list);
  if (offered !== null) await chooseNative(context, list, options, offered, limits);
  else for (const option of options) await chooseDrawn(context, list, option, limits);
  await mustBeChosen(context, list, options, limits);
}

/** A list that shows what is chosen in it must show it then, unless the page shows something else in answer. */
async function mustBeChosen(
  context: ActionContext,
  { thing: list, scene: before, words }: LocatedElement,
  options: readonly string[],
  limits: Limits,
): Promise<void> {
  if (list.role !== 'combobox') return;
  let held = '';
  const isTaken = await comesToBe(context, { ...limits, timeoutMs: reactionMs }, (scene) => {
    const now = scene.things.find(({ key }) => key === list.key);
    if (now === undefined) return true;
    held = [heldBy(scene, now) ?? '', textOf(scene, now)].find((text) => text !== '') ?? '';
    if (options.every((option) => fitOf(held, option) !== null)) return true;
    const isOpen = now.isExpanded === true && offeredNow(scene).length > 0;
    return !isOpen && !isSameLook(before, scene);
  });
  if (isTaken || context.isBusy()) return;
  throw mismatch(`${words} did not take ${listOf(options)}`, {
    expected: `${words} shows ${listOf(options)}`,
    actual: held === '' ? 'it shows nothing' : `it shows "${shorten(held)}"`,
  });
}

async function chooseDrawn(
  context: ActionContext,
  list: LocatedElement,
  option: string,
  limits: Limits,
): Promise<void> {
  const { thing } = list;
  // The click on its label changes the page: from here on it is this very element.
  if (list.label !== null) await list.locator.boundingBox({ timeout: limits.timeoutMs });
  if (thing.role !== 'listbox') await clickOn(context, list, { timeout: limits.timeoutMs });
  const target: Target = { name: option, role: 'option' };
  const found =
    (await waitFor(context, target, limits)) ?? (await seekFurther(context, list, target, limits));
  const spot = found ?? (await locate(context, target, 'click', { ...limits, timeoutMs: openingMs }));
  await clickOn(context, spot, { timeout: limits.timeoutMs });
  await confirm(context, spot, limits);
  await closeList(context, list, limits);
}

/** A list of which several may be chosen stays open over the rest of the page: the action closes it when it is done. */
async function closeList(context: ActionContext, list: LocatedElement, limits: Limits): Promise<void> {
  if (list.thing.role === 'listbox' || [...ancestorsOf(list.scene, list.thing)].some(isDialog)) return;
  const isClosed = await comesToBe(context, { ...limits, timeoutMs: stayingOpenMs }, (scene) => {
    const isOpen = scene.things.some(({ key, isExpanded }) => key === list.thing.key && isExpanded === true);
    return !isOpen || offeredNow(scene).length === 0;
  });
  if (isClosed) return;
  const timeout = Math.min(limits.timeoutMs, closingKeyMs);
  await list.locator.press('Escape', { timeout }).catch(() => undefined);
}

/** Null for a list that the page draws, even over a `<select>` that nobody sees and no click reaches. */
async function offeredByBrowser(
  context: ActionContext,
  { page, element, thing }: LocatedElement,
): Promise<string[] | null> {
  const world = context.world(page);
  const path = thing.isVisible ? null : await world.pathTo(element).catch(() => null);
  return path?.isDrawnOver === true ? null : world.optionsNow(element);
}

/** Some lists open as a dialog, which takes the choice only when it is confirmed. */
async function confirm(context: ActionContext, chosen: LocatedElement, limits: Limits): Promise<void> {
  const dialog = [...ancestorsOf(chosen.scene, chosen.thing)].find(isDialog);
  if (dialog === undefined) return;
  const isClosed = await comesToBe(context, { ...limits, timeoutMs: closingMs }, ({ things }) => {
    return !things.some(({ key, isVisible }) => key === dialog.key && isVisible);
  });
  if (isClosed) return;
  const { scene } = await context.look(context.page());
  const button = thingsIn(scene, dialog).find(
    (thing) => thing.role === 'button' && thing.isVisible && confirming.test(textOf(scene, thing)),
  );
  if (button === undefined) return;
  const spot = await locate(context, { ref: button.key }, 'click', limits);
  await clickOn(context, spot, { timeout: limits.timeoutMs });
}

/** Null when it does not come in time; the caller that needs one decides between several of the name. */
async function waitFor(
  context: ActionContext,
  target: Target,
  limits: Limits,
): Promise<LocatedElement | null> {
  const soon = { ...limits, timeoutMs: Math.min(openingMs, limits.timeoutMs) };
  const { found } = await awaitOnPage(context, soon, (scene) => canBeClicked(scene, target) || null);
  return found && locate(context, target, 'click', { ...limits, timeoutMs: openingMs });
}

/** Null when the list, still open, does not show it. Typing empties a list that does not have it. */
async function seekFurther(
  context: ActionContext,
  list: LocatedElement,
  target: Target,
  limits: Limits,
): Promise<LocatedElement | null> {
  const { scene } = await context.look(list.page);
  const found =
    (await findByTyping(context, list, target, limits)) ?? (await findByScrolling(context, target, limits));
  if (found !== null || offeredNow((await context.look(list.page)).scene).length > 0) return found;
  throw notShown(list, target.name ?? '', shownByClick(list.scene, scene));
}

/** What it offers; else, where nothing says that it is offered, what was not there before. */
function shownByClick(before: Scene, now: Scene): string[] {
  const offered = offeredNow(now);
  const known = new Set(before.things.filter(({ isVisible }) => isVisible).map(({ key }) => key));
  const isNew = (thing: Thing) =>
    thing.isVisible && !known.has(thing.key) && childrenOf(now, thing).length === 0;
  const shown = offered.length > 0 ? offered : now.things.filter(isNew);
  return shown.map((thing) => textOf(now, thing)).filter((text) => text !== '');
}

/** Lists with a field to search in show only what fits. */
async function findByTyping(
  context: ActionContext,
  list: LocatedElement,
  target: Target,
  limits: Limits,
): Promise<LocatedElement | null> {
  const { scene } = await context.look(list.page);
  const focused = scene.things.find(
    (thing) => thing.isFocused && thing.isEditable && !thing.isDisabled && isUsable(scene, thing, 'type'),
  );
  if (!list.thing.isEditable && focused === undefined) return null;
  const field =
    focused === undefined || list.thing.isEditable
      ? list
      : await locate(context, { ref: focused.key }, 'type', limits);
  await giveText(context, field, { text: target.name ?? '', replace: true }, limits).catch(
    (error: unknown) => {
      // A field that only shows the choice takes no text.
      if (!/readonly|not editable/i.test(String(error))) throw error;
    },
  );
  return waitFor(context, target, limits);
}

/** Long lists hold only what they show. */
async function findByScrolling(
  context: ActionContext,
  target: Target,
  limits: Limits,
): Promise<LocatedElement | null> {
  const page = context.page();
  let last = '';
  for (let scrolls = 0; scrolls < maxScrolls; scrolls += 1) {
    const { scene } = await context.look(page);
    if (canBeClicked(scene, target))
      return locate(context, target, 'click', { ...limits, timeoutMs: openingMs });
    const area = listArea(scene);
    const shown = offeredNow(scene)
      .map(({ key }) => key)
      .join('\n');
    if (area === null || shown === last) return null;
    last = shown;
    const { x, y } = centreOf(area);
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, wheelPx);
    await context.sleep(80, limits.signal);
  }
  return null;
}

function listArea(scene: Scene) {
  const [option] = offeredNow(scene);
  if (option === undefined) return null;
  for (const around of ancestorsOf(scene, option)) if (around.isScrollable && around.rect) return around.rect;
  return null;
}

function offeredNow(scene: Scene): Thing[] {
  return scene.things.filter(({ role, isVisible }) => isVisible && role !== null && offering.test(role));
}

function notShown({ words }: LocatedElement, option: string, shown: readonly string[]): ActionFailed {
  return mismatch(`"${option}" could not be chosen in ${words}`, {
    expected: `a list with "${option}"`,
    actual: `${words} was clicked, and ${shown.length === 0 ? 'no list opened' : `shows ${listOf(shown)}`}`,
  });
}

function listOf(options: readonly string[]): string {
  return options
    .slice(0, maxListed)
    .map((name) => `"${name}"`)
    .join(', ');
}

async function chooseNative(
  context: ActionContext,
  list: LocatedElement,
  wanted: readonly string[],
  offered: readonly string[],
  limits: Limits,
): Promise<void> {
  const isTooLate = createPatience(limits.timeoutMs);
  for (let options: readonly string[] = offered; ; ) {
    const indexes = wanted.map((option) => indexOf(options, option));
    if (!indexes.includes(-1)) {
      const chosen = indexes.map((index) => ({ index }));
      await list.locator.selectOption(chosen, { timeout: limits.timeoutMs });
      return;
    }
    if (isTooLate()) {
      const option = wanted[indexes.indexOf(-1)] ?? '';
      throw mismatch(`${list.words} has no option "${option}"`, {
        expected: `an option "${option}"`,
        actual: options.length === 0 ? 'it offers nothing' : `it offers ${listOf(options)}`,
      });
    }
    await context.pause(60, limits.signal);
    options =
      (await context
        .world(list.page)
        .optionsNow(list.element)
        .catch(() => null)) ?? [];
  }
}

/** The one that is called so; else the only one that contains it. */
function indexOf(options: readonly string[], wanted: string): number {
  const fits = options.map((option) => fitOf(option, wanted));
  for (const fit of ['spelled', 'same'] as const) if (fits.includes(fit)) return fits.indexOf(fit);
  return fits.filter((fit) => fit === 'part').length === 1 ? fits.indexOf('part') : -1;
}
