import type { Frame, Page } from 'playwright-core';
import { seconds } from '../../acting/seconds.ts';
import { ExecutionFailure } from '../../report.ts';

/**
 * Puts a question to a frame of the page until it is answered. Throws what `isFinal` holds for, what a frame that has gone
 * says, or an `ExecutionFailure` when no answer came in time.
 */
export type AskPage = <T>(frame: Frame, ask: PageQuestion<T>, patience: PageTimes) => Promise<T>;

/** `isOver` tells one that takes several turns that nobody waits for its answer any more. */
type PageQuestion<T> = (isOver: () => boolean) => Promise<T>;

export interface PageTimes {
  readonly maxMs: number;
  /** Asked once more after this long without an answer, then after twice as long, and so on; never by default. */
  readonly againAfterMs?: number;
  /** Once the frame has been replaced, an answer that is under way has this long to come. */
  readonly replacedGraceMs?: number;
  /** The time is that of one page: a page that takes its place has as much, for so many pages. */
  readonly pages?: number;
  isFinal?(error: unknown): boolean;
}

const failedPauseMs = 25;
const longestPauseMs = 200;

/**
 * The browser forgets some questions when the page that they were put to is replaced: `Page.captureScreenshot` is then
 * never answered. Others it refuses for as long as there is no page. So the question is put again, and the first answer
 * counts, also that of a page which is only slow.
 */
export function createAskPage(page: Page): AskPage {
  const listeners = new Set<(replaced: Frame) => void>();
  page.on('framenavigated', (frame) => {
    for (const tell of [...listeners]) tell(frame);
  });

  return (
    frame,
    ask,
    { maxMs, againAfterMs = maxMs, replacedGraceMs = maxMs, pages = 1, isFinal = () => false },
  ) =>
    new Promise((resolve, reject) => {
      let againMs = againAfterMs;
      let pauseMs = failedPauseMs;
      let lastError: unknown = null;
      let next: NodeJS.Timeout | undefined;
      let nextAtMs = 0;
      let isOver = false;
      const startedAtMs = Date.now();

      const put = () => {
        putAgainIn(againMs);
        againMs *= 2;
        ask(() => isOver).then(
          (answer) => end(() => resolve(answer)),
          (error: unknown) => {
            if (page.isClosed() || frame.isDetached() || isFinal(error)) return end(() => reject(error));
            lastError = error;
            againMs = againAfterMs;
            putAgainIn(pauseMs);
            pauseMs = Math.min(pauseMs * 2, longestPauseMs);
          },
        );
      };
      const putAgainIn = (ms: number) => {
        if (isOver) return;
        clearTimeout(next);
        nextAtMs = Date.now() + ms;
        next = setTimeout(put, ms);
      };
      const onReplaced = (replaced: Frame) => {
        const isMeant = replaced === frame || replaced === page.mainFrame();
        // Never later than planned: a page that is replaced all the time is asked too.
        if (isMeant && Date.now() < startedAtMs + (pages - 1) * maxMs) deadline.refresh();
        if (!isMeant || nextAtMs <= Date.now() + replacedGraceMs) return;
        againMs = againAfterMs;
        putAgainIn(replacedGraceMs);
      };
      const end = (settle: () => void) => {
        isOver = true;
        clearTimeout(next);
        clearTimeout(deadline);
        listeners.delete(onReplaced);
        settle();
      };
      const deadline = setTimeout(() => end(() => reject(unanswered(page, maxMs, lastError))), maxMs);
      listeners.add(onReplaced);
      put();
    });
}

/** The browser takes no command for a page while another one takes its place. */
export function isRefusedForNow(error: unknown): boolean {
  return /Not attached to an active page/.test(String(error));
}

function unanswered(page: Page, maxMs: number, cause: unknown): ExecutionFailure {
  const message = `The page ${page.url()} did not respond within ${seconds(maxMs)}.`;
  return new ExecutionFailure('SITE_TIMEOUT', message, { cause });
}
