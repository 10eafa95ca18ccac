import type { ElementHandle } from 'playwright-core';
import { ActionFailed, type Limits, mismatch } from '../../acting/device.ts';
import { createPatience } from '../../acting/look-clock.ts';
import type { Performers } from '../../acting/perform.ts';
import { sampleFile } from '../../acting/sample-file.ts';
import { find } from '../../scene/find.ts';
import { plainRole } from '../../scene/roles.ts';
import type { Thing } from '../../scene/scene.ts';
import { followScreen } from '../../scene/stillness.ts';
import type { Target } from '../../scene/target.ts';
import { capital } from '../../scene/wording.ts';
import type { LocatedElement } from '../page/locate.ts';
import { type ActionContext, actOnTarget } from './act-on-target.ts';
import { awaitOnPage } from './await-page.ts';
import { chooseDate } from './choose-date.ts';
import { choose } from './choose-option.ts';
import { dateOf } from './dated-text.ts';
import { clickOn } from './gestures.ts';
import { mustFitFrame } from './give-text.ts';
import { fieldInFocus, onlyFileField } from './implied-field.ts';
import { asShareOf, moveSlider } from './move-slider.ts';
import { writeText } from './write-text.ts';

/** How soon a drawn box must show that it was clicked. */
const boxReactionMs = 2_000;
const filePauseMs = 100;
const fileRestMs = 400;
/** Some pages show nothing of it. */
const filePatienceMs = 3_000;

/** What a person does with the fields of a form. */
export function fieldActions(context: ActionContext) {
  return {
    async type({ target, text, replace = true }, limits) {
      const field = target === undefined ? await fieldInFocus(context, limits) : { target, limits };
      const ask = { target: field.target, purpose: 'type', doing: 'Typing into' } as const;
      const { spot, result: held } = await actOnTarget(
        context,
        ask,
        field.limits,
        async (found, timeoutMs) => {
          if (isDrawnSlider(found)) return moveSlider(context, found, text, { ...limits, timeoutMs });
          if (isList(found)) return chooseIn(context, found, [text], { ...limits, timeoutMs });
          mustBeEditable(found);
          const given = isSlider(found) ? await asShareOf(found, text, timeoutMs) : text;
          return writeText(context, found, { text: given, replace }, { ...limits, timeoutMs });
        },
      );
      return `Typed "${text}" into ${spot.words}${held ?? ''}.`;
    },

    async select_text({ target }, limits) {
      const ask = { target, purpose: 'look', doing: 'Selecting the text of' } as const;
      const { spot } = await actOnTarget(context, ask, limits, ({ locator }, timeout) =>
        locator.selectText({ timeout }),
      );
      return `Selected the text of ${spot.words}.`;
    },

    async clear({ target }, limits) {
      const ask = { target, purpose: 'type', doing: 'Emptying' } as const;
      const { spot, result: held } = await actOnTarget(context, ask, limits, (field, timeoutMs) => {
        mustBeEditable(field);
        return writeText(context, field, { text: '', replace: true }, { ...limits, timeoutMs });
      });
      return `Emptied ${spot.words}${held ?? ''}.`;
    },

    async select({ target, option, more = [] }, limits) {
      const options = [option, ...more];
      const field = dateOf(option) === null ? null : await dateField(context, target, limits);
      const doing = `Choosing "${option}" in`;
      const ask = { target: field ?? target, purpose: field === null ? 'select' : 'look', doing } as const;
      const { spot } = await actOnTarget(context, ask, limits, (list, timeoutMs) =>
        chooseIn(context, list, options, { ...limits, timeoutMs }),
      );
      return `Chose ${options.map((each) => `"${each}"`).join(' and ')} in ${spot.words}.`;
    },

    async check({ target, checked }, limits) {
      const doing = checked ? 'Checking' : 'Unchecking';
      const ask = { target, purpose: 'check', doing } as const;
      const { spot, result: hasChanged } = await actOnTarget(context, ask, limits, (box, timeoutMs) =>
        setChecked(context, box, checked, { ...limits, timeoutMs }),
      );
      if (hasChanged === false)
        return `${capital(spot.words)} was ${checked ? 'checked' : 'unchecked'} already.`;
      return `${checked ? 'Checked' : 'Unchecked'} ${spot.words}.`;
    },

    async toggle({ target }, limits) {
      let wanted: boolean | null = null;
      const ask = { target, purpose: 'check', doing: 'Toggling' } as const;
      const { spot } = await actOnTarget(context, ask, limits, (box, timeoutMs) => {
        // A retry is not a refusal.
        wanted ??= box.thing.isChecked !== true;
        return setChecked(context, box, wanted, { ...limits, timeoutMs });
      });
      return `Toggled ${spot.words}: it is ${wanted === true ? 'on' : 'off'} now.`;
    },

    async upload({ target, filename, content, more = [] }, limits) {
      const names = [filename, ...more];
      const file = sampleFile(filename, content);
      const files = [file, ...more.map((name) => sampleFile(name, undefined))];
      const inWords = files.map(({ name }) => `"${name}"`).join(' and ');
      const field = target === undefined ? await onlyFileField(context, limits) : { target, limits };
      const doing = `Uploading "${filename}" to`;
      const ask = { target: field.target, purpose: 'upload', doing } as const;
      const { spot } = await actOnTarget(context, ask, field.limits, async (found, timeout) => {
        const input = await fileInput(found, timeout);
        // The element belongs to one document: what is asked of its frame from here on holds for it.
        const frame = await input.ownerFrame();
        if (frame !== null)
          await mustFitFrame(context, { ...found, frame }, `${names.join('\n')}\n${content ?? ''}`);
        if (more.length > 0) await mustTakeSeveral(input, found.words);
        await input.setInputFiles(files, { timeout });
      });
      await fileIsTaken(context, spot, file.name, limits);
      return `Uploaded ${inWords} to ${spot.words}.`;
    },
  } satisfies Partial<Performers<'web'>>;
}

