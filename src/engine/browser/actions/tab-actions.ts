import type { Page } from 'playwright-core';
import { Type } from 'typebox';
import { oneLine } from '../../../kernel/text.ts';
import { within } from '../../../kernel/within.ts';
import { defineAction } from '../../acting/action.ts';
import { ActionFailed, type DeviceAction, type Limits } from '../../acting/device.ts';
import { createPatience } from '../../acting/look-clock.ts';
import { seconds } from '../../acting/seconds.ts';
import { ExecutionFailure } from '../../report.ts';
import { see } from '../../scene/seeing.ts';
import { Target } from '../../scene/target.ts';
import { wordsFor } from '../../scene/wording.ts';
import { travelled } from '../page/arrival.ts';
import type { ActionContext } from './act-on-target.ts';
import { closeDialog } from './close-dialog.ts';

const maxWaitSeconds = 60;
/** A screen has no more; a picture of it is kept for each step. */
const pixels = Type.Integer({ minimum: 100, maximum: 4_096 });
/** For what the browser does by itself, without the page. */
const tabMs = 5_000;

/** Where a person goes: addresses, tabs, dialogs, and waiting. */
export function tabActions(context: ActionContext): DeviceAction[] {
  return [
    defineAction({
      name: 'open',
      description: 'Go to an address that begins with http:// or https://.',
      parameters: Type.Object({ url: Type.String({ minLength: 1, maxLength: 8_000 }) }),
      async perform({ url }, limits) {
        context.secrets.mustFitAddress(url);
        await context.open(url, limits);
        return `Opened ${url}.`;
      },
    }),

    defineAction({
      name: 'back',
      description: 'Go back to the page before.',
      parameters: Type.Object({}),
      perform: (_input, limits) => travel(context, limits, 'back'),
    }),

    defineAction({
      name: 'forward',
      description: 'Go forward again after going back.',
      parameters: Type.Object({}),
      perform: (_input, limits) => travel(context, limits, 'forward'),
    }),

    defineAction({
      name: 'reload',
      description: 'Load the page anew.',
      parameters: Type.Object({}),
      async perform(_input, { timeoutMs: timeout }) {
        const page = context.page();
        const { ask } = context.world(page);
        await travelled(ask, page, timeout, () => page.reload({ timeout, waitUntil: 'domcontentloaded' }));
        return 'Loaded the page anew.';
      },
    }),

    defineAction({
      name: 'switch_tab',
      description:
        'Look at another open tab, named by its title, its address, or its number from 1 (-1 is the last).',
      parameters: Type.Object({
        title: Type.Optional(Type.String({ maxLength: 1_000 })),
        url: Type.Optional(Type.String({ maxLength: 8_000 })),
        index: Type.Optional(Type.Integer({ minimum: -1, maximum: 1_000 })),
      }),
      async perform(wanted, limits) {
        const page = await findTab(context, wanted, limits);
        context.tabs.show(page);
        await within(tabMs, page.bringToFront(), () => undefined);
        return `Switched to the tab ${await tabWords(page)}.`;
      },
    }),

    defineAction({
      name: 'close_tab',
      description: 'Close the tab that is looked at; the one before it comes back.',
      parameters: Type.Object({}),
      async perform() {
        const page = context.page();
        const words = await tabWords(page);
        if (context.tabs.all().length === 1) throw new ActionFailed("The only tab can't be closed.");
        await within(tabMs, page.close({ runBeforeUnload: false }), () => {
          throw new ExecutionFailure('BROWSER_CRASHED', `The browser did not close the tab ${words}.`);
        });
        return `Closed the tab ${words}.`;
      },
    }),

    defineAction({
      name: 'answer_dialog',
      description:
        'Answer the dialog that a script of the page has opened: accept it or not, with a text where it asks for one.',
      parameters: Type.Object({
        accept: Type.Boolean(),
        text: Type.Optional(Type.String({ maxLength: 10_000 })),
      }),
      async perform({ accept, text }, limits) {
        const said = await context.answerDialog({ accept, text }, limits);
        const verb = accept ? 'Accepted' : 'Dismissed';
        return said === null
          ? `The next dialog will be ${verb.toLowerCase()}.`
          : `${verb} the dialog "${said}".`;
      },
    }),

    defineAction({
      name: 'close_dialog',
      description:
        'Close the dialog that is in front, or the one that is named, by its close button or Escape.',
      parameters: Type.Object({ target: Type.Optional(Target) }),
      perform: ({ target }, limits) => closeDialog(context, target, limits),
    }),

    defineAction({
      name: 'resize',
      description: 'Set the size of the page in pixels.',
      parameters: Type.Object({ width: pixels, height: pixels }),
      async perform(size, { timeoutMs }) {
        await within(timeoutMs, context.page().setViewportSize(size), () => {
          throw new ActionFailed(`The window did not take the size of ${size.width} × ${size.height}.`);
        });
        return `Set the window to ${size.width} × ${size.height}.`;
      },
    }),

    defineAction({
      name: 'wait_for',
      description:
        'Wait until a text or a thing is on the page, or (gone) no longer there; or only for a number of seconds.',
      parameters: Type.Object({
        text: Type.Optional(Type.String({ maxLength: 1_000 })),
        target: Type.Optional(Target),
        gone: Type.Optional(Type.Boolean()),
        seconds: Type.Optional(Type.Number({ minimum: 0, maximum: maxWaitSeconds })),
      }),
      async perform({ text, target, gone = false, seconds }, limits) {
        if (text === undefined && target === undefined) {
          await context.sleep((seconds ?? 1) * 1_000, limits.signal);
          return `Waited ${seconds ?? 1} s.`;
        }
        const timeoutMs = seconds === undefined ? limits.timeoutMs : seconds * 1_000;
        const wanted = text === undefined ? (target ?? {}) : { name: text };
        const words = wordsFor(wanted);
        const isThere = async () => {
          const look = await context.dialogs.unlessHeld(() => context.look(context.page()));
          return look === null ? context.dialogs.said().length > 0 : see(look.scene, wanted) !== null;
        };
        await until(context, async () => (await isThere()) !== gone, words, gone, { ...limits, timeoutMs });
        return gone ? `${words} went away.` : `${words} appeared.`;
      },
    }),
  ];
}

