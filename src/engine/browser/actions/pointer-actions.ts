import { within } from '../../../kernel/within.ts';
import type { Modifier } from '../../acting/catalogue/pointer.ts';
import type { InputOf } from '../../acting/catalogue.ts';
import { ActionFailed, type Limits, mismatch } from '../../acting/device.ts';
import { createPatience } from '../../acting/look-clock.ts';
import type { Performers } from '../../acting/perform.ts';
import type { Target } from '../../scene/target.ts';
import { capital } from '../../scene/wording.ts';
import { locate } from '../page/locate.ts';
import { type ActionContext, actOnTarget } from './act-on-target.ts';
import { canBeClicked, comesToBe } from './await-page.ts';
import { forgetSelection, pressJudged } from './clipboard-guard.ts';
import { expand } from './expand.ts';
import { clickOn, clickTarget, dragTo, pointAt, scrollTo, scrollWithin } from './gestures.ts';
import { mustFitPage } from './give-text.ts';

/** How soon a menu opens for who points at it; many wait a little, so as not to open for who only passes by. */
const menuMs = 1_000;
/** How soon the browser opens a tab for a link. Of a page that came to the front a moment ago, Chromium loses some clicks. */
const tabMs = 5_000;
const lostClickMs = 1_000;
const tabPauseMs = 100;
/** Held while a link is clicked, it opens in a new tab. */
const tabKey = process.platform === 'darwin' ? 'Meta' : 'Control';

/** What a person does with the mouse and single keys. */
export function pointerActions(context: ActionContext) {
  return {
    async click({ target, button = 'left', count = 1, modifiers: held = [] }, limits) {
      if (button === 'middle') await forgetSelection(context);
      const clicks = { button, clickCount: count, modifiers: held };
      const { spot } = await clickTarget(context, target, limits, clicks);
      return `${clickVerb(button, count, held)} ${spot.words}.`;
    },

    open_in_tab: (input, limits) => openInTab(context, input, limits),

    expand: ({ target, expanded }, limits) => expand(context, target, expanded, limits),

    menu: ({ path }, limits) => followMenu(context, path, limits),

    async hover({ target }, limits) {
      const ask = { target, purpose: 'click', doing: 'Pointing at', isSingle: true } as const;
      const { spot } = await actOnTarget(context, ask, limits, pointAt);
      return `Pointed at ${spot.words}.`;
    },

    async drag({ target, to }, limits) {
      const { locator, words } = await locate(context, to, 'look', limits);
      const goal = { element: await locator.elementHandle({ timeout: limits.timeoutMs }), words };
      const ask = { target, purpose: 'click', doing: 'Dragging' } as const;
      const { spot } = await actOnTarget(context, ask, limits, (found, timeout) =>
        dragTo(context, found, goal, timeout),
      );
      return `Dragged ${spot.words} to ${words}.`;
    },

    async scroll({ direction = 'down', target, within: area }, limits) {
      if (area !== undefined) return scrollWithin(context, area, direction, limits);
      if (target !== undefined) return scrollTo(context, target, direction, limits);
      const page = context.page();
      const hasMoved = await context.world(page).scroll(page.mainFrame(), direction);
      const way = direction === 'top' || direction === 'bottom' ? `to the ${direction}` : direction;
      return hasMoved ? `Scrolled ${way}.` : `There was nothing more to scroll ${way}.`;
    },

    async press({ key, target }, limits) {
      const keys = keyName(key);
      const page = context.page();
      // Keys go to the frame that has the focus when they arrive, which may be any.
      await mustFitPage(context, page, key);
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
  } satisfies Partial<Performers<'web'>>;
}

/** A tab that opens comes to the front; one in the background does not. */
async function openInTab(
  context: ActionContext,
  { target, background = false }: InputOf<'web', 'open_in_tab'>,
  limits: Limits,
): Promise<string> {
  const { tabs } = context;
  const page = context.page();
  const known = new Set(tabs.all());
  const isTooLate = createPatience(Math.min(tabMs, limits.timeoutMs));
  for (;;) {
    const { spot } = await clickTarget(context, target, limits, { modifiers: [tabKey] });
    const isLost = createPatience(lostClickMs);
    do {
      const opened = tabs.all().find((tab) => !known.has(tab));
      if (opened !== undefined) {
        tabs.show(background ? page : opened);
        return `Opened ${spot.words} in a ${background ? 'background' : 'new'} tab.`;
      }
      await context.pause(tabPauseMs, limits.signal);
      limits.signal.throwIfAborted();
    } while (!isLost());
    // To click again would do again what anything but a link does.
    if (spot.thing.role !== 'link' || isTooLate())
      throw mismatch(`${capital(spot.words)} did not open in a new tab`, {
        expected: 'a new tab',
        actual: spot.thing.role === 'link' ? 'none was opened' : 'none was opened: it is no link',
        rect: spot.thing.rect,
      });
  }
}

/** Goes through menus to what is named last, and clicks that. What opens by pointing at it is not clicked. */
async function followMenu(context: ActionContext, path: readonly string[], limits: Limits): Promise<string> {
  const soon = { ...limits, timeoutMs: Math.min(menuMs, limits.timeoutMs) };
  for (const [at, name] of path.entries()) {
    const next = path[at + 1];
    const ask = { target: menuEntry(name), purpose: 'click', doing: 'Clicking', isSingle: true } as const;
    await actOnTarget(context, ask, limits, async (spot, timeout) => {
      if (next !== undefined) {
        await pointAt(spot, timeout);
        if (await comesToBe(context, soon, (scene) => canBeClicked(scene, menuEntry(next)))) return;
      }
      await clickOn(context, spot, { timeout });
    });
  }
  return `Went through the menus to "${path.at(-1)}".`;
}

function menuEntry(name: string): Target {
  return { name, role: 'menu item', or: [{ name }] };
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
function keyName(key: string): string {
  if (key === '+') return key;
  return key
    .split(/\+(?!$)/)
    .map((part) => part.trim())
    .map((part) => keyWords[part.toLowerCase()] ?? (/^f\d{1,2}$/i.test(part) ? part.toUpperCase() : part))
    .join('+');
}
