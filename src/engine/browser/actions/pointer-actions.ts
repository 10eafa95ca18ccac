import { Type } from 'typebox';
import { oneOf } from '../../../kernel/schema.ts';
import { within } from '../../../kernel/within.ts';
import { defineAction } from '../../acting/action.ts';
import { ActionFailed, type DeviceAction } from '../../acting/device.ts';
import { Target } from '../../scene/target.ts';
import { capital } from '../../scene/wording.ts';
import { locate } from '../page/locate.ts';
import { type ActionContext, actOnTarget } from './act-on-target.ts';
import { forgetSelection, pressJudged } from './clipboard-guard.ts';
import { expand } from './expand.ts';
import { clickOn, dragTo, type Modifier, modifiers, pointAt, scrollTo, scrollWithin } from './gestures.ts';
import { mustFitFrame } from './give-text.ts';
import { followMenu } from './menu-path.ts';
import { hidingPlaces, uncover } from './uncover.ts';

/** What a person does with the mouse and single keys. */
export function pointerActions(context: ActionContext): DeviceAction[] {
  return [
    defineAction({
      name: 'click',
      description: 'Click something on the page. Use count 2 for a double click.',
      parameters: Type.Object({
        target: Target,
        button: Type.Optional(
          oneOf(['left', 'right', 'middle'], { description: 'Mouse button; left by default' }),
        ),
        count: Type.Optional(Type.Integer({ minimum: 1, maximum: 3, description: 'Number of clicks' })),
        modifiers: Type.Optional(
          Type.Array(oneOf(modifiers), { maxItems: 4, description: 'Keys that are held while clicking' }),
        ),
      }),
      async perform({ target, button = 'left', count = 1, modifiers: held = [] }, limits) {
        const ask = { target, purpose: 'click', doing: 'Clicking', isSingle: true } as const;
        if (button === 'middle') await forgetSelection(context);
        const { spot } = await actOnTarget(context, ask, limits, (found, timeout) =>
          clickOn(context, found, { button, clickCount: count, modifiers: held, timeout }),
        );
        return `${clickVerb(button, count, held)} ${spot.words}.`;
      },
    }),

    defineAction({
      name: 'expand',
      description: 'Open (expanded true) or close (expanded false) a section, a branch of a tree or a menu.',
      parameters: Type.Object({ target: Target, expanded: Type.Boolean() }),
      perform: ({ target, expanded }, limits) => expand(context, target, expanded, limits),
    }),

    defineAction({
      name: 'uncover',
      description: 'Open one tab or closed section after the other until something is seen.',
      parameters: Type.Object({ target: Target, behind: oneOf(hidingPlaces) }),
      perform: ({ target, behind }, limits) => uncover(context, target, behind, limits),
    }),

    defineAction({
      name: 'menu',
      description: 'Go through menus by the names of their entries, and click the last one.',
      parameters: Type.Object({
        path: Type.Array(Type.String({ minLength: 1, maxLength: 1_000 }), { minItems: 2, maxItems: 10 }),
      }),
      perform: ({ path }, limits) => followMenu(context, path, limits),
    }),

    defineAction({
      name: 'hover',
      description: 'Move the mouse over something, to open a menu or a tooltip.',
      parameters: Type.Object({ target: Target }),
      async perform({ target }, limits) {
        const ask = { target, purpose: 'click', doing: 'Pointing at', isSingle: true } as const;
        const { spot } = await actOnTarget(context, ask, limits, pointAt);
        return `Pointed at ${spot.words}.`;
      },
    }),

    defineAction({
      name: 'drag',
      description: 'Drag something and drop it on something else.',
      parameters: Type.Object({ target: Target, to: Target }),
      async perform({ target, to }, limits) {
        const { locator, words } = await locate(context, to, 'look', limits);
        const goal = { element: await locator.elementHandle({ timeout: limits.timeoutMs }), words };
        const ask = { target, purpose: 'click', doing: 'Dragging' } as const;
        const { spot } = await actOnTarget(context, ask, limits, (found, timeout) =>
          dragTo(context, found, goal, timeout),
        );
        return `Dragged ${spot.words} to ${words}.`;
      },
    }),

    defineAction({
      name: 'scroll',
      description:
        'Scroll the page in a direction, or until something is in view. Give one of the two; with within, only what lies there.',
      parameters: Type.Object({
        direction: Type.Optional(oneOf(['up', 'down', 'left', 'right', 'top', 'bottom'])),
        target: Type.Optional(Target),
        within: Type.Optional(Target),
      }),
      async perform({ direction = 'down', target, within: area }, limits) {
        if (area !== undefined) return scrollWithin(context, area, direction, limits);
        if (target !== undefined) {
          return scrollTo(context, target, direction, limits);
        }
        const page = context.page();
        const hasMoved = await context.world(page).scroll(page.mainFrame(), direction);
        const way = direction === 'top' || direction === 'bottom' ? `to the ${direction}` : direction;
        return hasMoved ? `Scrolled ${way}.` : `There was nothing more to scroll ${way}.`;
      },
    }),

    defineAction({
      name: 'press',
      description: 'Press a key or a combination, such as Enter, Escape, ArrowDown or Control+A.',
      parameters: Type.Object({
        key: Type.String({ minLength: 1, maxLength: 60 }),
        target: Type.Optional(Target),
      }),
      async perform({ key, target }, limits) {
        const keys = keyName(key);
        const page = context.page();
        // Keys go to the frame that has the focus when they arrive, which may be any.
        for (const frame of page.frames()) await mustFitFrame(context, { page, frame }, key);
        if (target === undefined) {
          // A key that the page is slow to take was pressed; the page is judged by the next look.
          const press = () =>
            pressed(
              within(limits.timeoutMs, page.keyboard.press(keys), () => undefined),
              key,
            );
          await context.dialogs.unlessHeld(() => pressJudged(context, keys, { press }));
          return `Pressed ${key}.`;
        }
        const ask = { target, purpose: 'look', doing: `Pressing ${key} in` } as const;
        const { spot } = await actOnTarget(context, ask, limits, ({ locator }, timeout) =>
          pressJudged(context, keys, {
            focus: () => locator.focus({ timeout }),
            press: () => pressed(locator.press(keys, { timeout }), key),
          }),
        );
        return `Pressed ${key} in ${spot.words}.`;
      },
    }),
  ];
}