async function travel(
  context: ActionContext,
  { timeoutMs: timeout }: Limits,
  way: 'back' | 'forward',
): Promise<string> {
  const page = context.page();
  const before = page.url();
  const options = { timeout, waitUntil: 'domcontentloaded' } as const;
  const go = () => (way === 'back' ? page.goBack(options) : page.goForward(options));
  const answer = await travelled(context.world(page).ask, page, timeout, go);
  // A page that was never left by a document has no answer, only another address.
  if (answer === null && page.url() === before)
    throw new ActionFailed(`There is no page to go ${way} to.`, {
      expected: `a page to go ${way} to`,
      actual: 'the history ends here',
    });
  return `Went ${way} to ${page.url()}.`;
}

async function findTab(
  context: ActionContext,
  wanted: { title?: string; url?: string; index?: number },
  limits: Limits,
): Promise<Page> {
  const isTooLate = createPatience(limits.timeoutMs);
  for (;;) {
    const tabs = context.tabs.all();
    const { title, url, index } = wanted;
    if (index !== undefined) {
      const page = tabs.at(index === -1 ? -1 : index - 1);
      if (page !== undefined && index !== 0) return page;
    } else {
      for (const page of tabs) {
        if (title !== undefined && contains(await titleOf(page), title)) return page;
        if (url !== undefined && page.url().includes(url)) return page;
      }
    }
    if (title === undefined && url === undefined && index === undefined) {
      const others = tabs.filter((page) => page !== context.page());
      if (others.length === 1 && others[0] !== undefined) return others[0];
    }
    if (isTooLate()) {
      const open = (await Promise.all(tabs.map(tabWords))).join(', ');
      const what = title ?? url ?? (index === undefined ? 'another tab' : `number ${index}`);
      throw new ActionFailed(`There is no tab "${what}"; open are ${open}.`, {
        expected: `a tab "${what}"`,
        actual: open,
      });
    }
    await context.pause(100, limits.signal);
  }
}

async function tabWords(page: Page): Promise<string> {
  return `"${(await titleOf(page)) || page.url()}"`;
}

async function titleOf(page: Page): Promise<string> {
  const title = page.title().catch(() => '');
  return within(tabMs, title, () => '');
}

async function until(
  context: ActionContext,
  isSo: () => Promise<boolean>,
  words: string,
  gone: boolean,
  { signal, timeoutMs }: Limits,
): Promise<void> {
  const isTooLate = createPatience(timeoutMs);
  while (!(await isSo())) {
    signal.throwIfAborted();
    if (isTooLate()) {
      const actual = gone ? 'it is still there' : 'it is not there';
      throw new ActionFailed(
        `${words} ${gone ? 'did not go away' : 'did not appear'} within ${seconds(timeoutMs)}.`,
        {
          expected: gone ? `${words} goes away` : `${words} appears`,
          actual,
        },
      );
    }
    await context.pause(80, signal);
  }
}

function contains(text: string, part: string): boolean {
  const plain = (words: string) => oneLine(words).toLowerCase();
  return plain(text).includes(plain(part));
}
