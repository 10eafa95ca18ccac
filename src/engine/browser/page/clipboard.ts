import type { Browser, Page } from 'playwright-core';
import { within } from '../../../kernel/within.ts';

/** What is on the clipboard: a page may put another text there under each type. */
interface ClipboardContent {
  readonly byType: Readonly<Record<string, string>>;
  /** All that a page could read of it: of HTML also what it says without its marks. */
  readonly text: string;
}

export type Clipboard = ReturnType<typeof openClipboard>;

const answerMs = 5_000;
const maxLength = 1_000_000;

/** A blank field in the page, with the focus. */
const blankField = `document.body.innerHTML = '<textarea> </textarea>'; document.querySelector('textarea').focus();`;

const awaitPaste = `${blankField}
  globalThis.pasted = new Promise((resolve) => addEventListener('paste', (event) => {
    event.preventDefault();
    const data = event.clipboardData;
    const byType = Object.fromEntries(data.types.filter((type) => type !== 'Files').map((type) => [type, data.getData(type)]));
    const html = new DOMParser().parseFromString(byType['text/html'] ?? '', 'text/html');
    const attributes = [...html.querySelectorAll('*')].flatMap((element) => [...element.attributes].map(({ value }) => value));
    const text = [...Object.values(byType), html.body.textContent, ...attributes].join('\\n');
    resolve(text.length > ${maxLength} ? null : { byType, text });
  }, { once: true }));
  true`;

/** The clipboard, which all pages of a browser share. No page says what is on it unless it is pasted: so it is pasted into a page of our own, which reaches no host. */
export function openClipboard(browser: Browser) {
  let opened: Promise<Page> | undefined;

  async function open(): Promise<Page> {
    const context = await browser.newContext({ offline: true, permissions: [], acceptDownloads: false });
    return context.newPage();
  }

  function page(): Promise<Page> {
    opened ??= open();
    return opened;
  }

  async function read(): Promise<ClipboardContent | null> {
    const own = await page();
    await own.evaluate(awaitPaste);
    await own.keyboard.press('ControlOrMeta+v');
    return own.evaluate<ClipboardContent | null>('globalThis.pasted');
  }

  return {
    /** Null where it can't be read, or holds too much. */
    read: () => within(answerMs, read(), () => null),
    /** What was selected last, which a middle click pastes on Linux. */
    async forgetSelection() {
      await selectBlank(await page());
    },
    async close() {
      const own = await opened?.catch(() => null);
      await own?.context().close();
    },
  };
}

/** The browser keeps what a run has copied or selected for as long as it lives, and the next run could paste it. */
export async function emptyClipboard(page: Page): Promise<void> {
  await page.evaluate(`addEventListener('copy', (event) => {
    event.preventDefault();
    event.clipboardData.setData('text/plain', '');
  }, { once: true })`);
  await selectBlank(page);
  await page.keyboard.press('ControlOrMeta+c');
  await page.evaluate(`document.body.textContent = ''`);
}

async function selectBlank(page: Page): Promise<void> {
  await page.evaluate(blankField);
  await page.keyboard.press('ControlOrMeta+a');
}