/** "Ctrl-Shift-clicked" */
function clickVerb(button: string, count: number, held: readonly Modifier[]): string {
  const keys = held.map((key) => (key === 'Control' ? 'Ctrl' : key));
  const ways = [button === 'left' ? [] : button, count === 1 ? [] : count === 2 ? 'double' : 'triple'].flat();
  return capital([...keys, ...ways, 'clicked'].join('-'));
}

async function pressed(press: Promise<void>, key: string): Promise<void> {
  await press.catch((error: unknown) => {
    if (!/Unknown key/.test(String(error))) throw error;
    throw new ActionFailed(
      `There is no key "${key}"; keys are called Enter, Tab, Escape, ArrowDown, Control+A and so on.`,
    );
  });
}

const keyWords: Record<string, string> = {
  ctrl: 'Control',
  control: 'Control',
  cmd: 'Meta',
  command: 'Meta',
  meta: 'Meta',
  win: 'Meta',
  option: 'Alt',
  alt: 'Alt',
  shift: 'Shift',
  esc: 'Escape',
  escape: 'Escape',
  return: 'Enter',
  enter: 'Enter',
  tab: 'Tab',
  space: 'Space',
  spacebar: 'Space',
  del: 'Delete',
  delete: 'Delete',
  backspace: 'Backspace',
  insert: 'Insert',
  home: 'Home',
  end: 'End',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  arrowup: 'ArrowUp',
  arrowdown: 'ArrowDown',
  arrowleft: 'ArrowLeft',
  arrowright: 'ArrowRight',
  'page up': 'PageUp',
  'page down': 'PageDown',
  pageup: 'PageUp',
  pagedown: 'PageDown',
};

/** As people write keys: "ctrl + a", "Page Down", "esc". */
export function keyName(key: string): string {
  if (key === '+') return key;
  return key
    .split(/\+(?!$)/)
    .map((part) => part.trim())
    .map((part) => keyWords[part.toLowerCase()] ?? (/^f\d{1,2}$/i.test(part) ? part.toUpperCase() : part))
    .join('+');
}
