import type { BrowserContext, Dialog, Page } from 'playwright-core';
import { within } from '../../../kernel/within.ts';
import { createChangeNotifier } from './change-notifier.ts';

/** The step that answers continues after that: a page that stays shut is met by the next look. */
const answerMs = 5_000;

export interface DialogAnswer {
  readonly accept: boolean;
  readonly text: string | undefined;
}

export type Dialogs = ReturnType<typeof observeDialogs>;

/** A page may open them without end. */
const maxSaid = 50;
const maxMessageLength = 10_000;

/**
 * Dialogs of the page's scripts. One that asks stops the page until it is answered: nothing can be looked at, no picture
 * taken. So an `alert`, which asks nothing, is closed at once, and a question waits for the next step.
 *
 * `mayHave` says whether a page may be given a text; what it may not have is not said.
 */
export function observeDialogs(
  context: BrowserContext,
  mayHave: (text: string, page: Page | null) => boolean,
) {
  let open: Dialog | null = null;
  let said: string[] = [];
  let armed: DialogAnswer | null = null;
  let count = 0;
  const changes = createChangeNotifier();

  context.on('dialog', (dialog) => {
    const type = dialog.type();
    // The tab is left in any case.
    if (type === 'beforeunload') return void dialog.accept().catch(() => undefined);
    count += 1;
    if (armed !== null) {
      void give(dialog, armed);
      armed = null;
    } else {
      said = [...said, wordsOf(dialog)].slice(-maxSaid);
      if (type === 'alert') void give(dialog, { accept: true, text: undefined });
      else open = dialog;
    }
    changes.notify();
  });

  return {
    /** The question that holds the page. */
    open: () => open,
    /** What dialogs have said since the last `turn`; a question only until it is answered. */
    said: (): readonly string[] => said,
    /** How many there have been. */
    count: () => count,
    isArmed: () => armed !== null,
    disarm() {
      armed = null;
    },

    /** A step begins: a question that nobody answered is dismissed, and what was said is past. */
    async turn() {
      const unanswered = open;
      open = null;
      said = [];
      if (unanswered !== null) await give(unanswered, { accept: false, text: undefined });
    },

    /** The one that was said first is past: someone has read it. */
    pass() {
      const [first, ...rest] = said;
      said = rest;
      return first ?? null;
    },

    /** Answers the open question, else the next one. */
    async answer(answer: DialogAnswer): Promise<Dialog | null> {
      const question = open;
      open = null;
      if (question === null) {
        armed = answer;
        return null;
      }
      said = said.filter((text) => text !== wordsOf(question));
      await give(question, answer);
      return question;
    },

    /** Gives what the work gives; null when a question opens before, and holds it up. */
    async unlessHeld<T>(work: () => Promise<T>): Promise<T | null> {
      if (open !== null) return null;
      const over = new AbortController();
      const held = async (): Promise<null> => {
        while (open === null && !over.signal.aborted) await changes.wait(60_000, over.signal);
        return null;
      };
      try {
        return await Promise.race([work(), held()]);
      } finally {
        over.abort();
      }
    },

    opened: changes.wait,
  };

  async function give(dialog: Dialog, { accept, text }: DialogAnswer): Promise<void> {
    const isSaid = accept && (text === undefined || mayHave(text, dialog.page()));
    const given = (isSaid ? dialog.accept(text ?? dialog.defaultValue()) : dialog.dismiss()).catch(
      () => undefined,
    );
    await within(answerMs, given, () => undefined);
  }
}

function wordsOf(dialog: Dialog): string {
  return dialog.message().slice(0, maxMessageLength);
}
