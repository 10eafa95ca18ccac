import type { ElementHandle } from 'playwright-core';
import { Type } from 'typebox';
import { plainRole } from '../../scene/roles.ts';
import { Target } from '../../scene/target.ts';
import { capital } from '../../scene/wording.ts';
import { defineAction } from '../action.ts';
import { ActionFailed, type DeviceAction, type Limits } from '../device.ts';
import { createPatience } from '../look-clock.ts';
import { choose } from './choose-option.ts';
import { fileIsTaken } from './file-taken.ts';
import { clickOn } from './gestures.ts';
import { giveText, mustFitFrame } from './give-text.ts';
import { type Hands, handle } from './hands.ts';
import type { Spot } from './locate.ts';
import { moveSlider } from './move-slider.ts';
import { sampleFile } from './sample-file.ts';

const maxTextLength = 20_000;
/** How soon a drawn box must show that it was clicked. */
const reactionMs = 2_000;

/** What a person does with the fields of a form. */
export function fieldActions(hands: Hands): DeviceAction[] {
  return [
    defineAction({
      name: 'type',
      description: 'Type text into a field. It replaces what the field holds unless replace is false.',
      parameters: Type.Object({
        target: Target,
        text: Type.String({ maxLength: maxTextLength }),
        replace: Type.Optional(Type.Boolean({ description: 'True by default; false adds to what is there' })),
      }),
      async perform({ target, text, replace = true }, limits) {
        const ask = { target, purpose: 'type', doing: 'Typing into' } as const;
        const { spot } = await handle(hands, ask, limits, async (field, timeoutMs) => {
          if (isDrawnSlider(field)) return moveSlider(hands, field, text, { ...limits, timeoutMs });
          mustBeEditable(field);
          await giveText(hands, field, { text, replace }, { ...limits, timeoutMs });
        });
        return `Typed "${text}" into ${spot.words}.`;
      },
    }),

    defineAction({
      name: 'clear',
      description: 'Empty a field.',
      parameters: Type.Object({ target: Target }),
      async perform({ target }, limits) {
        const ask = { target, purpose: 'type', doing: 'Emptying' } as const;
        const { spot } = await handle(hands, ask, limits, (field, timeoutMs) => {
          mustBeEditable(field);
          return giveText(hands, field, { text: '', replace: true }, { ...limits, timeoutMs });
        });
        return `Emptied ${spot.words}.`;
      },
    }),

    defineAction({
      name: 'select',
      description: 'Choose an option of a dropdown or list by its visible name.',
      parameters: Type.Object({ target: Target, option: Type.String({ maxLength: 1_000 }) }),
      async perform({ target, option }, limits) {
        const ask = { target, purpose: 'select', doing: `Choosing "${option}" in` } as const;
        const { spot } = await handle(hands, ask, limits, async (list, timeoutMs) => {
          await mustFitFrame(hands, list, option);
          await choose(hands, list, option, { ...limits, timeoutMs });
        });
        return `Chose "${option}" in ${spot.words}.`;
      },
    }),

    defineAction({
      name: 'check',
      description: 'Set a checkbox, radio button or switch on (checked true) or off (checked false).',
      parameters: Type.Object({ target: Target, checked: Type.Boolean() }),
      async perform({ target, checked }, limits) {
        const doing = checked ? 'Checking' : 'Unchecking';
        const ask = { target, purpose: 'check', doing } as const;
        const { spot, result: hasChanged } = await handle(hands, ask, limits, (box, timeoutMs) =>
          setChecked(hands, box, checked, { ...limits, timeoutMs }),
        );
        if (hasChanged === false)
          return `${capital(spot.words)} was ${checked ? 'checked' : 'unchecked'} already.`;
        return `${checked ? 'Checked' : 'Unchecked'} ${spot.words}.`;
      },
    }),

    defineAction({
      name: 'upload',
      description:
        'Put a file into a file field. Give its content, or none: then a small valid file of that kind is made up.',
      parameters: Type.Object({
        target: Target,
        filename: Type.String({ minLength: 1, maxLength: 255 }),
        content: Type.Optional(Type.String({ maxLength: 1_000_000 })),
      }),
      async perform({ target, filename, content }, limits) {
        const file = sampleFile(filename, content);
        const ask = { target, purpose: 'upload', doing: `Uploading "${filename}" to` } as const;
        const { spot } = await handle(hands, ask, limits, async (field, timeout) => {
          const input = await fileInput(field, timeout);
          // The element belongs to one document: what is asked of its frame from here on holds for it.
          const frame = await input.ownerFrame();
          if (frame !== null) await mustFitFrame(hands, { ...field, frame }, `${filename}\n${content ?? ''}`);
          await input.setInputFiles(file, { timeout });
        });
        await fileIsTaken(hands, spot, file.name, limits);
        return `Uploaded "${file.name}" to ${spot.words}.`;
      },
    }),
  ];
}

async function fileInput({ page, thing, locator }: Spot, timeout: number): Promise<ElementHandle> {
  if (thing.role === 'file') return locator.elementHandle({ timeout });
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser', { timeout }),
    locator.click({ timeout }),
  ]);
  return chooser.element();
}

function isDrawnSlider({ thing }: Spot): boolean {
  return thing.role === 'slider' && !thing.isEditable;
}

function mustBeEditable({ thing, words }: Spot): void {
  if (thing.isEditable) return;
  const actual = `it is a ${plainRole(thing.role)}`;
  throw new ActionFailed(`Nothing can be typed into ${words}: ${actual}, not a field.`, {
    expected: `${words} is a field`,
    actual,
  });
}

/** False when it was so already. */
async function setChecked(hands: Hands, box: Spot, checked: boolean, limits: Limits): Promise<boolean> {
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
  // A click on what is seen of it does what a person's click does, whoever draws the box.
  await clickOn(hands, box, { timeout });
  const world = hands.world(page);
  const isTooLate = createPatience(Math.min(timeout, reactionMs));
  while ((await world.checkedNow(element).catch(() => null)) === !checked) {
    if (isTooLate())
      throw new ActionFailed(`A click on ${words} does not ${checked ? 'check' : 'uncheck'} it.`, {
        expected: checked ? 'it is checked' : 'it is not checked',
        actual: checked ? 'it is not checked' : 'it is checked',
      });
    await hands.pause(30, limits.signal);
  }
  return true;
}