async function mustTakeSeveral(input: ElementHandle, words: string): Promise<void> {
  if ((await input.getAttribute('multiple')) !== null) return;
  throw mismatch(`${capital(words)} takes no more than one file`, {
    expected: `${words} takes several files`,
    actual: 'it takes one at a time',
  });
}

async function fileInput({ page, thing, locator }: LocatedElement, timeout: number): Promise<ElementHandle> {
  if (thing.role === 'file') return locator.elementHandle({ timeout });
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser', { timeout }),
    locator.click({ timeout }),
  ]);
  return chooser.element();
}

/** False when it was so already. */
async function setChecked(
  context: ActionContext,
  box: LocatedElement,
  checked: boolean,
  limits: Limits,
): Promise<boolean> {
  const { page, element, thing, words } = box;
  const kind = `a ${plainRole(thing.role)}`;
  if (thing.isChecked === null)
    throw new ActionFailed(`${words} can't be checked: it is ${kind}.`, {
      expected: `${words} is a checkbox, radio button or switch`,
      actual: kind,
    });
  if (thing.isChecked === checked) return false;
  if (thing.role === 'radio' && !checked)
    throw new ActionFailed(`${words} is a radio button: it goes off when another one is chosen.`);
  const timeout = limits.timeoutMs;
  // A click on what is seen of it does what a person's click does, however the box is drawn.
  await clickOn(context, box, { timeout });
  const world = context.world(page);
  const isTooLate = createPatience(Math.min(timeout, boxReactionMs));
  while ((await world.checkedNow(element).catch(() => null)) === !checked) {
    if (isTooLate())
      throw new ActionFailed(`A click on ${words} does not ${checked ? 'check' : 'uncheck'} it.`, {
        expected: checked ? 'it is checked' : 'it is not checked',
        actual: checked ? 'it is not checked' : 'it is checked',
      });
    await context.pause(30, limits.signal);
  }
  return true;
}

/**
 * A page that draws the field itself takes a file in its own time. A person continues when the page shows the file; a next
 * file that came sooner could take the place of this one, or this one could still come after it.
 */
async function fileIsTaken(
  context: ActionContext,
  { page, thing, scene: before }: LocatedElement,
  name: string,
  { timeoutMs, signal }: Limits,
): Promise<void> {
  // The browser shows at once what a field of its own holds.
  if (thing.role === 'file' && thing.isVisible) return;
  const isTooLate = createPatience(Math.min(timeoutMs, filePatienceMs));
  const stillness = followScreen(before);
  let isShown = false;
  do {
    const beganAtMs = performance.now();
    const look = await context.dialogs.unlessHeld(() => context.look(page));
    if (look === null) return;
    const isChanged = stillness.see(look.scene, beganAtMs);
    isShown ||= isChanged || look.scene.runs.some(({ text }) => text.includes(name));
    if (isShown && stillness.lastedMs() >= fileRestMs) return;
    await context.sleep(filePauseMs, signal);
  } while (!isTooLate());
}

async function chooseIn(
  context: ActionContext,
  list: LocatedElement,
  options: readonly string[],
  limits: Limits,
): Promise<void> {
  for (const option of options) await mustFitFrame(context, list, option);
  const [option = '', ...more] = options;
  const date = more.length === 0 && isDateField(list.thing) ? dateOf(option) : null;
  if (date !== null && (await chooseDate(context, list, date, limits))) return;
  await choose(context, list, options, limits);
}

/** People who fill in a form write the name of an option where there is a list. */
function isList({ thing }: LocatedElement): boolean {
  return thing.role === 'combobox' && !thing.isEditable;
}

/** Nothing but a field: its list, if it has one, opens on a click. */
function isDateField({ role, isEditable }: Thing): boolean {
  return role === 'textbox' || (role === 'combobox' && isEditable);
}

/** A calendar opens at a field that can often only be read. Null where a list or something else is meant. */
async function dateField(
  context: ActionContext,
  { or, ...named }: Target,
  limits: Limits,
): Promise<Target | null> {
  const target: Target = { ...named, role: named.role ?? 'field' };
  const { found } = await awaitOnPage(context, limits, (scene) => {
    const { matches, isSeen } = find(scene, target, 'look');
    if (isSeen && matches.length === 1 && matches.every(({ thing }) => isDateField(thing))) return 'field';
    return find(scene, named, 'select').isSeen ? 'other' : null;
  });
  return found === 'field' ? target : null;
}

function isSlider({ thing, fieldKind }: LocatedElement): boolean {
  return thing.role === 'slider' && fieldKind === 'other';
}

function isDrawnSlider({ thing }: LocatedElement): boolean {
  return thing.role === 'slider' && !thing.isEditable;
}

function mustBeEditable({ thing, words }: LocatedElement): void {
  if (thing.isEditable) return;
  const actual = `it is a ${plainRole(thing.role)}`;
  throw new ActionFailed(`Nothing can be typed into ${words}: ${actual}, not a field.`, {
    expected: `${words} is a field`,
    actual,
  });
}
