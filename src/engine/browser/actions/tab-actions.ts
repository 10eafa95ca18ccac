import type { Page } from 'playwright-core';
import { oneLine } from '../../../kernel/text.ts';
import { within } from '../../../kernel/within.ts';
import type { InputOf } from '../../acting/catalogue.ts';
import { ActionFailed, type Limits, mismatch } from '../../acting/device.ts';
import { createPatience } from '../../acting/look-clock.ts';
import type { Performers } from '../../acting/perform.ts';
import { seconds } from '../../acting/seconds.ts';
import { ExecutionFailure } from '../../report.ts';
import { see } from '../../scene/seeing.ts';
import { wordsFor } from '../../scene/wording.ts';
import { says } from '../../scene/words.ts';
import { travelled } from '../page/arrival.ts';
import type { ActionContext } from './act-on-target.ts';
import { closeDialog } from './close-dialog.ts';
import { confirmDialog } from './confirm-dialog.ts';

/** For what the browser does by itself, without the page. */
const tabMs = 5_000;

/** Where a person goes: addresses, tabs, dialogs, and waiting. */
export function tabActions(context: ActionContext) {
  return {
    async open({ url }, limits) {
      context.secrets.mustFitAddress(url);
      await context.open(url, limits);
      return `Opened ${url}.`;
    },

    back: (_input, limits) => travel(context, limits, 'back'),

    forward: (_input, limits) => travel(context, limits, 'forward'),

    async reload(_input, { timeoutMs: timeout }) {
      const page = context.page();
      const { ask } = context.world(page);
      await travelled(ask, page, timeout, () => page.reload({ timeout, waitUntil: 'domcontentloaded' }));
      return 'Loaded the page anew.';
    },

    async switch_tab(wanted, limits) {
      const page = await findTab(context, wanted, limits);
      context.tabs.show(page);
      await within(tabMs, page.bringToFront(), () => undefined);
      return `Switched to the tab ${await tabWords(page)}.`;
    },

    async close_tab() {
      const page = context.page();
      const words = await tabWords(page);
      if (context.tabs.all().length === 1) throw new ActionFailed("The only tab can't be closed.");
      await within(tabMs, page.close({ runBeforeUnload: false }), () => {
        throw new ExecutionFailure('BROWSER_CRASHED', `The browser did not close the tab ${words}.`);
      });
      return `Closed the tab ${words}.`;
    },

    async answer_dialog({ accept, text, message }, limits) {
      if (message !== undefined) await awaitQuestion(context, message, limits);
      const said = await context.answerDialog({ accept, text }, limits);
      const verb = accept ? 'Accepted' : 'Dismissed';
      return said === null
        ? `The next dialog will be ${verb.toLowerCase()}.`
        : `${verb} the dialog "${said}".`;
    },

    confirm: (_input, limits) => confirmDialog(context, limits),

    close_dialog: ({ target }, limits) => closeDialog(context, target, limits),

    async resize(size, { timeoutMs }) {
      await within(timeoutMs, context.page().setViewportSize(size), () => {
        throw new ActionFailed(`The window did not take the size of ${size.width} × ${size.height}.`);
      });
      return `Set the window to ${size.width} × ${size.height}.`;
    },

    wait_for: (input, limits) => waitFor(context, input, limits),
  } satisfies Partial<Performers<'web'>>;
}

/** Another question than the one that is meant gets no answer. */
async function awaitQuestion(context: ActionContext, message: string, limits: Limits): Promise<void> {
  const isTooLate = createPatience(limits.timeoutMs);
  for (;;) {
    const said = context.dialogs.said();
    if (said.some((text) => says(text, message))) return;
    if (isTooLate())
      throw mismatch(`No dialog of the page says "${message}"`, {
        expected: `a dialog that says "${message}"`,
        actual: said.length === 0 ? 'there is none' : `it says "${said.at(-1)}"`,
      });
    await context.pause(100, limits.signal);
  }
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

async function waitFor(
  context: ActionContext,
  { text, target, gone = false, seconds: given }: InputOf<'web', 'wait_for'>,
  limits: Limits,
): Promise<string> {
  if (text === undefined && target === undefined) {
    await context.sleep((given ?? 1) * 1_000, limits.signal);
    return `Waited ${given ?? 1} s.`;
  }
  const timeoutMs = given === undefined ? limits.timeoutMs : given * 1_000;
  const wanted = text === undefined ? (target ?? {}) : { name: text };
  const words = wordsFor(wanted);
  const isThere = async () => {
    const look = await context.dialogs.unlessHeld(() => context.look(context.page()));
    return look === null ? context.dialogs.said().length > 0 : see(look.scene, wanted) !== null;
  };
  const isTooLate = createPatience(timeoutMs);
  while ((await isThere()) === gone) {
    limits.signal.throwIfAborted();
    if (isTooLate())
      throw new ActionFailed(
        `${words} ${gone ? 'did not go away' : 'did not appear'} within ${seconds(timeoutMs)}.`,
        {
          expected: gone ? `${words} goes away` : `${words} appears`,
          actual: gone ? 'it is still there' : 'it is not there',
        },
      );
    await context.pause(80, limits.signal);
  }
  return gone ? `${words} went away.` : `${words} appeared.`;
}

function contains(text: string, part: string): boolean {
  const plain = (words: string) => oneLine(words).toLowerCase();
  return plain(text).includes(plain(part));
}
